"""Timelines: order is enforced, look-ups are exact, phones become visemes."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.phones import PHONES, VOWELS
from app.core.timeline import Timeline
from app.core.types import Phone
from app.core.visemes import PHONE_TO_VISEME, VISEMES, viseme_ids, viseme_timeline

RATE = 24_000


@st.composite
def phone_rows(draw: st.DrawFn) -> Timeline[Phone]:
    """Phones that tile the audio."""
    names = draw(st.lists(st.sampled_from(PHONES), min_size=1, max_size=30))
    lengths = draw(st.lists(st.integers(1, 5000), min_size=len(names), max_size=len(names)))
    edges = [0]
    for length in lengths:
        edges.append(edges[-1] + length)
    items = tuple(Phone(n, a, b) for n, a, b in zip(names, edges, edges[1:], strict=False))
    return Timeline(items, edges[-1], RATE)


@pytest.mark.parametrize(
    "items",
    [
        (Phone("a", 5, 5),),
        (Phone("a", -1, 5),),
        (Phone("a", 0, 11),),
        (Phone("a", 0, 6), Phone("b", 5, 8)),
        (Phone("a", 6, 8), Phone("b", 0, 5)),
    ],
)
def test_disorder_is_refused(items: tuple[Phone, ...]) -> None:
    with pytest.raises(ValueError, match="out of order"):
        Timeline(items, 10, RATE)


def test_a_gap_covers_nothing() -> None:
    timeline = Timeline((Phone("a", 2, 4), Phone("b", 6, 8)), 10, RATE)
    assert [item.ipa if (item := timeline.at(n)) else "-" for n in range(10)] == list("--aa--bb--")
    assert not timeline.tiles


@given(phone_rows(), st.data())
def test_every_sample_is_covered_by_the_item_that_says_so(
    phones: Timeline[Phone], data: st.DataObject
) -> None:
    sample = data.draw(st.integers(0, phones.duration - 1))
    item = phones.at(sample)
    assert item is not None
    assert item.start <= sample < item.end


@given(phone_rows())
def test_visemes_tile_and_equal_neighbours_are_merged(phones: Timeline[Phone]) -> None:
    visemes = viseme_timeline(phones)
    assert visemes.tiles
    assert visemes.duration == phones.duration
    ids = [viseme.id for viseme in visemes]
    assert set(ids) <= set(VISEMES)
    assert all(a != b for a, b in pairwise(ids))


def test_every_phone_has_a_row_and_every_viseme_is_used() -> None:
    assert set(PHONE_TO_VISEME) == set(PHONES)
    assert set(PHONE_TO_VISEME.values()) - {""} == set(VISEMES)
    assert len(VISEMES) == 15
    assert "a" in VOWELS


@pytest.mark.parametrize(
    ("phones", "wanted"),
    [
        (["h", "u"], ["U", "U"]),  # the vowel after
        (["a", "ʔ"], ["aa", "aa"]),  # at the end: the vowel before
        (["i", "sil", "ʕ", "sil"], ["I", "sil", "E", "sil"]),  # a silence hides both
        (["ħ", "aː"], ["aa", "aa"]),  # length does not change the shape
    ],
)
def test_throat_phones_take_their_vowels_lips(phones: list[str], wanted: list[str]) -> None:
    assert list(viseme_ids(phones)) == wanted
