"""Small deterministic parts for the engine's unit tests: sound is a tone, a word is two phones long."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from app.core.errors import SpeechError
from app.core.mouth import POSE_FIELDS
from app.core.ports import IsCancelled, ModelInfo, Playhead
from app.core.timeline import Timeline
from app.core.types import (
    SPEECH_RATE,
    Alignment,
    Answer,
    Audio,
    Behaviour,
    BehaviourLabel,
    Chunk,
    Float32,
    Language,
    MouthTrack,
    Phone,
    PhoneToken,
    SpokenChunk,
    TimingSource,
    Viseme,
    Word,
    WordTime,
    read_only,
)
from app.diagnostics.counters import Counters
from app.engine.cache import ChunkCache
from app.engine.parts import Parts
from app.engine.preparation import Stages

WORD_SAMPLES = SPEECH_RATE // 10


def chunk_of(text: str, index: int = 0, language: Language = Language.EN, pause_after: int = 0) -> Chunk:
    """A chunk whose words are said as they are written."""
    words, place = [], 0
    for shown in text.split():
        start = text.index(shown, place)
        place = start + len(shown)
        words.append(Word(shown, shown, start, place))
    return Chunk(index, text, language, tuple(words), pause_after)


def spoken_of(chunk: Chunk, voice: str = "tone") -> SpokenChunk:
    """A tone with two phones a word and exact engine times."""
    samples = WORD_SAMPLES * len(chunk.words)
    sound = 0.3 * np.sin(np.arange(samples) * 2 * np.pi * 220 / SPEECH_RATE)
    half = WORD_SAMPLES // 2
    phones = tuple(
        Phone(ipa, word * WORD_SAMPLES + part * half, word * WORD_SAMPLES + (part + 1) * half, word)
        for word in range(len(chunk.words))
        for part, ipa in enumerate(("p", "aː"))
    )
    tokens = tuple(PhoneToken(phone.ipa, phone.word) for phone in phones)
    return SpokenChunk(
        chunk, Audio(read_only(sound)), tokens, voice, Timeline(phones, samples, SPEECH_RATE), {"voice": 1.0}
    )


@dataclass
class FakeVoices:
    """One chunk a sentence. A sentence with `mute` cannot be spoken, one with `bug` breaks the stage."""

    spoken: list[str] = field(default_factory=list)
    hold: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self.hold.set()

    def chunks(self, text: str, language: Language | None) -> Sequence[Chunk]:
        sentences = [sentence.strip() for sentence in text.split(".") if sentence.strip()]
        return [chunk_of(s, i, language or Language.EN, 240) for i, s in enumerate(sentences)]

    def synthesise(self, chunk: Chunk, voice: str | None = None) -> SpokenChunk:
        self.hold.wait(5)
        if "mute" in chunk.text:
            raise SpeechError("no voice could say it")
        if "bug" in chunk.text:
            raise RuntimeError(chunk.text)
        self.spoken.append(chunk.text)
        return spoken_of(chunk, voice or "tone")

    def names(self, language: Language) -> Sequence[str]:
        return ("tone",)

    def warm_up(self) -> None:
        pass

    def close(self) -> None:
        self.hold.set()


class FakeAligner:
    """Echoes the engine's times, shifted by 5 ms when the acoustic rung is forced."""

    def align(self, spoken: SpokenChunk, timing: TimingSource | None = None) -> Alignment:
        phones = spoken.engine_phones
        assert phones is not None
        if timing is TimingSource.ACOUSTIC:
            late = SPEECH_RATE // 200
            moved = tuple(Phone(p.ipa, p.start + late, p.end + late, p.word, 0.9) for p in phones)
            phones = Timeline(moved, phones.duration + late, SPEECH_RATE)
        return Alignment(phones, timing or TimingSource.ENGINE, 0.9, timing_ms={"align_network": 1.0})

    def warm_up(self) -> None:
        pass

    def info(self) -> Sequence[ModelInfo]:
        return (ModelInfo("phones", "int8", "i8", 1, "preferred"),)


class FakeClassifier:
    def classify(self, text: str, language: Language) -> Behaviour:
        return Behaviour(BehaviourLabel.EXPLANATION, 0.8, ((BehaviourLabel.EXPLANATION, 0.8),))

    def embed(self, texts: Sequence[str]) -> Float32:
        return read_only(np.ones((len(texts), 384)) / np.sqrt(384))

    def warm_up(self) -> None:
        pass

    def info(self) -> Sequence[ModelInfo]:
        return ()


class FakeLibrarian:
    """Answers a question with itself."""

    def answer(self, question: str, language: Language | None = None) -> Answer:
        return Answer(question, question, language or Language.EN, 1.0, matched=True)

    def greeting(self, language: Language) -> Answer:
        return Answer("Hello there.", "Hello there.", language, 1.0, matched=True)

    def teasers(self, language: Language) -> Sequence[Answer]:
        return tuple(Answer(text, text, language, 1.0, matched=True) for text in ("Ask me.", "Come here."))

    def suggestions(self, language: Language) -> Sequence[str]:
        return ("What is this?",)

    def name(self, language: Language) -> str:
        return "Coast"


class FakeArtist:
    def draw(
        self,
        visemes: Timeline[Viseme],
        audio: Audio,
        language: Language,
        phones: Timeline[Phone] | None = None,
    ) -> MouthTrack:
        return self.from_energy(audio)

    def from_energy(self, audio: Audio) -> MouthTrack:
        steps = len(audio.samples) // 120 + 1
        return MouthTrack(read_only(np.full((steps, len(POSE_FIELDS)), 0.5)), 120)


@dataclass
class FakeSink:
    """A device that plays at once: the playhead is at the end of what was written."""

    name: str = "fake"
    muted: bool = False
    written: list[Float32] = field(default_factory=list)
    flushed: int = 0
    closed: bool = False
    gain: float = -1.0
    device: str | None = None

    def set_gain(self, gain: float) -> None:
        self.gain = gain

    def use(self, device: str | None, offsets: Mapping[str, float]) -> None:
        self.device = device

    def write(self, samples: Float32, *, give_up: IsCancelled) -> int | None:
        if give_up():
            return None
        begins = sum(len(piece) for piece in self.written)
        self.written.append(samples)
        return begins

    def flush(self) -> None:
        self.flushed += 1

    def playhead(self) -> Playhead:
        return Playhead(float(sum(len(piece) for piece in self.written)), playing=False, latency=0.02)

    def stats(self) -> Mapping[str, Any]:
        return {"device": self.name}

    def close(self) -> None:
        self.closed = True


def word_times(chunk: Chunk, phones: Timeline[Phone]) -> tuple[WordTime, ...]:
    """From the first phone of each word to its last."""
    found = []
    for index, word in enumerate(chunk.words):
        own = [phone for phone in phones if phone.word == index]
        found.append(WordTime(word.shown, own[0].start, own[-1].end, index=index))
    return tuple(found)


def parts_in(folder: Path, *, cap_bytes: int = 0) -> Parts:
    """All fakes wired together; the cache is real and lies in `folder`."""
    stages = Stages(FakeVoices(), FakeAligner(), FakeClassifier(), FakeArtist(), word_times)
    cache = ChunkCache(folder, cap_bytes, Counters(), fingerprint="fakes")
    return Parts(
        stages,
        FakeLibrarian(),
        FakeSink(),
        cache,
        ThreadPoolExecutor(1, "lisan-classify"),
        dict.fromkeys(Language, "tone"),
    )
