"""Places the borders between phones finer than a hop, then turns runs of hops into timed phones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
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
    """Phones that tile the sound; runs that end up empty (a sound of a few samples) are dropped."""
    borders = [_border(emissions.log_posteriors, *pair) for pair in pairwise(runs)]
    edges = _samples(np.array(borders), emissions)
    phones = (
        Phone(run.ipa, int(start), int(end), run.word, _confidence(run, emissions))
        for run, start, end in zip(runs, edges, edges[1:], strict=False)
        if start < end
    )
    return Timeline(tuple(phones), emissions.duration, SPEECH_RATE)


def _border(log_posteriors: Float32, left: Run, right: Run) -> float:
    """Where `left` gives way to `right`, in hops; NaN where both are the same class.

    Near the border each hop is shared by the two in the ratio of their posteriors, because the
    network is trained on the share of a hop that each of them fills.
    """
    if left.column == right.column:
        return float("nan")
    low = max(left.first, right.first - REACH)
    high = min(right.last, right.first + REACH)
    margin = log_posteriors[low:high, right.column] - log_posteriors[low:high, left.column]
    share = 1 / (1 + np.exp(np.clip(margin, -30, 30)))
    return float(low - 0.5 + share.sum())


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


def _confidence(run: Run, emissions: Emissions) -> float:
    """Mean posterior of the phone over its hops."""
    return float(np.exp(emissions.log_posteriors[run.first : run.last, run.column]).mean())
