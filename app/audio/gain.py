"""Loudness that may change while sound plays: no step that clicks, and nothing allocated in the callback."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from app.audio.doubling import DEVICE_RATE

_RAMP: Final = DEVICE_RATE * 5 // 1000


class Gain:
    """`wanted` is set by any thread; `apply` is the callback's."""

    def __init__(self) -> None:
        self.wanted = 1.0
        """0 is silence, 1 is the sound as it was made."""
        self._now = 1.0
        self._rise = np.linspace(0.0, 1.0, _RAMP, dtype=np.float32)[:, None]
        self._scratch = np.zeros((_RAMP, 1), dtype=np.float32)

    def apply(self, out: NDArray[Any], frames: int) -> None:
        """Scale `out` `[frames, channels]`, from the gain before to the wanted one over 5 ms."""
        wanted = self.wanted
        count = min(frames, _RAMP) if wanted != self._now else 0
        if count:
            scale = self._scratch[:count]
            np.multiply(self._rise[:count], wanted - self._now, out=scale)
            scale += self._now
            out[:count] *= scale
            self._now = wanted if count == _RAMP else float(scale[-1, 0])
        out[count:frames] *= self._now
