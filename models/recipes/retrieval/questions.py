"""Visitor questions for the demo pack: one half to choose by, one half that only reports."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from app.core.types import Language

QUESTIONS: Final = Path(__file__).parents[3] / "tests" / "data" / "questions"
OUTSIDE: Final = "-"


@dataclass(frozen=True, slots=True)
class Question:
    """A visitor's question; `expected` is the id of the entry that answers it, or `-`."""

    part: str
    expected: str
    text: str
    kind: str


def questions_of(language: Language, pack: str = "coast") -> list[Question]:
    """The evaluation questions of one language."""
    with (QUESTIONS / f"{pack}_{language}.tsv").open(encoding="utf-8", newline="") as stream:
        rows = csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [Question(row["part"], row["expected"], row["question"], row["kind"]) for row in rows]
