"""Writes `timeline.json`, schema `lisan.timeline/1`: what was said, when, and how sure we are."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

import numpy as np

from app.core.phones import SILENCE
from app.core.timeline import Timeline, merged
from app.core.types import (
    SPEECH_RATE,
    Audio,
    Behaviour,
    BehaviourLabel,
    Language,
    Phone,
    PreparedChunk,
    TimingSource,
    Viseme,
    WordTime,
    read_only,
)
from app.core.visemes import REST
from app.export.characters import character_times

SCHEMA: Final = "lisan.timeline/1"
_DIGITS: Final = 6  # a sample of 24 kHz is 0.0417 ms: rounding must not join two of them
_LADDER: Final = tuple(TimingSource)
_SHORT_SILENCE: Final = SPEECH_RATE // 10

T = TypeVar("T", Phone, Viseme)


@dataclass(frozen=True, slots=True)
class Utterance:
    """Prepared chunks in a row, with their pauses. Text without sound gives a short silence."""

    chunks: Sequence[PreparedChunk]
    language: Language = Language.EN
    """Stands in the file when there is no word to tell by."""

    def audio(self) -> Audio:
        """The whole sound, pauses included."""
        pieces: list[Any] = [] if self.chunks else [np.zeros(_SHORT_SILENCE, np.float32)]
        for prepared in self.chunks:
            pieces += [prepared.spoken.audio.samples, np.zeros(prepared.spoken.chunk.pause_after, np.float32)]
        return Audio(read_only(np.concatenate(pieces)))

    def spans(self) -> Iterator[tuple[int, PreparedChunk, int]]:
        """Each chunk between its first sample and the end of its pause."""
        start = 0
        for prepared in self.chunks:
            end = start + len(prepared.spoken.audio.samples) + prepared.spoken.chunk.pause_after
            yield start, prepared, end
            start = end


def timeline_document(utterance: Utterance, *, text: str, audio_path: str) -> dict[str, Any]:
    """The document for `json.dump`: seconds as floats, text in NFC, numbers finite."""
    duration = len(utterance.audio().samples)
    first = utterance.chunks[0] if utterance.chunks else None
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "text": _nfc(text),
        "language": _language(utterance),
        "audio": {"path": audio_path, "sample_rate": SPEECH_RATE, "duration": _seconds(duration)},
        "source": max((p.alignment.source for p in utterance.chunks), key=_LADDER.index, default=_LADDER[-1]),
        "confidence": _confidence(utterance),
        "behaviour": _behaviour(first),
        "words": [_word(word) for word in _words(utterance)],
        "characters": [_word(character) for character in _characters(utterance)],
        "phones": [_phone(phone) for phone in _phones(utterance, duration)],
        "visemes": [_span(v, {"id": v.id}) for v in _visemes(utterance, duration)],
        "chunks": [_chunk(*span) for span in utterance.spans()],
        "latency_ms": _milliseconds(first.latency_ms if first else {}),
    }
    warnings = [p.alignment.warning for p in utterance.chunks if p.alignment.warning]
    return document | ({"warning": "; ".join(dict.fromkeys(warnings))} if warnings else {})


def _language(utterance: Utterance) -> str:
    words = Counter[str]()
    for prepared in utterance.chunks:
        words[prepared.spoken.chunk.language] += len(prepared.spoken.chunk.words)
    return words.most_common(1)[0][0] if words else utterance.language


def _confidence(utterance: Utterance) -> float | None:
    """Mean over the sound; None as soon as one chunk has none."""
    weighed = [(p.alignment.confidence, len(p.spoken.audio.samples)) for p in utterance.chunks]
    total = sum(samples for _, samples in weighed)
    sure = [(confidence, samples) for confidence, samples in weighed if confidence is not None]
    if not total or len(sure) < len(weighed):
        return None
    return round(sum(confidence * samples for confidence, samples in sure) / total, 4)


def _words(utterance: Utterance) -> Iterator[WordTime]:
    for start, prepared, _ in utterance.spans():
        for word in prepared.words:
            yield replace(word, start=start + word.start, end=start + word.end)


def _characters(utterance: Utterance) -> Iterator[WordTime]:
    for start, prepared, _ in utterance.spans():
        phones: dict[int | None, list[Phone]] = {}
        for phone in prepared.alignment.phones:
            phones.setdefault(phone.word, []).append(phone)
        for word in prepared.words:
            shown = replace(word, text=_nfc(word.text))
            for one in character_times(shown, phones.get(word.index, ())):
                yield replace(one, start=start + one.start, end=start + one.end)


def _phones(utterance: Utterance, duration: int) -> Timeline[Phone]:
    """All phones, tiling 0 … duration; empty when no chunk was timed by phones."""
    if all(p.alignment.source is TimingSource.ENERGY for p in utterance.chunks):
        return Timeline((), duration, SPEECH_RATE)
    moved = (
        replace(phone, start=start + phone.start, end=start + phone.end)
        for start, prepared, _ in utterance.spans()
        for phone in prepared.alignment.phones
    )
    tiled = _tiled(moved, duration, lambda start, end: Phone(SILENCE, start, end))
    joined = merged(
        tiled, lambda a, b: a.ipa == b.ipa == SILENCE, lambda a, b: replace(a, end=b.end, confidence=None)
    )
    return Timeline(joined, duration, SPEECH_RATE)


def _visemes(utterance: Utterance, duration: int) -> Timeline[Viseme]:
    """All visemes, tiling 0 … duration, equal neighbours merged."""
    moved = (
        replace(viseme, start=start + viseme.start, end=start + viseme.end)
        for start, prepared, _ in utterance.spans()
        for viseme in prepared.visemes
    )
    tiled = _tiled(moved, duration, lambda start, end: Viseme(REST, start, end))
    joined = merged(tiled, lambda a, b: a.id == b.id, lambda a, b: replace(a, end=b.end))
    return Timeline(joined, duration, SPEECH_RATE)


def _tiled(items: Iterable[T], duration: int, silence: Callable[[int, int], T]) -> Iterator[T]:
    """The items, with silence wherever one ends before the next begins, up to `duration`."""
    reached = 0
    for item in items:
        if item.start > reached:
            yield silence(reached, item.start)
        yield item
        reached = item.end
    if reached < duration:
        yield silence(reached, duration)


def _chunk(start: int, prepared: PreparedChunk, end: int) -> dict[str, Any]:
    chunk, alignment = prepared.spoken.chunk, prepared.alignment
    row: dict[str, Any] = {
        "index": chunk.index,
        "text": _nfc(chunk.text),
        "start": _seconds(start),
        "end": _seconds(end),
        "language": chunk.language,
        "voice": prepared.spoken.voice,
        "source": alignment.source,
        "confidence": None if alignment.confidence is None else round(alignment.confidence, 4),
        "behaviour": prepared.behaviour.label,
        "latency_ms": _milliseconds(prepared.latency_ms),
    }
    stepped = {"stepped_down": dict(alignment.stepped_down)} if alignment.stepped_down else {}
    return row | stepped | ({"warning": alignment.warning} if alignment.warning else {})


def _behaviour(first: PreparedChunk | None) -> dict[str, Any]:
    shown = first.behaviour if first else Behaviour(BehaviourLabel.NEUTRAL, 0.0)
    return {"label": shown.label, "confidence": round(shown.confidence, 4)}


def _word(word: WordTime) -> dict[str, Any]:
    row = _span(word, {"text": _nfc(word.text)})
    return row | ({"interpolated": True} if word.interpolated else {})


def _phone(phone: Phone) -> dict[str, Any]:
    row = _span(phone, {"ipa": phone.ipa})
    return row if phone.confidence is None else row | {"confidence": round(phone.confidence, 4)}


def _span(item: WordTime | Phone | Viseme, head: dict[str, Any]) -> dict[str, Any]:
    return head | {"start": _seconds(item.start), "end": _seconds(item.end)}


def _seconds(samples: int) -> float:
    return round(samples / SPEECH_RATE, _DIGITS)


def _milliseconds(latency: Mapping[str, float]) -> dict[str, float]:
    return {stage: round(milliseconds, 3) for stage, milliseconds in latency.items()}


def _nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)
