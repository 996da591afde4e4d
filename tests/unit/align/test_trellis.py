"""The search finds the best path that there is, and only paths that are allowed."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.align import trellis as search
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


def _toll(path: tuple[int, ...], trellis: Trellis) -> float:
    if trellis.tolls is None:
        return 0.0
    return float(sum(trellis.tolls[now] for before, now in pairwise(path) if now not in (before, before + 1)))


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
    st.sampled_from([None, -1.0]),
    st.integers(0, 2**32 - 1),
)
def test_it_agrees_with_trying_every_path(
    loops: list[bool], hops: int, optional: int | None, toll: float | None, seed: int
) -> None:
    trellis = _trellis(loops, optional)
    if toll is not None:
        trellis = replace(trellis, tolls=np.full(len(loops), toll))
    logs = read_only(np.random.default_rng(seed).normal(size=(hops, len(loops))))
    allowed = [path for path in product(range(len(loops)), repeat=hops) if _allowed(path, trellis)]
    found = best_path(logs, trellis)
    if not allowed:
        assert found is None
        return
    assert found is not None
    assert _allowed(tuple(found), trellis)
    scores = {
        path: sum(logs[hop, state] for hop, state in enumerate(path)) + _toll(path, trellis)
        for path in allowed
    }
    assert np.isclose(scores[tuple(found.tolist())], max(scores.values()), atol=1e-4)


def test_no_path_fits_into_too_few_hops() -> None:
    assert best_path(read_only(np.zeros((2, 3))), _trellis([True] * 3, None)) is None


def _row_of_pieces(pieces: int, labels: int, random: np.random.Generator) -> Trellis:
    """Phones of two states, every third one optional."""
    states = pieces * 2
    loops, starts, ends = (np.zeros(states, np.bool_) for _ in range(3))
    loops[1::2] = starts[0] = ends[-1] = True
    skips = np.full(states, NOWHERE)
    skips[6::6] = np.arange(3, states - 2, 6)[: len(skips[6::6])]
    return Trellis(np.repeat(random.integers(0, labels, pieces), 2), loops, skips, starts, ends)


@pytest.mark.parametrize("seed", range(8))
def test_blocks_give_the_path_of_the_whole_search(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    random = np.random.default_rng(seed)
    trellis = _row_of_pieces(60, 10, random)
    logs = read_only(np.log(random.dirichlet(np.full(10, 0.3), size=int(random.integers(130, 700))) + 1e-9))
    whole = best_path(logs, trellis)
    monkeypatch.setattr(search, "WHOLE", 0)
    monkeypatch.setattr(search, "BLOCK", 16)
    told: list[float] = []
    in_blocks = best_path(logs, trellis, told.append)
    assert whole is not None and in_blocks is not None
    np.testing.assert_array_equal(in_blocks, whole)
    assert told == sorted(told) and len(told) > 5 and told[-1] > 0.99


def test_a_window_leaves_out_what_is_hopeless(monkeypatch: pytest.MonkeyPatch) -> None:
    """The states said one after another: far fewer cells than hops × states are looked at."""
    states, hops = 400, 2000
    logs = np.full((hops, states), -9.0, np.float32)
    logs[np.arange(hops), np.arange(hops) * states // hops] = 0
    monkeypatch.setattr(search, "WHOLE", 0)
    monkeypatch.setattr(search, "BLOCK", 20)
    monkeypatch.setattr(search, "BEAM", 50.0)
    looked_at = 0
    rows = search._Search._rows

    def counted(self: search._Search, block: search._Block) -> np.ndarray:
        nonlocal looked_at
        looked_at += (block.last - block.first) * len(block.scores)
        return rows(self, block)

    monkeypatch.setattr(search._Search, "_rows", counted)
    found = best_path(read_only(logs), _trellis([True] * states, None))
    np.testing.assert_array_equal(found, np.arange(hops) * states // hops)
    assert looked_at < 0.5 * hops * states
