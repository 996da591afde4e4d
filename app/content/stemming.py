"""Arabic words without what is written onto them: light stemming of normalised words.

English endings are left to SQLite's Porter stemmer, which every phrase and question passes anyway.
"""

from __future__ import annotations

import re
from typing import Final

# The article with what may stand before it (and, so, with, like, to, this), or a lone "and".
_PREFIX: Final = re.compile("^(?:[وف]?(?:[بكع]?ال|لل|ه?ال|به?ال)(?=..)|و(?=[^وا]..))")

# Longest first: her/their/our/your, dual and plural, adjectives and nouns of quality, his/feminine/my.
_SUFFIXES: Final = (
    "تها",
    "يات",
    "يون",
    "يين",
    "هما",
    "ها",
    "هم",
    "كم",
    "نا",
    "ان",
    "ات",
    "ون",
    "ين",
    "يه",
    "ته",
)
_ENDINGS: Final = ("ه", "ي", "ا")

_ARABIC: Final = re.compile("[\u0621-\u064a]+")
_LONG_VOWELS: Final = re.compile("[اوي]")


def is_arabic(word: str) -> bool:
    """Whether a normalised word is written in Arabic letters only."""
    return _ARABIC.fullmatch(word) is not None


def without_article(word: str) -> str:
    """A normalised word without the article, a leading "and", and the prepositions before an article."""
    return _PREFIX.sub("", word)


def stem(word: str) -> str:
    """Stem of a normalised word; a word of other letters, or one too short to lose anything, is its own."""
    if not is_arabic(word):
        return word
    bare = without_article(word)
    for suffix in _SUFFIXES:
        if bare.endswith(suffix) and len(bare) >= len(suffix) + 3:
            return bare[: -len(suffix)]
    return bare[:-1] if bare.endswith(_ENDINGS) and len(bare) >= 4 else bare


def skeleton(stemmed: str) -> str | None:
    """Consonants of an Arabic stem, at least three: one for صقر and its broken plural صقور."""
    if not is_arabic(stemmed):
        return None
    consonants = stemmed[:1] + _LONG_VOWELS.sub("", stemmed[1:])
    return consonants if len(consonants) >= 3 else None
