"""Places the borders between phones finer than a hop, then turns runs of hops into timed phones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.align.emissions import Emissions
from app.core.timeline import Timeline
from app.core.types import SPEECH_RATE, Float32, Phone

REACH: Final = 1
"""Hops on each side of a border that may move it; measured best among 0 to 3."""
SHORTEST: Final = SPEECH_RATE * 2 // 1000
"""Samples that every phone keeps, where the sound has room."""


@dataclass(frozen=True, slots=True)
class Run:
    """A phone's hops `first`…`last` (exclusive) as the search found them, and its output column."""

    ipa: str
    column: int
    first: int
    last: int
    word: int | None = None


def timed(runs: Sequence[Run], emissions: Emissions) -> Timeline[Phone]:
    """Phones that tile the sound; runs that end up empty (a sound of a few samples) are dropped.

    The runs follow one another from the first hop to the last.
    """
    firsts = np.array([run.first for run in runs])
    lasts = np.array([run.last for run in runs])
    columns = np.array([run.column for run in runs])
    edges = _samples(_borders(emissions.log_posteriors, firsts, lasts, columns=columns), emissions).tolist()
    confidences = _confidences(emissions.log_posteriors, firsts, lasts, columns=columns).tolist()
    phones = (
        Phone(run.ipa, start, end, run.word, confidence)
        for run, start, end, confidence in zip(runs, edges, edges[1:], confidences, strict=False)
        if start < end
    )
    return Timeline(tuple(phones), emissions.duration, SPEECH_RATE)


def _borders(
    log_posteriors: Float32, firsts: NDArray[np.intp], lasts: NDArray[np.intp], *, columns: NDArray[np.intp]
) -> NDArray[np.float64]:
    """Where each run gives way to the next, in hops; NaN where both are the same class.

    Near the border each hop is shared by the two in the ratio of their posteriors, because the
    network is trained on the share of a hop that each of them fills.
    """
    cuts, left, right = firsts[1:, None], columns[:-1, None], columns[1:, None]
    hops = cuts + np.arange(-REACH, REACH)
    inside = (hops >= firsts[:-1, None]) & (hops < lasts[1:, None])
    near = np.clip(hops, 0, len(log_posteriors) - 1)
    margin = log_posteriors[near, right] - log_posteriors[near, left]
    share = np.where(inside, 1 / (1 + np.exp(np.clip(margin, -30, 30))), 0)
    borders = np.maximum(firsts[:-1], firsts[1:] - REACH) - 0.5 + share.sum(axis=1)
    return np.where(columns[:-1] == columns[1:], np.nan, borders)


def _samples(borders: NDArray[np.float64], emissions: Emissions) -> NDArray[np.int64]:
    """Edges of all phones in samples, 0 and the duration included, each phone at least 2 ms long.

    Borders inside a repeated phone cannot be heard: they are spread evenly.
    """
    hops = np.concatenate(([0.0], borders, [emissions.duration / emissions.hop]))
    places = np.arange(len(hops))
    heard = ~np.isnan(hops)
    spread = np.rint(np.interp(places, places[heard], hops[heard]) * emissions.hop)
    shortest = min(SHORTEST, emissions.duration // (len(hops) - 1))
    slack = emissions.duration - shortest * (len(hops) - 1)
    pushed = np.clip(np.maximum.accumulate(spread - places * shortest), 0, slack)
    pushed[-1] = slack
    return (pushed + places * shortest).astype(np.int64)


def _confidences(
    log_posteriors: Float32, firsts: NDArray[np.intp], lasts: NDArray[np.intp], *, columns: NDArray[np.intp]
) -> Float32:
    """Mean posterior of each run over its hops."""
    lengths = lasts - firsts
    posteriors = np.exp(log_posteriors[np.arange(firsts[0], lasts[-1]), np.repeat(columns, lengths)])
    means: Float32 = np.add.reduceat(posteriors, firsts) / lengths
    return means
