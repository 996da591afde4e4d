"""Every shown character has a time: letters begin with their phones, the rest lies between."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.phones import PHONES, SILENCE
from app.core.types import Phone, WordTime
from app.export.characters import LETTERS, character_times, split_characters

STEP = 1000


def _times(text: str, phones: str) -> tuple[WordTime, ...]:
    """The word with phones of 1000 samples each, from sample 5000 on."""
    row = phones.split()
    timed = [Phone(ipa, 5000 + i * STEP, 5000 + (i + 1) * STEP, 0) for i, ipa in enumerate(row)]
    return character_times(WordTime(text, 5000, 5000 + len(row) * STEP, index=3), timed)


def _measured(text: str, phones: str) -> dict[str, int]:
    return {one.text: (one.start - 5000) // STEP for one in _times(text, phones) if not one.interpolated}


@pytest.mark.parametrize(
    ("text", "phones", "measured"),
    [
        ("gates", "ɡ eɪ t s", {"g": 0, "a": 1, "t": 2, "s": 3}),  # the e is silent
        ("show", "ʃ oʊ", {"s": 0, "o": 1}),
        ("Café", "k æ f eɪ", {"C": 0, "a": 1, "f": 2, "é": 3}),
        ("جمل", "dʒ a m a l", {"ج": 0, "م": 2, "ل": 4}),  # short vowels are not written
        ("قَلَم", "q a l a m", {"قَ": 0, "لَ": 2, "م": 4}),
        ("٢٥", "χ a m s a", {}),
        ("12", "t w ɛ l v", {}),
    ],
)
def test_letters_begin_with_their_phones(text: str, phones: str, measured: dict[str, int]) -> None:
    assert _measured(text, phones) == measured


def test_the_article_before_a_sun_letter_shares_its_time() -> None:
    times = _times("الشمس", "ʃ a m s")
    assert [one.end > one.start + STEP // 10 for one in times] == [True] * 5
    assert times[2].text == "ش"


def test_characters_tile_their_word_and_keep_its_place() -> None:
    times = _times("gallery.", "ɡ æ l ə r i")
    assert "".join(one.text for one in times) == "gallery."
    assert times[0].start == 5000 and times[-1].end == 5000 + 6 * STEP
    assert all(a.end == b.start for a, b in pairwise(times))
    assert {one.index for one in times} == {3}
    assert times[-1].interpolated


def test_a_word_without_measured_time_has_characters_without_one() -> None:
    phones = [Phone("h", 0, 100, 0), Phone("aɪ", 100, 200, 0)]
    times = character_times(WordTime("hi", 400, 600, interpolated=True), phones)
    assert [(one.start, one.end, one.interpolated) for one in times] == [(400, 500, True), (500, 600, True)]


def test_an_emoji_and_a_marked_letter_are_one_character() -> None:
    assert split_characters("a👩🏽‍🚀بَّ!") == ["a", "👩🏽‍🚀", "بَّ", "!"]


def test_every_phone_is_written_somehow() -> None:
    assert set(PHONES) - {SILENCE} == set().union(*LETTERS.values())


@given(st.text(st.characters(exclude_categories=("Cs", "Cc", "Zs")), min_size=1, max_size=30),
       st.lists(st.sampled_from(PHONES[1:]), max_size=12), st.integers(0, 4000))  # fmt: skip
def test_times_are_ordered_whatever_the_word(text: str, row: Sequence[str], length: int) -> None:
    phones = [Phone(ipa, 10 * i, 10 * i + 10, 0) for i, ipa in enumerate(row)]
    times = character_times(WordTime(text, 100, 100 + length), phones)
    shown = "".join(one.text for one in times)
    assert shown == "".join(character for character in text if not character.isspace())
    edges = [100, *(edge for one in times for edge in (one.start, one.end)), 100 + length]
    assert edges == sorted(edges)
    if length >= len(times):
        assert all(one.start < one.end for one in times)
