"""Labels of one's own: a text is scored against descriptions and examples, without training.

The encoder's vectors of any two texts are alike, so they are seen from the centre of everyday texts of
their language (`background.npz` of the model). A label's vector is the mean of its description's and its
examples'.
"""

from __future__ import annotations

import io
import tomllib
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from app.classify.classifier import MODEL
from app.core.errors import ModelError
from app.core.types import Float32, Language, read_only
from app.inference.manifest import ModelDirectory

FILE: Final = "labels.toml"
"""Where a pack keeps its labels."""
PLACE: Final = "{}"

_SHARPNESS: Final = 14.0
"""Of the softmax over nearness: chosen so that a score of 0.8 is right about eight times in ten."""

Embed = Callable[[Sequence[str]], Float32]
Line = Annotated[str, Field(min_length=1, max_length=400)]


class Label(BaseModel):
    """One label: a name for the output, a description and examples for each language that has them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Line
    description: dict[Language, Line] = Field(min_length=1)
    examples: dict[Language, tuple[Line, ...]] = {}


class Labels(BaseModel):
    """A set of labels. The template is put around descriptions, as Transformers does with its hypothesis."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    hypothesis_template: dict[Language, Line] = {}
    labels: tuple[Label, ...] = Field(min_length=2, max_length=100)

    @model_validator(mode="after")
    def _sound(self) -> Labels:
        names = [label.name for label in self.labels]
        if len(set(names)) < len(names):
            raise ValueError("two labels have the same name")
        for template in self.hypothesis_template.values():
            if PLACE not in template:
                raise ValueError(f"a hypothesis template has no {PLACE} for the label")
        return self

    @classmethod
    def read(cls, path: Path) -> Labels:
        """From a TOML file, or from `labels.toml` in a pack's folder. Raises ModelError."""
        file = path / FILE if path.is_dir() else path
        try:
            return cls.model_validate(tomllib.loads(file.read_text(encoding="utf-8-sig")))
        except (OSError, UnicodeDecodeError) as error:
            told = getattr(error, "strerror", None) or "not UTF-8"
            raise ModelError(f"{file} cannot be read ({told}): give a TOML file of labels") from error
        except tomllib.TOMLDecodeError as error:
            raise ModelError(f"{file} is not TOML: {error}") from error
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            field = ".".join(str(part) for part in first["loc"]) or "labels"
            raise ModelError(f"{file}: {field}: {first['msg']}") from error


@dataclass(frozen=True, slots=True)
class Background:
    """The centre `[width]` of one language's everyday texts."""

    centre: Float32

    @classmethod
    def of(cls, directory: ModelDirectory) -> Mapping[Language, Background]:
        """The model's own. Raises ModelError."""
        path = directory.path / "background.npz"
        try:
            with np.load(io.BytesIO(directory.read_named(path.name)), allow_pickle=False) as stored:
                return {language: cls(read_only(stored[language.value])) for language in Language}
        except (ValueError, KeyError, zipfile.BadZipFile) as error:
            raise ModelError(f"{path} does not hold vectors of both languages: {error}") from error

    def seen(self, vectors: Float32) -> Float32:
        """Unit vectors as seen from the centre."""
        return _unit(vectors - self.centre)


class OwnLabels:
    """Scores texts of both languages against one set of labels."""

    def __init__(self, labels: Labels, embed: Embed, background: Mapping[Language, Background]) -> None:
        self._names = tuple(label.name for label in labels.labels)
        self._embed = embed
        self._background = background
        self._vectors = {language: self._prototypes(labels, language) for language in Language}

    def score(
        self, text: str, language: Language, *, multi_label: bool = False
    ) -> tuple[tuple[str, float], ...]:
        """Ranked labels: scores sum to 1, or with `multi_label` each stands alone. Raises ModelError."""
        vector = self._background[language].seen(self._embed([text])[0])
        nearness = self._vectors[language] @ vector * _SHARPNESS
        scores = 1 / (1 + np.exp(-nearness)) if multi_label else _softmax(nearness)
        ranked = zip(self._names, map(float, scores), strict=True)
        return tuple(sorted(ranked, key=lambda row: -row[1]))

    def _prototypes(self, labels: Labels, language: Language) -> Float32:
        """One vector for each label; where a language has none of its own, the other's serves."""
        return np.stack([self._prototype(labels, label, language) for label in labels.labels])

    def _prototype(self, labels: Labels, label: Label, language: Language) -> Float32:
        told = language if language in label.description else next(iter(label.description))
        template = labels.hypothesis_template.get(told, PLACE)
        described = self._seen([template.replace(PLACE, label.description[told])], told)
        shown = [self._seen(lines, spoken) for spoken, lines in label.examples.items() if lines]
        return _unit(np.concatenate([described, *shown]).mean(axis=0))

    def _seen(self, texts: Sequence[str], language: Language) -> Float32:
        return self._background[language].seen(self._embed(texts))


def _unit(vectors: Float32) -> Float32:
    return read_only(vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-9))


def _softmax(scores: Float32) -> Float32:
    raised = np.exp(scores - scores.max())
    return read_only(raised / raised.sum())


def build_own_labels(path: Path, models_dir: Path, embed: Embed) -> OwnLabels:
    """Labels from a file or a pack's folder, scored by the shipped encoder. Raises ModelError."""
    return OwnLabels(Labels.read(path), embed, Background.of(ModelDirectory.open(models_dir / MODEL)))
