"""Words in the letters of any vocabulary: case, marks, hamza forms, romanising and its reverse."""

from __future__ import annotations

import string

import pytest

from app.align.ctc_spelling import spelled
from app.align.ctc_tables import MARKS, OTHERS, SHADDA

UPPER = frozenset(string.ascii_uppercase + "'")
LOWER = frozenset(string.ascii_lowercase)
PLAIN_ARABIC = frozenset("ابتثجحخدذرزسشصضطظعغفقكلمنهوي")
FULL_ARABIC = PLAIN_ARABIC | frozenset("ءآأؤإئةى\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652")


def _spelled(word: str, vocabulary: frozenset[str]) -> str:
    return spelled(word, dict.fromkeys(vocabulary))


@pytest.mark.parametrize(
    ("word", "vocabulary", "wanted"),
    [
        ("Don’t", UPPER, "DON'T"),
        ("Don't", LOWER, "dont"),
        ("café,", UPPER, "CAFE"),
        ("Straße", LOWER, "strasse"),
        ("ﬁne", LOWER, "fine"),
        ("شمس", LOWER, "shms"),
        ("شَمْسٌ", LOWER, "shamsun"),
        ("إِيمَان", LOWER, "iman"),
        ("مُدَرِّس", UPPER, "MUDARRIS"),
        ("أَهْلًا", LOWER, "ahlan"),
        ("كِتَابٌ", LOWER, "kitabun"),
        ("قُوَّة", LOWER, "quwwah"),
        ("نُور", LOWER, "nur"),
        ("أَهْلًا", PLAIN_ARABIC, "اهلا"),
        ("أَهْلًا", FULL_ARABIC, "أَهْلًا"),
        ("مدرسة", PLAIN_ARABIC, "مدرسه"),
        ("مدرســـة", FULL_ARABIC, "مدرسة"),
        ("سماء", PLAIN_ARABIC, "سما"),
        ("ﻻ", PLAIN_ARABIC, "لا"),
        ("پیتزا", PLAIN_ARABIC, "بيتزا"),
        ("taxi", PLAIN_ARABIC, "تاكسي"),
        ("你好", UPPER, ""),
        ("...", UPPER, ""),
    ],
)
def test_words_in_a_vocabulary(word: str, vocabulary: frozenset[str], wanted: str) -> None:
    assert _spelled(word, vocabulary) == wanted


def test_every_arabic_letter_and_mark_is_spelled_in_latin_and_every_latin_one_in_arabic() -> None:
    letters = [*map(chr, range(0x0621, 0x063B)), *map(chr, range(0x0641, 0x064B))]
    silent = {"ء"}
    assert {one for one in letters if not _spelled(one, LOWER)} == silent
    assert all(_spelled(one, PLAIN_ARABIC) for one in letters if one not in silent)
    assert all(_spelled(one, PLAIN_ARABIC) for one in LOWER)
    assert {*map(chr, range(0x064B, 0x0653))} == {*MARKS, SHADDA} - {"\u0670"}


def test_no_row_leads_to_a_letter_that_no_vocabulary_has() -> None:
    known = UPPER | LOWER | FULL_ARABIC | {"پ", "ڤ"}
    rows = {**OTHERS, **MARKS}
    assert not [letter for letter, others in rows.items() if not set("".join(others)) <= known]
