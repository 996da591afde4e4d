"""Spellings that mean the same compare as the same."""

from __future__ import annotations

from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.content.normalise import language_of, normalised, terms, without_diacritics
from app.core.types import Language

ARABIC = st.text(st.characters(min_codepoint=0x0600, max_codepoint=0x06FF), max_size=40)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("أهلاً وسهلاً", "اهلا وسهلا"),
        ("كَيْفَ تَنَفَّسَ", "كيف تنفس"),
        ("اللؤلؤة", "اللولوه"),
        ("شاطئ", "شاطي"),
        ("إلى", "الي"),
        ("ٱلقمر آية", "القمر اية"),
        ("جميـــل", "جميل"),
        ("ﻣﺮﺣﺒﺎ", "مرحبا"),  # presentation forms
        ("کیف", "كيف"),  # a Persian keyboard
        ("٣٠٠ ۴", "300 4"),
        ("What's THIS?!", "whats this"),
        ("  café\u200f — Straße ", "cafe strasse"),
        ("cafe\u0301", "café"),
        ("<Hall 3>", "hall 3"),
    ],
)
def test_spellings_fold_together(one: str, other: str) -> None:
    assert normalised(one) == normalised(other) != ""


@given(st.text(max_size=60) | ARABIC)
def test_normalising_twice_changes_nothing(text: str) -> None:
    assert normalised(normalised(text)) == normalised(text)


@given(ARABIC)
def test_marks_do_not_matter_and_letters_stay(text: str) -> None:
    plain = without_diacritics(text)
    assert normalised(plain) == normalised(text)
    assert _letters(plain) == _letters(text)


def _letters(text: str) -> list[str]:
    return [character for character in text if category(character) == "Lo"]


@pytest.mark.parametrize("word", ["الصقر", "والصقر", "بالصقر", "كالصقر", "فالصقر", "للصقر", "وبالصقر", "صقر"])
def test_the_article_does_not_matter(word: str) -> None:
    assert terms(word) == ["صقر"]


@pytest.mark.parametrize("word", ["الى", "ال", "لل", "قال", "مال"])
def test_short_words_are_no_articles(word: str) -> None:
    assert terms(word) == [normalised(word)]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("How fast is it?", Language.EN),
        ("ما سرعته؟", Language.AR),
        ("ما هو الـ plankton؟", Language.AR),
        ("What does صقر mean?", Language.EN),
        ("Hall قاعة", Language.AR),
        ("١٢ و 300", Language.AR),
        ("300 / 12?", None),
        ("🎉 …", None),
        ("", None),
        ("東京", None),
    ],
)
def test_the_script_tells_the_language(text: str, language: Language | None) -> None:
    assert language_of(text) is language
