"""Calibrates the head that was trained with the encoder: its temperature, and the floor of its confidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar
from scipy.special import log_softmax, softmax

Float32 = NDArray[np.float32]
Whole = NDArray[np.int64]

UNSURE: Final = 0.04
"""Share of sentences that the floor may turn into `neutral`."""


@dataclass(frozen=True)
class TrainedHead:
    """Weights `[labels, features]`, bias, temperature and floor; shares of the held-out sentences."""

    weights: Float32
    bias: Float32
    temperature: float
    floor: float
    held_out_accuracy: float
    right_below_floor: float
    wrong_below_floor: float

    def probabilities(self, features: Float32) -> Float32:
        """`[texts, features]` → `[texts, labels]`."""
        scores = (features @ self.weights.T + self.bias) / self.temperature
        return np.asarray(softmax(scores, axis=1), np.float32)


def calibrated(weights: Float32, bias: Float32, *, features: Float32, labels: Whole) -> TrainedHead:
    """Find temperature and floor on sentences that training left out."""
    scores = features @ weights.T + bias
    temperature = _temperature(scores, labels)
    probabilities = softmax(scores / temperature, axis=1)
    right, confidence = probabilities.argmax(axis=1) == labels, probabilities.max(axis=1)
    floor = round(float(np.quantile(confidence, UNSURE)), 2)
    return TrainedHead(
        weights=weights,
        bias=bias,
        temperature=temperature,
        floor=floor,
        held_out_accuracy=float(right.mean()),
        right_below_floor=float((confidence[right] < floor).mean()),
        wrong_below_floor=float((confidence[~right] < floor).mean()) if not right.all() else 1.0,
    )


def _temperature(scores: Float32, labels: Whole) -> float:
    """The temperature at which held-out answers are likeliest."""

    def surprise(temperature: float) -> float:
        return -float(log_softmax(scores / temperature, axis=1)[np.arange(len(labels)), labels].mean())

    return round(float(minimize_scalar(surprise, bounds=(0.2, 10), method="bounded").x), 3)
