"""Percentiles with the interval in which they would fall if the run were repeated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

PERCENTILES: Final = (50.0, 90.0, 95.0, 99.0, 99.9)
RESAMPLES: Final = 400
_CONFIDENCE: Final = (2.5, 97.5)


def name(percentile: float) -> str:
    """`p50`, `p99.9`."""
    return f"p{percentile:g}"


def percentiles(milliseconds: Sequence[float], seed: int = 0) -> dict[str, Any]:
    """Each percentile with its 95 % bootstrap interval; empty for no values.

    `resolved` is false where there are too few values for the percentile to be more than the slowest ones.
    """
    values = np.asarray(milliseconds, np.float64)
    if not len(values):
        return {}
    found = np.percentile(values, PERCENTILES)
    low, high = np.percentile(_resampled(values, seed), _CONFIDENCE, axis=0)
    return {
        name(which): {
            "ms": _ms(found[row]),
            "low": _ms(min(low[row], found[row])),
            "high": _ms(max(high[row], found[row])),
            "resolved": bool(len(values) * (100 - which) >= 100),
        }
        for row, which in enumerate(PERCENTILES)
    }


def median_ratio(ones: Sequence[float], others: Sequence[float], seed: int = 0) -> dict[str, float]:
    """The median of pairwise ratios, with its bootstrap interval: what both suffered from cancels out."""
    ratios = np.divide(np.asarray(ones, np.float64), np.asarray(others, np.float64))
    picks = np.random.default_rng(seed).integers(0, len(ratios), (RESAMPLES, len(ratios)))
    low, high = np.percentile(np.median(ratios[picks], axis=1), _CONFIDENCE)
    return {"ratio": round(float(np.median(ratios)), 4), "low": round(low, 4), "high": round(high, 4)}


def apart(one: Mapping[str, float], other: Mapping[str, float]) -> bool:
    """Whether two intervals (`low`, `high`) do not touch: a difference that is more than noise."""
    return one["low"] > other["high"] or one["high"] < other["low"]


def _resampled(values: np.ndarray[Any, np.dtype[np.float64]], seed: int) -> np.ndarray[Any, Any]:
    """Percentiles of values drawn anew `[RESAMPLES, percentiles]`, a hundred draws at a time."""
    random = np.random.default_rng(seed)
    return np.concatenate(
        [
            np.percentile(values[random.integers(0, len(values), (100, len(values)))], PERCENTILES, axis=1).T
            for _ in range(RESAMPLES // 100)
        ]
    )


def _ms(value: float) -> float:
    return round(float(value), 4)
