"""The values that flow from question to face, in the order in which they are made.

All are frozen; arrays are read-only float32. Times are integer samples of `SPEECH_RATE`
unless a field's name says otherwise; seconds appear only at the edges.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.core.timeline import Timeline

Float32 = NDArray[np.float32]

SPEECH_RATE: Final = 24_000
"""Samples per second of everything that Lisan plays, times and writes."""


class Language(StrEnum):
    """A language that Lisan speaks."""

    EN = "en"
    AR = "ar"


class TimingSource(StrEnum):
    """A rung of the timing ladder, best first."""

    ENGINE = "engine"
    ACOUSTIC = "acoustic"
    RECOGNISED = "recognised"
    ENERGY = "energy"


class BehaviourLabel(StrEnum):
    """The nine behaviours that the classifier knows, and `neutral` when it is unsure."""

    GREETING = "greeting"
    FAREWELL = "farewell"
    EXPLANATION = "explanation"
    LISTING = "listing"
    LIMITATION = "limitation"
    AFFIRMATION = "affirmation"
    NEGATION = "negation"
    QUESTION = "question"
    APOLOGY = "apology"
    NEUTRAL = "neutral"


def read_only(samples: NDArray[np.floating] | NDArray[np.integer]) -> Float32:
    """Return `samples` as a contiguous float32 array that nobody can write to."""
    frozen = np.ascontiguousarray(samples, dtype=np.float32)
    if frozen.flags.writeable:
        frozen = frozen.view()
        frozen.flags.writeable = False
    return frozen


@dataclass(frozen=True, slots=True)
class Audio:
    """Mono sound: float32 `[samples]` in −1…1 at `rate` Hz."""

    samples: Float32
    rate: int = SPEECH_RATE

    @property
    def seconds(self) -> float:
        return len(self.samples) / self.rate


@dataclass(frozen=True, slots=True)
class Word:
    """A word as the visitor reads it (`shown`) and as the voice says it (`spoken`, maybe several words).

    `start` and `end` are character positions of `shown` in the chunk's text. `spoken` is empty for a
    word without sound (an emoji, a lone dash).
    """

    shown: str
    spoken: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of an utterance that is spoken in one go: at most 80 shown characters, one language."""

    index: int
    text: str
    language: Language
    words: tuple[Word, ...]
    pause_after: int = 0
    """Silence after the chunk, in samples."""
    pace: float = 1.0
    """Speed of speech, 1 as the voice is used to; a visitor may ask for less."""

    @property
    def spoken(self) -> str:
        """What the voice is given."""
        return " ".join(word.spoken for word in self.words if word.spoken)


@dataclass(frozen=True, slots=True)
class PhoneToken:
    """A phone that the voice said, in order: canonical IPA (length mark ː kept) and its word.

    `word` is an index into `Chunk.words`, None for silence and for sound that belongs to no word.
    """

    ipa: str
    word: int | None = None


@dataclass(frozen=True, slots=True)
class Phone:
    """A timed phone: samples `start` to `end`, canonical IPA, its word and the aligner's confidence 0–1."""

    ipa: str
    start: int
    end: int
    word: int | None = None
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Viseme:
    """A timed mouth shape; `id` is one of the fifteen of `app.core.visemes`."""

    id: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class WordTime:
    """When a shown word is spoken. `interpolated` marks a time that was not measured."""

    text: str
    start: int
    end: int
    interpolated: bool = False
    index: int = 0
    """The word's place in `Chunk.words`."""


@dataclass(frozen=True, slots=True)
class SpokenChunk:
    """A chunk with its sound at `SPEECH_RATE`: silence trimmed, loudness matched, pause not included.

    `tokens` is what the voice's front end says was spoken; empty when no transcript fits.
    `engine_phones` are the voice's own times where it has exact ones, else None.
    """

    chunk: Chunk
    audio: Audio
    tokens: tuple[PhoneToken, ...]
    voice: str
    engine_phones: Timeline[Phone] | None = None
    timing_ms: Mapping[str, float] = field(default_factory=dict)
    """Milliseconds by stage inside the voice (for instance `diacritise`)."""


@dataclass(frozen=True, slots=True)
class Alignment:
    """Phones in time, and which rung of the ladder said so.

    `phones` tiles the audio (silence is `sil`); it is empty with source `energy`.
    `confidence` is None where the rung that was forced failed; `warning` then says why.
    `stepped_down` names each better rung that was tried and why it was left.
    """

    phones: Timeline[Phone]
    source: TimingSource
    confidence: float | None
    warning: str | None = None
    stepped_down: Mapping[TimingSource, str] = field(default_factory=dict)
    timing_ms: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Behaviour:
    """What the face does while it speaks: `label` after the floor, and all labels by score before it."""

    label: BehaviourLabel
    confidence: float
    ranked: tuple[tuple[BehaviourLabel, float], ...] = ()


@dataclass(frozen=True, slots=True)
class MouthTrack:
    """The mouth's curves over a chunk: `values` `[steps, len(POSE_FIELDS)]`, `step` samples apart."""

    values: Float32
    step: int

    def at(self, sample: float) -> Float32:
        """Pose at `sample`, linear between steps, held at both ends; `[len(POSE_FIELDS)]`."""
        place = min(max(sample / self.step, 0.0), len(self.values) - 1.0)
        low = int(place)
        high = min(low + 1, len(self.values) - 1)
        mixed: Float32 = self.values[low] + (self.values[high] - self.values[low]) * np.float32(place - low)
        return mixed


@dataclass(frozen=True, slots=True)
class PreparedChunk:
    """Everything that the sink and the face need for one chunk."""

    spoken: SpokenChunk
    alignment: Alignment
    visemes: Timeline[Viseme]
    words: tuple[WordTime, ...]
    mouth: MouthTrack
    behaviour: Behaviour
    latency_ms: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Source:
    """A passage that an answer rests on."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What the avatar will say to a question.

    `spoken` is the text for the voice (Arabic diacritised), `text` the one that is shown.
    `matched` is False for the friendly limitation. `suggestions` are questions to offer next.
    `forget` asks that the question be neither shown again, nor counted, nor kept in any other way.
    """

    text: str
    spoken: str
    language: Language
    confidence: float
    matched: bool
    id: str = ""
    sources: tuple[Source, ...] = ()
    suggestions: tuple[str, ...] = ()
    forget: bool = False
