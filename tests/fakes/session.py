"""A session without models or sound: canned answers, a drawn mouth, and a stream whose clock a test turns."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Final

import numpy as np

from app.core.events import Answered, ChunkQueued, ContentChanged, Event, Finished, Ready, Stopped, Thinking
from app.core.mouth import POSE_FIELDS
from app.core.ports import ModelInfo, Playhead
from app.core.timeline import Timeline
from app.core.types import (
    SPEECH_RATE,
    Alignment,
    Answer,
    Audio,
    Behaviour,
    BehaviourLabel,
    Chunk,
    Language,
    MouthTrack,
    PreparedChunk,
    Source,
    SpokenChunk,
    TimingSource,
    Word,
    WordTime,
    read_only,
)
from app.diagnostics.latency import LatencyLedger, StageLatency
from app.inference.budget import ThreadBudget
from app.inference.machine import Cores

WORD_SAMPLES: Final = SPEECH_RATE * 3 // 10
PAUSE_SAMPLES: Final = SPEECH_RATE // 10
_STEP: Final = 240
_CHUNK_LETTERS: Final = 80

TITLES: Final = {Language.EN: "The Living Coast", Language.AR: "الساحل الحيّ"}
SOURCES: Final = {
    Language.EN: "Exhibition text, Hall 2 · Mangroves and salt",
    Language.AR: "نصّ المعرض، القاعة 2 · القرم والملح",
}
GREETINGS: Final = {
    Language.EN: "Hello and welcome to the Living Coast! Ask me about mangroves, falcons or pearls.",
    Language.AR: "مرحبًا بكم في الساحل الحيّ! اسألوني عن القرم والصقور واللؤلؤ.",
}
QUESTIONS: Final = {
    Language.EN: (
        "How do mangroves live in salt water?",
        "Why do falcons dive so fast?",
        "What did pearl divers take with them?",
        "Which animals wake up in the desert at night?",
    ),
    Language.AR: (
        "كيف يعيش القرم في الماء المالح؟",
        "لماذا ينقضّ الصقر بهذه السرعة؟",
        "ماذا كان الغوّاصون يأخذون معهم؟",
        "أيّ الحيوانات تستيقظ في الصحراء ليلًا؟",
    ),
}
TEASERS: Final = {
    Language.EN: ("How can a tree live in salt water? Ask me!", "What is inside a camel's hump? Ask me!"),
    Language.AR: ("كيف تعيش شجرة في الماء المالح؟ اسألوني!", "ماذا يوجد داخل سنام الجمل؟ اسألوني!"),
}
ANSWERS: Final = {
    Language.EN: (
        "Mangroves keep most of the salt out at their roots, and push the rest out through their leaves. "
        "Touch a leaf at Hall 3 on a dry day, and you can feel the tiny crystals."
    ),
    Language.AR: (
        "Eastern Mangroves محميّة قريبة من هنا. يمنع القرم معظم الملح عند جذوره، "
        "ويخرج الباقي من أوراقه. زوروا Hall 3 لتلمسوا 25 ورقة منها."
    ),
}


@dataclass
class FakeSession:
    """Speaks each word for 0.3 s. Time passes by `advance`, or by `clock` where one is given."""

    clock: Callable[[], float] | None = None
    asked: list[tuple[str, Language]] = field(default_factory=list)
    greeted: list[Language] = field(default_factory=list)
    invited: list[Language] = field(default_factory=list)
    repeated: list[str] = field(default_factory=list)
    paces: list[float] = field(default_factory=list)
    gains: list[float] = field(default_factory=list)
    devices: list[str | None] = field(default_factory=list)
    packs: list[str] = field(default_factory=list)
    chosen: dict[Language, str] = field(default_factory=dict)
    clicks: int = 0
    stops: int = 0
    events: list[Event] = field(default_factory=list)
    loaded: bool = True
    playing_stalls: bool = False

    def __post_init__(self) -> None:
        self._generation = 0
        self._queued = 0
        self._played = 0.0
        self._then = self.clock() if self.clock else 0.0
        self._ledger = LatencyLedger()
        self.ready()

    def ready(self) -> None:
        """Say that all models are warm."""
        if self.loaded:
            self._ledger.serve()
            self.events.append(Ready(1234.0))

    def fill_ledger(self) -> None:
        """Figures as a warm machine shows them."""
        stages = {"phonemise": 2.2, "speak": 28.0, "synthesise": 31.0, "diacritise": 9.5, "tokenise": 0.2}
        stages |= {"align_network": 4.0, "align_viterbi": 2.0, "align": 6.1, "mouth": 1.1, "encode": 3.0}
        stages |= {"classify": 3.2, "retrieve": 3.6, "normalise": 0.3, "cache": 0.2, "first_audio": 96.0}
        stages |= {"deviation_mean": 3.1, "deviation_max": 9.0}
        for stage, typical in stages.items():
            for run in range(40):
                self._ledger.record(stage, typical * (4.0 if run == 0 else 1.0 + run % 7 * 0.04))

    def advance(self, seconds: float) -> None:
        """Let the device play on."""
        if not self.playing_stalls:
            self._played = min(self._played + seconds * SPEECH_RATE, float(self._queued))

    def ask(self, question: str, language: Language) -> int:
        self.asked.append((question, language))
        return self._utter(question, ANSWERS[language], language)

    def greet(self, language: Language) -> int:
        self.greeted.append(language)
        return self._utter("", GREETINGS[language], language)

    def invite(self, language: Language, turn: int) -> int:
        self.invited.append(language)
        return self._utter("", self.teasers(language)[turn % 2], language)

    def repeat(self, answer: Answer, question: str) -> int:
        self.repeated.append(question)
        return self._utter(question, answer.text, answer.language, answer)

    def click(self) -> int:
        self.clicks += 1
        return self._utter("", "1 2 3 4", Language.EN)

    def set_pace(self, pace: float) -> None:
        self.paces.append(pace)

    def set_gain(self, gain: float) -> None:
        self.gains.append(gain)

    def use_device(self, device: str | None, offsets: Mapping[str, float]) -> None:
        self.devices.append(device)

    def use_voices(self, names: Mapping[Language, str]) -> None:
        self.chosen = dict(names)

    def use_pack(self, pack: str) -> None:
        self.packs.append(pack)
        self.events.append(ContentChanged())

    def stop(self) -> None:
        self.stops += 1
        self._cut()
        self.events.append(Stopped(self._generation))

    def drain(self) -> list[Event]:
        events, self.events = self.events, []
        return events

    def playhead(self) -> Playhead:
        if self.clock:
            now = self.clock()
            self.advance(now - self._then)
            self._then = now
        return Playhead(self._played, playing=self._played < self._queued, latency=0.06)

    def suggestions(self, language: Language) -> Sequence[str]:
        return QUESTIONS[language] if self.loaded else ()

    def teasers(self, language: Language) -> Sequence[str]:
        return TEASERS[language] if self.loaded else ()

    def voices(self, language: Language) -> Sequence[str]:
        return ("hibari", "espeak-en") if language is Language.EN else ("espeak-ar",)

    def title(self, language: Language) -> str:
        return TITLES[language] if self.loaded else ""

    def models(self) -> Sequence[ModelInfo]:
        return (
            ModelInfo("behaviour", "model_int8", "INT8", 1, "preferred, agrees with golden outputs", 210.0),
            ModelInfo("phones-en", "openvino_model_int8", "INT8", 1, "preferred, 1.9 × faster", 95.0),
            ModelInfo("phones-ar", "openvino_model", "FP32", 1, "INT8 was slower on this machine", 130.0),
        )

    def latencies(self) -> Sequence[StageLatency]:
        return self._ledger.rows()

    def record(self, stage: str, milliseconds: float) -> None:
        self._ledger.record(stage, milliseconds)

    def counts(self) -> Mapping[str, int]:
        return {"stale.dropped": 3, "outbox.dropped": 0, "speech.failed": 1, "cache.hit": 7}

    def timing_sources(self) -> Mapping[str, int]:
        return {"engine": 12, "acoustic": 30}

    def audio_stats(self) -> Mapping[str, object]:
        told: dict[str, object] = {
            "device": "Fake Speakers",
            "host_api": "ALSA",
            "muted": False,
            "reason": "",
        }
        told |= {"rate": 48000, "latency_ms": 60.0, "offset_ms": 0.0, "underflows": 0}
        return told | {"callback_age_ms": 12.0, "queued_ms": 640.0, "reopened": 0}

    def threads(self) -> Mapping[str, object]:
        return {**asdict(ThreadBudget()), **Cores(64, 64, 32.5).figures()}

    @staticmethod
    def _answer(question: str, text: str, language: Language) -> Answer:
        if not question:
            return Answer(text, text, language, 0.9, matched=True, suggestions=QUESTIONS[language])
        source, id_ = Source("mangrove-salt", SOURCES[language]), "mangrove-salt"
        follow_ups = QUESTIONS[language][2:]
        return Answer(
            text, text, language, 0.9, matched=True, id=id_, sources=(source,), suggestions=follow_ups
        )

    def _cut(self) -> None:
        self._generation += 1
        self._queued = int(self._played)
        self._played = float(self._queued)

    def _utter(self, question: str, text: str, language: Language, answer: Answer | None = None) -> int:
        self._cut()
        answer = answer or self._answer(question, text, language)
        self.events.append(Thinking(self._generation, question, language))
        self.events.append(Answered(self._generation, answer))
        for chunk in chunks(text, language):
            self.events.append(ChunkQueued(self._generation, prepare(chunk), self._queued))
            self._queued += len(chunk.words) * WORD_SAMPLES + chunk.pause_after
        self.events.append(Finished(self._generation, self._queued))
        return self._generation


def chunks(text: str, language: Language) -> list[Chunk]:
    """The text in pieces of whole words."""
    pieces: list[list[str]] = [[]]
    for word in text.split():
        if len(" ".join([*pieces[-1], word])) > _CHUNK_LETTERS:
            pieces.append([])
        pieces[-1].append(word)
    return [_chunk(index, piece, language) for index, piece in enumerate(pieces)]


def _chunk(index: int, shown: list[str], language: Language) -> Chunk:
    starts = itertools.accumulate((len(word) + 1 for word in shown), initial=0)
    words = tuple(
        Word(word, word, start, start + len(word)) for word, start in zip(shown, starts, strict=False)
    )
    return Chunk(index, " ".join(shown), language, words, PAUSE_SAMPLES)


def prepare(chunk: Chunk) -> PreparedChunk:
    """Silence as long as the words, a mouth that opens once in each word."""
    samples = len(chunk.words) * WORD_SAMPLES
    audio = Audio(read_only(np.zeros(samples)))
    times = tuple(
        WordTime(word.shown, index * WORD_SAMPLES, (index + 1) * WORD_SAMPLES, index=index)
        for index, word in enumerate(chunk.words)
    )
    return PreparedChunk(
        SpokenChunk(chunk, audio, (), "fake"),
        Alignment(Timeline((), samples, SPEECH_RATE), TimingSource.ACOUSTIC, 0.9),
        Timeline((), samples, SPEECH_RATE),
        times,
        _mouth(samples),
        Behaviour(BehaviourLabel.EXPLANATION, 0.9),
    )


def _mouth(samples: int) -> MouthTrack:
    turn = np.arange(0, samples, _STEP) / WORD_SAMPLES * np.pi
    values = np.zeros((len(turn), len(POSE_FIELDS)))
    values[:, POSE_FIELDS.index("jaw")] = 0.7 * np.abs(np.sin(turn)) ** 2
    values[:, POSE_FIELDS.index("width")] = 0.6 * np.sin(turn / 3)
    values[:, POSE_FIELDS.index("round")] = 0.4 * np.abs(np.sin(turn / 5))
    values[:, POSE_FIELDS.index("upper_teeth")] = 0.5 * np.abs(np.sin(turn))
    return MouthTrack(read_only(values), _STEP)
