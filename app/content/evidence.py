"""What speaks for the entry that was ranked first: the numbers that decide between answer and limitation."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import Final

import numpy as np

from app.content.meaning import Nearness
from app.content.weights import EVIDENCE
from app.content.wording import Coverage
from app.core.types import Float32

_HALF: Final = 4.0
"""BM25 at which the fit counts as one half: about one rare word in common."""


@dataclass(frozen=True, slots=True)
class Channels:
    """Scores of every entry `[entries]` by each way of looking, and of the nearest question outside."""

    asks: Nearness
    other: Nearness
    tells: Nearness
    words: Float32
    outside: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """Fields are in the order of `EVIDENCE`.

    Cosines of the first entry's nearest and second-nearest question, its nearest sentence, and its
    nearest question in the other language; its words' fit (0–1); the lead over the best other entry by
    cosine and by fused rank; the lead over the nearest outside question; coverage; 1 / words of the
    question; whether it is conversation; the share of words that were mended.
    """

    asks: float
    asks_second: float
    tells: float
    other: float
    words: float
    lead: float
    fused_lead: float
    over_outside: float
    covered: float
    unknown: float
    gap: float
    brief: float
    talk: float
    mended: float

    def row(self) -> tuple[float, ...]:
        """The numbers, in the order of `EVIDENCE`."""
        return astuple(self)


assert tuple(Evidence.__dataclass_fields__) == EVIDENCE


def evidence_for(
    first: int,
    channels: Channels,
    fused: Float32,
    *,
    coverage: Coverage,
    question_words: int,
    mended: int,
    talk: bool,
) -> Evidence:
    """The evidence for the entry in place `first`."""
    asks = channels.asks.best
    return Evidence(
        asks=float(asks[first]),
        asks_second=float(channels.asks.second[first]),
        tells=float(channels.tells.best[first]),
        other=float(channels.other.best[first]),
        words=float(channels.words[first] / (channels.words[first] + _HALF)),
        lead=float(asks[first]) - _best_other(asks, first),
        fused_lead=float(fused[first]) - _best_other(fused, first),
        over_outside=float(asks[first]) - channels.outside,
        covered=coverage.covered,
        unknown=coverage.unknown,
        gap=coverage.gap,
        brief=1 / max(question_words, 1),
        talk=float(talk),
        mended=mended / max(question_words, 1),
    )


def _best_other(scores: Float32, first: int) -> float:
    rest = np.delete(scores, first)
    return float(rest.max()) if len(rest) else 0.0
