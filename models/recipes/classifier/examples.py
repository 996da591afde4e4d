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
    """A sentence, its label and language, the cross-validation fold that holds it out, and its domain.

    The domain is empty in files that have no such column.
    """

    text: str
    label: str
    language: str
    fold: int = 0
    domain: str = ""


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
        fold, domain = place // _NEIGHBOURS % FOLDS, row.get("domain") or ""
        examples.append(Example(row["text"], row["label"], language, fold, domain))
    return examples


def plainer(examples: Sequence[Example]) -> list[Example]:
    """The same sentences in small letters and without the closing mark."""
    changed = (replace(example, text=example.text.lower().rstrip(".!?؟… ")) for example in examples)
    return [new for new, old in zip(changed, examples, strict=True) if new.text and new.text != old.text]
