"""Raises speech to the device's rate on its way into the ring, exactly two samples for one."""

from __future__ import annotations

from typing import Final

import numpy as np

from app.core.types import SPEECH_RATE, Float32

RATIO: Final = 2

DEVICE_RATE: Final = RATIO * SPEECH_RATE
"""Every device is opened at 48 kHz: all take it, and a factor of two keeps sample counts exact."""

DELAY: Final = 16
"""Speech samples by which the doubled stream is late (0.7 ms): the filter's half length."""

_STOP_BAND_BETA = 8.0  # Kaiser window: images of the speech are 80 dB down


def _halfway_taps() -> Float32:
    """Weights `[2 · DELAY]` of the sample halfway between the two in the middle (a windowed sinc)."""
    place = np.arange(2 * DELAY) - (DELAY - 0.5)
    taps = np.sinc(place) * np.kaiser(4 * DELAY + 1, _STOP_BAND_BETA)[1::2]
    return np.asarray(taps / taps.sum(), dtype=np.float32)


class Doubler:
    """Half-band interpolation of a stream that comes in blocks; blocks of any length join without a seam."""

    def __init__(self) -> None:
        self._taps = _halfway_taps()
        self.reset()

    def reset(self) -> None:
        """Forget the past: what comes next follows silence."""
        self._past = np.zeros(2 * DELAY - 1, dtype=np.float32)

    def double(self, samples: Float32) -> Float32:
        """`[n]` at `SPEECH_RATE` → `[2 n]` at `DEVICE_RATE`, late by `DELAY` speech samples."""
        doubled = np.empty(RATIO * len(samples), dtype=np.float32)
        if not len(samples):
            return doubled
        joined = np.concatenate((self._past, samples))
        doubled[0::2] = joined[DELAY - 1 : -DELAY]  # a half-band filter leaves its input's samples alone
        doubled[1::2] = np.convolve(joined, self._taps, mode="valid")
        self._past = joined[-len(self._past) :]
        return doubled
