"""Raw synthesiser events become phones that tile the sound."""

import numpy as np
import pytest

from app.core.types import Float32, Language
from app.speech.phone_events import (
    Event,
    phone_events,
    repair_closures,
    timeline,
    tokens,
    with_length,
    without_false_pauses,
)

RATE = 22_050
MS = RATE // 1000


def tone_with_gap(gap: tuple[int, int]) -> Float32:
    """300 ms of a loud tone with silence from `gap[0]` to `gap[1]` ms."""
    sound = (0.3 * np.sin(2 * np.pi * 200 * np.arange(300 * MS) / RATE)).astype(np.float32)
    sound[gap[0] * MS : gap[1] * MS] = 0
    return sound


def test_a_name_for_two_phones_is_halved_and_one_for_none_leaves_its_time() -> None:
    named = [(0, "k", 0), (100, "ˈɑːɹ", 0), (300, "ʲ", 0), (340, "", 0)]
    events = phone_events(named, Language.EN, ends=400)
    assert events == (Event(0, "k", 0), Event(100, "ɑː", 0), Event(200, "r", 0), Event(340, "sil", None))


def test_a_stop_begins_where_the_sound_stops() -> None:
    events = [Event(0, "a", 0), Event(180 * MS, "p", 0), Event(200 * MS, "a", 0)]
    repaired = repair_closures(events, tone_with_gap((100, 180)), RATE)
    assert repaired[1].sample == pytest.approx(100 * MS, abs=3 * MS)
    assert [event.sample for event in (repaired[0], repaired[2])] == [0, 200 * MS]


@pytest.mark.parametrize("before", ["sil", "a"])
def test_only_a_quiet_stretch_after_a_phone_is_a_closure(before: str) -> None:
    events = [Event(0, before, None), Event(150 * MS, "t", 0), Event(200 * MS, "a", 0)]
    gap = (100, 150) if before == "sil" else (0, 0)
    assert repair_closures(events, tone_with_gap(gap), RATE)[1].sample == pytest.approx(150 * MS, abs=3 * MS)


def test_a_closure_leaves_some_of_the_phone_before_it() -> None:
    events = [Event(100 * MS, "s", 0), Event(180 * MS, "p", 0)]
    repaired = repair_closures(events, tone_with_gap((0, 180)), RATE)
    assert repaired[1].sample >= 110 * MS


def test_a_pause_that_can_be_heard_is_none() -> None:
    events = [Event(0, "aɪ", 0), Event(100 * MS, "sil", None), Event(150 * MS, "ə", 0)]
    assert without_false_pauses(events, tone_with_gap((0, 0)), RATE) == (events[0], events[2])
    assert without_false_pauses(events, tone_with_gap((100, 150)), RATE) == tuple(events)


def test_length_comes_from_the_transcription_even_where_the_two_differ() -> None:
    events = [Event(at, ipa, 0) for at, ipa in enumerate(["k", "i", "t", "a", "sil", "b", "u"])]
    spelled = ["k", "i", "t", "aː", "x", "b", "uː"]
    assert [event.ipa for event in with_length(events, spelled)] == ["k", "i", "t", "aː", "sil", "b", "uː"]


def test_phones_tile_the_sound_whatever_the_events() -> None:
    events = [
        Event(5, "a", 0),
        Event(9, "sil", None),
        Event(12, "sil", None),
        Event(12, "b", 1),
        Event(40, "u", 1),
    ]
    phones = timeline(events, ends=30, rate=RATE)
    assert phones.tiles
    assert [(phone.ipa, phone.start, phone.end) for phone in phones] == [
        ("sil", 0, 5),
        ("a", 5, 9),
        ("sil", 9, 12),
        ("b", 12, 30),
    ]
    assert timeline([], ends=0, rate=RATE).tiles


def test_tokens_have_single_pauses_between_and_none_at_the_ends() -> None:
    row = ["sil", "a", "sil", "sil", "b", "sil"]
    events = [Event(at, ipa, None if ipa == "sil" else at) for at, ipa in enumerate(row)]
    assert [token.ipa for token in tokens(events)] == ["a", "sil", "b"]
