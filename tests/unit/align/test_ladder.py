"""The ladder takes the best rung that is plausible, says why it left the others, and never raises."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from app.align.emissions import Emissions, PhoneListener
from app.align.ladder import NETWORK, VITERBI, LadderAligner
from app.align.listeners import Listeners
from app.core.errors import ModelError
from app.core.phones import PHONES
from app.core.ports import ModelInfo, Progress
from app.core.timeline import Timeline
from app.core.types import (
    SPEECH_RATE,
    Audio,
    Chunk,
    Language,
    Phone,
    PhoneToken,
    SpokenChunk,
    TimingSource,
    read_only,
)
from app.inference.decisions import Decisions
from app.inference.manifest import ModelDirectory, Variant
from app.inference.runner import LoadedRunner
from app.inference.variants import Chooser
from tests.unit.align.conftest import HOP, MakeEmissions, _emissions

SPELLED = [("sil", 10), ("m", 9), ("aː", 20), ("m", 9), ("aː", 20), ("sil", 10)]
TOKENS = tuple(PhoneToken(ipa, 0) for ipa in ("m", "aː", "m", "aː"))


class _Hears:
    """Listeners that hear what the test says, or fail."""

    def __init__(self, heard: Emissions | None) -> None:
        self._heard = heard

    def of(self, language: Language) -> PhoneListener:
        if self._heard is None:
            raise ModelError(f"phones-{language} is damaged")
        return cast("PhoneListener", self)

    def ctc(self, language: Language) -> None:
        return None

    def listen(self, audio: Audio, progress: Progress | None = None) -> Emissions:
        assert self._heard is not None
        assert len(audio.samples) == self._heard.duration
        return self._heard

    def info(self) -> Sequence[ModelInfo]:
        return ()


def _aligner(heard: Emissions | None) -> LadderAligner:
    return LadderAligner(cast("Listeners", _Hears(heard)))


def _spoken(
    duration: int, tokens: tuple[PhoneToken, ...] = (), engine: Timeline[Phone] | None = None
) -> SpokenChunk:
    audio = Audio(read_only(np.zeros(duration)))
    return SpokenChunk(Chunk(0, "", Language.EN, ()), audio, tokens, "test", engine)


def _whole(duration: int, ipa: str = "sil") -> Timeline[Phone]:
    return Timeline((Phone(ipa, 0, duration),), duration, SPEECH_RATE)


def test_exact_times_lead_without_asking_the_network() -> None:
    exact = _whole(4800, "aː")
    alignment = _aligner(None).align(_spoken(4800, TOKENS, exact))
    assert (alignment.phones, alignment.source, alignment.confidence) == (exact, TimingSource.ENGINE, 1.0)
    assert alignment.timing_ms == {}


@pytest.mark.parametrize(
    ("engine", "reason"),
    [((100, "sil"), "not those of its sound"), ((24_000, "s"), r"s of 1\.0 s is too long")],
)
def test_impossible_exact_times_are_left(
    emissions_of: MakeEmissions, engine: tuple[int, str], reason: str
) -> None:
    heard = emissions_of([*SPELLED, ("sil", 22)])
    alignment = _aligner(heard).align(_spoken(24_000, TOKENS, _whole(*engine)))
    assert alignment.source is TimingSource.ACOUSTIC
    assert re.search(reason, alignment.stepped_down[TimingSource.ENGINE])


def test_known_text_is_aligned_and_timed(emissions_of: MakeEmissions) -> None:
    heard = emissions_of(SPELLED)
    alignment = _aligner(heard).align(_spoken(heard.duration, TOKENS))
    assert alignment.source is TimingSource.ACOUSTIC
    assert alignment.phones.tiles
    assert alignment.confidence is not None
    assert alignment.confidence > 0.8
    assert set(alignment.timing_ms) == {NETWORK, VITERBI}
    assert alignment.stepped_down == {}


def test_another_text_is_read_from_the_sound(emissions_of: MakeEmissions) -> None:
    heard = emissions_of(SPELLED)
    other = tuple(PhoneToken(ipa, 0) for ipa in ("s", "iː", "ʃ", "ɔɪ"))
    alignment = _aligner(heard).align(_spoken(heard.duration, other))
    assert alignment.source is TimingSource.RECOGNISED
    assert [phone.ipa for phone in alignment.phones] == ["sil", "m", "a", "m", "a", "sil"]
    assert list(alignment.stepped_down) == [TimingSource.ACOUSTIC]


def test_a_text_longer_than_the_sound_steps_down(emissions_of: MakeEmissions) -> None:
    """Case A1."""
    heard = emissions_of(SPELLED)
    alignment = _aligner(heard).align(_spoken(heard.duration, TOKENS * 30))
    assert alignment.source is TimingSource.RECOGNISED
    assert "text longer than audio" in alignment.stepped_down[TimingSource.ACOUSTIC]


def test_what_nobody_can_read_moves_with_the_loudness() -> None:
    noise = read_only(np.log(np.full((80, len(PHONES)), 1 / len(PHONES))))
    heard = Emissions(noise, PHONES, HOP, 79 * HOP)
    alignment = _aligner(heard).align(_spoken(heard.duration, TOKENS))
    assert alignment.source is TimingSource.ENERGY
    assert set(alignment.stepped_down) == {TimingSource.ACOUSTIC, TimingSource.RECOGNISED}
    assert len(alignment.phones) == 0
    assert alignment.phones.duration == heard.duration


def test_a_broken_model_costs_the_phones_not_the_speech() -> None:
    alignment = _aligner(None).align(_spoken(4800, TOKENS))
    assert alignment.source is TimingSource.ENERGY
    assert alignment.stepped_down[TimingSource.ACOUSTIC] == "phones-en is damaged"


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (TimingSource.ENGINE, "has no exact times"),
        (TimingSource.ACOUSTIC, "no transcript"),
        (TimingSource.RECOGNISED, "too short"),
    ],
)
def test_a_forced_rung_is_never_left(source: TimingSource, reason: str) -> None:
    heard = _emissions([("a", 2)])
    alignment = _aligner(heard).align(_spoken(heard.duration), source)
    assert alignment.source is source
    assert alignment.confidence is None
    assert alignment.warning is not None
    assert reason in alignment.warning
    assert [phone.ipa for phone in alignment.phones] == ["sil"]
    assert alignment.phones.tiles


def test_forced_loudness_always_works() -> None:
    alignment = _aligner(None).align(_spoken(0), TimingSource.ENERGY)
    assert (alignment.confidence, alignment.warning) == (0.0, None)


def _never(directory: ModelDirectory, variant: Variant) -> LoadedRunner:
    raise AssertionError(f"nothing to load: {directory}, {variant}")


def test_a_missing_model_is_reported_once_and_shown(tmp_path: Path) -> None:
    chooser = Chooser(_never, "no runtime", Decisions(tmp_path))
    listeners = Listeners(tmp_path, chooser, threads=1)
    for _ in range(2):
        with pytest.raises(ModelError, match="phones-ar"):
            listeners.of(Language.AR)
    (shown,) = listeners.info()
    assert (shown.name, shown.variant) == ("phones-ar", "none")
    assert "install the models again" in shown.reason
