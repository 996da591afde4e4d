"""Label sets that the model was never trained for, with test sentences of both languages.

A file is a set of labels as `lisan classify --labels` reads it, and beside that a table `tests`: sentences by
label and language, none of which is among the examples.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from models.recipes.classifier.examples import DATA

ZERO_SHOT: Final = DATA / "zero_shot"
LANGUAGES: Final = ("en", "ar")


@dataclass(frozen=True)
class ZeroShotLabel:
    """One label in one language: what it means, and its sentences."""

    name: str
    description: str
    examples: Sequence[str]
    tests: Sequence[str]


def set_paths() -> list[Path]:
    """The files of the label sets, in alphabetical order."""
    return sorted(ZERO_SHOT.glob("*.toml"))


def read_set(path: Path, language: str) -> list[ZeroShotLabel]:
    """The labels of a set in one language. Raises KeyError where a field is missing."""
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    return [
        ZeroShotLabel(
            name=label["name"],
            description=label["description"][language],
            examples=label["examples"][language],
            tests=found["tests"][label["name"]][language],
        )
        for label in found["labels"]
    ]
