"""How loud each step of a chunk is, as the jaw feels it."""

from __future__ import annotations

from typing import Final

import numpy as np

from app.core.types import Audio, Float32

_SILENT_DB: Final = -55.0
_SPAN_DB: Final = 8.0
"""Decibels from the median that use up most of the jaw's extra play."""


def _levels(audio: Audio, step: int, steps: int) -> Float32:
    """Level of each step in dB of full scale, `[steps]`; silence beyond the audio."""
    padded = np.zeros(steps * step, np.float32)
    used = min(len(audio.samples), padded.size)
    padded[:used] = audio.samples[:used]
    blocks = padded.reshape(steps, step)
    power = np.einsum("ij,ij->i", blocks, blocks) / step
    decibels: Float32 = (10.0 * np.log10(power + 1e-9)).astype(np.float32)
    return decibels


def emphasis(audio: Audio, step: int, steps: int) -> Float32:
    """−1 (soft) … +1 (loud) against the chunk's own median level, `[steps]`, not smoothed."""
    levels = _levels(audio, step, steps)
    voiced = levels[levels > _SILENT_DB]
    middle = float(np.median(voiced)) if voiced.size else 0.0
    relative: Float32 = np.tanh((levels - middle) / _SPAN_DB).astype(np.float32)
    return relative


def opening(audio: Audio, step: int, steps: int) -> Float32:
    """0 (silent) … 1 (the chunk's loud vowels), `[steps]`, not smoothed."""
    levels = _levels(audio, step, steps)
    voiced = levels[levels > _SILENT_DB]
    if not voiced.size:
        return np.zeros(steps, np.float32)
    loud = float(np.percentile(voiced, 90))
    opened: Float32 = np.clip((levels - loud) / 25.0 + 1.0, 0.0, 1.0).astype(np.float32)
    return opened
