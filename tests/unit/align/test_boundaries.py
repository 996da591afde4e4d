"""Borders are found between hops, and phones always tile the sound."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.align.boundaries import SHORTEST, Run, timed
from app.align.emissions import Emissions
from app.core.phones import PHONES
from app.core.types import read_only
from tests.unit.align.conftest import HOP, MakeEmissions

A, M = PHONES.index("a"), PHONES.index("m")


@pytest.mark.parametrize("border", [10.0, 10.2, 10.5, 10.9])
def test_a_border_inside_a_hop_is_placed_to_a_millisecond(emissions_of: MakeEmissions, border: float) -> None:
    emissions = emissions_of([("a", border), ("m", 30 - border)], sureness=0.999)
    cut = round(border + 0.5)
    phones = timed([Run("a", A, 0, cut), Run("m", M, cut, emissions.hops)], emissions)
    assert phones.items[1].start == pytest.approx(border * HOP, abs=24)


def test_a_repeated_phone_is_divided_evenly(emissions_of: MakeEmissions) -> None:
    emissions = emissions_of([("a", 5), ("m", 12), ("a", 5)])
    runs = [Run("a", A, 0, 5), Run("m", M, 5, 7), Run("m", M, 7, 17), Run("a", A, 17, emissions.hops)]
    first, left, right, _ = timed(runs, emissions)
    assert first.end == left.start
    assert left.end - left.start == pytest.approx(right.end - right.start, abs=2)


@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(1, 5)), min_size=1, max_size=12),
    st.integers(0, HOP - 1),
    st.integers(0, 2**32 - 1),
)
def test_phones_tile_whatever_the_posteriors_say(pieces: list[tuple[int, int]], rest: int, seed: int) -> None:
    firsts = np.cumsum([0, *(length for _, length in pieces)])
    logs = np.log(np.random.default_rng(seed).dirichlet(np.full(len(PHONES), 0.1), size=firsts[-1]) + 1e-9)
    emissions = Emissions(read_only(logs), PHONES, HOP, int(firsts[-1] - 1) * HOP + rest)
    runs = [
        Run(PHONES[column], column, int(first), int(first) + length)
        for (column, length), first in zip(pieces, firsts, strict=False)
    ]
    phones = timed(runs, emissions)
    assert phones.tiles
    if emissions.duration >= SHORTEST * len(runs):
        assert [phone.ipa for phone in phones] == [run.ipa for run in runs]
        assert min(phone.end - phone.start for phone in phones) >= SHORTEST
