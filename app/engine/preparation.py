"""The pipeline for one chunk: voice → timing and behaviour side by side → visemes → mouth.

`Preparation.prepare` is the whole of it, read from top to bottom; the session's workers call its two
halves so that one chunk is spoken while the one before is aligned.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TypeVar

from app.core.ports import Aligner, Classifier, MouthArtist, Voices
from app.core.timeline import Timeline
from app.core.types import (
    Alignment,
    Behaviour,
    Chunk,
    MouthTrack,
    Phone,
    PreparedChunk,
    SpokenChunk,
    TimingSource,
    Viseme,
    WordTime,
)
from app.core.visemes import viseme_timeline
from app.diagnostics.latency import LatencyLedger

T = TypeVar("T")

WordTimes = Callable[[Chunk, Timeline[Phone]], tuple[WordTime, ...]]
"""Times of a chunk's words from its phones; without phones they are spread over the duration."""


@dataclass(frozen=True, slots=True)
class Stages:
    """The parts that preparation is made of."""

    voices: Voices
    aligner: Aligner
    classifier: Classifier
    artist: MouthArtist
    word_times: WordTimes


class Preparation:
    """Chunk → PreparedChunk. `classify_pool` is the one thread that owns the classifier."""

    def __init__(self, stages: Stages, ledger: LatencyLedger, classify_pool: ThreadPoolExecutor) -> None:
        self._stages = stages
        self._ledger = ledger
        self._pool = classify_pool

    def prepare(
        self, chunk: Chunk, *, voice: str | None = None, timing: TimingSource | None = None
    ) -> PreparedChunk:
        """The whole way for one chunk. Raises SpeechError when no voice can say it."""
        return self.finish(self.speak(chunk, voice), timing=timing)

    def speak(self, chunk: Chunk, voice: str | None = None) -> SpokenChunk:
        """First half: the sound."""
        spoken, took = self._timed("synthesise", lambda: self._stages.voices.synthesise(chunk, voice))
        for stage, milliseconds in spoken.timing_ms.items():
            self._ledger.record(stage, milliseconds)
        return replace(spoken, timing_ms={**spoken.timing_ms, "synthesise": took})

    def finish(self, spoken: SpokenChunk, *, timing: TimingSource | None = None) -> PreparedChunk:
        """Second half: timing and behaviour in parallel, then the mouth."""
        behaviour = self._pool.submit(self._classify, spoken.chunk)
        alignment, took_align = self._timed("align", lambda: self._align(spoken, timing))
        (visemes, mouth), took_draw = self._timed("mouth", lambda: self._mouth(spoken, alignment))
        words = self._stages.word_times(spoken.chunk, alignment.phones)
        label, took_classify = behaviour.result()
        latency = {**spoken.timing_ms, **alignment.timing_ms}
        latency |= {"align": took_align, "mouth": took_draw, "classify": took_classify}
        return PreparedChunk(spoken, alignment, visemes, words, mouth, label, latency)

    def _align(self, spoken: SpokenChunk, timing: TimingSource | None) -> Alignment:
        alignment = self._stages.aligner.align(spoken, timing)
        for stage, milliseconds in alignment.timing_ms.items():
            self._ledger.record(stage, milliseconds)
        return alignment

    def _mouth(self, spoken: SpokenChunk, alignment: Alignment) -> tuple[Timeline[Viseme], MouthTrack]:
        visemes = viseme_timeline(alignment.phones)
        if alignment.source is TimingSource.ENERGY:
            return visemes, self._stages.artist.from_energy(spoken.audio)
        return visemes, self._stages.artist.draw(
            visemes, spoken.audio, spoken.chunk.language, alignment.phones
        )

    def _classify(self, chunk: Chunk) -> tuple[Behaviour, float]:
        return self._timed("classify", lambda: self._stages.classifier.classify(chunk.text, chunk.language))

    def _timed(self, stage: str, work: Callable[[], T]) -> tuple[T, float]:
        began = time.perf_counter()
        result = work()
        took = (time.perf_counter() - began) * 1000
        self._ledger.record(stage, took)
        return result, took


def deviation_ms(spoken: SpokenChunk, gauged: Alignment) -> Mapping[str, float]:
    """How far the aligner's onsets lie from the voice's exact ones: mean and greatest, in milliseconds.

    Compares phone by phone, so it is empty when the two do not say the same row of phones.
    """
    if spoken.engine_phones is None or gauged.source is not TimingSource.ACOUSTIC:
        return {}
    exact = [phone for phone in spoken.engine_phones if phone.word is not None]
    seen = [phone for phone in gauged.phones if phone.word is not None]
    if [p.ipa for p in exact] != [p.ipa for p in seen] or not exact:
        return {}
    off = [abs(a.start - b.start) * 1000 / gauged.phones.rate for a, b in zip(exact, seen, strict=True)]
    return {"mean": sum(off) / len(off), "max": max(off)}
