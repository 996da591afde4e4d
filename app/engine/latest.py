"""A slot for one request where the newest wins: a tap storm leaves one question to answer, not fifty."""

from __future__ import annotations

import threading
from typing import Generic, TypeVar

T = TypeVar("T")


class LatestSlot(Generic[T]):
    """Holds at most one item."""

    def __init__(self) -> None:
        self._filled = threading.Condition()
        self._item: T | None = None
        self._closed = False

    def put(self, item: T) -> None:
        """Replace what waits."""
        with self._filled:
            self._item = item
            self._filled.notify()

    def take(self) -> T | None:
        """Wait for an item; None once closed."""
        with self._filled:
            self._filled.wait_for(lambda: self._item is not None or self._closed)
            item, self._item = self._item, None
            return None if self._closed else item

    def close(self) -> None:
        """Wake the taker for the last time."""
        with self._filled:
            self._closed = True
            self._filled.notify()
