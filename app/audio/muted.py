"""The output that stands in while there is no device: no sound, but time runs, so the face still speaks."""

from __future__ import annotations

import threading
import time
from typing import Final

import numpy as np

from app.audio.doubling import DEVICE_RATE
from app.audio.feed import Feed

_BLOCK: Final = DEVICE_RATE // 50
_PERIOD: Final = _BLOCK / DEVICE_RATE
_ASLEEP: Final = 10 * _PERIOD  # later than this the machine slept: time starts afresh


class MutedOutput:
    """A thread that takes a block every 20 ms of the monotonic clock and throws it away."""

    name = ""
    host_api = ""
    latency = _PERIOD
    muted = True
    alive = True

    def __init__(self, feed: Feed) -> None:
        self._feed = feed
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="audio-muted", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        nowhere = np.zeros((_BLOCK, 1), dtype=np.float32)
        due = time.monotonic()
        while not self._closing.wait(max(due - time.monotonic(), 0.0)):
            now = time.monotonic()
            if now - due > _ASLEEP:
                due = now
            self._feed.fill(nowhere, _BLOCK, dac=due + _PERIOD, current=now, underflow=False)
            due += _PERIOD

    def close(self) -> None:
        self._closing.set()
        self._thread.join()
