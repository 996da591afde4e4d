"""The check between the rungs of the timing ladder: could a mouth have said this timeline?"""

from __future__ import annotations

from typing import Final

import numpy as np

from app.align.emissions import Emissions
from app.core.errors import AlignmentError
from app.core.phones import SILENCE, base, is_vowel
from app.core.timeline import Timeline
from app.core.types import SPEECH_RATE, Phone

LONGEST_VOWEL: Final = round(1.5 * SPEECH_RATE)
LONGEST_CONSONANT: Final = round(0.8 * SPEECH_RATE)
SQUEEZED: Final = round(0.026 * SPEECH_RATE)
"""A phone this short may be right; half of all phones this short are a text that does not fit."""
FASTEST: Final = 28.0
"""Phones a second of a tongue at its limit, pauses not counted."""
HEARD: Final = 0.1
"""Mean posterior from which a phone counts as heard where the text puts it."""
FEWEST_HEARD: Final = 0.6
"""Share of phones heard; measured: 0.66 to 1 for the text that was said, 0.06 to 0.55 for another one."""
SHORT: Final = 8
"""Phones below which a text is a word or two: one phone said in another way weighs much there."""
FEWEST_HEARD_OF_SHORT: Final = 0.3
FEWEST_OF_WORD: Final = 3
"""Phones from which a word can be judged."""
FLOOR: Final = -9.0
"""Log-posterior below which a phone is just not there: a wrong token must not bend its neighbours."""
TOLERATED: Final = 2.0
"""Log-posterior by which a hop may fall behind the best label, as it does wherever people slur."""
MISFIT: Final = 30.0
"""Sum over a stretch beyond what is tolerated; measured for the text that was said: seldom over 30 from the
voice's own phones, up to 90 where it says a word in another way; for a word too many, mostly over 45."""
LEGIBLE: Final = 0.3
"""Mean posterior of freely read phones below which the sound is no speech."""


def confidence_of(phones: Timeline[Phone], *, spoken_only: bool = True) -> float:
    """Mean posterior, phones weighted by length; 0 where none has a posterior."""
    rows = [
        (phone.end - phone.start, phone.confidence)
        for phone in phones
        if phone.confidence is not None and not (spoken_only and phone.ipa == SILENCE)
    ]
    lengths, posteriors = np.array(rows).T if rows else (np.zeros(1), np.zeros(1))
    return float(np.average(posteriors, weights=lengths)) if lengths.sum() else 0.0


def longest(ipa: str) -> int:
    """Most samples that a phone can last."""
    return LONGEST_VOWEL if is_vowel(ipa) else LONGEST_CONSONANT


def require_possible(phones: Timeline[Phone]) -> None:
    """Raise AlignmentError unless the times are ones that speech can have."""
    if not phones.tiles:
        raise AlignmentError("the phones leave gaps in the audio")
    spoken = [phone for phone in phones if phone.ipa != SILENCE]
    for phone in spoken:
        if phone.end - phone.start > longest(phone.ipa):
            seconds = (phone.end - phone.start) / SPEECH_RATE
            raise AlignmentError(f"{phone.ipa} of {seconds:.1f} s is too long for one phone")
    _require_pace(spoken)


def _require_pace(spoken: list[Phone]) -> None:
    lengths = np.array([phone.end - phone.start for phone in spoken])
    if len(lengths) < 4:  # too few to judge a pace by
        return
    if (lengths <= SQUEEZED).mean() > 0.5:
        raise AlignmentError("text longer than audio: most phones are squeezed")
    pace = len(lengths) * SPEECH_RATE / lengths.sum()
    if pace > FASTEST:
        raise AlignmentError(f"text longer than audio: {pace:.0f} phones a second")


def require_heard(phones: Timeline[Phone]) -> None:
    """Raise AlignmentError unless the network hears most of what the timeline says.

    Phones count alike, because the search gives long stretches to the few that do fit a wrong text.
    """
    spoken = [phone for phone in phones if phone.ipa != SILENCE and phone.confidence is not None]
    heard = sum((phone.confidence or 0.0) >= HEARD for phone in spoken)
    fewest = FEWEST_HEARD if len(spoken) >= SHORT else FEWEST_HEARD_OF_SHORT
    if heard < fewest * len(spoken):
        raise AlignmentError(f"{heard} of {len(spoken)} phones are heard: other words were said")


def is_doubtful(phones: Timeline[Phone], emissions: Emissions) -> bool:
    """Whether a word, or a stretch of sound, is not what the timeline says; the rest may well be."""
    words: dict[int, list[bool]] = {}
    for phone in phones:
        if phone.word is not None:
            words.setdefault(phone.word, []).append((phone.confidence or 0.0) >= HEARD)
    squeezed = any(len(heard) >= FEWEST_OF_WORD and sum(heard) * 2 < len(heard) for heard in words.values())
    return squeezed or _misfit(phones, emissions) > MISFIT


def _misfit(phones: Timeline[Phone], emissions: Emissions) -> float:
    """By how much the worst stretch of the timeline falls behind what is heard there, in log-posterior."""
    columns = np.array([emissions.column(base(phone.ipa)) for phone in phones])
    ends = [phone.end for phone in phones]
    owners = np.searchsorted(ends, np.arange(emissions.hops) * emissions.hop, side="right")
    logs = emissions.log_posteriors
    said = logs[np.arange(emissions.hops), columns[np.minimum(owners, len(columns) - 1)]]
    behind = logs.max(axis=1) - np.maximum(said, FLOOR) - TOLERATED
    total = np.concatenate(([0.0], np.cumsum(behind)))
    return float((total - np.minimum.accumulate(total)).max())


def require_legible(emissions: Emissions, phones: Timeline[Phone]) -> None:
    """Raise AlignmentError unless freely read phones are sure enough to move a mouth."""
    if emissions.hops < 4:
        raise AlignmentError("the audio is too short to read phones from")
    heard = confidence_of(phones, spoken_only=False)
    if heard < LEGIBLE:
        raise AlignmentError(f"mean posterior {heard:.2f} is under {LEGIBLE}: not speech")
