"""The espeak-ng voices: Arabic by default, English as the fallback; exact times of their own."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from app.core.phones import SILENCE
from app.core.types import Audio, Chunk, Float32, Language, PhoneToken, SpokenChunk
from app.speech.arabic_spelling import spelled_for_espeak
from app.speech.espeak_process import EspeakProcess
from app.speech.guarded_process import Reply
from app.speech.ipa import from_espeak
from app.speech.levels import finished, resampled
from app.speech.phone_events import (
    Event,
    phone_events,
    repair_closures,
    tokens,
    trimmed,
    with_length,
    without_false_pauses,
)
from app.speech.said import Said
from app.speech.tashkeel import Diacritiser
from app.speech.warm_up import warm_up_chunks

_SHADDA: Final = "\u0651"
"""On a word's first letter: espeak-ng then says half of the doubled letter before its word event."""

_PARTS: Final = re.compile(r"[_ ]+")


@dataclass(frozen=True, slots=True)
class EspeakSettings:
    """Which voice of espeak-ng speaks, and how: words a minute, pitch and its range from 0 to 99."""

    voice: str
    rate: int = 165
    pitch: int = 50
    range: int = 50


SETTINGS: Final = {
    Language.EN: EspeakSettings("en-us"),
    Language.AR: EspeakSettings("ar", rate=150),
}


class EspeakVoice:
    """A `Synthesiser` whose sound is made in the guarded child; Arabic is diacritised on the way."""

    def __init__(
        self,
        language: Language,
        process: EspeakProcess,
        *,
        settings: EspeakSettings | None = None,
        diacritiser: Diacritiser | None = None,
    ) -> None:
        self.name = f"espeak-{language}"
        self.languages = frozenset({language})
        self._language = language
        self._process = process
        self._settings = settings or SETTINGS[language]
        self._diacritiser = diacritiser or Diacritiser()

    def synthesise(self, chunk: Chunk) -> SpokenChunk:
        """Speak one chunk, with its phones in time. Raises SpeechError."""
        began = time.perf_counter()
        said = self._said(chunk)
        diacritised = time.perf_counter()
        reply = self._speak(said, chunk.pace)
        spoken = self._spoken(chunk, said, reply)
        ended = time.perf_counter()
        timing = {"speak": 1e3 * (ended - diacritised)}
        if self._language is Language.AR:
            timing["diacritise"] = 1e3 * (diacritised - began)
        return replace(spoken, timing_ms=timing)

    def tokens(self, chunk: Chunk) -> tuple[PhoneToken, ...]:
        """What this voice would say for the chunk, pauses left out. Raises SpeechError."""
        said = self._said(chunk)
        events, _ = self._events(said, self._speak(said, chunk.pace))
        return tuple(token for token in tokens(events) if token.ipa != SILENCE)

    def _said(self, chunk: Chunk) -> Said:
        said = Said.of(chunk)
        if self._language is not Language.AR:
            return said
        marked = self._diacritiser.diacritise(said.text.split())
        spelled = iter(spelled_for_espeak(marked))
        return Said(tuple(" ".join(next(spelled) for _ in word.split()) for word in said.words))

    def _speak(self, said: Said, pace: float) -> Reply:
        manner = self._settings
        rate = round(manner.rate * pace)
        return self._ask({"text": said.text, "rate": rate, "pitch": manner.pitch, "range": manner.range})

    def _ask(self, request: Mapping[str, Any]) -> Reply:
        return self._process.ask({"voice": self._settings.voice, **request})

    def _spoken(self, chunk: Chunk, said: Said, reply: Reply) -> SpokenChunk:
        events, raw = self._events(said, reply)
        rate = int(reply.message["rate"])
        sound, start = finished(resampled(raw, rate))
        return SpokenChunk(
            chunk=chunk,
            audio=Audio(sound),
            tokens=tokens(events),
            voice=self.name,
            engine_phones=trimmed(events, rate, (start, start + len(sound))),
        )

    def _events(self, said: Said, reply: Reply) -> tuple[tuple[Event, ...], Float32]:
        """Phones at the child's own rate, and its sound."""
        raw = np.frombuffer(reply.sound, dtype="<i2").astype(np.float32) / np.float32(32768)
        events = phone_events(self._named(said, reply), self._language, ends=len(raw))
        events = with_length(events, _phones(reply.message["ipa"], self._language))
        rate = int(reply.message["rate"])
        return repair_closures(without_false_pauses(events, raw, rate), raw, rate), raw

    def _named(self, said: Said, reply: Reply) -> Iterator[tuple[int, str, int | None]]:
        """The child's phone events, each with the word that it belongs to."""
        owners = self._owners(said, reply)
        for (sample, name), owner in zip(reply.message["phones"], owners, strict=True):
            yield int(sample), str(name), owner

    def _owners(self, said: Said, reply: Reply) -> list[int | None]:
        """The word of each phone event, from the word events before it.

        espeak-ng says some neighbours (`of the`) as one word: the later word then gets as many of the
        last phones as it has when it is said alone.
        """
        names = [name for _, name in reply.message["phones"]]
        owners: list[int | None] = [None] * len(names)
        for event, position, _ in reply.message["words"]:
            word = said.word_at(position)
            first = event - _begins_early(names[: event + 1], said, word)
            owners[first:] = [word] * (len(owners) - first)
        owners = [owner if name else None for owner, name in zip(owners, names, strict=True)]
        silent = [index for index in said.audible() if index not in owners]
        for index, count in zip(reversed(silent), reversed(self._counts(said, silent)), strict=True):
            _hand_over(owners, to=index, count=count)
        return owners

    def _counts(self, said: Said, indices: Sequence[int]) -> list[int]:
        if not indices:
            return []
        spelled = self._ask({"spell": [said.words[index] for index in indices]}).message["ipa"]
        return [len(_phones(clauses, self._language)) for clauses in spelled]

    def warm_up(self) -> None:
        """Start the child and pay for first uses, with a short and a long text. Raises SpeechError."""
        for chunk in warm_up_chunks(self._language):
            self.synthesise(chunk)

    def close(self) -> None:
        """End the child."""
        self._process.close()


def _begins_early(names: Sequence[str], said: Said, word: int | None) -> bool:
    """Whether the last but one of `names` is the first half of the word's doubled first letter."""
    doubled = len(names) > 1 and names[-1] == names[-2]
    return doubled and word is not None and said.words[word][1:2] == _SHADDA


def _phones(clauses: Sequence[str], language: Language) -> list[str]:
    """Phones of a transcription, pauses left out."""
    names = (name for name in _PARTS.split(" ".join(clauses)) if name)
    return [phone for name in names for phone in from_espeak(name, language, strict=False)]


def _hand_over(owners: list[int | None], *, to: int, count: int) -> None:
    """Give the last `count` phones of the word before `to` to it; the word before keeps at least one."""
    before = max((owner for owner in owners if owner is not None and owner < to), default=None)
    own = [index for index, owner in enumerate(owners) if owner == before]
    if before is not None and count:
        for index in own[1:][-count:]:
            owners[index] = to
