"""Phones in time → words in time: every word of the chunk gets one, measured or interpolated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from app.core.phones import SILENCE
from app.core.timeline import Timeline
from app.core.types import Chunk, Phone, Word, WordTime

SHORTEST: Final = 480
"""Samples that an unmeasured word should have: 20 ms, one picture."""


@dataclass(frozen=True, slots=True)
class Span:
    """Samples `start`…`end`."""

    start: int
    end: int


def word_times(chunk: Chunk, phones: Timeline[Phone]) -> tuple[WordTime, ...]:
    """One time for each word of the chunk, in order, without overlap, inside 0…duration.

    A word without phones of its own is placed between its neighbours in proportion to its length;
    where they leave no room it takes some of the word before it (or after it). Only in a sound with
    fewer samples than words do start and end coincide.
    """
    spans = _measured(len(chunk.words), phones)
    measured = [span is not None for span in spans]
    speech = _speech(phones)
    for first, last in _gaps(measured):
        _fill(spans, first, last, words=chunk.words, speech=speech, duration=phones.duration)
    return tuple(
        WordTime(word.shown, span.start, span.end, not known, index)
        for index, (word, span, known) in enumerate(zip(chunk.words, spans, measured, strict=True))
        if span is not None
    )


def _measured(count: int, phones: Timeline[Phone]) -> list[Span | None]:
    """From a word's first phone to its last; a word out of order counts as unmeasured."""
    spans: list[Span | None] = [None] * count
    for phone in phones:
        if phone.word is not None and phone.ipa != SILENCE and 0 <= phone.word < count:
            span = spans[phone.word]
            spans[phone.word] = Span(span.start if span else phone.start, phone.end)
    reached = 0
    for index, span in enumerate(spans):
        if span is not None and span.start < reached:
            spans[index] = None
        elif span is not None:
            reached = span.end
    return spans


def _speech(phones: Timeline[Phone]) -> Span:
    """From the first sound to the last; the whole duration where nothing is known."""
    sounds = [phone for phone in phones if phone.ipa != SILENCE]
    return Span(sounds[0].start, sounds[-1].end) if sounds else Span(0, phones.duration)


def _gaps(measured: Sequence[bool]) -> list[tuple[int, int]]:
    """Runs of unmeasured words, first and last (exclusive)."""
    edges = np.flatnonzero(np.diff(np.concatenate(([True], measured, [True])).astype(np.int8)))
    return [(int(first), int(last)) for first, last in edges.reshape(-1, 2)]


def _fill(
    spans: list[Span | None],
    first: int,
    last: int,
    *,
    words: Sequence[Word],
    speech: Span,
    duration: int,
) -> None:
    """Spread the words `first`…`last` over the room between their neighbours."""
    before = spans[first - 1] if first else None
    after = spans[last] if last < len(spans) else None
    start = before.end if before else (0 if after else speech.start)
    end = after.start if after else (duration if before else speech.end)
    missing = max(0, (last - first) * SHORTEST - (end - start))
    if missing and before:
        start -= min(missing, (before.end - before.start) // 2)
        spans[first - 1] = Span(before.start, start)
    elif missing and after:
        end += min(missing, (after.end - after.start) // 2)
        spans[last] = Span(end, after.end)
    weights = [max(len(word.spoken), 1) for word in words[first:last]]
    edges = np.rint(start + np.cumsum([0, *weights]) / sum(weights) * (end - start)).astype(int)
    spans[first:last] = [Span(int(a), int(b)) for a, b in pairwise(edges)]
