"""When a visit is over although nobody ended it: two tiers, first a warning with a countdown, then the end.

Times are seconds of any steady clock. While the kiosk speaks or thinks, no time passes: a long answer is
listened to without touching anything.
"""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Idle:
    """`countdown` is the whole seconds that are left to show, 0 while nothing is to be shown."""

    countdown: int = 0
    over: bool = False


class VisitClock:
    """Counts how long nobody touched anything, nobody typed and nothing was said."""

    def __init__(self, patience: float, warning: float) -> None:
        self._patience = patience
        self._warning = warning
        self._last = 0.0

    def set(self, patience: float, warning: float) -> None:
        """Other spans, from now on."""
        self._patience, self._warning = patience, warning

    def touch(self, now: float) -> None:
        """Somebody is there."""
        self._last = now

    def look(self, now: float, *, busy: bool) -> Idle:
        """What to show at `now`; `busy` while the kiosk speaks or thinks."""
        if busy:
            self._last = now
        left = self._patience + self._warning - (now - self._last)
        if left > self._warning:
            return Idle()
        return Idle(math.ceil(left)) if left > 0 else Idle(over=True)
