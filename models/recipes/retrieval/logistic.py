"""Logistic regression by Newton's method, and the share of folds that it is tried on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Float64 = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Logistic:
    """Weights of the raw columns, and a bias."""

    weights: Float64
    bias: float

    def logits(self, rows: Float64) -> Float64:
        """Log odds `[rows]`."""
        odds: Float64 = rows @ self.weights + self.bias
        return odds


def fitted(rows: Float64, labels: Float64, counts: Float64, *, penalty: float) -> Logistic:
    """Maximum likelihood with an L2 penalty on the weights of the standardised columns.

    `rows` is `[samples, columns]`, `labels` 0 or 1, `counts` how much each sample weighs.
    """
    mean, scale = rows.mean(axis=0), np.maximum(rows.std(axis=0), 1e-9)
    columns = np.column_stack([(rows - mean) / scale, np.ones(len(rows))])
    ridge = penalty * np.diag([*np.ones(rows.shape[1]), 0.0])
    weights = np.zeros(columns.shape[1])
    for _ in range(100):
        shares = 1 / (1 + np.exp(-columns @ weights))
        slope = columns.T @ (counts * (shares - labels)) + ridge @ weights
        bend = (columns * (counts * shares * (1 - shares))[:, None]).T @ columns + ridge
        step = np.linalg.solve(bend, slope)
        weights -= step
        if np.abs(step).max() < 1e-8:
            break
    raw = weights[:-1] / scale
    return Logistic(raw, float(weights[-1] - raw @ mean))


def folds_of(groups: list[str], folds: int, seed: int = 0) -> NDArray[np.int_]:
    """A fold for each sample; samples of one group share theirs."""
    names = sorted(set(groups))
    drawn = dict(zip(names, np.random.default_rng(seed).permutation(len(names)) % folds, strict=True))
    return np.array([drawn[group] for group in groups])
