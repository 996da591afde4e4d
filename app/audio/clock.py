"""Where the ear is: turns what the callback noted about its blocks into the sample that sounds now."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.audio.doubling import DEVICE_RATE

_ROWS: Final = 128
_READABLE: Final = 96  # the callback may write the others while the newest of these are read
_SMOOTHED: Final = 15  # blocks whose DAC times are smoothed by their median

_BEFORE, _POSITION, _SOUNDING, _DAC, _CURRENT, _NOW = range(6)

Rows = NDArray[np.float64]


class PlayheadClock:
    """A log of the latest callbacks. The callback writes without a lock, any thread reads a copy.

    The device's own clock is related to the monotonic one by the quickest callback seen (the others
    waited for the interpreter). DAC times that equal the current time are a driver's stopgap and are
    left out; the rest are smoothed.
    """

    def __init__(self) -> None:
        self._rows: Rows = np.zeros((_ROWS, 6))
        self.restart(0.0)

    def restart(self, latency: float) -> None:
        """A new output begins; `latency` in seconds stands in for DAC times that it does not tell."""
        self._count = 0
        self._frames = 0
        self._latency = latency

    def note(
        self, position: int, sounding: int, frames: int, *, dac: float, current: float, now: float
    ) -> None:
        """Callback: a block of `frames`, of which the first `sounding` are the ring's from `position` on.

        `dac` and `current` are the output's times of the block's first sample and of the callback,
        `now` is the monotonic time of the callback; all in seconds.
        """
        row = self._rows[self._count % _ROWS]
        row[_BEFORE] = self._frames
        row[_POSITION] = position
        row[_SOUNDING] = sounding
        row[_DAC] = dac
        row[_CURRENT] = current
        row[_NOW] = now
        self._frames += frames
        self._count += 1

    def heard(self, now: float) -> float | None:
        """Ring position that sounds at monotonic time `now`, clamped to what was handed over.

        None before the first block.
        """
        rows = self._recent()
        if not len(rows):
            return None
        played = (now - self._first_sounded(rows)) * DEVICE_RATE
        block = max(int(np.searchsorted(rows[:, _BEFORE], played, side="right")) - 1, 0)
        inside = max(played - rows[block, _BEFORE], 0.0)
        return float(rows[block, _POSITION] + min(inside, rows[block, _SOUNDING]))

    def _recent(self) -> Rows:
        """Copies of the newest rows, oldest first."""
        count = self._count
        order = np.arange(max(count - _READABLE, 0), count) % _ROWS
        return self._rows[order]

    def _first_sounded(self, rows: Rows) -> float:
        """Monotonic time at which the output's first frame sounded."""
        told = rows[rows[:, _DAC] > rows[:, _CURRENT]][-_SMOOTHED:]
        if len(told):
            sounds = told[:, _DAC] - told[:, _BEFORE] / DEVICE_RATE
        else:
            sounds = rows[:, _CURRENT] + self._latency - rows[:, _BEFORE] / DEVICE_RATE
        return float(np.median(sounds) + np.min(rows[:, _NOW] - rows[:, _CURRENT]))
