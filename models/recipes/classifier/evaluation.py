"""Measures a head on sentences that it never saw, and the time that the network takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import thread_time

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from app.inference.runner import Runner
from models.recipes.classifier.directory import PREFIX
from models.recipes.classifier.examples import Example
from models.recipes.classifier.head import Float32, TrainedHead, Whole

_BINS = 10


@dataclass(frozen=True)
class Score:
    """Results of one precision and language.

    `accuracy` is of the best label, `kept` the share of right answers after the floor (unsure counts
    as wrong), `plain` the accuracy on the same sentences in small letters without a closing mark.
    """

    precision: str
    language: str
    cases: int
    accuracy: float
    kept: float
    unsure: float
    calibration_error: float
    plain: float
    confusion: NDArray[np.int64]


def features_of(runner: Runner, tokenizer: Tokenizer, examples: Sequence[Example]) -> Float32:
    """Features `[texts, features]`, one text at a time as the kiosk does."""
    return np.stack([_run(runner, tokenizer, example.text)["features"][0] for example in examples])


def score(
    head: TrainedHead,
    features: Float32,
    labels: Whole,
    *,
    plain: tuple[Float32, Whole],
    name: tuple[str, str],
) -> Score:
    """Measure one precision (`name[0]`) on one language (`name[1]`)."""
    probabilities = head.probabilities(features)
    best, confidence = probabilities.argmax(axis=1), probabilities.max(axis=1)
    right, sure = best == labels, confidence >= head.floor
    confusion = np.zeros((probabilities.shape[1],) * 2, np.int64)
    np.add.at(confusion, (labels, best), 1)
    return Score(
        precision=name[0],
        language=name[1],
        cases=len(labels),
        accuracy=float(right.mean()),
        kept=float((right & sure).mean()),
        unsure=float((~sure).mean()),
        calibration_error=_calibration_error(confidence, right),
        plain=float((head.probabilities(plain[0]).argmax(axis=1) == plain[1]).mean()),
        confusion=confusion,
    )


def latencies(
    runners: Mapping[str, Runner], tokenizer: Tokenizer, examples: Sequence[Example]
) -> dict[str, tuple[float, float]]:
    """Processor milliseconds of the one thread at p50 and p95, tokenising included, turn by turn."""
    times: dict[str, list[float]] = {precision: [] for precision in runners}
    for example in examples:
        for precision, runner in runners.items():
            begun = thread_time()
            _run(runner, tokenizer, example.text)
            times[precision].append((thread_time() - begun) * 1000)
    return {name: (float(np.median(row)), float(np.percentile(row, 95))) for name, row in times.items()}


def _run(runner: Runner, tokenizer: Tokenizer, text: str) -> Mapping[str, NDArray[np.float32]]:
    ids = np.array([tokenizer.encode(PREFIX + text).ids], np.int64)
    return runner.run({"input_ids": ids, "attention_mask": np.ones_like(ids)})


def _calibration_error(confidence: Float32, right: NDArray[np.bool_]) -> float:
    """Expected calibration error over ten equal steps of confidence."""
    bins = np.minimum((confidence * _BINS).astype(int), _BINS - 1)
    gaps = (
        abs(float(confidence[bins == place].mean() - right[bins == place].mean()))
        * float((bins == place).mean())
        for place in np.unique(bins)
    )
    return sum(gaps)
