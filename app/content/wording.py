"""How well a question's words fit each entry: SQLite FTS5 over normalised phrases, in memory."""

from __future__ import annotations

import sqlite3
import weakref
from collections.abc import Sequence
from typing import Final

import numpy as np

from app.content.normalise import terms
from app.core.types import Float32

_MOST_TERMS: Final = 64
"""Terms of a question that are looked up: a pasted page must not stall the search."""

_HALF: Final = 4.0
"""BM25 at which the fit counts as one half: about one rare word in common."""


class Wording:
    """A lexical index of phrases. May be called from any thread, by one at a time."""

    def __init__(self, phrases: Sequence[str], owners: Sequence[int], *, entries: int) -> None:
        self._owners = np.asarray(owners)
        self._entries = entries
        self._index = sqlite3.connect(":memory:", check_same_thread=False)
        self._index.execute("CREATE VIRTUAL TABLE phrases USING fts5(terms, tokenize='porter unicode61')")
        rows = enumerate(" ".join(terms(phrase)) for phrase in phrases)
        self._index.executemany("INSERT INTO phrases(rowid, terms) VALUES (?, ?)", rows)
        weakref.finalize(self, self._index.close)

    def fits(self, question: str) -> Float32:
        """Fit of each entry's best phrase, 0 (no word in common) to 1; `[entries]`."""
        fits = np.zeros(self._entries, np.float32)
        if words := list(dict.fromkeys(terms(question)))[:_MOST_TERMS]:
            query = " OR ".join(f'"{word}"' for word in words)
            found = self._index.execute(
                "SELECT rowid, -bm25(phrases) FROM phrases WHERE phrases MATCH ?", (query,)
            ).fetchall()
            for row, score in found:
                fits[self._owners[row]] = max(fits[self._owners[row]], score)
        fitted: Float32 = fits / (fits + _HALF)
        return fitted
