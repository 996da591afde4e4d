"""Compares an aligned timeline with a reference: which phones stand for each other, how far off they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.core.phones import SILENCE, VOWELS, base
from app.core.timeline import Timeline
from app.core.types import SPEECH_RATE, Phone
from app.core.visemes import PHONE_TO_VISEME, viseme_ids
from models.recipes.aligner.speech import Row

_GAP = 1.0
_SAME_LIPS = 0.01
_SAME_KIND = 1.0
_OTHER_KIND = 2.5
_MILLISECOND = SPEECH_RATE / 1000
STEP = SPEECH_RATE // 100


@dataclass(frozen=True, slots=True)
class Comparison:
    """Signed onset errors in milliseconds of the matched phones whose reference is exact, and counts.

    `aligned` are the places in the timeline of the phones that `errors` belong to, `strays` of those that no
    phone of the reference stands for. `phones` counts the reference's; `matched` those with a partner of the
    same viseme class, `paired` those with any partner.
    """

    errors: NDArray[np.float64]
    aligned: NDArray[np.intp]
    strays: NDArray[np.intp]
    phones: int
    matched: int
    paired: int


def compare(phones: Timeline[Phone], rows: Sequence[Row], *, shift_ms: float = 0.0) -> Comparison:
    """Compare onsets; `shift_ms` is added to the reference's times."""
    places = [place for place, phone in enumerate(phones) if phone.ipa != SILENCE]
    said = [phone for phone in phones if phone.ipa != SILENCE]
    told = [row for row in rows if row.phone != SILENCE]
    exact = _exact(told)
    pairs = partners([row.phone for row in told], [phone.ipa for phone in said])
    alike = [(one, two) for one, two in pairs if _lips(told[one].phone) == _lips(said[two].ipa)]
    sure = [(one, two) for one, two in alike if exact[one]]
    errors = [said[two].start / _MILLISECOND - told[one].start * 1000 - shift_ms for one, two in sure]
    aligned = np.array([places[two] for _, two in sure], np.intp)
    strays = np.setdiff1d(places, [places[two] for _, two in pairs]).astype(np.intp)
    return Comparison(np.array(errors, np.float64), aligned, strays, len(told), len(alike), len(pairs))


def _exact(told: Sequence[Row]) -> list[bool]:
    """Nobody knows where the second phone of one symbol begins."""
    return [row.certain or not index or told[index - 1].certain for index, row in enumerate(told)]


def partners(reference: Sequence[str], said: Sequence[str]) -> list[tuple[int, int]]:
    """Places (reference, said) that stand for each other on the cheapest way from one row to the other.

    The way is an edit distance over viseme classes; among equals, equal phones are preferred.
    """
    costs = np.zeros((len(reference) + 1, len(said) + 1))
    costs[:, 0] = np.arange(len(reference) + 1) * _GAP
    costs[0] = np.arange(len(said) + 1) * _GAP
    for one, wanted in enumerate(reference):
        for two, heard in enumerate(said):
            swap = costs[one, two] + _distance(wanted, heard)
            costs[one + 1, two + 1] = min(swap, costs[one, two + 1] + _GAP, costs[one + 1, two] + _GAP)
    return _way_back(costs, reference, said)


def _way_back(
    costs: NDArray[np.float64], reference: Sequence[str], said: Sequence[str]
) -> list[tuple[int, int]]:
    one, two = len(reference), len(said)
    way = []
    while one and two:
        swap = costs[one - 1, two - 1] + _distance(reference[one - 1], said[two - 1])
        if np.isclose(costs[one, two], swap):
            one, two = one - 1, two - 1
            way.append((one, two))
        elif np.isclose(costs[one, two], costs[one - 1, two] + _GAP):
            one -= 1
        else:
            two -= 1
    return way[::-1]


def _lips(phone: str) -> str:
    return PHONE_TO_VISEME[base(phone)]


def _distance(one: str, two: str) -> float:
    if base(one) == base(two):
        return 0.0
    if _lips(one) == _lips(two):
        return _SAME_LIPS
    return _SAME_KIND if (base(one) in VOWELS) == (base(two) in VOWELS) else _OTHER_KIND


@dataclass(frozen=True, slots=True)
class Agreement:
    """Shares of 10 ms steps with the reference's viseme: of the clip, and from first to last sound."""

    whole: float
    inside: float
    steps: int


def agreement(phones: Timeline[Phone], rows: Sequence[Row]) -> Agreement:
    """Compare visemes step by step."""
    heard_ids = viseme_ids([phone.ipa for phone in phones])
    told_ids = viseme_ids([row.phone for row in rows])
    size = phones.duration // STEP
    heard = _steps(((phone.start, id_) for phone, id_ in zip(phones, heard_ids, strict=True)), size)
    told = _steps(((row.start * SPEECH_RATE, id_) for row, id_ in zip(rows, told_ids, strict=True)), size)
    right = heard == told
    sounding = np.flatnonzero(told != SILENCE)
    inside = right[sounding[0] : sounding[-1] + 1]
    return Agreement(float(right.mean()), float(inside.mean()), size)


def _steps(starts: object, size: int) -> NDArray[np.object_]:
    """The id in force in the middle of each step; items follow one another without a gap."""
    row = np.full(size, SILENCE, dtype=object)
    for start, id_ in starts:
        row[max(0, int(np.ceil(start / STEP - 0.5))) :] = id_
    return row
