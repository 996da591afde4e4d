"""How a question's words fit each entry, and how much of what is asked about the pack talks of at all."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.content import everyday
from app.content.index import Index
from app.core.types import Float32, Language

_MOST_WORDS: Final = 64
"""Words of a question that are looked up: a pasted page must not stall the search."""

_MOST_SUBJECTS: Final = 16
"""Of those, the ones that are looked up one by one."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """Of what a question is about, weighted by rarity: what an entry has of it, and what no entry has.

    All lie between 0 and 1. `gap` is the rarest single word that the entry lacks.
    """

    covered: float
    unknown: float
    gap: float


_NOTHING_ASKED_ABOUT: Final = Coverage(covered=1.0, unknown=0.0, gap=0.0)


class Wording:
    """The lexical side of an index, by entries."""

    def __init__(self, index: Index, owners: NDArray[np.int_], *, entries: int) -> None:
        """`owners` are the phrases' entries; the number `entries` stands for none."""
        self._index = index
        self._owners = owners
        self._entries = entries

    def fits(self, words: Sequence[str], language: Language) -> Float32:
        """BM25 of each entry's best phrase, 0 where no word is in common; `[entries]`."""
        fits = np.zeros(self._entries + 1, np.float32)
        if found := self._index.bm25(words[:_MOST_WORDS], language):
            rows, scores = zip(*found, strict=True)
            np.maximum.at(fits, self._owners[list(rows)], np.array(scores, np.float32))
        return fits[:-1]

    def coverage(self, words: Sequence[str], language: Language, *, entry: int) -> Coverage:
        """What the entry in place `entry` and the pack have of the words that carry a subject."""
        ordinary = everyday.words(language)
        subjects = [word for word in dict.fromkeys(words) if word not in ordinary][:_MOST_SUBJECTS]
        if not subjects:
            return _NOTHING_ASKED_ABOUT
        having = [self._having(word, language) for word in subjects]
        weights = [math.log1p(self._entries / (1 + len(own))) for own in having]
        whole = sum(weights)
        lacking = [weight for weight, own in zip(weights, having, strict=True) if entry not in own]
        unknown = [weight for weight, own in zip(weights, having, strict=True) if not own]
        return Coverage(
            covered=1 - sum(lacking) / whole,
            unknown=sum(unknown) / whole,
            gap=max(lacking, default=0.0) / math.log1p(self._entries),
        )

    def _having(self, word: str, language: Language) -> set[int]:
        """The entries with a word in any form."""
        owners: list[int] = self._owners[self._index.rows_with(word, language)].tolist()
        return set(owners) - {self._entries}
