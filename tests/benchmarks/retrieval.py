"""Right answers, refusals and wrong answers of a pack on the visitor questions of `tests/data/questions`.

`python -m tests.benchmarks.retrieval` reports each half of the questions: the one that
`models.recipes.retrieval` may fit by, and the other.
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
from app.content.finder import ANSWERS, Finder, Finding
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


def figures_of(asked: Sequence[Asked]) -> Figures:
    """What visitors would have got."""
    inside = [item for item in asked if item.inside]
    taken = [item for item in inside if item.finding.confidence >= ANSWERS]
    refused = [item.finding.confidence < ANSWERS for item in asked if not item.inside]
    return Figures(
        first=sum(item.first for item in inside) / len(inside),
        right=sum(item.first for item in taken) / len(inside),
        wrong=sum(not item.first for item in taken) / len(inside),
        refused=sum(refused) / len(refused),
    )


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


def main() -> None:
    """Print the table."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    with tempfile.TemporaryDirectory() as cache:
        classifier = build_classifier(models_dir(), Path(cache), budget=ThreadBudget())
        began = time.perf_counter()
        finder = Finder(load_pack(assets_dir() / "packs" / "coast"), classifier.embed)
        print(f"index built in {time.perf_counter() - began:.1f} s")
        for language in Language:
            asked = ask_all(finder, language)
            print("\n".join(_report(asked, language)))


if __name__ == "__main__":
    main()
