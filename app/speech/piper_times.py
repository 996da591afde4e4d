"""Proves by ear how exact a voice's own times are: its sibilants' edges against where their noise is.

s and ʃ between vowels begin and end abruptly above 4 kHz, so their edges can be found without a network
and without labels. A voice whose times lie a constant way off is shifted; one whose edges scatter is not
believed, and the aligner times it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from app.core.phones import VOWELS, base
from app.core.types import Float32
from app.speech.phone_events import Event

LARGEST_SPREAD_MS: Final = 16.0
"""Interquartile range that is still exact: what the project asks of alignment on human speech."""

LARGEST_SHIFT_MS: Final = 60.0
FEWEST_EDGES: Final = 12

_SIBILANTS: Final = frozenset({"s", "ʃ", "sˤ"})
_HOP_S, _WINDOW_S = 0.002, 0.008
_NOISE_HZ: Final = 4_000.0
_BELOW_DB: Final = 12.0
"""An edge is where the noise is this much below the sibilant's own level: natural ones swell and fade."""
_CONTRAST_DB: Final = 18.0
_SEARCH_S: Final = 0.120
_FLOOR: Final = 1e-10


@dataclass(frozen=True, slots=True)
class Exactness:
    """How late the sound is behind the times (median) and how that scatters (interquartile), in ms."""

    shift_ms: float = 0.0
    spread_ms: float = float("inf")
    edges: int = 0

    @classmethod
    def of(cls, errors_ms: Sequence[float]) -> Exactness:
        """From the error of each edge."""
        if not errors_ms:
            return cls()
        low, middle, high = np.percentile(errors_ms, (25, 50, 75))
        return cls(float(middle), float(high - low), len(errors_ms))

    @property
    def proven(self) -> bool:
        """Whether the times may lead, once they are shifted."""
        return (
            self.edges >= FEWEST_EDGES
            and self.spread_ms <= LARGEST_SPREAD_MS
            and abs(self.shift_ms) <= LARGEST_SHIFT_MS
        )

    def __str__(self) -> str:
        if not self.edges:
            return "none of its own"
        verdict = "its own" if self.proven else "not exact enough"
        return (
            f"{verdict} (sibilant edges: median {self.shift_ms:+.0f} ms, IQR {self.spread_ms:.0f} ms, "
            f"{self.edges} edges)"
        )


def edge_errors_ms(events: Sequence[Event], sound: Float32, rate: int) -> Iterator[float]:
    """For each edge of a sibilant between vowels: how much later it is heard than the events say."""
    level = _noise_level(sound, rate)
    hop = _HOP_S * rate
    for before, sibilant, after, end in _between_vowels(events, ends=len(sound)):
        third = (after - sibilant) / 3
        inside = level[int((sibilant + third) / hop) : int((after - third) / hop) + 1]
        outside = (_middle(level, before, sibilant, hop), _middle(level, after, end, hop))
        if not len(inside) or float(np.median(inside)) - max(outside) < _CONTRAST_DB:
            continue
        threshold = float(np.median(inside)) - _BELOW_DB
        centre = int((sibilant + after) / 2 / hop)
        for edge, step in ((sibilant, -1), (after, 1)):
            crossing = _crossing(level, centre, step, threshold)
            if crossing is not None and abs(crossing * hop - edge) <= _SEARCH_S * rate:
                yield (crossing * hop - edge) / rate * 1000


def _between_vowels(events: Sequence[Event], *, ends: int) -> Iterator[tuple[int, int, int, int]]:
    """Starts of the vowel before, the sibilant and the vowel after, and that vowel's end."""
    stops = [event.sample for event in events[1:]] + [ends]
    for index in range(1, len(events) - 1):
        before, middle, after = (base(event.ipa) for event in events[index - 1 : index + 2])
        if middle in _SIBILANTS and before in VOWELS and after in VOWELS:
            yield events[index - 1].sample, events[index].sample, events[index + 1].sample, stops[index + 1]


def _noise_level(sound: Float32, rate: int) -> Float32:
    """Level above 4 kHz in dB, every 2 ms, centred."""
    hop, window = int(_HOP_S * rate), int(_WINDOW_S * rate)
    padded = np.pad(sound, (window // 2, window))
    frames = np.lib.stride_tricks.sliding_window_view(padded, window)[::hop] * np.hanning(window)
    first = int(np.ceil(_NOISE_HZ * window / rate))
    power = np.sum(np.abs(np.fft.rfft(frames, axis=1)[:, first:]) ** 2, axis=1)
    level: Float32 = (10 * np.log10(power + _FLOOR)).astype(np.float32)
    return level


def _middle(level: Float32, start: int, end: int, hop: float) -> float:
    quarter = (end - start) // 4
    part = level[int((start + quarter) / hop) : int((end - quarter) / hop) + 1]
    return float(np.median(part)) if len(part) else 0.0


def _crossing(level: Float32, centre: int, step: int, threshold: float) -> float | None:
    """Where the level first falls to the threshold on the way from `centre`, in hops, interpolated."""
    place = centre
    while 0 <= place + step < len(level):
        here, there = float(level[place]), float(level[place + step])
        if there < threshold:
            return place + step * (here - threshold) / (here - there) if here > there else float(place)
        place += step
    return None
