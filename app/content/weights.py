"""The numbers of ranking and refusing, as `python -m models.recipes.retrieval` left them."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, model_validator

from app.core.resources import assets_dir
from app.core.types import Language

WEIGHTS_FILE: Final = "weights.json"

CHANNELS: Final = ("asks", "other", "words", "tells")
"""Rankings that are fused: questions in the visitor's language, in the other one, words, answers."""

EVIDENCE: Final = (
    "asks",
    "asks_second",
    "tells",
    "other",
    "words",
    "lead",
    "fused_lead",
    "over_outside",
    "covered",
    "unknown",
    "gap",
    "brief",
    "talk",
    "mended",
)
"""What tells an answer from a guess; see `app.content.evidence`."""


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Fusion(_Strict):
    """Reciprocal ranks: each channel gives `weights / (k + rank)`."""

    k: float = Field(gt=0)
    weights: dict[str, float]

    @model_validator(mode="after")
    def _knows_the_channels(self) -> Fusion:
        if tuple(self.weights) != CHANNELS:
            raise ValueError(f"weights are needed for {', '.join(CHANNELS)}")
        return self


class Refusal(_Strict):
    """A logistic model of "the first entry answers": weights of the evidence, and a language's bias."""

    weights: dict[str, float]
    bias: dict[Language, float]

    @model_validator(mode="after")
    def _knows_the_evidence(self) -> Refusal:
        if tuple(self.weights) != EVIDENCE or tuple(self.bias) != tuple(Language):
            raise ValueError(f"weights are needed for {', '.join(EVIDENCE)}, and a bias for each language")
        return self

    def confidence(self, evidence: tuple[float, ...], language: Language) -> float:
        """Probability that the first entry answers; from 0.5 on, it is given."""
        over = float(np.dot(tuple(self.weights.values()), evidence)) + self.bias[language]
        return float(1 / (1 + np.exp(-np.clip(over, -30, 30))))


class Weights(_Strict):
    """The whole file; `made` says by what it was made, and of what."""

    made: str
    encoder: str
    fusion: Fusion
    refusal: Refusal


@cache
def shipped_weights() -> Weights:
    """The weights that we ship."""
    return Weights.model_validate_json((assets_dir() / "retrieval" / WEIGHTS_FILE).read_bytes())
