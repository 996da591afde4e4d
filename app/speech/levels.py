"""What every voice's sound goes through: resampled to `SPEECH_RATE`, silence trimmed, loudness matched."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import numpy as np
import soxr
from numpy.typing import NDArray

from app.core.types import SPEECH_RATE, Float32, read_only

TARGET_LUFS: Final = -20.0
PEAK: Final = 10 ** (-1.0 / 20)

_MOST_GAIN_DB: Final = 24.0
"""A recording of a quiet room stays one."""

LEAD_S: Final = 0.004
TRAIL_S: Final = 0.035
"""Silence that is left before and after speech."""

AUDIBLE: Final = 10 ** (-50.0 / 20)
"""What can be heard once the loudness is matched."""

_FRAME_S: Final = 0.005
_SPEECH_DB: Final = -45.0
"""A weak f or h at a word's edge is about 40 dB below the loudest frame."""
_SILENCE: Final = 1e-4

_BLOCK_S, _STEP_S = 0.400, 0.100
_STRETCH_STEPS: Final = 300
_LEAD_IN_S: Final = 0.5
"""What the filter hears before a stretch: long after it has forgotten all that came earlier."""
_ABSOLUTE_GATE: Final = -70.0
_RELATIVE_GATE: Final = -10.0


def resampled(samples: NDArray[np.floating], rate: int) -> Float32:
    """`samples` at `SPEECH_RATE`, in step with the input (no delay), float32."""
    sound = np.ascontiguousarray(samples, dtype=np.float32)
    if rate == SPEECH_RATE or not len(sound):
        return sound
    result: Float32 = soxr.resample(sound, rate, SPEECH_RATE, quality="HQ")
    return result


def finished(samples: Float32) -> tuple[Float32, int]:
    """A voice's raw sound with its loudness matched and its silence trimmed; and where in it that begins.

    Empty for silence. Read-only.
    """
    start, end = _speech(samples)
    if start == end:
        return read_only(samples[:0]), 0
    levelled = _limited(samples * _gain(samples[start:end]))
    audible = np.flatnonzero(np.abs(levelled) > AUDIBLE)
    first = max(0, int(audible[0]) - int(LEAD_S * SPEECH_RATE))
    return read_only(levelled[first : int(audible[-1]) + int(TRAIL_S * SPEECH_RATE)]), first


