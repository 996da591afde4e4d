"""Cancelling by number: raising the generation makes everything older stale, at once and everywhere."""

from __future__ import annotations

import threading


class Generation:
    """The number of the newest request. Reading is free of locks; raising is not."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._current = 0

    @property
    def current(self) -> int:
        return self._current

    def advance(self) -> int:
        """Make all older work stale; returns the new number."""
        with self._lock:
            self._current += 1
            return self._current

    def stale(self, number: int) -> bool:
        """Whether work of `number` is no longer wanted."""
        return number != self._current
