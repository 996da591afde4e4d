"""Named counters that any thread may raise: stale results, steps down the ladder, cache hits."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Mapping


class Counters:
    """A thread-safe bag of counts."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: Counter[str] = Counter()

    def add(self, name: str, amount: int = 1) -> None:
        """Raise `name` by `amount`."""
        with self._lock:
            self._counts[name] += amount

    def snapshot(self, prefix: str = "") -> Mapping[str, int]:
        """Counts whose name starts with `prefix`, without it."""
        with self._lock:
            return {k.removeprefix(prefix): v for k, v in self._counts.items() if k.startswith(prefix)}
