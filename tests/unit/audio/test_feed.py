"""What the callback does beside copying: it counts gaps in speech, and is silent once it was given up."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from app.audio.clock import PlayheadClock
from app.audio.feed import Feed
from app.audio.ring import PlaybackRing

BLOCK = 100


def feed_with(samples: int, *, lasts: float = math.inf) -> Feed:
    ring = PlaybackRing(4096)
    ring.append(np.ones(samples, dtype=np.float32))
    feed = Feed(ring, PlayheadClock(), lasts)
    feed.live = True
    return feed


def call(feed: Feed, *, underflow: bool = False, ahead: float = 0.06) -> NDArray[np.float32]:
    out = np.full((BLOCK, 2), np.nan, dtype=np.float32)
    feed.fill(out, BLOCK, dac=5.0 + ahead, current=5.0, underflow=underflow)
    return out


def test_an_underflow_in_speech_is_counted() -> None:
    feed = feed_with(1000)
    call(feed)
    call(feed, underflow=True)
    assert feed.underflows == 1


def test_an_underflow_that_the_driver_hides_is_counted() -> None:
    feed = feed_with(1000, lasts=0.06)
    call(feed)
    feed.called -= 0.1
    call(feed, ahead=0.01)
    assert feed.underflows == 1


def test_a_late_callback_with_a_full_buffer_is_none() -> None:
    feed = feed_with(1000, lasts=0.06)
    call(feed)
    feed.called -= 0.1
    call(feed, ahead=0.06)
    assert feed.underflows == 0


def test_an_underflow_in_silence_harms_nobody() -> None:
    feed = feed_with(BLOCK // 2)
    call(feed)
    call(feed, underflow=True)
    assert feed.underflows == 0


def test_a_tap_that_was_given_up_is_silent_and_takes_nothing() -> None:
    feed = feed_with(1000)
    feed.live = False
    assert not call(feed).any()
    feed.live = True
    assert call(feed).all()
