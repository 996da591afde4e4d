"""Emissions as a network that knows the truth would give them, for tests that need no runtime."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from app.align.emissions import Emissions
from app.core.phones import PHONES, base
from app.core.types import read_only

HOP = 240
Spelled = Sequence[tuple[str, float]]
MakeEmissions = Callable[..., Emissions]


def _emissions(spelled: Spelled, *, sureness: float = 0.97) -> Emissions:
    """Each (phone, hops) in turn; a hop that two phones share is split in proportion."""
    total = sum(hops for _, hops in spelled)
    duration = round(total * HOP)
    hops = duration // HOP + 1
    share = np.zeros((hops, len(PHONES)))
    begin = 0.0
    for ipa, length in spelled:
        end = begin + length
        lows, highs = np.arange(hops) - 0.5, np.arange(hops) + 0.5
        share[:, PHONES.index(base(ipa))] += np.clip(np.minimum(highs, end) - np.maximum(lows, begin), 0, 1)
        begin = end
    share /= share.sum(axis=1, keepdims=True)
    posteriors = sureness * share + (1 - sureness) / len(PHONES)
    return Emissions(read_only(np.log(posteriors)), PHONES, HOP, duration)


@pytest.fixture
def emissions_of() -> MakeEmissions:
    return _emissions
