"""The mouth on the screen against the sound, seen from outside; and the measure can fail."""

from __future__ import annotations

import numpy as np
import pytest

from tests.benchmarks.mouth_offset import observe

EVENTS = 16


@pytest.mark.slow
@pytest.mark.timeout(90)
def test_the_mouth_opens_with_the_sound_and_an_injected_error_is_seen() -> None:
    """Every other mouth is drawn 60 ms too late: those are seen late, the others on time."""
    offsets = observe(EVENTS, (0.0, 60.0))
    on_time, late = offsets.of(0, 2), offsets.of(1, 2)
    assert len(on_time) + len(late) >= EVENTS - 1
    assert np.median(on_time) == pytest.approx(0, abs=10)
    assert np.median(late) == pytest.approx(60, abs=10)
