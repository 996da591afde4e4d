"""The ring between writer and callback: order, wrapping, cuts."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from app.audio.ring import RAMP, PlaybackRing
from app.core.types import Float32


def ramp(start: int, count: int) -> Float32:
    return np.arange(start, start + count, dtype=np.float32)


def pull(ring: PlaybackRing, frames: int) -> tuple[NDArray[np.float32], int]:
    out = np.full((frames, 2), np.nan, dtype=np.float32)
    return out, ring.fill(out, frames)


def test_samples_go_to_every_channel_and_silence_follows() -> None:
    ring = PlaybackRing(64)
    ring.append(ramp(1, 3))
    out, sounding = pull(ring, 5)
    assert sounding == 3
    assert out.tolist() == [[1, 1], [2, 2], [3, 3], [0, 0], [0, 0]]


@settings(deadline=None)
@given(sizes=st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=30))
def test_what_goes_in_comes_out_once_and_in_order(sizes: list[tuple[int, int]]) -> None:
    ring = PlaybackRing(64)
    heard: list[float] = []
    for size, frames in sizes:
        fits = min(size, ring.capacity - ring.pending)
        ring.append(ramp(ring.written, fits))
        out, sounding = pull(ring, frames)
        heard += out[:sounding, 0].tolist()
    out, sounding = pull(ring, ring.capacity)
    heard += out[:sounding, 0].tolist()
    assert heard == list(range(ring.written))


@pytest.mark.parametrize("block", [64, 240, 720])
def test_a_cut_fades_out_over_five_milliseconds_and_drops_the_rest(block: int) -> None:
    ring = PlaybackRing(8192)
    ring.append(np.ones(4000, dtype=np.float32))
    pull(ring, block)
    ring.cut()
    assert ring.pending == 0
    ring.append(np.full(100, 0.5, dtype=np.float32))
    heard = np.concatenate([pull(ring, block)[0][:, 0] for _ in range(12)])
    fade = heard[:RAMP]
    assert fade[0] == pytest.approx(1.0, abs=0.01)
    assert fade[-1] == pytest.approx(0.0, abs=0.01)
    assert np.all(np.diff(fade) < 0)
    assert np.count_nonzero(heard == 0.5) >= 100
    assert ring.read == ring.written == 4100


def test_a_cut_before_anything_sounded_is_silent() -> None:
    ring = PlaybackRing(8192)
    ring.append(np.ones(1000, dtype=np.float32))
    ring.cut()
    out, sounding = pull(ring, 720)
    assert sounding == 0
    assert not out.any()
    assert ring.read == 1000


def test_a_second_cut_within_the_fade_still_ends_it() -> None:
    ring = PlaybackRing(8192)
    ring.append(np.ones(1000, dtype=np.float32))
    pull(ring, 100)
    ring.cut()
    pull(ring, 100)
    ring.append(np.ones(1000, dtype=np.float32))
    ring.cut()
    pull(ring, 720)
    assert ring.read == ring.written == 2000
