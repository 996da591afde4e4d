"""Timelines that no mouth could say are refused, with the reason."""

from __future__ import annotations

import pytest

from app.align.plausibility import confidence_of, require_heard, require_possible
from app.core.errors import AlignmentError
from app.core.timeline import Timeline
from app.core.types import SPEECH_RATE, Phone


def _timeline(*phones: tuple[str, float], confidence: float | None = 0.9) -> Timeline[Phone]:
    items, start = [], 0
    for ipa, seconds in phones:
        end = start + round(seconds * SPEECH_RATE)
        items.append(Phone(ipa, start, end, None, confidence))
        start = end
    return Timeline(tuple(items), start, SPEECH_RATE)


def test_ordinary_speech_passes() -> None:
    phones = _timeline(("sil", 2.0), ("m", 0.07), ("aː", 0.3), ("sil", 0.1))
    require_possible(phones)
    require_heard(phones)


def test_a_consonant_of_a_second_is_refused() -> None:
    with pytest.raises(AlignmentError, match=r"s of 1\.0 s is too long"):
        require_possible(_timeline(("s", 1.0)))


def test_squeezed_phones_are_a_text_too_long() -> None:
    with pytest.raises(AlignmentError, match="squeezed"):
        require_possible(_timeline(*[("a", 0.02)] * 9, ("s", 0.1)))


def test_a_pace_that_no_tongue_has_is_refused() -> None:
    with pytest.raises(AlignmentError, match="phones a second"):
        require_possible(_timeline(*[("a", 0.03)] * 9))


def test_gaps_are_refused() -> None:
    with pytest.raises(AlignmentError, match="gaps"):
        require_possible(Timeline((Phone("a", 0, 10),), 20, SPEECH_RATE))


def test_a_text_that_is_not_heard_is_refused() -> None:
    with pytest.raises(AlignmentError, match="0 of 2 phones are heard"):
        require_heard(_timeline(("m", 0.1), ("a", 0.1), confidence=0.05))


def test_confidence_is_weighted_by_length_and_leaves_silence_out() -> None:
    phones = Timeline(
        (Phone("sil", 0, 50, None, 1.0), Phone("m", 50, 60, None, 0.2), Phone("a", 60, 90, None, 0.6)),
        90,
        SPEECH_RATE,
    )
    assert confidence_of(phones) == pytest.approx(0.5)
    assert confidence_of(Timeline((), 10, SPEECH_RATE)) == 0.0
