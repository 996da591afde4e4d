"""Of a text that does not wholly fit the sound, what fits is timed and the rest of the sound is read."""

from __future__ import annotations

import pytest

from app.align.known_text import align_text
from app.align.loose import align_loosely
from app.core.errors import AlignmentError
from app.core.phones import SILENCE
from app.core.types import PhoneToken
from tests.unit.align.conftest import HOP, MakeEmissions

WORDS = (("m", "aː", "r"), ("s", "iː", "t"), ("k", "oʊ", "l", "d"), ("b", "ʌ", "z"), ("f", "ɪ", "ʃ"))


def _tokens(*words: int) -> list[PhoneToken]:
    """The words by number; each keeps its number as its place."""
    return [PhoneToken(ipa, word) for word in words for ipa in WORDS[word]]


def _sound(*words: int) -> list[tuple[str, float]]:
    return [("sil", 6), *((ipa, 8) for word in words for ipa in WORDS[word]), ("sil", 6)]


def test_the_whole_text_is_no_reason_for_liberties(emissions_of: MakeEmissions) -> None:
    fit = align_loosely(emissions_of(_sound(0, 1, 2)), _tokens(0, 1, 2))
    assert fit.share == 1
    assert [phone.ipa for phone in fit.phones if phone.word is None] == [SILENCE, SILENCE]


def test_a_word_that_was_not_said_has_no_phones(emissions_of: MakeEmissions) -> None:
    emissions = emissions_of(_sound(0, 1, 3, 4))
    phones, confidence = align_text(emissions, _tokens(0, 1, 2, 3, 4))
    assert {phone.word for phone in phones} == {None, 0, 1, 3, 4}
    onset = next(phone.start for phone in phones if phone.word == 3)
    assert onset == pytest.approx((6 + 6 * 8) * HOP, abs=5 * HOP)  # its neighbours pay a little for the gap
    _, whole = align_text(emissions, _tokens(0, 1, 3, 4))
    assert confidence < whole


def test_words_that_are_not_in_the_text_are_read_from_the_sound(emissions_of: MakeEmissions) -> None:
    added = [("h", 9), ("aʊ", 12), ("s", 12)]
    sound = [*_sound(0, 1)[:-1], *added, *_sound(3, 4)[1:]]
    phones, _ = align_text(emissions_of(sound), _tokens(0, 1, 3, 4))
    assert [phone.ipa for phone in phones if phone.word is None and phone.ipa != SILENCE] == ["h", "aʊ", "s"]
    begun = {word: min(p.start for p in phones if p.word == word) for word in (0, 1, 3, 4)}
    assert begun[3] == pytest.approx((6 + 6 * 8 + 33) * HOP, abs=HOP)
    assert phones.tiles


def test_a_text_of_which_little_was_said_is_refused_for_the_first_reason(emissions_of: MakeEmissions) -> None:
    with pytest.raises(AlignmentError, match=r"phones are heard|squeezed|phones a second"):
        align_text(emissions_of(_sound(0, 1)), _tokens(2, 3, 4, 0))
