from __future__ import annotations

import pytest

from app.ui.heard import JOINING_SECONDS, REST, MouthCloser, Pose

OPEN: Pose = (0.8, *REST[1:])
WIDE: Pose = (0.1, 0.9, *REST[2:])


def test_the_next_chunk_is_joined_without_a_jump_and_soon_shown_as_it_is() -> None:
    closer = MouthCloser()
    closer.follow(REST, 0.0, 0)
    for tick in range(1, 20):
        shown = closer.follow(OPEN, tick / 60, 0)
    assert shown == pytest.approx(OPEN)
    before, largest = shown, 0.0
    for tick in range(20, 30):
        shown = closer.follow(WIDE, tick / 60, 4800)
        largest = max(largest, *(abs(new - old) for new, old in zip(shown, before, strict=True)))
        before = shown
    assert largest < 0.45
    assert shown == WIDE
    assert JOINING_SECONDS < 0.1


def test_the_first_chunk_begins_at_rest_and_a_cut_one_closes() -> None:
    closer = MouthCloser()
    assert closer.follow(OPEN, 0.0, 0) == pytest.approx(REST)
    assert closer.follow(OPEN, 0.1, 0) == pytest.approx(OPEN)
    assert closer.close(0.21) == pytest.approx(REST)
