"""Label sets that the model was never trained for: descriptions, examples and test sentences per language."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from models.recipes.classifier.examples import DATA

ZERO_SHOT: Final = DATA / "zero_shot"
LANGUAGES: Final = ("en", "ar")
_Fields: TypeAlias = Mapping[str, Mapping[str, Sequence[str]]]


@dataclass(frozen=True)
class ZeroShotLabel:
    """One label in one language: its name as it is shown, what it means, and its sentences."""

    key: str
    language: str
    name: str
    description: str
    examples: Sequence[str]
    tests: Sequence[str]


def set_names() -> list[str]:
    """Names of the label sets, in alphabetical order."""
    return sorted(path.stem for path in ZERO_SHOT.glob("*.toml"))


def read_set(name: str, language: str) -> list[ZeroShotLabel]:
    """The labels of the set `name` in one language. Raises KeyError where a field is missing."""
    text = (ZERO_SHOT / f"{name}.toml").read_text(encoding="utf-8")
    return _labels(tomllib.loads(text), language)


def _labels(found: Mapping[str, _Fields], language: str) -> list[ZeroShotLabel]:
    return [
        ZeroShotLabel(
            key=key,
            language=language,
            name=str(fields["name"][language]),
            description=str(fields["description"][language]),
            examples=fields["examples"][language],
            tests=fields["tests"][language],
        )
        for key, fields in found.items()
    ]
