"""The life that a face has by itself: blinks, small quick eye movements, breath and sway.

Every part is a function of monotonic seconds that only moves forward, drawn from one seeded source.
"""

from __future__ import annotations

import math
from random import Random
from typing import Final

_BLINK_SECONDS: Final = 0.15
_DOUBLE_GAP: Final = 0.28
_TOUCH_HOLD: Final = 1.2
_BREATHS_PER_MINUTE: Final = 13.5
_SPEAKING_BREATHS: Final = 15.5


class Blinks:
    """Every 2 to 6 seconds, most after about three, some double, and often where a phrase has ended."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._begin = -math.inf
        self._next: float | None = None
        self._spoke = False

    def at(self, now: float, *, speaking: bool) -> float:
        """0 open … 1 shut at `now`."""
        if self._next is None:
            self._next = now + self._random.uniform(0.5, 3.0)
        if self._spoke and not speaking and self._random.random() < 0.7:
            self._next = min(self._next, now + 0.12)
        self._spoke = speaking
        if now >= self._next:
            self._begin = now
            double = self._random.random() < 0.15
            self._next = now + (_DOUBLE_GAP if double else _gap(self._random))
        return _lid((now - self._begin) / _BLINK_SECONDS)


def _gap(random: Random) -> float:
    """Seconds to the next blink: often about three, seldom six, as people's are (log-normal, 2 to 6)."""
    while True:
        seconds = random.lognormvariate(1.15, 0.4)
        if 2.0 <= seconds <= 6.0:
            return seconds


def _lid(progress: float) -> float:
    """One blink over 0…1: shut at 0.4, lids part a little slower than they meet."""
    if not 0.0 < progress < 1.0:
        return 0.0
    phase = progress / 0.8 if progress < 0.4 else 0.5 + (progress - 0.4) / 1.2
    return math.sin(math.pi * phase) ** 2


class Gaze:
    """Fixations of 0.3 to 3 seconds, mostly on the visitor; a touch draws the eyes for a while."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._aim = (0.0, 0.0)
        self._until = -math.inf
        self._touched = False
        self._place = (0.0, 0.0)

    def look_at(self, x: float, y: float, now: float) -> None:
        """The visitor touched there (−1…1 across and down)."""
        self._aim, self._until, self._touched = (x, y), now + _TOUCH_HOLD, True

    def at(self, now: float, elapsed: float, attitude: tuple[float, float]) -> tuple[float, float]:
        """Gaze across and down at `now`, around where the attitude looks; a touch comes before both."""
        if now >= self._until:
            self._aim, self._touched = self._next_aim(), False
            self._until = now + self._random.uniform(0.3, 3.0)
        share = 1.0 - math.exp(-elapsed / 0.015)  # a saccade takes some 40 ms
        x, y = (aim + (0.0 if self._touched else way) for aim, way in zip(self._aim, attitude, strict=True))
        self._place = (
            self._place[0] + share * (x - self._place[0]),
            self._place[1] + share * (y - self._place[1]),
        )
        return self._place

    def _next_aim(self) -> tuple[float, float]:
        at_visitor = self._random.random() < 0.8
        reach = 0.12 if at_visitor else 0.45
        return self._random.uniform(-reach, reach), self._random.uniform(-reach, reach) * 0.6


class Breath:
    """12 to 16 breaths a minute, quicker while speaking; in is shorter than out."""

    def __init__(self) -> None:
        self._phase = 0.0

    def at(self, elapsed: float, *, speaking: bool) -> float:
        """0 out … 1 in after `elapsed` more seconds."""
        rate = _SPEAKING_BREATHS if speaking else _BREATHS_PER_MINUTE
        self._phase = (self._phase + elapsed * rate / 60.0) % 1.0
        rising = self._phase < 0.4
        stage = self._phase / 0.4 if rising else (1.0 - self._phase) / 0.6
        return 0.5 - 0.5 * math.cos(math.pi * stage)


class Sway:
    """Slow wandering of −1…1 that never repeats within a visit."""

    def __init__(self, random: Random, slowest: float) -> None:
        periods = (slowest, slowest * 0.618, slowest * 0.27)
        self._waves = tuple((period, random.uniform(0.0, math.tau)) for period in periods)

    def at(self, now: float) -> float:
        """Where the sway is at `now`."""
        sizes = (0.55, 0.3, 0.15)
        waves = zip(sizes, self._waves, strict=True)
        return sum(size * math.sin(math.tau * now / period + phase) for size, (period, phase) in waves)
