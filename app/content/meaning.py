"""How near a question's meaning is to each entry: cosines of the encoder's vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.core.types import Float32

NOWHERE: Final = -1.0
"""Nearness of an entry that has no phrase of a kind."""


@dataclass(frozen=True, slots=True)
class Nearness:
    """Cosines `[entries]` of each entry's nearest and second-nearest phrase."""

    best: Float32
    second: Float32

    @property
    def both(self) -> Float32:
        """One may be near by chance, two hardly."""
        return ((2 * self.best + self.second) / 3).astype(np.float32, copy=False)


class Centre:
    """The middle of one language's vectors.

    The encoder's vectors of any two texts are alike (cosines above 0.7); taking their mean away leaves
    what tells them apart, and brings two languages' vectors of one meaning together.
    """

    def __init__(self, vectors: Float32) -> None:
        self._mean = vectors.mean(axis=0)

    def seen(self, vectors: Float32) -> Float32:
        """Unit vectors `[…, width]` seen from here."""
        apart = vectors - self._mean
        unit: Float32 = apart / np.maximum(np.linalg.norm(apart, axis=-1, keepdims=True), 1e-9)
        return unit


class Meaning:
    """Phrases of one language and one kind, by the entries that own them."""

    def __init__(self, vectors: Float32, owners: Sequence[int], *, entries: int) -> None:
        """`vectors` are seen from their centre, `[phrases, width]`."""
        self._vectors = np.ascontiguousarray(vectors)
        self._rows = _rows_of(np.asarray(owners, np.int_), entries)

    def nearness(self, question: Float32) -> Nearness:
        """Nearness of each entry to a question `[width]`, seen from its own language's centre."""
        cosines = np.append(self._vectors @ question, np.float32(NOWHERE))
        best = -np.partition(-cosines[self._rows], 1, axis=1)[:, :2]
        return Nearness(best[:, 0], best[:, 1])


def _rows_of(owners: NDArray[np.int_], entries: int) -> NDArray[np.int_]:
    """Row numbers of each entry's phrases, padded with the number one past the last; `[entries, most]`."""
    counts = np.bincount(owners, minlength=entries)
    rows = np.full((entries, max(2, int(counts.max(initial=0)))), len(owners))
    order = np.argsort(owners, kind="stable")
    begins = np.cumsum(counts) - counts
    for entry in np.flatnonzero(counts):
        own = order[begins[entry] : begins[entry] + counts[entry]]
        own = own.repeat(2) if len(own) == 1 else own  # a lone phrase stands for its missing second, too
        rows[entry, : len(own)] = own
    return rows
