"""Trains the linear head on the encoder's features, calibrates it and finds the floor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar
from scipy.special import log_softmax, softmax
from sklearn.linear_model import LogisticRegression

from models.recipes.classifier.examples import FOLDS

Float32 = NDArray[np.float32]
Whole = NDArray[np.int64]

STRENGTH: Final = 0.03
"""Inverse of the regularisation; best of 0.003 … 0.1 in cross-validation."""

GIVEN_UP: Final = 0.02
"""Share of right answers that the floor may turn into `neutral`."""


@dataclass(frozen=True)
class TrainedHead:
    """Weights `[labels, features]`, bias, temperature and floor; accuracy when each fold was held out."""

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


def train(features: Float32, labels: Whole, folds: Sequence[int]) -> TrainedHead:
    """Fit on everything; temperature and floor come from answers to held-out folds."""
    held_out = _held_out_scores(features, labels, np.asarray(folds))
    temperature = _temperature(held_out, labels)
    probabilities = softmax(held_out / temperature, axis=1)
    right, confidence = probabilities.argmax(axis=1) == labels, probabilities.max(axis=1)
    floor = round(float(np.quantile(confidence[right], GIVEN_UP)), 2)
    weights, bias = _fit(features, labels)
    return TrainedHead(
        weights=weights,
        bias=bias,
        temperature=temperature,
        floor=floor,
        held_out_accuracy=float(right.mean()),
        right_below_floor=float((confidence[right] < floor).mean()),
        wrong_below_floor=float((confidence[~right] < floor).mean()),
    )


def _fit(features: Float32, labels: Whole) -> tuple[Float32, Float32]:
    """Logistic regression on standardised features, folded back to the plain ones."""
    middle, spread = features.mean(axis=0), features.std(axis=0)
    fitted = LogisticRegression(C=STRENGTH, max_iter=2000).fit((features - middle) / spread, labels)
    weights = fitted.coef_ / spread
    return weights.astype(np.float32), (fitted.intercept_ - weights @ middle).astype(np.float32)


def _held_out_scores(features: Float32, labels: Whole, folds: Whole) -> Float32:
    scores = np.empty((len(labels), int(labels.max()) + 1), np.float32)
    for fold in range(FOLDS):
        held_out = folds == fold
        weights, bias = _fit(features[~held_out], labels[~held_out])
        scores[held_out] = features[held_out] @ weights.T + bias
    return scores


def _temperature(scores: Float32, labels: Whole) -> float:
    """The temperature at which held-out answers are likeliest."""

    def surprise(temperature: float) -> float:
        return -float(log_softmax(scores / temperature, axis=1)[np.arange(len(labels)), labels].mean())

    return round(float(minimize_scalar(surprise, bounds=(0.2, 10), method="bounded").x), 3)
