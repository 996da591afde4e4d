"""Speech at twice the rate: exact counts, no seams, nothing new in the spectrum."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.audio.doubling import DELAY, Doubler
from app.core.types import SPEECH_RATE, Float32


def tone(hertz: float, *, rate: int, count: int) -> Float32:
    return np.asarray(np.sin(2 * np.pi * hertz * np.arange(count) / rate), dtype=np.float32)


@pytest.mark.parametrize("hertz", [100, 1_000, 5_000, 9_000])
def test_a_tone_is_the_same_tone_later_by_the_delay(hertz: float) -> None:
    doubled = Doubler().double(tone(hertz, rate=SPEECH_RATE, count=2_000))
    wanted = tone(hertz, rate=2 * SPEECH_RATE, count=4_000 - 2 * DELAY)
    settled = slice(4 * DELAY, None)
    assert np.abs(doubled[2 * DELAY :][settled] - wanted[settled]).max() < 2e-3


@settings(deadline=None)
@given(cuts=st.lists(st.integers(0, 500), max_size=6))
def test_pieces_join_without_a_seam(cuts: list[int]) -> None:
    samples = np.random.default_rng(1).standard_normal(500).astype(np.float32)
    pieces = np.split(samples, sorted(cuts))
    doubler = Doubler()
    joined = np.concatenate([doubler.double(piece) for piece in pieces])
    np.testing.assert_allclose(joined, Doubler().double(samples), atol=1e-5)


def test_reset_forgets_the_past() -> None:
    doubler = Doubler()
    doubler.double(np.ones(100, dtype=np.float32))
    doubler.reset()
    assert not doubler.double(np.zeros(100, dtype=np.float32)).any()
