"""Sibilants' edges are found in sound, and tell a shift from a scatter."""

from __future__ import annotations

import numpy as np
import pytest

from app.core.types import Float32
from app.speech.phone_events import Event
from app.speech.piper_times import Exactness, edge_errors_ms

RATE = 22_050
PAIRS = 10


def speech(*, late_ms: float = 0.0, scatter_ms: float = 0.0) -> tuple[list[Event], Float32]:
    """Vowels and sibilants of 120 ms in turn; the sound is `late_ms` behind the events, give or take."""
    rng = np.random.default_rng(5)
    length = round(0.12 * RATE)
    starts = [index * length for index in range(2 * PAIRS + 1)]
    events = [Event(start, "sa"[index % 2 == 0], 0) for index, start in enumerate(starts)]
    sound = np.zeros(starts[-1] + length, np.float32)
    time = np.arange(len(sound)) / RATE
    sibilant = np.zeros(len(sound), bool)
    for start in starts[1::2]:
        moved = [
            start + edge + round((late_ms + scatter_ms * rng.uniform(-1, 1)) * RATE / 1000)
            for edge in (0, length)
        ]
        sibilant[slice(*moved)] = True
    noise = np.diff(rng.normal(size=len(sound) + 1))  # rises with frequency
    sound = np.where(sibilant, 0.1 * noise, 0.3 * np.sin(2 * np.pi * 200 * time)).astype(np.float32)
    return events, sound


@pytest.mark.parametrize("late_ms", [-25.0, 0.0, 15.0])
def test_a_constant_shift_is_measured_and_proves_the_times(late_ms: float) -> None:
    found = Exactness.of(list(edge_errors_ms(*speech(late_ms=late_ms), RATE)))
    assert found.edges == 2 * PAIRS
    assert found.shift_ms == pytest.approx(late_ms, abs=3)
    assert found.spread_ms < 8
    assert found.proven


def test_edges_that_scatter_prove_nothing() -> None:
    found = Exactness.of(list(edge_errors_ms(*speech(scatter_ms=45), RATE)))
    assert found.edges >= 12
    assert not found.proven
    assert "not exact enough" in str(found)


def test_a_shift_too_large_to_be_one_is_not_believed() -> None:
    assert not Exactness(shift_ms=61, spread_ms=1, edges=50).proven
    assert not Exactness(shift_ms=0, spread_ms=1, edges=11).proven


def test_sound_without_sibilants_gives_no_edges() -> None:
    events, sound = speech()
    hum = (0.3 * np.sin(np.arange(len(sound)) * 0.06)).astype(np.float32)
    assert list(edge_errors_ms(events, hum, RATE)) == []
    assert str(Exactness.of([])) == "none of its own"
