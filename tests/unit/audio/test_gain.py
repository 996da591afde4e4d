"""Loudness changes without a click and reaches silence."""

from __future__ import annotations

import numpy as np

from app.audio.gain import Gain


def filled(gain: Gain, frames: int = 1024) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    out = np.ones((frames, 2), dtype=np.float32)
    gain.apply(out, frames)
    return out


def test_full_gain_leaves_the_sound_as_it_is() -> None:
    assert (filled(Gain()) == 1.0).all()


def test_a_change_ramps_within_five_milliseconds_and_then_holds() -> None:
    gain = Gain()
    gain.wanted = 0.0
    out = filled(gain)
    assert np.abs(np.diff(out[:, 0])).max() < 0.01
    assert out[0, 0] == 1.0
    assert (out[240:] == 0.0).all()
    assert (filled(gain) == 0.0).all()
    gain.wanted = 0.5
    assert filled(gain)[-1].tolist() == [0.5, 0.5]


def test_blocks_shorter_than_the_ramp_get_there_too() -> None:
    gain = Gain()
    gain.wanted = 0.0
    for _ in range(60):
        last = filled(gain, 64)
    assert last.max() < 0.001