def _speech(samples: Float32) -> tuple[int, int]:
    """Samples from which and up to which there is speech, by frames, without margins; (0, 0) if nowhere."""
    frame = int(_FRAME_S * SPEECH_RATE)
    count = -(-len(samples) // frame)
    padded = np.pad(samples, (0, count * frame - len(samples))).reshape(count, frame)
    level = np.sqrt(np.mean(np.square(padded), axis=1))
    if not count or float(level.max()) < _SILENCE:
        return 0, 0
    loud = np.flatnonzero(level > level.max() * 10 ** (_SPEECH_DB / 20))
    return int(loud[0]) * frame, min(len(samples), (int(loud[-1]) + 1) * frame)


def matched(samples: Float32) -> Float32:
    """`samples` at `TARGET_LUFS`, peaks at most −1 dBFS; silence stays silent. Read-only."""
    return read_only(_limited(samples * _gain(samples)))


def _gain(samples: Float32) -> np.float32:
    loudness = integrated_loudness(samples)
    if loudness <= _ABSOLUTE_GATE:
        return np.float32(1)
    return np.float32(10 ** (min(TARGET_LUFS - loudness, _MOST_GAIN_DB) / 20))


def _limited(samples: Float32) -> Float32:
    """Bend only what lies above −5 dBFS, so that rare peaks cost no loudness; monotone, at most `PEAK`."""
    knee = np.float32(PEAK * 10 ** (-4.0 / 20))
    loud = np.flatnonzero(np.abs(samples) > knee)
    if not len(loud):
        return samples
    room = np.float32(PEAK) - knee
    peaks, result = samples[loud], samples.copy()
    result[loud] = np.sign(peaks) * (knee + room * np.tanh((np.abs(peaks) - knee) / room))
    return result


def integrated_loudness(samples: Float32, rate: int = SPEECH_RATE) -> float:
    """Loudness of mono sound in LUFS by ITU-R BS.1770: K-weighted, in gated blocks of 400 ms.

    Sound shorter than a block is one block. −inf for silence.
    """
    if not len(samples):
        return -np.inf
    block, step = int(_BLOCK_S * rate), int(_STEP_S * rate)
    count = max(1, round((len(samples) - block) / step) + 1)
    energy = np.zeros(count + block // step)
    for first, filtered in _stretches(samples, rate):
        squares = np.square(np.pad(filtered, (0, -len(filtered) % step)), dtype=np.float64)
        sums = squares.reshape(-1, step).sum(axis=1)[: len(energy) - first // step]
        energy[first // step : first // step + len(sums)] = sums
    power = np.convolve(energy, np.ones(block // step), "valid")[:count] / min(block, len(samples))
    audible = power[_lufs(power) > _ABSOLUTE_GATE]
    if not len(audible):
        return -np.inf
    kept = audible[_lufs(audible) > _lufs(audible.mean()) + _RELATIVE_GATE]
    return float(_lufs(kept.mean()))


def _stretches(samples: Float32, rate: int) -> Iterator[tuple[int, Float32]]:
    """The K-weighted sound in stretches of whole steps, each with its first sample: memory stays bounded."""
    length, lead = _STRETCH_STEPS * int(_STEP_S * rate), int(_LEAD_IN_S * rate)
    for first in range(0, len(samples), length):
        heard = samples[max(0, first - lead) : first + length]
        yield first, _k_weighted(heard, rate)[min(first, lead) :]


def _lufs(power: NDArray[np.float64] | np.float64) -> NDArray[np.float64]:
    return np.asarray(-0.691 + 10 * np.log10(np.maximum(power, 1e-20)))


def _k_weighted(samples: Float32, rate: int) -> Float32:
    """The whole filter as one product of spectra: much faster in numpy than a recursive filter."""
    length = 1 << (len(samples) + rate // 10 - 1).bit_length()  # room for the filter to ring out
    spectrum = np.fft.rfft(samples, length)
    return np.fft.irfft(spectrum * _k_response(length, rate), length)[: len(samples)].astype(np.float32)


@lru_cache(maxsize=16)
def _k_response(length: int, rate: int) -> NDArray[np.complex64]:
    z = np.exp(-2j * np.pi * np.arange(length // 2 + 1) / length)
    response = np.ones(len(z), dtype=np.complex128)
    for numerator, denominator in (_shelf(rate), _high_pass(rate)):
        response *= np.polyval(numerator[::-1], z) / np.polyval(denominator[::-1], z)
    return response.astype(np.complex64)


def _shelf(rate: int) -> tuple[list[float], list[float]]:
    """BS.1770's first stage, +4 dB above 1.7 kHz, derived for any rate from its analogue prototype."""
    tangent = np.tan(np.pi * 1681.974450955533 / rate)
    high = 10 ** (3.999843853973347 / 20)
    middle, ratio = high**0.4996667741545416, tangent / 0.7071752369554196
    square = tangent * tangent
    scale = 1 + ratio + square
    numerator = [high + middle * ratio + square, 2 * (square - high), high - middle * ratio + square]
    denominator = [scale, 2 * (square - 1), 1 - ratio + square]
    return [value / scale for value in numerator], [value / scale for value in denominator]


def _high_pass(rate: int) -> tuple[list[float], list[float]]:
    """BS.1770's second stage, a high-pass at 38 Hz."""
    tangent = np.tan(np.pi * 38.13547087602444 / rate)
    ratio, square = tangent / 0.5003270373238773, tangent * tangent
    scale = 1 + ratio + square
    return [1.0, -2.0, 1.0], [1.0, 2 * (square - 1) / scale, (1 - ratio + square) / scale]
