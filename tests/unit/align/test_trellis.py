"""The search finds the best path that there is, and only paths that are allowed."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from app.align.trellis import NOWHERE, Trellis, best_path
from app.core.types import read_only


def _trellis(loops: list[bool], optional: int | None) -> Trellis:
    """States in a row, each its own column; one of them may be passed over."""
    states = len(loops)
    starts, ends = (np.zeros(states, np.bool_) for _ in range(2))
    starts[0] = ends[-1] = True
    skips = np.full(states, NOWHERE)
    if optional is not None:
        skips[optional + 1] = optional - 1
    return Trellis(np.arange(states), np.array(loops), skips, starts, ends)


def _allowed(path: tuple[int, ...], trellis: Trellis) -> bool:
    if not trellis.starts[path[0]] or not trellis.ends[path[-1]]:
        return False
    return all(
        (now == before and trellis.loops[now]) or now == before + 1 or trellis.skips[now] == before
        for before, now in pairwise(path)
    )


@given(
    st.lists(st.booleans(), min_size=3, max_size=4),
    st.integers(1, 6),
    st.sampled_from([None, 1]),
    st.integers(0, 2**32 - 1),
)
def test_it_agrees_with_trying_every_path(
    loops: list[bool], hops: int, optional: int | None, seed: int
) -> None:
    trellis = _trellis(loops, optional)
    logs = read_only(np.random.default_rng(seed).normal(size=(hops, len(loops))))
    allowed = [path for path in product(range(len(loops)), repeat=hops) if _allowed(path, trellis)]
    found = best_path(logs, trellis)
    if not allowed:
        assert found is None
        return
    assert found is not None
    assert _allowed(tuple(found), trellis)
    best = max(sum(logs[hop, state] for hop, state in enumerate(path)) for path in allowed)
    assert np.isclose(logs[np.arange(hops), found].sum(), best, atol=1e-4)


def test_no_path_fits_into_too_few_hops() -> None:
    assert best_path(read_only(np.zeros((2, 3))), _trellis([True] * 3, None)) is None
