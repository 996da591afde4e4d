"""All that an audio callback does: copy from the ring, note the block, count what was late."""

from __future__ import annotations

import time
from typing import Any, Protocol

from numpy.typing import NDArray

from app.audio.clock import PlayheadClock
from app.audio.gain import Gain
from app.audio.ring import PlaybackRing


class Feed:
    """One output's tap on the ring. The callback calls `fill`; other threads read the counters.

    A tap that is not `live` gives silence: an output that was given up may call until it dies. `lasts`
    is how many seconds the output's buffer holds, `gain` how loud it all is.
    """

    def __init__(
        self, ring: PlaybackRing, clock: PlayheadClock, lasts: float, gain: Gain | None = None
    ) -> None:
        self._gain = gain or Gain()
        self._ring = ring
        self._clock = clock
        self._lasts = lasts
        self._sounding = False
        self.live = False
        self.underflows = 0
        """Gaps in speech; a buffer that runs dry in silence harms nobody."""
        self.called = time.monotonic()

    def fill(self, out: NDArray[Any], frames: int, *, dac: float, current: float, underflow: bool) -> None:
        """Fill `out` `[frames, channels]`; times in seconds of the output's clock."""
        now = time.monotonic()
        if self._sounding and (underflow or self._ran_dry(dac - current, now)):
            self.underflows += 1
        self.called = now
        if not self.live:
            out.fill(0.0)
            return
        position = self._ring.read
        sounding = self._ring.fill(out, frames)
        self._gain.apply(out, frames)
        self._sounding = sounding == frames
        self._clock.note(position, sounding, frames, dac=dac, current=current, now=now)

    def _ran_dry(self, ahead: float, now: float) -> bool:
        """Some drivers hide an underflow: the buffer was not refilled for longer than it lasts."""
        return now - self.called > self._lasts and ahead < self._lasts / 2

    @property
    def age(self) -> float:
        """Seconds since the callback last ran."""
        return time.monotonic() - self.called


class Output(Protocol):
    """Something that calls a feed at the pace of sound: a device or its stand-in."""

    @property
    def name(self) -> str: ...
    @property
    def host_api(self) -> str: ...
    @property
    def latency(self) -> float:
        """Seconds between the callback and the ear, as the output reports them."""
        ...

    @property
    def muted(self) -> bool: ...
    @property
    def alive(self) -> bool:
        """False when it ended, or has not called for too long."""
        ...

    def close(self) -> None: ...
