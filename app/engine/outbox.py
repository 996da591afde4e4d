"""The one crossing from the engine's threads to the screen: a bounded queue that the GUI's tick drains."""

from __future__ import annotations

import threading
from collections import deque
from typing import Final

from app.core.events import Event
from app.diagnostics.counters import Counters

CAPACITY: Final = 1024


class Outbox:
    """Events in order. When a screen stops draining, the oldest are dropped and counted."""

    def __init__(self, counters: Counters) -> None:
        self._lock = threading.Lock()
        self._events: deque[Event] = deque()
        self._counters = counters

    def put(self, event: Event) -> None:
        """Add an event from any thread; never blocks for longer than a copy."""
        with self._lock:
            self._events.append(event)
            if len(self._events) > CAPACITY:
                self._events.popleft()
                self._counters.add("outbox.dropped")

    def drain(self) -> list[Event]:
        """All waiting events, oldest first."""
        with self._lock:
            events = list(self._events)
            self._events.clear()
        return events
