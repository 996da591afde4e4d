"""What is measured, and what the project asks of it: the one table that the evaluation and the cards read."""

from __future__ import annotations

import re
from dataclasses import dataclass

INT8, FP32 = "INT8", "FP32"
REFERENCE = "the voice's own times"

MAE = "mean onset error, ms"
BIAS = "median onset error, ms"
WITHIN_20, WITHIN_50 = "onsets within 20 ms, %", "onsets within 50 ms, %"
UNMATCHED = "reference phones unmatched, %"
UNPAIRED = "reference phones without any partner, %"
REFUSED = "clips not aligned, %"
CALIBRATED = "confidence against share in place (ECE), %"
EDGES, EDGES_IQR = "sibilant edges, median, ms", "sibilant edges, IQR, ms"
EDGES_MAE = "sibilant edges, mean error, ms"
IN_PLACE = "words that sound where they are put, %"
RATIO = "mean error against clean"
SHUT, VOWEL_SHUT = "p b m shut at their middle, %", "vowel time shut, %"
VISEMES, VISEMES_INSIDE = "viseme steps right, %", "viseme steps right between first and last sound, %"
ONE_HOP = "onsets within one hop of FP32, %"
SPEED = "real-time factor"


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value: which test, of what, by which system, over how many cases."""

    test: str
    language: str
    system: str
    measure: str
    value: float
    cases: int


@dataclass(frozen=True, slots=True)
class Goal:
    """A bound: the value is at most (or at least) so much; `magnitude` disregards its sign."""

    tests: str
    measure: str
    bound: float
    least: bool = False
    magnitude: bool = False

    def met(self, value: float) -> bool:
        """Whether the value keeps the bound."""
        value = abs(value) if self.magnitude else value
        return value >= self.bound if self.least else value <= self.bound

    def __str__(self) -> str:
        sign = "≥" if self.least else "≤"
        return f"{sign} {self.bound:g}{' either way' if self.magnitude else ''}"


_FROM_TEXT = r"(festival|Kokoro|Piper).*, from text"
GOALS = (
    Goal("flite awb", MAE, 7),
    Goal("flite awb", WITHIN_20, 95, least=True),
    Goal("flite awb", WITHIN_50, 99.5, least=True),
    Goal("festival ked, from text", MAE, 16),
    Goal("festival ked, from text", WITHIN_20, 82, least=True),
    Goal("Kokoro .*, from text", MAE, 20),
    Goal("Kokoro .*, from text", WITHIN_20, 68, least=True),
    Goal("espeak-ng .*, all four", MAE, 3),
    Goal("espeak-ng .*, all four", WITHIN_20, 98, least=True),
    Goal("Piper .*, from text", MAE, 22),
    Goal("Piper .*, from text", WITHIN_20, 68, least=True),
    Goal(_FROM_TEXT, UNMATCHED, 6),
    Goal("human prompts", EDGES, 10, magnitude=True),
    Goal("human prompts", EDGES_IQR, 16),
    Goal("human prompts", REFUSED, 0),
    Goal(r".* in (15 dB .*|small room|telephone)", RATIO, 1.6),
    Goal("lips .*", SHUT, 98, least=True),
    Goal("lips .*", VOWEL_SHUT, 5),
    Goal("(flite|festival).*, no transcript", VISEMES, 85, least=True),
    Goal("espeak-ng ar.*, no transcript", VISEMES, 80, least=True),
    Goal(".*", ONE_HOP, 99, least=True),
)


def goal_of(test: str, measure: str) -> Goal | None:
    """The goal of a figure, None for one that is only told."""
    return next((one for one in GOALS if one.measure == measure and re.fullmatch(one.tests, test)), None)
