"""The playhead from what callbacks noted: jitter, stopgap times, clamps."""

from __future__ import annotations

import numpy as np
import pytest

from app.audio.clock import PlayheadClock
from app.audio.doubling import DEVICE_RATE

BLOCK = 720
PERIOD = BLOCK / DEVICE_RATE
AHEAD = 0.06
SKEW = 1_000.0  # the device's clock is not the monotonic one


def play(blocks: int, *, sounding: int = BLOCK, jitter: float = 0.0, seed: int = 1) -> PlayheadClock:
    """A clock after `blocks` callbacks from monotonic time 5 s on, all of them sounding."""
    clock = PlayheadClock()
    clock.restart(AHEAD)
    chance = np.random.default_rng(seed)
    for number in range(blocks):
        current = 5.0 + number * PERIOD
        clock.note(
            number * sounding,
            sounding,
            BLOCK,
            dac=SKEW + current + AHEAD + jitter * chance.standard_normal(),
            current=SKEW + current,
            now=current + abs(jitter * chance.standard_normal()),
        )
    return clock


def test_nothing_is_known_before_the_first_block() -> None:
    assert PlayheadClock().heard(5.0) is None


def test_the_sample_at_the_ear_is_the_one_whose_time_has_come() -> None:
    clock = play(40)
    assert clock.heard(5.0 + AHEAD + 0.25) == pytest.approx(0.25 * DEVICE_RATE, abs=1)


def test_it_is_clamped_to_what_was_handed_over() -> None:
    clock = play(40)
    assert clock.heard(0.0) == 0
    assert clock.heard(99.0) == 40 * BLOCK


def test_it_waits_in_the_silence_after_a_block_that_was_only_partly_filled() -> None:
    clock = play(40, sounding=BLOCK // 2)
    moment = 5.0 + AHEAD + 10 * PERIOD
    assert clock.heard(moment + 0.75 * PERIOD) == 11 * (BLOCK // 2)


def test_times_that_jitter_are_smoothed() -> None:
    clock = play(200, jitter=0.002)
    wanted = 2.9 * DEVICE_RATE
    heard = clock.heard(5.0 + AHEAD + 2.9)
    assert heard is not None
    assert abs(heard - wanted) / DEVICE_RATE < 0.0015


def test_a_time_that_equals_the_current_one_is_left_out() -> None:
    clock = play(40)
    current = SKEW + 5.0 + 40 * PERIOD
    for _ in range(14):
        clock.note(40 * BLOCK, 0, 0, dac=current, current=current, now=current - SKEW)
    assert clock.heard(5.0 + AHEAD + 0.25) == pytest.approx(0.25 * DEVICE_RATE, abs=1)


def test_an_output_without_times_is_believed_its_latency() -> None:
    clock = PlayheadClock()
    clock.restart(0.1)
    for number in range(40):
        current = 5.0 + number * PERIOD
        clock.note(number * BLOCK, BLOCK, BLOCK, dac=0.0, current=SKEW + current, now=current)
    assert clock.heard(5.0 + 0.1 + 0.25) == pytest.approx(0.25 * DEVICE_RATE, abs=1)
