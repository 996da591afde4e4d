"""Label sets to train on: what a text may be called, in sentences of both languages.

None shares a label or a sentence with `data/zero_shot`, which measures what came of it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from models.recipes.classifier.examples import DATA, HELD_OUT_FOLD, read_examples

FOLDER: Final = DATA / "label_sets"
LANGUAGES: Final = ("en", "ar")


@dataclass(frozen=True)
class LabelSet:
    """Descriptions of each language in the order of the labels; texts of each language with their label."""

    name: str
    descriptions: Mapping[str, Sequence[str]]
    texts: Mapping[str, Sequence[tuple[str, int]]]


def label_sets() -> list[LabelSet]:
    """All sets, in alphabetical order."""
    return [_read(path) for path in sorted(FOLDER.glob("*.toml"))]


def _read(path: Path) -> LabelSet:
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    names = [label["name"] for label in found["labels"]]
    column = found.get("column")
    return LabelSet(
        name=path.stem,
        descriptions={
            language: [label["description"][language] for label in found["labels"]] for language in LANGUAGES
        },
        texts={
            language: list(
                _labelled(column, names, language) if column else _shown(found["labels"], language)
            )
            for language in LANGUAGES
        },
    )


def _shown(labels: Sequence[Mapping[str, Any]], language: str) -> Iterator[tuple[str, int]]:
    for number, label in enumerate(labels):
        yield from ((text, number) for text in label["examples"][language])


def _labelled(column: str, names: Sequence[str], language: str) -> Iterator[tuple[str, int]]:
    """Training sentences by one of their columns; the held-out ones stay unseen."""
    for example in read_examples("train"):
        known = example.language == language and example.fold != HELD_OUT_FOLD
        if known and getattr(example, column) in names:
            yield example.text, names.index(getattr(example, column))
