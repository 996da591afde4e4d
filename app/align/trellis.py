"""The Viterbi search of forced alignment: a loop over hops, all states of a hop at once.

A short search keeps the scores of all states at all hops. A long one runs in blocks of hops inside a
window of states that moves with the best path, keeps what each block began with, and computes the
blocks a second time, last to first, to walk back: its memory is that of one block.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.core.ports import Progress
from app.core.types import Float32

NOWHERE = -1

WHOLE: Final = 1_000_000
"""Most cells (hops × states) of a search that keeps everything: eight bytes each."""
BLOCK: Final = 128
"""Hops of a block."""
BEAM: Final = 600.0
"""Log-posterior by which a state may lie behind the best one and still be followed."""
PACE: Final = 3
"""States by which a path can advance in a hop: a block's window reaches that far beyond what is followed."""
WIDEST: Final = 8_000
"""Most states of a window: bounds the time where sound and text have nothing in common."""

_Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Trellis:
    """States in order of time, each entered from itself, the one before, or over pieces that were not said.

    `columns` `[states]` are outputs of the network, `loops` whether a state may hold for many hops,
    `skips` the state from which an optional piece is passed over (NOWHERE: none), `starts` and `ends`
    whether a path may begin or end there. `tolls` `[states]` is added to the score of a path that skips.
    """

    columns: NDArray[np.intp]
    loops: NDArray[np.bool_]
    skips: NDArray[np.intp]
    starts: NDArray[np.bool_]
    ends: NDArray[np.bool_]
    tolls: _Scores | None = None


@dataclass(frozen=True, slots=True)
class _Block:
    """Hops `first`…`last` (inclusive) in the states `low`…; `scores` are theirs at hop `first`."""

    first: int
    last: int
    low: int
    scores: _Scores

    @property
    def states(self) -> slice:
        return slice(self.low, self.low + len(self.scores))


def best_path(
    log_posteriors: Float32, trellis: Trellis, progress: Progress | None = None
) -> NDArray[np.intp] | None:
    """The state of each hop on the most likely path `[hops]`; None when no path fits into the hops."""
    hops = len(log_posteriors)
    whole = hops * len(trellis.columns) <= WHOLE
    search = _Search(log_posteriors, trellis, length=hops if whole else BLOCK)
    blocks = []
    rows: _Scores | None = None
    for block, scored in search.forward():
        blocks.append(block)
        rows = scored
        if progress is not None:
            progress(block.last / hops)
    return None if rows is None else search.backward(blocks, rows)


class _Search:
    """One search; `length` hops a block. A search of one block follows every state."""

    def __init__(self, log_posteriors: Float32, trellis: Trellis, *, length: int) -> None:
        self._logs = log_posteriors
        self._trellis = trellis
        self._length = length
        self._last = len(log_posteriors) - 1
        self._staying = np.where(trellis.loops, 0.0, -np.inf)

    def forward(self) -> Iterator[tuple[_Block, _Scores]]:
        """Blocks in order, each with the scores of its hops; none when no path can begin."""
        trellis = self._trellis
        begun = np.where(trellis.starts, self._logs[0, trellis.columns].astype(np.float64), -np.inf)
        block: _Block | None = _Block(0, min(self._length, self._last), 0, begun)
        while block is not None:
            rows = self._rows(block)
            yield block, rows
            block = self._following(block, rows[-1, 1:])

    def backward(self, blocks: list[_Block], rows: _Scores) -> NDArray[np.intp] | None:
        """The best path, from the last block's scores and the others computed anew."""
        final = blocks[-1]
        scores = np.where(self._trellis.ends[final.states], rows[-1, 1:], -np.inf)
        if final.last < self._last or np.isneginf(scores.max()):
            return None
        path = np.empty(self._last + 1, np.intp)
        path[-1] = final.low + int(scores.argmax())
        self._trace(final, rows, path)
        for block in reversed(blocks[:-1]):
            self._trace(block, self._rows(block), path)
        return path

    def _following(self, block: _Block, scores: _Scores) -> _Block | None:
        """The next block, in a window around what is worth following; None after the last hop."""
        best = scores.max()
        if block.last == self._last or np.isneginf(best):
            return None
        followed = np.flatnonzero(scores >= best - BEAM)
        centre = int(scores.argmax())
        first = max(int(followed[0]), centre - WIDEST // 2)
        last = min(int(followed[-1]), centre + WIDEST // 2)
        room = len(self._trellis.columns) - block.low
        width = min(last + 1 + PACE * self._length, room) - first
        kept = np.full(width, -np.inf)
        kept[: last + 1 - first] = scores[first : last + 1]
        return _Block(block.last, min(block.last + self._length, self._last), block.low + first, kept)

    def _sources(self, block: _Block) -> NDArray[np.intp]:
        """Column of a row of scores that each state's skip comes from; the first stands for nowhere."""
        return np.maximum(self._trellis.skips[block.states] - block.low + 1, 0)

    def _rows(self, block: _Block) -> _Scores:
        """Scores `[hops, 1 + states]` of a block; the first column is nowhere: no path comes from there."""
        trellis, width = self._trellis, len(block.scores)
        emitted = self._logs[block.first + 1 : block.last + 1, trellis.columns[block.states]]
        staying, sources = self._staying[block.states], self._sources(block)
        tolls = None if trellis.tolls is None else trellis.tolls[block.states]
        rows = np.empty((len(emitted) + 1, width + 1))
        rows[:, 0] = -np.inf
        rows[0, 1:] = block.scores
        over = np.empty(width)
        for before, row, heard in zip(rows, rows[1:], emitted, strict=False):
            here = row[1:]
            np.add(before[1:], staying, out=here)
            np.maximum(here, before[:-1], out=here)
            np.take(before, sources, out=over, mode="clip")
            if tolls is not None:
                np.add(over, tolls, out=over)
            np.maximum(here, over, out=here)
            np.add(here, heard, out=here)
        return rows

    def _trace(self, block: _Block, rows: _Scores, path: NDArray[np.intp]) -> None:
        """Fill in the path of a block, whose last hop is known."""
        sources, staying = self._sources(block).tolist(), self._staying[block.states].tolist()
        tolls = [0.0] * len(sources) if self._trellis.tolls is None else self._trellis.tolls[block.states]
        state = int(path[block.last]) - block.low
        for hop in range(len(rows) - 2, -1, -1):
            before = rows[hop]
            stay, step = before[state + 1] + staying[state], before[state]
            if before[sources[state]] + tolls[state] > max(stay, step):
                state = sources[state] - 1
            elif step > stay:
                state -= 1
            path[block.first + hop] = state + block.low
