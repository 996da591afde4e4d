"""What an added alignment model is worth here: its onsets against the exact ones of held-out voices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from app.align.ctc import CtcAligner
from app.align.words import word_times
from app.core.errors import AlignmentError
from app.core.phones import SILENCE
from app.core.timeline import Timeline
from app.core.types import SPEECH_RATE, Language, Phone, SpokenChunk
from app.inference.manifest import Quality

Clips = Mapping[str, Sequence[SpokenChunk]]
"""Test clips by voice."""


@dataclass(frozen=True, slots=True)
class Onsets:
    """Milliseconds by which onsets of words and of phones are off, and clips that the ladder would refuse."""

    words: tuple[float, ...]
    phones: tuple[float, ...]
    refused: int
    clips: int

    @property
    def mean_word(self) -> float:
        return float(np.mean(self.words)) if self.words else float("nan")


def onsets(aligner: CtcAligner, clips: Sequence[SpokenChunk]) -> Onsets:
    """Refused clips are measured all the same: nothing is left out that makes a model look better."""
    words: list[float] = []
    phones: list[float] = []
    refused = 0
    for spoken in clips:
        try:
            given = aligner.timeline(spoken)
        except AlignmentError:  # it does not fit into the sound at all: there is nothing to measure
            refused += 1
            continue
        refused += _refuses(aligner, spoken)
        words += _word_errors(spoken, given)
        phones += _phone_errors(spoken, given)
    return Onsets(tuple(words), tuple(phones), refused, len(clips))


def _refuses(aligner: CtcAligner, spoken: SpokenChunk) -> bool:
    try:
        aligner.align(spoken)
    except AlignmentError:
        return True
    return False


def _word_errors(spoken: SpokenChunk, given: Timeline[Phone]) -> Iterator[float]:
    assert spoken.engine_phones is not None  # espeak-ng's voices always have them
    exact = word_times(spoken.chunk, spoken.engine_phones)
    for wanted, found in zip(exact, word_times(spoken.chunk, given), strict=True):
        if not wanted.interpolated:
            yield abs(found.start - wanted.start) * 1000 / SPEECH_RATE


def _phone_errors(spoken: SpokenChunk, given: Timeline[Phone]) -> Iterator[float]:
    """Phone by phone; none where the two do not say the same row (a phone found no room)."""
    assert spoken.engine_phones is not None
    wanted, found = ([one for one in row if one.ipa != SILENCE] for row in (spoken.engine_phones, given))
    if [one.ipa for one in wanted] == [one.ipa for one in found]:
        for a, b in zip(wanted, found, strict=True):
            yield abs(a.start - b.start) * 1000 / SPEECH_RATE


def agreement(first: CtcAligner, other: CtcAligner, clips: Clips) -> float:
    """Share of symbols that both begin within one hop of each other; 0 where there is nothing to compare."""
    gaps: list[int] = []
    for spoken in (one for row in clips.values() for one in row):
        try:
            pairs = zip(first.listen(spoken)[1], other.listen(spoken)[1], strict=True)
        except AlignmentError:
            continue
        gaps += [abs(a.first - b.first) for a, b in pairs]
    return float(np.mean(np.array(gaps) <= 1)) if gaps else 0.0


def quality(precision: str, language: Language, voice: str, seen: Onsets) -> Iterator[Quality]:
    """Rows of the manifest for one variant and voice."""
    rows = {
        f"mean word onset error in ms, {voice}": (seen.words, 1.0, np.mean),
        f"mean phone onset error in ms, {voice}": (seen.phones, 1.0, np.mean),
    }
    for measure, (errors, scale, summary) in rows.items():
        if errors:
            value = round(float(summary(errors)) * scale, 2)
            yield Quality(
                precision=precision, language=language, measure=measure, value=value, cases=len(errors)
            )
    share = round(seen.refused / max(seen.clips, 1), 4)
    told = f"share of clips refused, {voice}"
    yield Quality(precision=precision, language=language, measure=told, value=share, cases=seen.clips)
