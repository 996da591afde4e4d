"""`timeline.json` keeps the rules that two readers of it rely on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from app.core.timeline import Timeline
from app.core.types import SPEECH_RATE, Alignment, Language, PreparedChunk, TimingSource
from app.diagnostics.latency import LatencyLedger
from app.engine.preparation import Preparation
from app.export.timeline_json import Utterance, timeline_document
from tests.fakes.parts import chunk_of, parts_in


@pytest.fixture
def prepared(tmp_path: Path) -> list[PreparedChunk]:
    parts = parts_in(tmp_path)
    chunks = [
        chunk_of("Hello <Hall 3>", 0, pause_after=2400),
        chunk_of("مرحبا بكم جميعا هنا", 1, Language.AR),
    ]
    with ThreadPoolExecutor(1) as pool:
        preparation = Preparation(parts.stages, LatencyLedger(), pool)
        return [preparation.prepare(chunk) for chunk in chunks]


def document(chunks: Sequence[PreparedChunk]) -> dict[str, Any]:
    made = timeline_document(Utterance(chunks), text="Cafe\u0301", audio_path="speech.wav")
    loaded: dict[str, Any] = json.loads(json.dumps(made, allow_nan=False))
    return loaded


def test_phones_and_visemes_tile_the_sound(prepared: list[PreparedChunk]) -> None:
    made = document(prepared)
    duration = made["audio"]["duration"]
    assert duration == pytest.approx(len(Utterance(prepared).audio().samples) / SPEECH_RATE)
    for row in (made["phones"], made["visemes"]):
        assert row[0]["start"] == 0
        assert row[-1]["end"] == duration
        assert all(a["end"] == b["start"] for a, b in pairwise(row))
        assert all(item["start"] < item["end"] for item in row)
    assert all(a["id"] != b["id"] for a, b in pairwise(made["visemes"]))


def test_the_head_sums_up_the_chunks(prepared: list[PreparedChunk]) -> None:
    made = document(prepared)
    assert made["schema"] == "lisan.timeline/1"
    assert made["text"] == "Café"
    assert made["language"] == "ar"
    assert [word["text"] for word in made["words"]] == [
        "Hello",
        "<Hall",
        "3>",
        "مرحبا",
        "بكم",
        "جميعا",
        "هنا",
    ]
    assert [chunk["start"] for chunk in made["chunks"]] == [0, pytest.approx(0.4)]
    assert made["behaviour"] == {"label": "explanation", "confidence": 0.8}


def test_the_source_is_the_lowest_rung_and_a_failed_one_has_no_confidence(
    prepared: list[PreparedChunk],
) -> None:
    duration = len(prepared[1].spoken.audio.samples)
    silent = Alignment(
        Timeline((), duration, SPEECH_RATE), TimingSource.ENERGY, None, "acoustic: text does not fit"
    )
    made = document([prepared[0], replace(prepared[1], alignment=silent)])
    assert (made["source"], made["confidence"]) == ("energy", None)
    assert made["warning"] == "acoustic: text does not fit"
    assert made["phones"][-1]["ipa"] == "sil"


def test_energy_alone_has_no_phones(prepared: list[PreparedChunk]) -> None:
    duration = len(prepared[1].spoken.audio.samples)
    energy = Alignment(Timeline((), duration, SPEECH_RATE), TimingSource.ENERGY, 0.3)
    made = document([replace(prepared[1], alignment=energy)])
    assert made["phones"] == []
    assert made["visemes"]


def test_text_without_sound_is_a_short_silence() -> None:
    made = document([])
    assert made["audio"]["duration"] > 0
    assert [viseme["id"] for viseme in made["visemes"]] == ["sil"]
    assert (made["words"], made["chunks"], made["behaviour"]["label"]) == ([], [], "neutral")
