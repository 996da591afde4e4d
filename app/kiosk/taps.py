"""What touches mean together: a wet hand's second tap is none, and staff knock where visitors do not."""

from __future__ import annotations

from collections import deque
from typing import Final

SETTLES: Final = 0.35
"""Seconds after an action in which nothing else is begun: a double tap's second half, or another finger."""

KEY_SETTLES: Final = 0.06
"""The same for one key of the keyboard: quicker than anybody types a letter twice."""

KNOCK: Final = ("left", "right", "left", "right", "left")
"""The corners that staff touch, one after the other."""

_KNOCK_SECONDS: Final = 5.0


class TapGuard:
    """Lets one action through, then none until the screen has settled."""

    def __init__(self, settles: float = SETTLES) -> None:
        self._settles = settles
        self._until = float("-inf")
        self._last = ""

    def allows(self, now: float) -> bool:
        """Whether an action that comes at `now` was meant."""
        if now < self._until:
            return False
        self._until = now + self._settles
        return True

    def allows_key(self, key: str, now: float) -> bool:
        """As `allows`, but another key than the last one is always meant."""
        meant = key != self._last or now >= self._until
        if meant:
            self._last, self._until = key, now + self._settles
        return meant


class CornerKnock:
    """Recognises `KNOCK` within five seconds, with nothing else touched in between."""

    def __init__(self) -> None:
        self._touches: deque[tuple[float, str]] = deque(maxlen=len(KNOCK))

    def touch(self, corner: str, now: float) -> bool:
        """A touch in a corner, or elsewhere (empty); true when it completes the knock."""
        self._touches.append((now, corner))
        began = self._touches[0][0]
        done = tuple(where for _, where in self._touches) == KNOCK and now - began <= _KNOCK_SECONDS
        if done:
            self._touches.clear()
        return done
