"""Percentiles, their intervals, and what counts as a difference."""

import numpy as np
import pytest

from app.bench.statistics import apart, median_ratio, percentiles


def test_percentiles_lie_inside_their_intervals_and_say_when_they_are_few() -> None:
    values = list(np.random.default_rng(3).exponential(10, 500))
    found = percentiles(values)
    assert list(found) == ["p50", "p90", "p95", "p99", "p99.9"]
    for name, one in found.items():
        assert one["low"] <= one["ms"] <= one["high"], name
    assert found["p50"]["ms"] == pytest.approx(np.median(values), abs=1e-3)
    assert found["p99"]["resolved"] and not found["p99.9"]["resolved"]


def test_the_interval_of_a_median_covers_the_truth_about_as_often_as_it_says() -> None:
    random = np.random.default_rng(5)
    covered = 0
    for seed in range(100):
        found = percentiles(list(random.exponential(10, 60)), seed)["p50"]
        covered += found["low"] <= 10 * np.log(2) <= found["high"]
    assert 85 <= covered <= 100


def test_nothing_measured_has_no_percentiles() -> None:
    assert percentiles([]) == {}


def test_a_disturbance_that_meets_both_cancels_out_of_the_ratio() -> None:
    disturbed = np.array([1.0, 9.0, 2.0, 7.0, 1.5, 30.0, 1.0])
    found = median_ratio(list(1.05 * disturbed), list(disturbed))
    assert found["ratio"] == pytest.approx(1.05)
    assert found["low"] == pytest.approx(found["high"])


def test_intervals_that_touch_are_no_difference() -> None:
    assert apart({"low": 1, "high": 2}, {"low": 2.1, "high": 3})
    assert apart({"low": 2.1, "high": 3}, {"low": 1, "high": 2})
    assert not apart({"low": 1, "high": 2}, {"low": 2, "high": 3})
