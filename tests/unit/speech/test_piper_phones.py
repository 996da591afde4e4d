"""Piper's symbols become phones in time, each with its word."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from app.core.phones import SILENCE
from app.core.types import Language
from app.speech.piper_phones import Heard, Symbol, events, heard, owned


def timed(symbols: str, samples: int = 10) -> list[Symbol]:
    """Each character as a symbol that lasts equally long."""
    return [(symbol, samples) for symbol in symbols]


def names(symbols: str, language: Language = Language.EN) -> list[str]:
    return [phone.ipa for phone in heard(timed(symbols), language)]


@pytest.mark.parametrize(
    ("symbols", "language", "phones"),
    [
        ("^tʃˈɪps$", Language.EN, ["sil", "tʃ", "ɪ", "p", "s", "sil"]),
        ("^aɪ ɡˌoʊ$", Language.EN, ["sil", "aɪ", "ɡ", "oʊ", "sil"]),
        ("^kˈɑːɹ.$", Language.EN, ["sil", "k", "ɑː", "r", "sil", "sil"]),
        ("^tˤˈaːʔir$", Language.AR, ["sil", "tˤ", "aː", "ʔ", "i", "r", "sil"]),
        ("^mħabːa$", Language.AR, ["sil", "m", "ħ", "a", "bː", "a", "sil"]),
    ],
)
def test_the_most_symbols_that_are_one_sound_are_one_phone(
    symbols: str, language: Language, phones: list[str]
) -> None:
    assert names(symbols, language) == phones


def test_a_phone_never_reaches_over_a_space_or_a_mark() -> None:
    assert names("^t ʃ$") == ["sil", "t", "ʃ", "sil"]
    assert names("^aˈɪ$") == ["sil", "a", "ɪ", "sil"]


def test_decomposed_letters_are_read_as_one() -> None:
    assert names("^c\u0327a$") == ["sil", "h", "a", "sil"]  # ç, as the package sends it


def test_no_sample_is_lost_and_marks_belong_to_the_phone_after_them() -> None:
    symbols = timed("^ɐ sˈiː, ☃ tʃˈɪp.$", 7)
    phones = heard(symbols, Language.EN)
    assert sum(phone.samples for phone in phones) == 7 * len(symbols)
    assert [(phone.ipa, phone.samples) for phone in phones][:4] == [
        ("sil", 7),
        ("ʌ", 7),
        ("s", 14),
        ("iː", 21),
    ]
    assert phones[5].ipa == "tʃ"
    assert phones[5].samples == 7 * 5  # the space, the symbol without a row, the next space, t and ʃ


def test_two_phones_of_one_symbol_share_its_time() -> None:
    phones = heard([("ɚ", 11), ("ɝ", 0)], Language.EN)
    assert sum(phone.samples for phone in phones) == 11


def no_spelling() -> Sequence[Sequence[Heard]]:
    raise AssertionError("groups and words agree: nothing to ask")


def test_a_group_is_a_word_where_the_counts_agree() -> None:
    phones = heard(timed("^ðə bˈeɪ.$"), Language.EN)
    assert owned(phones, [0, 2], no_spelling) == [None, 0, 0, 2, 2, None, None]


def test_joined_words_are_parted_by_what_each_is_alone() -> None:
    phones = heard(timed("^wˈʌn ʌvðə bˈɛst$"), Language.EN)
    alone = [heard(timed(word), Language.EN) for word in ("wˈʌn", "ʌv", "ðə", "bˈɛst")]
    owners = owned(phones, [0, 1, 2, 3], lambda: alone)
    said = [(phone.ipa, owner) for phone, owner in zip(phones, owners, strict=True) if phone.ipa != SILENCE]
    assert said == [
        *(("w", 0), ("ʌ", 0), ("n", 0), ("ʌ", 1), ("v", 1), ("ð", 2), ("ə", 2)),
        *(("b", 3), ("ɛ", 3), ("s", 3), ("t", 3)),
    ]


def test_a_word_that_is_parted_keeps_all_its_phones() -> None:
    phones = heard(timed("^tʃ ɪp nˈaʊ$"), Language.EN)
    alone = [heard(timed(word), Language.EN) for word in ("tʃɪp", "nˈaʊ")]
    assert owned(phones, [0, 1], lambda: alone) == [None, 0, 0, 0, 1, 1, None]


def test_events_start_where_the_samples_before_them_end_moved_by_the_shift() -> None:
    phones = [Heard("sil", 100, 0), Heard("m", 50, 0), Heard("a", 60, 0)]
    assert [event.sample for event in events(phones, [None, 0, 0], shift=-20)] == [0, 80, 130]
    assert [event.sample for event in events(phones, [None, 0, 0], shift=-500)] == [0, 0, 0]
