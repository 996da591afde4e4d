"""The Viterbi search of forced alignment: a loop over hops, all states of a hop at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.core.types import Float32

NOWHERE = -1


@dataclass(frozen=True, slots=True)
class Trellis:
    """States in order of time, each entered from itself, the one before, or over one optional piece.

    `columns` `[states]` are outputs of the network, `loops` whether a state may hold for many hops,
    `skips` the state from which an optional piece is passed over (NOWHERE: none), `starts` and `ends`
    whether a path may begin or end there.
    """

    columns: NDArray[np.intp]
    loops: NDArray[np.bool_]
    skips: NDArray[np.intp]
    starts: NDArray[np.bool_]
    ends: NDArray[np.bool_]


def best_path(log_posteriors: Float32, trellis: Trellis) -> NDArray[np.intp] | None:
    """The state of each hop on the most likely path `[hops]`; None when no path fits into the hops."""
    scores, stepped, skipped = _forward(log_posteriors, trellis)
    last = int(np.argmax(np.where(trellis.ends, scores, -np.inf)))
    if not trellis.ends[last] or np.isneginf(scores[last]):
        return None
    return _backward(last, stepped, skipped, skips=trellis.skips)


def _forward(
    log_posteriors: Float32, trellis: Trellis
) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
    """Scores of the last hop, and for each hop and state whether it was entered by a step or a skip."""
    emitted = log_posteriors[:, trellis.columns].astype(np.float64)
    hops, states = emitted.shape
    stepped, skipped = (np.zeros((hops, states), np.bool_) for _ in range(2))
    scores = np.full(states + 1, -np.inf)  # the first entry is nowhere: no path comes from there
    here, before = scores[1:], scores[:-1]
    here[trellis.starts] = emitted[0, trellis.starts]
    staying = np.where(trellis.loops, 0.0, -np.inf)
    best, over = np.empty(states), np.empty(states)
    for hop in range(1, hops):
        np.add(here, staying, out=best)
        np.greater(before, best, out=stepped[hop])
        np.maximum(best, before, out=best)
        np.take(scores, trellis.skips + 1, out=over, mode="clip")
        np.greater(over, best, out=skipped[hop])
        np.maximum(best, over, out=best)
        np.add(best, emitted[hop], out=here)
    return here, stepped, skipped


def _backward(
    last: int, stepped: NDArray[np.bool_], skipped: NDArray[np.bool_], *, skips: NDArray[np.intp]
) -> NDArray[np.intp]:
    path = np.empty(len(stepped), np.intp)
    path[-1] = state = last
    for hop in range(len(stepped) - 1, 0, -1):
        if skipped[hop, state]:
            state = int(skips[state])
        elif stepped[hop, state]:
            state -= 1
        path[hop - 1] = state
    return path
