"""Timelines and sound for the tests of the avatar."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from app.core.timeline import Timeline
from app.core.types import SPEECH_RATE, Audio, Viseme, read_only
from app.core.visemes import VISEMES


def timeline(*shapes: tuple[str, float]) -> Timeline[Viseme]:
    """Shapes with their lengths in milliseconds, one after the other."""
    items, reached = [], 0
    for viseme, milliseconds in shapes:
        end = reached + round(milliseconds * SPEECH_RATE / 1000)
        items.append(Viseme(viseme, reached, end))
        reached = end
    return Timeline(tuple(items), reached, SPEECH_RATE)


def hum(seconds: float, loudness: float = 0.2) -> Audio:
    """An even tone."""
    times = np.arange(round(seconds * SPEECH_RATE)) / SPEECH_RATE
    return Audio(read_only(loudness * np.sin(2 * np.pi * 150 * times)))


def _without_repeats(shapes: list[tuple[str, float]]) -> list[tuple[str, float]]:
    """As `viseme_timeline` makes them: never the same shape twice in a row."""
    return [
        shape for before, shape in zip([("", 0.0), *shapes], shapes, strict=False) if shape[0] != before[0]
    ]


timelines = st.lists(
    st.tuples(st.sampled_from(VISEMES), st.floats(min_value=20, max_value=400)), min_size=1, max_size=25
).map(lambda shapes: timeline(*_without_repeats(shapes)))
"""Any speech, however unlikely: shapes of 20 to 400 ms."""
