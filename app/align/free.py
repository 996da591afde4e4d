"""Free decoding: the phones that the network hears when there is no text to hold on to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.align.boundaries import Run, timed
from app.align.emissions import Emissions
from app.align.plausibility import FLOOR, longest
from app.core.phones import SILENCE
from app.core.timeline import Timeline
from app.core.types import Float32, Phone, read_only

SWITCH_COST: Final = 4.0
"""What a change of phone costs in log-posterior: less chatters, more swallows short phones."""
DRONE: Final = -2.3
"""Log-posterior of silence where a drone is: the likeliest, yet unsure enough to fail where all is drone."""


def recognise(emissions: Emissions) -> Timeline[Phone]:
    """Phones that tile the sound, silence included; they belong to no word."""
    return timed(read_runs(emissions, 0, emissions.hops), emissions)


def read_runs(emissions: Emissions, first: int, last: int) -> list[Run]:
    """What is heard from hop `first` to `last` (exclusive), one run a phone."""
    path = _smoothed(emissions.log_posteriors[first:last])
    firsts = np.concatenate(([0], np.flatnonzero(np.diff(path)) + 1))
    lasts = np.concatenate((firsts[1:], [len(path)]))
    return [
        Run(emissions.labels[path[begin]], int(path[begin]), first + int(begin), first + int(end))
        for begin, end in zip(firsts, lasts, strict=True)
    ]


def without_drones(emissions: Emissions) -> Emissions:
    """The same, but silent where one sound lasts longer than any phone: music or a machine, not speech."""
    return hushed(
        emissions,
        [
            (run.first, run.last)
            for run in read_runs(emissions, 0, emissions.hops)
            if run.ipa != SILENCE and (run.last - run.first) * emissions.hop > longest(run.ipa)
        ],
    )


def hushed(emissions: Emissions, stretches: Sequence[tuple[int, int]]) -> Emissions:
    """The same, but silent in stretches of hops, each from its first to its last (exclusive)."""
    if not stretches:
        return emissions
    logs = emissions.log_posteriors.copy()
    for first, last in stretches:
        logs[first:last] = FLOOR
        logs[first:last, emissions.column(SILENCE)] = DRONE
    return replace(emissions, log_posteriors=read_only(logs))


def _smoothed(log_posteriors: Float32) -> NDArray[np.intp]:
    """Viterbi over the labels, every change at the same cost; the label of each hop `[hops]`."""
    hops, labels = log_posteriors.shape
    came_from = np.empty((hops, labels), np.int16)
    stay = np.arange(labels, dtype=np.int16)
    scores = log_posteriors[0].astype(np.float64)
    for hop in range(1, hops):
        best = int(scores.argmax())
        switched = scores[best] - SWITCH_COST
        came_from[hop] = np.where(scores >= switched, stay, best)
        scores = np.maximum(scores, switched) + log_posteriors[hop]
    path = np.empty(hops, np.intp)
    path[-1] = state = int(scores.argmax())
    for hop in range(hops - 1, 0, -1):
        path[hop - 1] = state = int(came_from[hop, state])
    return path
