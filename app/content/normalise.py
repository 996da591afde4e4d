"""Text as retrieval compares it: first step of every question, and of every phrase that is indexed."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from app.core.types import Language

_ARABIC_MARKS: Final = re.compile("[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]")
_WORD: Final = re.compile(r"\w+")
_ARABIC_WORD: Final = re.compile("[\u0620-\u064a\u066e-\u06d3\u06fa-\u06ff\u0750-\u077f]")
_LATIN_WORD: Final = re.compile("[a-z\u00df-\u024f]")

# What decomposing leaves apart though people interchange it when they type; apostrophes join (dont = don't).
_FOLDED: Final = str.maketrans(
    {"ٱ": "ا", "ى": "ي", "ی": "ي", "ة": "ه", "ک": "ك", "\u0640": "", "'": "", "’": "", "ʼ": ""}
)

# The article with what may be written onto it: و and, ف so, ب with, ك like, ل to (which swallows the alef).
_ARTICLE: Final = re.compile("^(?:[وف]?(?:[بك]?ال|لل))(?=..)")


def without_diacritics(text: str) -> str:
    """Arabic as newspapers print it: vowel marks removed, letters untouched; other scripts unchanged."""
    return _ARABIC_MARKS.sub("", text)


def normalised(text: str) -> str:
    """Words separated by single spaces; case, marks, hamza seats, punctuation and like letters folded.

    Idempotent. Digits of every script become 0–9.
    """
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    plain = "".join(_plain(character) for character in without_diacritics(apart))
    return " ".join(_WORD.findall(plain.translate(_FOLDED)))


def _plain(character: str) -> str:
    if unicodedata.category(character) == "Mn":
        return ""
    return str(unicodedata.digit(character)) if character.isdecimal() else character


def terms(text: str) -> list[str]:
    """Index terms of `text`, in order: normalised words, Arabic ones without their article."""
    return [_ARTICLE.sub("", word) for word in normalised(text).split()]


def language_of(text: str) -> Language | None:
    """The language of a text by its script, word by word; None when it has no letter of either.

    A tie is Arabic: Arabic speakers write English terms in the middle of a sentence, hardly the reverse.
    """
    words = normalised(text).split()
    arabic = sum(bool(_ARABIC_WORD.match(word)) for word in words)
    latin = sum(bool(_LATIN_WORD.match(word)) for word in words)
    if not arabic and not latin:
        return None
    return Language.AR if arabic >= latin else Language.EN
