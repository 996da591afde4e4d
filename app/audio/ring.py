"""The samples between the engine's writer and the audio callback: a ring that neither side locks.

Positions count every device sample ever queued; they never go back. The writer owns `written` and the
cut, the callback owns `read`; each is a single assignment, which the interpreter makes atomic.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from app.audio.doubling import DEVICE_RATE
from app.core.types import Float32

RAMP: Final = DEVICE_RATE * 5 // 1000
"""Device samples over which sound that is cut fades out (5 ms)."""

CAPACITY: Final = 1 << 21
"""Device samples that the ring holds: 43 s, the longest chunk and then some."""


class PlaybackRing:
    """One writer thread, one reader (the callback). `fill` allocates nothing but array views."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._samples = np.zeros((capacity, 1), dtype=np.float32)
        self._fall = np.linspace(1.0, 0.0, RAMP, dtype=np.float32)[:, None]
        self._faded = 0
        self._sounding = False
        self._cut = 0
        self.written = 0
        self.read = 0

    @property
    def pending(self) -> int:
        """Samples that still wait for the callback."""
        return self.written - max(self.read, self._cut)

    @property
    def capacity(self) -> int:
        """Samples that fit."""
        return len(self._samples)

    def append(self, samples: Float32) -> None:
        """Queue samples; the caller sees to it that they fit."""
        start = self.written % len(self._samples)
        first = min(len(samples), len(self._samples) - start)
        self._samples[start : start + first, 0] = samples[:first]
        self._samples[: len(samples) - first, 0] = samples[first:]
        self.written += len(samples)

    def cut(self) -> None:
        """Drop what is queued; the callback fades out what it is in the middle of."""
        self._cut = self.written

    def fill(self, out: NDArray[Any], frames: int) -> int:
        """Callback: copy the next samples to every channel of `out` `[frames, channels]`, then silence.

        Returns how many of the frames are queued sound.
        """
        out.fill(0.0)
        cut = self._cut
        count = self._fade(out, frames, cut) if self.read < cut else self._play(out, frames)
        self._sounding = count > 0
        return count

    def _play(self, out: NDArray[Any], frames: int) -> int:
        count = min(frames, self.written - self.read)
        self._copy(out, count)
        self.read += count
        return count

    def _fade(self, out: NDArray[Any], frames: int, cut: int) -> int:
        if not self._sounding:  # nothing of it was heard yet: not a blip of it shall be
            self.read = cut
            return 0
        count = min(frames, RAMP - self._faded, cut - self.read)
        self._copy(out, count)
        out[:count] *= self._fall[self._faded : self._faded + count]
        self._faded += count
        self.read += count
        if self._faded == RAMP or self.read == cut:
            self._faded = 0
            self.read = cut
        return count

    def _copy(self, out: NDArray[Any], count: int) -> None:
        start = self.read % len(self._samples)
        first = min(count, len(self._samples) - start)
        out[:first] = self._samples[start : start + first]
        if first < count:
            out[first:count] = self._samples[: count - first]
