"""Sound → log-posteriors of the symbols of a CTC network, hop by hop: the counterpart of `emissions`."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import soxr
from numpy.typing import NDArray

from app.align.emissions import BUCKETS, LOGITS, WAVEFORM, Window, bucket
from app.core.errors import AlignmentError, ModelError
from app.core.phones import PHONES, base
from app.core.ports import Progress
from app.core.types import SPEECH_RATE, Audio, Float32, read_only
from app.inference.manifest import Ctc, ModelDirectory
from app.inference.runner import Runner

MASK: Final = "attention_mask"

CONTEXT: Final = 1.0
"""Seconds of sound on each side that a window of a long recording hears but does not report."""

_EPSILON: Final = 1e-7
"""Added to the variance, as the networks were trained."""
_NEVER: Final = np.float32(-30.0)
"""Log-posterior of what the network has no output for."""

_NEAR: Final = {
    "tˤ": "t",
    "dˤ": "d",
    "sˤ": "s",
    "ðˤ": "ð",
    "q": "k",
    "χ": "h",
    "ħ": "h",
    "ɣ": "ɡ",
    "θ": "s",
    "ð": "z",
    "a": "æ",
    "æ": "a",
    "ɑ": "a",
    "ɜ": "ə",
    "ʌ": "ə",
    "ɪ": "i",
    "ʊ": "u",
    "ɔ": "oʊ",
    "ɛ": "eɪ",
    "eɪ": "ɛ",
    "oʊ": "ɔ",
    "aɪ": "a",
    "aʊ": "a",
    "ɔɪ": "ɔ",
    "ə": "ʌ",
    "tʃ": "ʃ",
    "dʒ": "ʒ",
}
"""What stands for a phone in a network that has no output for it."""


@dataclass(frozen=True, slots=True)
class CtcEmissions:
    """Log-posteriors `[hops, columns]`: those of `names`, then `blank`, `pause` and `anything`.

    Hop `t` stands for samples `lead + t * hop` to `lead + (t + 1) * hop` at `SPEECH_RATE`. `pause` is
    blank or the delimiter, `anything` whatever is not a pause: for a word that the network cannot spell.
    """

    log_posteriors: Float32
    names: tuple[str, ...]
    delimiter: int | None
    hop: int
    lead: int
    duration: int
    """Samples of the sound."""

    @property
    def hops(self) -> int:
        return len(self.log_posteriors)

    @property
    def blank(self) -> int:
        return len(self.names)

    @property
    def pause(self) -> int:
        return len(self.names) + 1

    @property
    def anything(self) -> int:
        return len(self.names) + 2


@dataclass(frozen=True, slots=True)
class Reading:
    """What the outputs of a network mean: `names` are the symbols that a text is spelled with."""

    names: tuple[str, ...]
    ctc: Ctc
    groups: tuple[tuple[int, ...], ...] = ()
    """For a network of phones: the outputs that each of `names` is heard by."""

    @classmethod
    def of(cls, labels: Sequence[str], ctc: Ctc) -> Reading:
        """A network of phones is read as our own phones; one of characters as they are."""
        if not ctc.sounds:
            return cls(tuple(labels), ctc)
        own = {phone: _heard_by(phone, ctc.sounds) for phone in PHONES}
        groups = tuple(own[phone] or own.get(_NEAR.get(phone, ""), ()) for phone in PHONES)
        return cls(PHONES, ctc, groups)

    def unheard(self, said: Iterable[str]) -> list[str]:
        """Those of `said` that no output of a network of phones stands for."""
        deaf = {name for name, group in zip(self.names, self.groups, strict=False) if not group}
        return [phone for phone in PHONES if phone in deaf & set(said)]

    def columns(self, log_posteriors: Float32) -> Float32:
        """Log-posteriors `[hops, labels]` as `CtcEmissions` has them."""
        blank = log_posteriors[:, [self.ctc.blank]]
        named = log_posteriors
        if self.groups:
            named = np.concatenate([_either(log_posteriors, group) for group in self.groups], axis=1)
        pauses = [self.ctc.blank, *([] if self.ctc.delimiter is None else [self.ctc.delimiter])]
        pause = _either(log_posteriors, pauses)
        anything = np.log(np.maximum(1.0 - np.exp(pause), np.exp(_NEVER)))
        return read_only(np.concatenate([named, blank, pause, anything], axis=1))


def _heard_by(phone: str, sounds: Sequence[str]) -> tuple[int, ...]:
    """Outputs of this phone; one of two phones (`ɑːɹ`) is heard as either."""
    return tuple(index for index, heard in enumerate(sounds) if phone in map(base, heard.split()))


def _either(log_posteriors: Float32, columns: Sequence[int]) -> Float32:
    """Log-posterior `[hops, 1]` of any of these labels."""
    if not columns:
        return np.full((len(log_posteriors), 1), _NEVER, np.float32)
    result: Float32 = np.logaddexp.reduce(log_posteriors[:, list(columns)], axis=1, keepdims=True)
    return np.minimum(result, np.float32(0.0))


class CtcListener:
    """The network with its sound front door. Safe to call from several threads, one runs at a time."""

    def __init__(self, directory: ModelDirectory, runner: Runner) -> None:
        told = directory.manifest
        if told.ctc is None or told.sample_rate is None or told.hop is None:
            raise ModelError(f"{directory.path}: ctc, sample_rate or hop is missing from manifest.toml")
        strangers = [index for index in (told.ctc.blank, told.ctc.delimiter) if index is not None]
        if max(strangers) >= len(told.labels) or len(told.ctc.sounds) not in {0, len(told.labels)}:
            raise ModelError(f"{directory.path}: ctc does not fit the labels; check manifest.toml")
        self._rate, self._hop, self._ctc = told.sample_rate, told.hop, told.ctc
        self.reading = Reading.of(told.labels, told.ctc)
        self._runner = runner
        self._lock = threading.Lock()

    def listen(self, audio: Audio, progress: Progress | None = None) -> CtcEmissions:
        """Log-posteriors for all hops of the sound. Raises ModelError, AlignmentError for too short a sound.

        `progress` is told the share that is done after each window of a long recording.
        """
        samples = round(len(audio.samples) * self._rate / audio.rate)
        heard = []
        for window in windows(samples, rate=self._rate, hop=self._hop, field=self._ctc.field):
            heard.append(self.reading.columns(_log_softmax(self._logits(audio, window))))
            if progress is not None:
                progress(min(1.0, window.stop / samples))
        if not heard:
            raise AlignmentError("the audio is too short for the alignment model")
        return CtcEmissions(
            read_only(np.concatenate(heard)),
            self.reading.names,
            None if self._ctc.sounds else self._ctc.delimiter,
            hop=self._hop * SPEECH_RATE // self._rate,
            lead=(self._ctc.field - self._hop) // 2 * SPEECH_RATE // self._rate,
            duration=round(len(audio.samples) * SPEECH_RATE / audio.rate),
        )

    def _logits(self, audio: Audio, window: Window) -> Float32:
        """What the network makes of one window, which alone is resampled."""
        size = window.stop - window.start
        inputs = tensors(_resampled(audio, window, self._rate)[:size], self._rate, self._ctc)
        with self._lock:
            logits: Float32 = self._runner.run(inputs)[LOGITS][0]
        if logits.shape[1:] != (len(self._ctc.sounds) or len(self.reading.names),):
            raise ModelError("the alignment model has another number of outputs than labels")
        return logits[window.first : window.last]


def tensors(sound: Float32, rate: int, ctc: Ctc) -> dict[str, NDArray[Any]]:
    """The network's inputs for a sound at its own rate: normalised over real samples, then padded."""
    padded = np.zeros((1, bucket(len(sound), rate)), np.float32)
    padded[0, : len(sound)] = normalised(sound) if ctc.normalise else sound
    if not ctc.mask:
        return {WAVEFORM: padded}
    mask = np.zeros(padded.shape, np.int64)
    mask[0, : len(sound)] = 1
    return {WAVEFORM: padded, MASK: mask}


def normalised(sound: Float32) -> Float32:
    """Mean 0 and variance 1."""
    if not len(sound):
        return sound
    result: Float32 = (sound - sound.mean()) / np.sqrt(sound.var() + _EPSILON)
    return result


def windows(samples: int, *, rate: int, hop: int, field: int) -> Iterator[Window]:
    """Windows that together report each hop once; one when the sound fits the largest bucket."""
    hops = max(0, (samples - field) // hop + 1)
    longest, context = round(BUCKETS[-1] * rate), round(CONTEXT * rate) // hop
    step = hops if samples <= longest else (longest - field) // hop - 2 * context
    for begin in range(0, hops, step or 1):
        end = min(begin + step, hops)
        first = max(0, begin - context)
        yield Window(first * hop, min(first * hop + longest, samples), begin - first, end - first)


def _resampled(audio: Audio, window: Window, rate: int) -> Float32:
    start, stop = (round(edge * audio.rate / rate) for edge in (window.start, window.stop))
    sound = audio.samples[start:stop]
    return sound if audio.rate == rate else soxr.resample(sound, audio.rate, rate)


def _log_softmax(logits: Float32) -> Float32:
    shifted = logits - logits.max(axis=1, keepdims=True)
    result: Float32 = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return result
