"""Times the known text by a CTC network that an operator added: spikes → words → our own phones in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.align.ctc_changes import Changes
from app.align.ctc_edges import Loudness
from app.align.ctc_emissions import CtcEmissions, CtcListener
from app.align.ctc_search import Spike, spikes
from app.align.ctc_spelling import Symbol, symbols_of_phones, symbols_of_words, without_silence
from app.align.plausibility import confidence_of, require_heard, require_possible
from app.core.errors import AlignmentError
from app.core.phones import LENGTH_MARK, SILENCE, is_vowel
from app.core.ports import Progress
from app.core.timeline import Timeline
from app.core.types import SPEECH_RATE, Phone, PhoneToken, SpokenChunk

VOWEL: Final = 1.3
LONG: Final = 1.8
"""Typical length of a vowel and of a long phone, in consonants: they share a word's time by these."""

_NETWORK_SHARE: Final = 0.9  # of the time that a long recording takes

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Spikes in a row without a pause between words, from sample `start` to `end`."""

    spikes: tuple[Spike, ...]
    start: int
    end: int


class CtcAligner:
    """Fits known text by one CTC network. Safe to call from several threads."""

    def __init__(self, listener: CtcListener) -> None:
        self._listener = listener

    def align(self, spoken: SpokenChunk, progress: Progress | None = None) -> tuple[Timeline[Phone], float]:
        """A plausible timeline of the text and its confidence.

        Raises AlignmentError where there is none, ModelError where the network fails.
        """
        phones = self.timeline(spoken, progress)
        require_possible(phones)
        require_heard(phones)
        return phones, confidence_of(phones)

    def timeline(self, spoken: SpokenChunk, progress: Progress | None = None) -> Timeline[Phone]:
        """Like `align`, plausible or not."""
        emissions, found = self.listen(spoken, progress)
        said = without_silence(spoken.tokens)
        lead, hop = emissions.lead, emissions.hop
        stretches = list(_stretches(found, Loudness.of(spoken.audio), lead, hop, duration=emissions.duration))
        changes = Changes(spoken.audio.samples)
        phones = [
            phone
            for one in stretches
            for phone in _phones(one, said, _letter_edges(one, changes, lead=lead, hop=hop))
        ]
        return Timeline(tuple(_tiled(phones, emissions.duration)), emissions.duration, SPEECH_RATE)

    def listen(
        self, spoken: SpokenChunk, progress: Progress | None = None
    ) -> tuple[CtcEmissions, list[Spike]]:
        """What the network hears of the sound, and where it hears the text's symbols."""
        share = None if progress is None else lambda done: progress(_NETWORK_SHARE * done)
        emissions = self._listener.listen(spoken.audio, share)
        return emissions, spikes(emissions, self._symbols(emissions, spoken))

    def _symbols(self, emissions: CtcEmissions, spoken: SpokenChunk) -> list[Symbol]:
        said = without_silence(spoken.tokens)
        if not said:
            raise AlignmentError("there is no transcript")
        if self._listener.reading.groups:
            return symbols_of_phones(emissions, said)
        return symbols_of_words(emissions, spoken.chunk, said)


def _stretches(
    found: Sequence[Spike], loudness: Loudness, lead: int, hop: int, *, duration: int
) -> Iterator[_Stretch]:
    """Words with their edges: at pauses, else where the sound between two is softest."""
    words = [
        tuple(spike for spike in group if not spike.symbol.delimiter)
        for word, group in groupby(found, lambda one: (one.symbol.word, one.symbol.word is None))
    ]
    words = [word for word in words if word]
    inner = [
        loudness.gap(lead + before[-1].last * hop, lead + after[0].first * hop)
        for before, after in pairwise(words)
    ]
    _, start = loudness.gap(0, lead + words[0][0].first * hop, first=True)
    end, _ = loudness.gap(min(lead + words[-1][-1].last * hop, duration), duration, last=True)
    starts = [start, *(begins for _, begins in inner)]
    ends = [*(ends for ends, _ in inner), end]
    for word, begins, stops in zip(words, starts, ends, strict=True):
        yield _Stretch(word, begins, stops)


def _phones(stretch: _Stretch, said: Sequence[PhoneToken], edges: Numbers) -> Iterator[Phone]:
    """The phones of a word in its time: each at its own spike, or along the letters between `edges`."""
    symbols = [spike.symbol for spike in stretch.spikes]
    confidences = [spike.confidence for spike in stretch.spikes]
    if symbols[0].token is not None:
        own = [said[symbol.token] for symbol in symbols if symbol.token is not None]
        places = np.arange(len(own) + 1, dtype=np.float64)
    else:
        own = _of_word(said, symbols[0].word)
        places = _shares([token.ipa for token in own]) * len(symbols)
    times = np.rint(np.interp(places, np.arange(len(edges)), edges)).astype(int).tolist()
    heard = np.interp((places[1:] + places[:-1]) / 2 - 0.5, np.arange(len(symbols)), confidences).tolist()
    for token, start, end, sure in zip(own, times[:-1], times[1:], heard, strict=True):
        if start < end:
            yield Phone(token.ipa, start, end, token.word, sure)


def _letter_edges(stretch: _Stretch, changes: Changes, *, lead: int, hop: int) -> Numbers:
    """Samples between which each letter lies: where the sound changes most between two spikes."""
    inner = [
        changes.between(lead + before.last * hop, lead + after.first * hop)
        for before, after in pairwise(stretch.spikes)
    ]
    edges = np.array([stretch.start, *inner, stretch.end], np.float64)
    return np.clip(np.maximum.accumulate(edges), stretch.start, stretch.end)


def _of_word(said: Sequence[PhoneToken], word: int | None) -> list[PhoneToken]:
    """The word's phones; a sound that belongs to no word goes with the word before it."""
    owner: int | None = None
    own = []
    for token in said:
        owner = token.word if token.word is not None else owner
        if owner == word:
            own.append(token)
    return own


def _shares(phones: Sequence[str]) -> Numbers:
    """Edges of the phones in a word of length 1 `[phones + 1]`."""
    weights = [LONG if ipa.endswith(LENGTH_MARK) else VOWEL if is_vowel(ipa) else 1.0 for ipa in phones]
    return np.cumsum([0.0, *weights]) / max(sum(weights), 1.0)


def _tiled(phones: Sequence[Phone], duration: int) -> Iterator[Phone]:
    """The phones with silence wherever there is none."""
    reached = 0
    for phone in phones:
        if phone.start > reached:
            yield Phone(SILENCE, reached, phone.start)
        yield phone
        reached = phone.end
    if reached < duration:
        yield Phone(SILENCE, reached, duration)
