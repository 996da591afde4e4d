"""Forced alignment with blanks: each symbol once, a blank between two that are equal or where it is heard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.align.ctc_emissions import CtcEmissions
from app.align.ctc_spelling import Symbol
from app.align.plausibility import FLOOR
from app.align.trellis import NOWHERE, Trellis, best_path
from app.core.errors import AlignmentError
from app.core.ports import Progress


@dataclass(frozen=True, slots=True)
class Spike:
    """Hops `first`…`last` (exclusive) at which a symbol is heard, and how surely (mean posterior)."""

    symbol: Symbol
    first: int
    last: int
    confidence: float


def spikes(
    emissions: CtcEmissions, symbols: Sequence[Symbol], progress: Progress | None = None
) -> list[Spike]:
    """One spike for each symbol, in order. Raises AlignmentError when the sound is too short for them."""
    if not symbols:
        raise AlignmentError("nothing to align: no word can be spelled")
    trellis = trellis_of(symbols, emissions)
    path = best_path(np.maximum(emissions.log_posteriors, np.float32(FLOOR)), trellis, progress)
    if path is None:
        raise AlignmentError(f"text longer than audio: {len(symbols)} symbols in {emissions.hops} hops")
    return _visits(symbols, emissions, path)


def trellis_of(symbols: Sequence[Symbol], emissions: CtcEmissions) -> Trellis:
    """States blank, symbol, blank, symbol, …, blank; a blank beside a word's edge may also be a delimiter."""
    own = np.array([one.column for one in symbols])
    edges = np.array([True, *(one.delimiter for one in symbols), True])
    columns = np.empty(2 * len(own) + 1, np.intp)
    columns[1::2] = own
    columns[0::2] = np.where(edges[1:] | edges[:-1], emissions.pause, emissions.blank)
    skips = np.full(len(columns), NOWHERE)
    following = np.arange(3, len(columns), 2)
    skips[following] = np.where(own[1:] == own[:-1], NOWHERE, following - 2)
    starts, ends = np.zeros(len(columns), np.bool_), np.zeros(len(columns), np.bool_)
    starts[:2] = ends[-2:] = True
    return Trellis(columns, np.ones(len(columns), np.bool_), skips, starts, ends)


def _visits(symbols: Sequence[Symbol], emissions: CtcEmissions, path: NDArray[np.intp]) -> list[Spike]:
    states = 2 * np.arange(len(symbols)) + 1
    firsts = np.searchsorted(path, states, side="left")
    lasts = np.searchsorted(path, states, side="right")
    return [
        Spike(symbol, first, last, float(np.exp(emissions.log_posteriors[first:last, symbol.column]).mean()))
        for symbol, first, last in zip(symbols, firsts.tolist(), lasts.tolist(), strict=True)
    ]
