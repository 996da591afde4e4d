"""Finds the words of each prepared chunk in the text that the visitor reads.

The voice's text may be diacritised where the shown one is not, so only bare letters and digits are compared.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

from app.core.types import Word

Span = tuple[int, int]
"""Character positions of a word in the shown text, end exclusive."""

_TATWEEL: Final = "ـ"
_REACH: Final = 120
"""Letters that may be skipped to find a word: more means that the texts differ."""


class WordFinder:
    """Walks once through a shown text; words must come in their order."""

    def __init__(self, text: str) -> None:
        self._text = text
        bare = [(letter, place) for place, letter in enumerate(text) if _counts(letter)]
        self._letters = "".join(letter.casefold()[0] for letter, _ in bare)
        self._places = [place for _, place in bare]
        self._reached = 0

    def find(self, words: Sequence[Word]) -> list[Span | None]:
        """One span for each word; None for a word that the shown text does not have."""
        return [self._next(_bare(word.shown)) for word in words]

    def _next(self, wanted: str) -> Span | None:
        limit = self._reached + _REACH + len(wanted)
        found = self._letters.find(wanted, self._reached, limit) if wanted else -1
        while found > self._reached and not self._begins_word(found):
            found = self._letters.find(wanted, found + 1, limit)
        if found < 0:
            return None
        self._reached = found + len(wanted)
        return self._places[found], self._places[self._reached - 1] + 1

    def _begins_word(self, found: int) -> bool:
        place = self._places[found]
        return place == 0 or not _counts(self._text[place - 1])


def _counts(letter: str) -> bool:
    return letter.isalnum() and letter != _TATWEEL


def _bare(text: str) -> str:
    return "".join(letter.casefold()[0] for letter in unicodedata.normalize("NFC", text) if _counts(letter))
