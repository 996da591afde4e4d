"""Where sibilants begin and end, found in the sound: proof of times that needs no labels and no network."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.core.phones import SILENCE, VOWELS, base

_SIBILANTS = frozenset({"s", "ʃ", "sˤ"})
_BESIDE = VOWELS | {SILENCE, "m", "n", "ŋ", "l", "r", "w", "j"}
"""What has so little noise that the edge to it is plain."""
_NOISE_HZ = 4000.0
_HOP_S, _WINDOW_S = 0.002, 0.010
_CONTRAST_DB = 15.0
_BELOW_DB = 12.0
"""An edge is where the noise has fallen this far below the sibilant's own level."""
_REACH_S = 0.120
_FLOOR = 1e-10


@dataclass(frozen=True, slots=True)
class Span:
    """A phone from `start` to `end` in seconds."""

    phone: str
    start: float
    end: float


def edge_errors_ms(spans: Sequence[Span], sound: NDArray[np.float32], rate: int) -> Iterator[float]:
    """By how many milliseconds each edge of a sibilant is told later than it is heard.

    Edges that cannot be found within 120 ms of where they are told are left out.
    """
    level = _noise_level(sound, rate)
    for before, one, after in zip(spans, spans[1:], spans[2:], strict=False):
        if base(one.phone) not in _SIBILANTS:
            continue
        for beside, edge, step in ((before, one.start, -1), (after, one.end, 1)):
            if base(beside.phone) in _BESIDE:
                heard = _edge(level, one, beside, step)
                if heard is not None and abs(edge - heard) <= _REACH_S:
                    yield (edge - heard) * 1000


def _edge(level: NDArray[np.float64], one: Span, beside: Span, step: int) -> float | None:
    """Seconds at which the noise falls, on the way from the sibilant's middle to its neighbour."""
    inner = float(np.median(_inside(level, one)))
    if inner - float(np.median(_inside(level, beside))) < _CONTRAST_DB:
        return None
    threshold, place = inner - _BELOW_DB, round((one.start + one.end) / 2 / _HOP_S)
    while 0 <= place + step < len(level):
        here, there = level[place], level[place + step]
        if here >= threshold > there:
            return float(place + step * (here - threshold) / (here - there)) * _HOP_S
        place += step
    return None


def _inside(level: NDArray[np.float64], span: Span) -> NDArray[np.float64]:
    """The middle third, at least one step; of a long silence the part next to nothing is as good as any."""
    third = (span.end - span.start) / 3
    first = min(round((span.start + third) / _HOP_S), len(level) - 1)
    return level[first : max(round((span.end - third) / _HOP_S), first + 1)]


def _noise_level(sound: NDArray[np.float32], rate: int) -> NDArray[np.float64]:
    """Level above 4 kHz in dB, every 2 ms, centred."""
    hop, window = int(_HOP_S * rate), int(_WINDOW_S * rate)
    padded = np.pad(sound, (window // 2, window))
    frames = np.lib.stride_tricks.sliding_window_view(padded, window)[::hop] * np.hanning(window)
    spectrum = np.fft.rfft(frames, axis=1)[:, int(np.ceil(_NOISE_HZ * window / rate)) :]
    return 10 * np.log10(np.sum(np.abs(spectrum) ** 2, axis=1) + _FLOOR)
