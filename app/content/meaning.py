"""How near a question's meaning is to each entry: cosines of the encoder's vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.core.types import Float32

_WEIGHTS: Final = np.array([2 / 3, 1 / 3], np.float32)
"""Of an entry's nearest and second-nearest phrase: one may be near by chance, two hardly."""

_PADDING: Final = np.array([-1], np.float32)
"""Stands for the phrases that an entry has fewer than others."""


class Meaning:
    """The phrases of one language as vectors around their own centre.

    The encoder's vectors of any two texts are alike (cosines above 0.7); taking their mean away
    leaves what tells them apart, and brings two languages' vectors of one meaning together.
    """

    def __init__(self, vectors: Float32, owners: Sequence[int], *, entries: int) -> None:
        self._mean = vectors.mean(axis=0)
        self._vectors = self.centred(vectors)
        self._rows = _rows_of(np.asarray(owners), entries)

    def centred(self, vectors: Float32) -> Float32:
        """Unit vectors `[…, width]` seen from this language's centre."""
        apart = vectors - self._mean
        unit: Float32 = apart / np.maximum(np.linalg.norm(apart, axis=-1, keepdims=True), 1e-9)
        return unit

    def nearness(self, question: Float32) -> Float32:
        """Nearness of each entry to a centred question `[width]`: −1…1, `[entries]`."""
        cosines = np.concatenate([self._vectors @ question, _PADDING])
        best = -np.partition(-cosines[self._rows], 1, axis=1)[:, :2]
        nearness: Float32 = best @ _WEIGHTS
        return nearness


def _rows_of(owners: NDArray[np.int_], entries: int) -> NDArray[np.int_]:
    """Row numbers of each entry's phrases, padded with the number one past the last; `[entries, most]`."""
    most = max(2, int(np.bincount(owners, minlength=entries).max()))
    rows = np.full((entries, most), len(owners))
    for entry in range(entries):
        own = np.flatnonzero(owners == entry)
        if len(own) == 1:
            own = own.repeat(2)  # a lone phrase stands for its missing second, too
        rows[entry, : len(own)] = own
    return rows
