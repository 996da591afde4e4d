"""First step of alignment: sound → log-posteriors of the phones, hop by hop, through a loaded network."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import soxr

from app.align.calibration import RAW, Calibration
from app.core.errors import ModelError
from app.core.ports import Progress
from app.core.types import SPEECH_RATE, Audio, Float32, read_only
from app.inference.manifest import ModelDirectory
from app.inference.runner import Runner

WAVEFORM: Final = "input_values"
LOGITS: Final = "logits"

BUCKETS: Final = (0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 12.0)
"""Seconds that sound is padded to: each new length costs the runtime memory that it never gives back."""

CONTEXT: Final = 0.6
"""Seconds of sound on each side that a window of a long recording hears but does not report."""


@dataclass(frozen=True, slots=True)
class Emissions:
    """Log-posteriors `[hops, labels]`; hop `t` is centred on sample `t * hop` at `SPEECH_RATE`."""

    log_posteriors: Float32
    labels: tuple[str, ...]
    hop: int
    duration: int
    """Samples of the sound."""
    calibration: Calibration = RAW
    """What the network's posteriors are worth."""

    @property
    def hops(self) -> int:
        return len(self.log_posteriors)

    def column(self, phone: str) -> int:
        """The output that stands for a phone. Raises ModelError for one that the network cannot hear."""
        try:
            return self.labels.index(phone)
        except ValueError:
            raise ModelError(f"the alignment model has no label {phone!r}") from None


@dataclass(frozen=True, slots=True)
class Window:
    """Network samples `start`…`stop` are heard, hops `first`…`last` of the result are kept."""

    start: int
    stop: int
    first: int
    last: int


class PhoneListener:
    """The network with its sound front door. Safe to call from several threads, one runs at a time.

    Without a calibration, confidence is the posterior itself.
    """

    def __init__(self, directory: ModelDirectory, runner: Runner, calibration: Calibration = RAW) -> None:
        rate, hop = directory.manifest.sample_rate, directory.manifest.hop
        if rate is None or hop is None or SPEECH_RATE * hop % rate:
            raise ModelError(
                f"{directory.path}: sample_rate and hop do not fit alignment; check manifest.toml"
            )
        self._rate, self._hop = rate, hop
        self._labels = directory.manifest.labels
        self._runner = runner
        self._calibration = calibration
        self._lock = threading.Lock()

    def listen(self, audio: Audio, progress: Progress | None = None) -> Emissions:
        """Log-posteriors for all hops of the sound, which may be empty. Raises ModelError.

        `progress` is told the share that is done after each window of a long recording.
        """
        samples = round(len(audio.samples) * self._rate / audio.rate)
        heard = []
        for window in _windows(samples, self._rate, self._hop):
            heard.append(_log_softmax(self._logits(audio, window)))
            if progress is not None:
                progress(min(1.0, window.stop / max(samples, 1)))
        duration = round(len(audio.samples) * SPEECH_RATE / audio.rate)
        hop = self._hop * SPEECH_RATE // self._rate
        logs = read_only(np.concatenate(heard))
        return Emissions(logs, self._labels, hop, duration, self._calibration)

    def _logits(self, audio: Audio, window: Window) -> Float32:
        """What the network makes of one window, which alone is resampled: memory does not grow with sound."""
        size = window.stop - window.start
        heard = _resampled(audio, window, self._rate)[:size]
        padded = np.zeros((1, bucket(size, self._rate)), np.float32)
        padded[0, : len(heard)] = heard
        with self._lock:
            logits: Float32 = self._runner.run({WAVEFORM: padded})[LOGITS][0]
        return logits[window.first : window.last]


def bucket(samples: int, rate: int) -> int:
    """The smallest bucket, in samples, that holds so many."""
    return next(size for seconds in BUCKETS if (size := round(seconds * rate)) >= samples)


def _resampled(audio: Audio, window: Window, rate: int) -> Float32:
    start, stop = (round(edge * audio.rate / rate) for edge in (window.start, window.stop))
    sound = audio.samples[start:stop]
    return sound if audio.rate == rate else soxr.resample(sound, audio.rate, rate)


def _windows(samples: int, rate: int, hop: int) -> Iterator[Window]:
    """Windows that together report each hop once; one when the sound fits the largest bucket."""
    longest, context = round(BUCKETS[-1] * rate), round(CONTEXT * rate)
    hops = samples // hop + 1
    step = (longest - 2 * context) // hop
    if samples <= longest:
        yield Window(0, samples, 0, hops)
        return
    for begin in range(0, hops, step):
        start = max(0, begin * hop - context)
        end = min(begin + step, hops)
        yield Window(start, min(start + longest, samples), begin - start // hop, end - start // hop)


def _log_softmax(logits: Float32) -> Float32:
    shifted = logits - logits.max(axis=1, keepdims=True)
    result: Float32 = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return result
