"""What a classifier's `config.json` and `head.npz` say: how to feed the network and read its output."""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from app.core.errors import ModelError
from app.core.types import BehaviourLabel, Float32, read_only
from app.inference.manifest import ModelDirectory


class ClassifierConfig(BaseModel):
    """The part of `config.json` that is ours; Hugging Face's own keys beside it are left alone."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    prefix: str
    """Put before every text: the encoder was trained with it."""
    max_tokens: int = Field(ge=8, le=512)
    temperature: float = Field(gt=0)
    """Divides the head's scores, so that a confidence of 0.8 is right eight times in ten."""
    floor: float = Field(ge=0, le=1)
    """Confidence below which the behaviour is neutral."""

    @classmethod
    def of(cls, directory: ModelDirectory) -> ClassifierConfig:
        """Read and check. Raises ModelError."""
        try:
            return cls.model_validate_json(directory.read_named("config.json"))
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            field = ".".join(str(part) for part in first["loc"])
            raise ModelError(f"{directory.path / 'config.json'}: {field}: {first['msg']}") from error


@dataclass(frozen=True, slots=True)
class Head:
    """A linear layer over the encoder's features: weights `[labels, features]`, bias `[labels]`."""

    weights: Float32
    bias: Float32
    labels: tuple[BehaviourLabel, ...]

    @classmethod
    def of(cls, directory: ModelDirectory) -> Head:
        """Read and check against the manifest's labels. Raises ModelError."""
        path = directory.path / "head.npz"
        try:
            labels = tuple(BehaviourLabel(label) for label in directory.manifest.labels)
            with np.load(io.BytesIO(directory.read_named("head.npz")), allow_pickle=False) as stored:
                head = cls(read_only(stored["weights"]), read_only(stored["bias"]), labels)
        except (ValueError, KeyError, zipfile.BadZipFile) as error:
            raise ModelError(f"{path} is not a classifier's head: {error}") from error
        if len(head.weights) != len(labels) or head.bias.shape != (len(labels),):
            raise ModelError(f"{path} has {len(head.weights)} rows for {len(labels)} labels")
        return head

    def probabilities(self, features: Float32, temperature: float) -> Float32:
        """Features `[features]` → probability of each label."""
        scores = (self.weights @ features + self.bias) / temperature
        powers = np.exp(scores - scores.max())
        return read_only(powers / powers.sum())
