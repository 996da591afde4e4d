"""The commands as a person types them, with the real models and voices.

They share one composition root, so that the models load once; what a process adds has its own test.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import soundfile

from app.bootstrap import Workshop
from app.cli.composition import Request
from app.cli.main import main

Lisan = Callable[..., "Done"]
Spoken = Callable[..., dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Done:
    returncode: int
    stdout: str
    stderr: str


@pytest.fixture(scope="module")
def workshop() -> Iterator[Workshop]:
    with ExitStack() as closing:
        built = Workshop(time.perf_counter(), closing)
        built.prepare(Request("Hello. مرحبا."))  # the threads that it needs live as long as it does
        yield built


@pytest.fixture
def lisan(workshop: Workshop, capfd: pytest.CaptureFixture[str]) -> Lisan:
    def typed(*arguments: str | Path) -> Done:
        code = main([str(argument) for argument in arguments], workshop)
        return Done(code, *capfd.readouterr())

    return typed


@pytest.fixture
def spoken(lisan: Lisan, tmp_path: Path) -> Spoken:
    def said(*arguments: str | Path, code: int = 0) -> dict[str, Any]:
        """The timeline of a `lisan speak`, held against the rules of its file."""
        done = lisan("speak", *arguments, "--out", tmp_path)
        assert done.returncode == code, done.stderr
        timeline: dict[str, Any] = json.loads((tmp_path / "timeline.json").read_text(encoding="utf-8"))
        keeps_the_rules(timeline, tmp_path)
        return timeline

    return said


def keeps_the_rules(timeline: dict[str, Any], folder: Path) -> None:
    sound = soundfile.info(folder / "speech.wav")
    assert (sound.samplerate, sound.channels, sound.subtype) == (24_000, 1, "PCM_16")
    duration = timeline["audio"]["duration"]
    assert duration == pytest.approx(sound.duration, abs=1e-4)
    rows = [timeline["visemes"]] + ([timeline["phones"]] if timeline["source"] != "energy" else [])
    for row in rows:
        assert row[0]["start"] == 0
        assert row[-1]["end"] == pytest.approx(duration, abs=1e-4)
        assert all(a["end"] == b["start"] for a, b in pairwise(row))
    assert all(a["id"] != b["id"] for a, b in pairwise(timeline["visemes"]))
    assert all(a["end"] <= b["start"] for a, b in pairwise(timeline["words"]))
    assert all(0 <= w["start"] < w["end"] <= duration for w in timeline["words"])


def test_english_is_spoken_by_the_natural_voice_and_timed_by_the_aligner(spoken: Spoken) -> None:
    timeline = spoken("Welcome to the mangrove gallery. It has 12 halls!")
    assert (timeline["language"], timeline["source"]) == ("en", "acoustic")
    shown = ["Welcome", "to", "the", "mangrove", "gallery.", "It", "has", "12", "halls!"]
    assert [word["text"].strip(".!") for word in timeline["words"]] == [word.strip(".!") for word in shown]
    assert timeline["confidence"] > 0.3
    assert timeline["latency_ms"]["synthesise"] > 0
    assert {phone["ipa"] for phone in timeline["phones"]} >= {"w", "m", "ɡ"}


def test_arabic_without_marks_is_diacritised_and_timed_exactly(spoken: Spoken) -> None:
    timeline = spoken("مرحبا بكم في المعرض", "--lang", "en")  # case T6: the screen is English
    assert (timeline["language"], timeline["source"]) == ("ar", "engine")
    assert [word["text"] for word in timeline["words"]] == ["مرحبا", "بكم", "في", "المعرض"]
    assert sum(phone["ipa"].rstrip("ː") in {"a", "i", "u"} for phone in timeline["phones"]) >= 7


def test_mixed_text_is_spoken_by_a_voice_of_each_language(spoken: Spoken, cases: Path) -> None:
    text = (cases / "t19_mixed_ar_first.txt").read_text(encoding="utf-8")
    timeline = spoken(text)
    assert {chunk["language"] for chunk in timeline["chunks"]} == {"en", "ar"}


def test_a_recording_is_timed_by_its_transcript(spoken: Spoken, cases: Path) -> None:
    said = (cases / "a01.txt").read_text(encoding="utf-8").strip()
    timeline = spoken("--audio", cases / "a01_en_16k.wav", "--transcript", said)
    assert timeline["source"] == "acoustic"
    assert len(timeline["words"]) == len(said.split())


def test_a_recording_without_a_transcript_is_recognised(spoken: Spoken, cases: Path) -> None:
    timeline = spoken("--audio", cases / "a02_ar_16k.wav", "--lang", "ar")
    assert timeline["source"] == "recognised"
    assert len(timeline["phones"]) > 10


def test_a_rung_that_is_forced_and_cannot_be_had_is_told(spoken: Spoken) -> None:
    timeline = spoken("Hello there.", "--timing", "engine", code=1)
    assert timeline["confidence"] is None
    assert timeline["warning"]


def test_text_without_sound_is_a_short_silence(spoken: Spoken, cases: Path) -> None:
    timeline = spoken((cases / "t05_emoji_only.txt").read_text(encoding="utf-8"))
    assert {viseme["id"] for viseme in timeline["visemes"]} == {"sil"}


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("speak",), "TEXT"),
        (("speak", "x", "--voice", "nobody"), "nobody"),
        (("speak", "--audio", "missing.wav"), "missing.wav"),
        (("speak", "x", "--timing", "psychic"), "--timing"),
        (("run", "--headless", "--pack", "nowhere"), "nowhere"),
        (("classify", "--file", "missing.txt"), "missing.txt"),
        (("frobnicate",), "frobnicate"),
    ],
)
def test_bad_input_is_one_line_that_names_it_and_exit_code_2(
    lisan: Lisan, arguments: tuple[str, ...], named: str
) -> None:
    done = lisan(*arguments)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert named in done.stderr


def test_classify_prints_one_object_a_line(lisan: Lisan, tmp_path: Path) -> None:
    file = tmp_path / "texts.txt"
    file.write_text("Hello and welcome to our exhibit!\nمع السلامة، نراكم قريبًا\n", encoding="utf-8")
    done = lisan("classify", "--file", file, "--json")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(row["language"], row["label"]) for row in rows] == [("en", "greeting"), ("ar", "farewell")]
    for row in rows:
        assert row["scores"] == sorted(row["scores"], reverse=True)
        assert len(row["labels"]) == 9
        assert row["labels"][0] == row["label"]


def test_ask_answers_in_the_visitors_language_with_its_source(lisan: Lisan) -> None:
    done = lisan("ask", "كيف يصطاد الصقر؟", "--lang", "en", "--json")
    answer = json.loads(done.stdout)
    assert answer["language"] == "ar"
    assert answer["matched"]
    assert answer["sources"]


def test_the_models_are_what_their_manifests_say(lisan: Lisan) -> None:
    done = lisan("models", "verify")
    assert done.returncode == 0
    assert sorted(line.split(":")[0] for line in done.stdout.splitlines()) == [
        "behaviour",
        "phones-ar",
        "phones-en",
    ]


@pytest.mark.logs("speaking without sound")
def test_the_doctor_names_what_is_missing_and_its_remedy(lisan: Lisan) -> None:
    done = lisan("doctor", "--json")
    told = json.loads(done.stdout)
    bad = [check for check in told["checks"] if not check["ok"]]
    assert [check["name"] for check in bad] == ["audio"]  # tests have no sound device unless they start one
    assert bad[0]["remedy"]
    assert (done.returncode, told["ok"]) == (1, False)


def test_a_run_without_a_screen_greets_in_each_language() -> None:
    command = [sys.executable, "-m", "app", "run", "--headless"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=110, check=False)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["ok"]
    assert (told["en"]["source"], told["ar"]["source"]) == ("acoustic", "engine")
    assert told["en"]["behaviour"] == told["ar"]["behaviour"] == "greeting"
    assert "first_audio" in done.stdout


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads which signals a process catches")
def test_a_service_manager_ends_the_kiosk_in_order() -> None:
    kiosk = subprocess.Popen([sys.executable, "-m", "app", "run"])
    deadline = time.monotonic() + 60
    while not _catches(kiosk.pid, signal.SIGTERM):
        assert time.monotonic() < deadline
        assert kiosk.poll() is None
        time.sleep(0.05)
    kiosk.terminate()
    assert kiosk.wait(60) == 0


def _catches(pid: int, number: int) -> bool:
    status = Path(f"/proc/{pid}/status").read_text()
    caught = next(line for line in status.splitlines() if line.startswith("SigCgt"))
    return bool(int(caught.split()[1], 16) >> (number - 1) & 1)
