"""The sink that the engine holds: speech goes in, the best output there is plays it, the playhead comes out.

Outputs come and go (unplugged, hung, plugged in again) while the ring and its positions stay: what was
queued goes on where the last output left it.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from app.audio.clock import PlayheadClock
from app.audio.doubling import DELAY, DEVICE_RATE, RATIO, Doubler
from app.audio.feed import Feed, Output
from app.audio.gain import Gain
from app.audio.muted import MutedOutput
from app.audio.portaudio import open_device
from app.audio.ring import PlaybackRing
from app.core.errors import AudioError
from app.core.ports import IsCancelled, Playhead
from app.core.types import SPEECH_RATE, Float32

DEFAULT_LATENCY: Final = 0.06
"""Seconds of device buffer: less, and a busy interpreter lets it run dry."""

_AHEAD: Final = DEVICE_RATE * 3 // 4
"""A write waits while more than this is queued."""

_SLICE: Final = SPEECH_RATE // 4  # doubled in pieces, so that a long chunk sounds before it is all there
_LOOK: Final = 0.25  # seconds between looks at the output
_RETRY: Final = 2.0  # seconds between looks for a device
_POLL: Final = 0.01  # seconds between looks of a write that waits

_RISE: Final = np.linspace(0.0, 1.0, SPEECH_RATE * 5 // 1000, dtype=np.float32)  # 5 ms

_log = logging.getLogger(__name__)


class SpeakerSink:
    """An `app.core.ports.AudioSink` on a real device, silent while there is none.

    `write` is for one thread at a time; everything else is for any. `offsets` in seconds are, by device
    name, what a device does not tell of its latency (calibration).
    """

    def __init__(
        self,
        device: str | None = None,
        latency: float = DEFAULT_LATENCY,
        *,
        offsets: Mapping[str, float] | None = None,
        mute: bool = False,
    ) -> None:
        self._device = device
        self._moved = False
        self._gain = Gain()
        self._latency = latency
        self._offsets = dict(offsets or {})
        self._ring = PlaybackRing()
        self._clock = PlayheadClock()
        self._doubler = Doubler()
        self._turn = threading.Condition()
        self._flushes = 0
        self._last = 0.0
        self._underflows = 0
        self._reopened = 0
        self._reason = "muted on request" if mute else ""
        self._closing = threading.Event()
        self._feed, self._output = self._silence()
        self._feed.live = True
        self._watch = threading.Thread(target=self._watch_device, name="audio-watch", daemon=True)
        if not mute:
            self._start()

    def _start(self) -> None:
        self._try_device()
        if self._output.muted:
            _log.warning("%s; speaking without sound until a device appears", self._reason)
        self._watch.start()

    @property
    def name(self) -> str:
        """The device that plays, empty while muted."""
        return self._output.name

    @property
    def muted(self) -> bool:
        return self._output.muted

    @property
    def _offset(self) -> float:
        return self._offsets.get(self._output.name, 0.0)

    def write(self, samples: Float32, *, give_up: IsCancelled) -> int | None:
        """Queue a whole chunk as soon as less than 0.75 s is waiting; see `app.core.ports.AudioSink`.

        A flush or `close` while it waits is as good as giving up. Only what exceeds 43 s queued is
        waited for inside.
        """
        flushes = self._flushes
        begins: int | None = None
        for start in range(0, max(len(samples), 1), _SLICE):
            piece = samples[start : start + _SLICE]
            limit = _AHEAD if begins is None else self._ring.capacity - RATIO * _SLICE
            while self._ring.pending > limit and self._wanted(flushes, give_up):
                with self._turn:
                    self._turn.wait(_POLL)
            if not self._wanted(flushes, give_up):
                return None
            begins = self._ring.written // RATIO if begins is None else begins
            if not self._append(piece, flushes):
                return None
        return begins

    def _wanted(self, flushes: int, give_up: IsCancelled) -> bool:
        return self._flushes == flushes and not self._closing.is_set() and not give_up()

    def _append(self, piece: Float32, flushes: int) -> bool:
        with self._turn:
            if self._flushes != flushes:
                return False
            if not self._ring.pending:
                self._doubler.reset()
                piece = _risen(piece)
            self._ring.append(self._doubler.double(piece))
            return True

    def flush(self) -> None:
        with self._turn:
            self._flushes += 1
            self._ring.cut()
            self._turn.notify_all()

    def set_gain(self, gain: float) -> None:
        """Loudness from now on, 0 (silent) to 1, also of what is playing."""
        self._gain.wanted = gain

    def use(self, device: str | None, offsets: Mapping[str, float]) -> None:
        """Play on another device within a second; what is queued goes on there."""
        self._offsets = dict(offsets)
        self._moved = self._moved or device != self._device
        self._device = device

    def playhead(self) -> Playhead:
        late = self._offset + DELAY / SPEECH_RATE
        heard = self._clock.heard(time.monotonic() - late)
        if heard is not None:
            self._last = max(self._last, heard / RATIO)
        playing = self._last < self._ring.written / RATIO
        return Playhead(self._last, playing, self._output.latency + self._offset)

    def stats(self) -> Mapping[str, Any]:
        return {
            "device": self._output.name,
            "host_api": self._output.host_api,
            "muted": self._output.muted,
            "reason": self._reason,
            "rate": DEVICE_RATE,
            "latency_ms": 1e3 * (self._output.latency + self._offset),
            "offset_ms": 1e3 * self._offset,
            "underflows": self._underflows + self._feed.underflows,
            "callback_age_ms": 1e3 * self._feed.age,
            "queued_ms": 1e3 * self._ring.pending / DEVICE_RATE,
            "reopened": self._reopened,
        }

    def close(self) -> None:
        """Silence; a device or a search for one that hangs is left behind after a few seconds."""
        self.flush()
        self._closing.set()
        if self._watch.ident is not None:
            self._watch.join(_RETRY)
        self._output.close()

    def _silence(self) -> tuple[Feed, Output]:
        feed = Feed(self._ring, self._clock, math.inf, self._gain)
        return feed, MutedOutput(feed)

    def _try_device(self, *, rescan: bool = False) -> None:
        feed = Feed(self._ring, self._clock, self._latency, self._gain)
        try:
            output = open_device(self._device, self._latency, feed, rescan=rescan)
        except AudioError as error:
            self._reason = str(error)
            return
        if self._closing.is_set():
            output.close()
            return
        self._switch(feed, output)
        self._reason = ""
        _log.info("sound on %s (%s), latency %.0f ms", output.name, output.host_api, 1e3 * output.latency)

    def _switch(self, feed: Feed, output: Output) -> None:
        """From here on `output` plays."""
        self._feed.live = False
        self._output.close()
        self._underflows += self._feed.underflows
        self._clock.restart(output.latency)
        self._feed, self._output = feed, output
        feed.live = True

    def _watch_device(self) -> None:
        looked = time.monotonic()
        while not self._closing.wait(_LOOK):
            if self._moved:
                self._moved = False
                self._switch(*self._silence())
                looked = -_RETRY
            if not self._output.alive:
                self._reason = f"audio device {self._output.name!r} stopped"
                _log.warning("%s; speaking without sound until it is back", self._reason)
                self._switch(*self._silence())
                looked = -_RETRY
            if self._output.muted and time.monotonic() - looked > _RETRY:
                self._try_device(rescan=True)
                self._reopened += not self._output.muted
                looked = time.monotonic()


def _risen(samples: Float32) -> Float32:
    """A copy that fades in: it follows silence."""
    risen = np.array(samples, dtype=np.float32)
    count = min(len(risen), len(_RISE))
    risen[:count] *= _RISE[:count]
    return risen
