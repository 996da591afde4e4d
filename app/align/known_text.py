"""The acoustic rung: the known text fitted onto the sound, or as much of it as was said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from app.align.accents import in_any_accent
from app.align.emissions import Emissions
from app.align.forced import align_tokens
from app.align.free import hushed, without_drones
from app.align.loose import Fit, align_loosely
from app.align.plausibility import confidence_of, is_doubtful, longest, require_heard, require_possible
from app.core.errors import AlignmentError
from app.core.phones import SILENCE
from app.core.ports import Progress
from app.core.timeline import Timeline
from app.core.types import SPEECH_RATE, Phone, PhoneToken

FEWEST_FITTED: Final = 0.67
"""Share of the text's phones that must be in the sound: with less, other words were said."""
KEPT: Final = round(0.2 * SPEECH_RATE)
"""Samples at either end of a phone that lasts too long where it may really be."""
ADDED: Final = round(0.25 * SPEECH_RATE)
"""Samples of speech in one go that are no slurred end of a word of the text."""


def align_text(
    emissions: Emissions, tokens: Sequence[PhoneToken], progress: Progress | None = None
) -> tuple[Timeline[Phone], float]:
    """A plausible timeline of the text and its confidence, calibrated. Raises AlignmentError without one.

    Where the whole text does not fit, words that were not said have no phones, and sound that is not in
    the text has phones without a word; the confidence falls with the share of words that is missing.
    """
    heard = in_any_accent(emissions)
    try:
        phones = _whole(heard, tokens, progress)
    except AlignmentError:
        fit = _what_fits(heard, tokens, progress)
        if fit is None:
            raise  # the reason why the whole text does not fit
        return _worth(fit, emissions)
    if is_doubtful(phones, heard) and is_doubtful(align_tokens(heard, tokens, progress, hasty=True), heard):
        fit = _what_fits(heard, tokens, progress)
        if fit is not None and _differs(fit):
            return _worth(fit, emissions)
    return _worth(Fit(phones, 1.0), emissions)


def _whole(emissions: Emissions, tokens: Sequence[PhoneToken], progress: Progress | None) -> Timeline[Phone]:
    """All of the text at the pace of the sound; where that is implausible, as hastily as it can be said."""
    try:
        return _checked(align_tokens(emissions, tokens, progress))
    except AlignmentError:
        return _checked(align_tokens(emissions, tokens, progress, hasty=True))


def _checked(phones: Timeline[Phone]) -> Timeline[Phone]:
    require_possible(phones)
    require_heard(phones)
    return phones


def _worth(fit: Fit, emissions: Emissions) -> tuple[Timeline[Phone], float]:
    """After all checks, which are made of raw posteriors: what each phone and the whole are worth."""
    phones = emissions.calibration.text.applied(fit.phones)
    return phones, confidence_of(phones) * fit.share


def _what_fits(emissions: Emissions, tokens: Sequence[PhoneToken], progress: Progress | None) -> Fit | None:
    """The words that were said, where they are most of the text and are heard."""
    try:
        heard = without_drones(emissions)
        fit = align_loosely(heard, tokens, progress)
        if stretched := _stretched(fit.phones, emissions.hop):
            fit = align_loosely(hushed(heard, stretched), tokens, progress)
        require_possible(fit.phones)
        require_heard(_of_words(fit.phones))
    except AlignmentError:
        return None
    return fit if fit.share >= FEWEST_FITTED else None


def _stretched(phones: Timeline[Phone], hop: int) -> list[tuple[int, int]]:
    """Hops inside phones that last too long: what is there is music, say, and the phone is at one end."""
    return [
        ((phone.start + KEPT) // hop, (phone.end - KEPT) // hop)
        for phone in phones
        if phone.ipa != SILENCE and phone.end - phone.start > longest(phone.ipa)
    ]


def _of_words(phones: Timeline[Phone]) -> Timeline[Phone]:
    return replace(phones, items=tuple(phone for phone in phones if phone.word is not None))


def _differs(fit: Fit) -> bool:
    """Whether a word is missing from the sound, or was added to it."""
    return fit.share < 1 or any(
        sum(phone.end - phone.start for phone in row) >= ADDED
        for unsaid, row in groupby(fit.phones, lambda phone: phone.word is None and phone.ipa != SILENCE)
        if unsaid
    )
