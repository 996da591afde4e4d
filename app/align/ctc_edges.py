"""Where sound begins and ends around spikes: a CTC network says that a symbol was heard, not how long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.core.types import SPEECH_RATE, Audio, Float32

FRAME: Final = SPEECH_RATE // 200
"""Samples of a frame of loudness: 5 ms."""
PAUSE: Final = 8
"""Frames of quiet from which a pause between words counts; shorter ones are closures."""
REACH: Final = round(0.25 * SPEECH_RATE)
"""Samples by which a word may begin before its first spike, or end after its last, where nothing is quiet."""
BELOW_SPEECH: Final = 32.0
"""Decibels by which a pause lies below loud speech, where the sound has no more noise than that."""
ABOVE_NOISE: Final = 6.0


@dataclass(frozen=True, slots=True)
class Loudness:
    """Decibels of each frame `[frames]`, and under how many a frame is a pause."""

    frames: NDArray[np.float64]
    quiet: float

    @classmethod
    def of(cls, audio: Audio) -> Loudness:
        """Loudness of a sound at `SPEECH_RATE`."""
        frames = _decibels(audio.samples)
        if not len(frames):
            return cls(frames, 0.0)
        noise, speech = np.percentile(frames, (5, 90)).tolist()
        quiet = min(max(speech - BELOW_SPEECH, noise + ABOVE_NOISE), (speech + noise) / 2)
        return cls(frames, quiet)

    def gap(self, end: int, start: int, *, first: bool = False, last: bool = False) -> tuple[int, int]:
        """Where the word before sample `end` ends and the one after `start` begins, equal without a pause.

        `first`: there is no word before, `last`: none after; that side then stays where it is.
        """
        low, high = -(-end // FRAME), start // FRAME
        pauses = _runs(self.frames[low:high] < self.quiet)
        if pauses:
            ends, begins = (low + pauses[0][0]) * FRAME, (low + pauses[-1][1]) * FRAME
        elif first or last or start - end > 2 * REACH:
            ends, begins = end + REACH, start - REACH
        else:
            ends = begins = self._softest(end, start)
        ends = end if first else min(ends, end + REACH, start)
        begins = start if last else max(begins, start - REACH, end)
        return ends, max(begins, ends)

    def _softest(self, end: int, start: int) -> int:
        low, high = -(-end // FRAME), start // FRAME
        if high - low < 1:
            return (end + start) // 2
        return (low + int(self.frames[low:high].argmin())) * FRAME + FRAME // 2


def _decibels(samples: Float32) -> NDArray[np.float64]:
    """Loudness of whole frames."""
    whole = samples[: len(samples) // FRAME * FRAME].reshape(-1, FRAME).astype(np.float64)
    result: NDArray[np.float64] = 10 * np.log10(np.mean(whole**2, axis=1) + 1e-10)
    return result


def _runs(quiet: NDArray[np.bool_]) -> Sequence[tuple[int, int]]:
    """Runs of at least `PAUSE` quiet frames, first and last (exclusive)."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], quiet, [False])).astype(np.int8)))
    return [(int(a), int(b)) for a, b in edges.reshape(-1, 2) if b - a >= PAUSE]
