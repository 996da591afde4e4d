"""Measures a head on sentences that it never saw, and the time that the network takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import thread_time

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from app.inference.runner import Runner
from models.recipes.classifier.examples import Example
from models.recipes.classifier.head import Float32, TrainedHead, Whole
from models.recipes.classifier.vocabulary import PREFIX

_BINS = 10


@dataclass(frozen=True)
class Score:
    """Results of one precision and language.

    `accuracy` is of the best label; `wrong` is the share of wrong answers above the floor, `unsure` of those
    below it; `plain` the accuracy on the same sentences in small letters without a closing mark; `best`
    the label of each sentence.
    """

    precision: str
    language: str
    cases: int
    accuracy: float
    wrong: float
    unsure: float
    calibration_error: float
    plain: float
    confusion: NDArray[np.int64]
    best: NDArray[np.int64]
    reliability: tuple[tuple[float, float, int], ...]
    """Mean confidence, accuracy and sentences of each tenth of confidence."""

    @property
    def least_recall(self) -> float:
        """Recall of the behaviour that is missed most."""
        return float((self.confusion.diagonal() / self.confusion.sum(axis=1)).min())


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
    steps = _reliability(confidence, right)
    confusion = np.zeros((probabilities.shape[1],) * 2, np.int64)
    np.add.at(confusion, (labels, best), 1)
    return Score(
        precision=name[0],
        language=name[1],
        cases=len(labels),
        accuracy=float(right.mean()),
        wrong=float((~right & sure).mean()),
        unsure=float((~sure).mean()),
        calibration_error=sum(abs(told - true) * count for told, true, count in steps) / len(labels),
        plain=float((head.probabilities(plain[0]).argmax(axis=1) == plain[1]).mean()),
        confusion=confusion,
        best=best,
        reliability=steps,
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


def _reliability(confidence: Float32, right: NDArray[np.bool_]) -> tuple[tuple[float, float, int], ...]:
    """Mean confidence, accuracy and count in ten equal steps of confidence; empty steps are left out."""
    bins = np.minimum((confidence * _BINS).astype(int), _BINS - 1)
    return tuple(
        (
            float(confidence[bins == place].mean()),
            float(right[bins == place].mean()),
            int((bins == place).sum()),
        )
        for place in np.unique(bins)
    )
