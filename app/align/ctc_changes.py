"""Where the sound changes most between two spikes: the border of two sounds inside a word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.align.ctc_edges import FRAME
from app.core.types import Float32

_WINDOW: Final = 3 * FRAME
_SPECTRUM: Final = 512
_BANDS: Final = np.unique(np.geomspace(3, 200, 25).astype(np.intp))[:-1]
"""First bins of the bands, about 140 Hz to 9 kHz."""
_REACH: Final = 4
"""Frames on each side of a border that are compared; measured best of 2 and 4."""
_MIDDLE: Final = 0.5
"""By how much a change counts less at a spike than midway; measured best of 0 and 0.5."""


@dataclass(frozen=True, slots=True)
class Changes:
    """The sound at `SPEECH_RATE` `[samples]`; spectra are made only where they are asked for."""

    samples: Float32

    def between(self, end: float, start: float) -> float:
        """The sample of the greatest change from `end` to `start`, or midway where these hold no frame."""
        middle, half = (end + start) / 2, max((start - end) / 2, 1.0)
        frames = np.arange(-(-int(end) // FRAME), int(start) // FRAME + 1)
        if not len(frames):
            return middle
        weights = 1.0 - _MIDDLE * np.minimum(np.abs(frames * FRAME - middle) / half, 1.0)
        return float(frames[int(np.argmax(self._strengths(frames) * weights))] * FRAME)

    def _strengths(self, frames: NDArray[np.intp]) -> NDArray[np.float64]:
        """Distance of the mean spectra before and after each frame's first sample `[frames]`."""
        first = int(frames[0]) - _REACH
        bands = self._bands(first, int(frames[-1]) + _REACH)
        sums = np.concatenate([np.zeros((1, bands.shape[1])), np.cumsum(bands, axis=0)])
        places = frames - first
        before = sums[places] - sums[places - _REACH]
        after = sums[places + _REACH] - sums[places]
        result: NDArray[np.float64] = np.linalg.norm(before - after, axis=1)
        return result

    def _bands(self, first: int, last: int) -> NDArray[np.float64]:
        """Log power by band of frames `first`…`last` (exclusive), silence beyond the sound."""
        places = np.arange(first, last)[:, None] * FRAME - _WINDOW // 2 + np.arange(_WINDOW)
        inside = (places >= 0) & (places < len(self.samples))
        heard = np.where(inside, self.samples[np.clip(places, 0, len(self.samples) - 1)], 0.0)
        power = np.abs(np.fft.rfft(heard * np.hanning(_WINDOW), _SPECTRUM)) ** 2
        result: NDArray[np.float64] = np.log10(np.add.reduceat(power, _BANDS, axis=1) + 1e-6)
        return result
