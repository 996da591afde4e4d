"""Right answers, refusals and wrong answers of a pack on the visitor questions of `tests/data/questions`.

`python -m tests.benchmarks.retrieval` reports the shipped threshold on each half of the questions;
`--choose` sweeps it on the half that may be used for choosing.
"""

# ruff: noqa: T201 - a command prints its figures

from __future__ import annotations

import argparse
import csv
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from app.classify.classifier import build_classifier
from app.content.finder import Finder, Finding
from app.content.pack import load_pack
from app.core.resources import assets_dir, models_dir
from app.core.types import Language
from app.inference.budget import ThreadBudget

QUESTIONS = Path(__file__).parents[1] / "data" / "questions"
OUTSIDE = "-"


@dataclass(frozen=True, slots=True)
class Question:
    """A visitor's question; `expected` is the id of the entry that answers it, or `-`."""

    part: str
    expected: str
    text: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and what the finder made of it."""

    question: Question
    finding: Finding
    milliseconds: float

    @property
    def inside(self) -> bool:
        return self.question.expected != OUTSIDE

    @property
    def first(self) -> bool:
        return self.finding.ids[0] == self.question.expected


@dataclass(frozen=True, slots=True)
class Figures:
    """Shares of the answerable questions (first, right, wrong) and of the others (refused)."""

    first: float
    right: float
    wrong: float
    refused: float


def questions_of(language: Language, pack: str = "coast") -> list[Question]:
    """The evaluation questions of one language."""
    with (QUESTIONS / f"{pack}_{language}.tsv").open(encoding="utf-8", newline="") as stream:
        rows = csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [Question(row["part"], row["expected"], row["question"]) for row in rows]


def ask_all(finder: Finder, language: Language) -> list[Asked]:
    """Put every question of one language to the finder."""
    asked = []
    for question in questions_of(language):
        began = time.perf_counter()
        finding = finder.find(question.text, language)
        asked.append(Asked(question, finding, (time.perf_counter() - began) * 1000))
    return asked


def figures_of(asked: Sequence[Asked], threshold: float | None = None) -> Figures:
    """What visitors would have got, with the shipped threshold or another."""
    inside = [item for item in asked if item.inside]
    taken = [item for item in inside if _answered(item.finding, threshold)]
    refused = [not _answered(item.finding, threshold) for item in asked if not item.inside]
    return Figures(
        first=sum(item.first for item in inside) / len(inside),
        right=sum(item.first for item in taken) / len(inside),
        wrong=sum(not item.first for item in taken) / len(inside),
        refused=sum(refused) / len(refused),
    )


def _answered(finding: Finding, threshold: float | None) -> bool:
    if threshold is None:
        return finding.confidence >= 0.5
    return finding.score >= max(threshold, finding.outside)


def _report(asked: Sequence[Asked], language: Language) -> Iterator[str]:
    for part in ("choose", "report"):
        half = [item for item in asked if item.question.part == part]
        got = figures_of(half)
        yield (
            f"{language} {part:6}  first {got.first:.1%}  right {got.right:.1%}  "
            f"wrong {got.wrong:.1%}  refused {got.refused:.1%}  ({len(half)} questions)"
        )
    spent = [item.milliseconds for item in asked]
    yield f"{language} find    p50 {np.percentile(spent, 50):.1f} ms  p95 {np.percentile(spent, 95):.1f} ms"


def _sweep(asked: Sequence[Asked], language: Language) -> Iterator[str]:
    half = [item for item in asked if item.question.part == "choose"]
    for threshold in np.arange(0.36, 0.54, 0.02):
        got = figures_of(half, float(threshold))
        yield (
            f"{language} {threshold:.2f}  right {got.right:.1%}  "
            f"wrong {got.wrong:.1%}  refused {got.refused:.1%}"
        )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--choose", action="store_true", help="sweep the threshold on the choosing half")
    choose = parser.parse_args().choose
    with tempfile.TemporaryDirectory() as cache:
        classifier = build_classifier(models_dir(), Path(cache), budget=ThreadBudget())
        began = time.perf_counter()
        finder = Finder(load_pack(assets_dir() / "packs" / "coast"), classifier.embed)
        print(f"index built in {time.perf_counter() - began:.1f} s")
        for language in Language:
            asked = ask_all(finder, language)
            print("\n".join((_sweep if choose else _report)(asked, language)))


if __name__ == "__main__":
    main()
