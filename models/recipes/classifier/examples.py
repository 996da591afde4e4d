"""Reads the labelled sentences and makes the plainer spellings that visitors and captions also have."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from app.core.types import BehaviourLabel

LABELS: Final = tuple(label.value for label in BehaviourLabel if label is not BehaviourLabel.NEUTRAL)
DATA: Final = Path(__file__).parent / "data"
FOLDS: Final = 8
HELD_OUT_FOLD: Final = 0
"""Never trained on: temperature and floor are found on it."""
_NEIGHBOURS: Final = 10
"""Sentences that follow one another may share an idea or be a translation: they stay in one fold."""


@dataclass(frozen=True)
class Example:
    """A sentence, its label and language, and the cross-validation fold that holds it out."""

    text: str
    label: str
    language: str
    fold: int = 0


def read_examples(part: str) -> list[Example]:
    """`train` or `test`, both languages."""
    return [example for language in ("en", "ar") for example in _read(part, language)]


def _read(part: str, language: str) -> list[Example]:
    with (DATA / f"{part}_{language}.tsv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))
    seen: dict[str, int] = {}
    examples = []
    for row in rows:
        place = seen[row["label"]] = seen.get(row["label"], -1) + 1
        examples.append(Example(row["text"], row["label"], language, place // _NEIGHBOURS % FOLDS))
    return examples


def plainer(examples: Sequence[Example]) -> list[Example]:
    """The same sentences in small letters and without the closing mark."""
    changed = (replace(example, text=example.text.lower().rstrip(".!?؟… ")) for example in examples)
    return [new for new, old in zip(changed, examples, strict=True) if new.text and new.text != old.text]
