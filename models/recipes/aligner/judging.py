"""Confidence against truth: which phones' onsets were in place, and how well confidence foretold it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.align.calibration import WITHIN_MS
from app.core.phones import SILENCE
from app.core.timeline import Timeline
from app.core.types import Phone
from models.recipes.aligner.matching import compare
from models.recipes.aligner.speech import Row


@dataclass(frozen=True, slots=True)
class Judged:
    """Phones' confidences 0–1, and whether each onset was in place."""

    confidence: NDArray[np.float64]
    in_place: NDArray[np.bool_]

    @classmethod
    def none(cls) -> Judged:
        """Of no phone."""
        return cls(np.zeros(0), np.zeros(0, np.bool_))

    @classmethod
    def joined(cls, parts: Iterable[Judged]) -> Judged:
        """All in one."""
        rows = list(parts)
        return cls(
            np.concatenate([one.confidence for one in rows]), np.concatenate([one.in_place for one in rows])
        )

    def error(self, bins: int = 10) -> float:
        """Expected calibration error, 0–1: mean gap between confidence and share, over even bins.

        0 where nothing was judged.
        """
        places = np.minimum((self.confidence * bins).astype(int), bins - 1)
        gaps = np.bincount(places, self.confidence - self.in_place, minlength=bins)
        return float(np.abs(gaps).sum() / max(len(places), 1))


def judged_by_text(phones: Timeline[Phone], rows: Sequence[Row], *, shift_ms: float = 0.0) -> Judged | None:
    """Phones of a known text; one that was not said is not in place. None where no phone has a confidence.

    A phone that was said in another way counts neither way: nobody knows which of its edges is which.
    """
    found = compare(phones, rows, shift_ms=shift_ms)
    confidence = [phones.items[place].confidence for place in (*found.aligned, *found.strays)]
    known = [one for one in confidence if one is not None]
    if len(known) < len(confidence) or not known:
        return None
    unsaid = np.zeros(len(found.strays), np.bool_)
    return Judged(np.array(known), np.concatenate((np.abs(found.errors) <= WITHIN_MS, unsaid)))


def judged_by_ear(phones: Timeline[Phone], rows: Sequence[Row]) -> Judged:
    """All phones that were read; one that the reference does not know of is not in place."""
    found = compare(phones, rows)
    in_place = np.zeros(len(phones.items), np.bool_)
    in_place[found.aligned] = np.abs(found.errors) <= WITHIN_MS
    spoken = np.array([phone.ipa != SILENCE for phone in phones], np.bool_)
    confidence = np.array([phone.confidence or 0.0 for phone in phones], np.float64)
    return Judged(confidence[spoken], in_place[spoken])
