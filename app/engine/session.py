"""The engine's front door: requests go in, events come out, and one playhead says where the sound is.

All calls but `close` are called by the GUI thread and return at once; a director
thread builds and warms the parts, then answers the newest request.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from app.core.errors import GivenUpError, LisanError
from app.core.events import Answered, ContentChanged, Event, Failed, Notice, Ready, Stopped, Thinking
from app.core.ports import ModelInfo, Playhead
from app.core.types import Answer, Language
from app.diagnostics.counters import Counters
from app.diagnostics.latency import LatencyLedger, StageLatency
from app.engine.captions import without_diacritics
from app.engine.generation import Generation
from app.engine.latest import LatestSlot
from app.engine.line import Line, LineOptions
from app.engine.metronome import CLICKS, metronome
from app.engine.outbox import Outbox
from app.engine.parts import BuildParts, Parts, warm_up
from app.engine.workers import Job

_log = logging.getLogger(__name__)
_CLICKS: Final = Answer(CLICKS, "", Language.EN, 1.0, matched=True, id="clicks")
_STILL: Final = Playhead(0.0, playing=False, latency=0.0)


@dataclass(frozen=True, slots=True)
class _Request:
    generation: int
    requested: float
    answer: Callable[[Parts], Answer]


class Session:
    """One kiosk's engine. Build errors arrive as a Failed event of generation 0."""

    def __init__(
        self,
        build: BuildParts,
        *,
        started: float,
        ledger: LatencyLedger | None = None,
        counters: Counters | None = None,
        options: LineOptions | None = None,
        gain: float = 1.0,
        notices: Sequence[Notice] = (),
        closing: threading.Event | None = None,
    ) -> None:
        """`closing` is set when the session closes, for whoever builds parts: raise GivenUpError then."""
        self._build = build
        self._started = started
        self._ledger = ledger or LatencyLedger()
        self._counters = counters or Counters()
        self._options = options or LineOptions()
        self._generation = Generation()
        self._outbox = Outbox(self._counters)
        self._requests: LatestSlot[_Request] = LatestSlot()
        self._parts: Parts | None = None
        self._line: Line | None = None
        self._muted = False
        self._gain = gain
        self._pace = 1.0
        self._closing = closing or threading.Event()
        self._readers: list[threading.Thread] = []
        for notice in notices:
            self._outbox.put(notice)
        self._director = threading.Thread(target=self._direct, name="lisan-director", daemon=True)
        self._director.start()

    def ask(self, question: str, language: Language) -> int:
        """Answer a visitor's question aloud; returns its generation."""
        return self._submit(question, language, lambda parts: self._retrieve(parts, question, language))

    def speak(self, text: str, language: Language | None = None) -> int:
        """Say `text` as it is; `language` None means by script."""
        shown = language or Language.EN
        said = Answer(text, text, shown, 1.0, matched=True)
        return self._submit("", shown, lambda _parts: said)

    def greet(self, language: Language) -> int:
        """Say the pack's greeting."""
        return self._submit("", language, lambda parts: parts.librarian.greeting(language))

    def invite(self, language: Language, turn: int) -> int:
        """Say one of the pack's teasers: another one each turn."""

        def teaser(parts: Parts) -> Answer:
            teasers = parts.librarian.teasers(language)
            return teasers[turn % len(teasers)]

        return self._submit("", language, teaser)

    def repeat(self, answer: Answer, question: str) -> int:
        """Say an answer to this question once more."""
        return self._submit(question, answer.language, lambda _parts: answer)

    def click(self) -> int:
        """Play clicks that the mouth follows, to calibrate the picture to the sound."""
        return self._submit("", Language.EN, lambda _parts: _CLICKS)

    def set_pace(self, pace: float) -> None:
        """Speed of what is asked for from now on; 1 is the voice's own."""
        self._pace = pace

    def set_gain(self, gain: float) -> None:
        """Loudness from now on, also of what is playing: 0 (silent) to 1."""
        self._gain = gain
        if self._parts:
            self._parts.sink.set_gain(gain)

    def use_device(self, device: str | None, offsets: Mapping[str, float]) -> None:
        """Play on another device; `offsets` in seconds, by device name."""
        if self._parts:
            self._parts.sink.use(device, offsets)

    def use_voices(self, names: Mapping[Language, str]) -> None:
        """Speak with these voices from the next chunk on."""
        if self._line:
            self._line.use_voices(names)

    def use_pack(self, pack: str) -> None:
        """Answer from another pack as soon as it is read; one that cannot be used is told of in a Notice."""
        reader = threading.Thread(target=self._open_pack, args=(pack,), name="lisan-pack", daemon=True)
        self._readers = [*filter(threading.Thread.is_alive, self._readers), reader]
        reader.start()

    def stop(self) -> None:
        """Fall silent within the device's latency; whatever was being prepared is dropped."""
        stopped = self._generation.advance()
        if self._line is not None:
            self._line.clear()
        self._outbox.put(Stopped(stopped))

    def drain(self) -> list[Event]:
        """Everything that happened since the last call."""
        parts = self._parts
        if parts is not None and parts.sink.muted != self._muted:
            self._muted = parts.sink.muted
            self._outbox.put(Notice("no_audio", self._muted, parts.sink.name))
        return self._outbox.drain()

    def playhead(self) -> Playhead:
        """Where the sound is now, in samples of the sink's stream."""
        return self._parts.sink.playhead() if self._parts else _STILL

    def suggestions(self, language: Language) -> Sequence[str]:
        """Questions to offer; empty until the pack is loaded."""
        return self._parts.librarian.suggestions(language) if self._parts else ()

    def teasers(self, language: Language) -> Sequence[str]:
        """Lines that invite passers-by; empty until the pack is loaded."""
        if self._parts is None:
            return ()
        return tuple(teaser.text for teaser in self._parts.librarian.teasers(language))

    def voices(self, language: Language) -> Sequence[str]:
        """Names of the voices that can be chosen; empty until they are loaded."""
        return self._parts.stages.voices.names(language) if self._parts else ()

    def title(self, language: Language) -> str:
        """The exhibit's name; empty until the pack is loaded."""
        return self._parts.librarian.name(language) if self._parts else ""

    def models(self) -> Sequence[ModelInfo]:
        """What is loaded, in which precision, and why."""
        if self._parts is None:
            return ()
        stages = self._parts.stages
        return [*stages.classifier.info(), *stages.aligner.info()]

    def latencies(self) -> Sequence[StageLatency]:
        """The latency table."""
        return self._ledger.rows()

    def record(self, stage: str, milliseconds: float) -> None:
        """Let the screen add its own stage, such as drawing."""
        self._ledger.record(stage, milliseconds)

    def counts(self) -> Mapping[str, int]:
        """All counters."""
        return self._counters.snapshot()

    def timing_sources(self) -> Mapping[str, int]:
        """Chunks by the rung of the ladder that timed them."""
        return self._counters.snapshot("timing.")

    def audio_stats(self) -> Mapping[str, object]:
        """The device and its health."""
        return self._parts.sink.stats() if self._parts else {}

    def threads(self) -> Mapping[str, object]:
        """The thread budget in force."""
        return self._parts.threads if self._parts else {}

    def close(self) -> None:
        """Fall silent, end all threads, release the device."""
        self._generation.advance()
        self._closing.set()
        self._requests.close()
        for thread in (self._director, *self._readers):
            thread.join()
        if self._line is not None:
            self._line.clear()
            self._line.close()
        if self._parts is not None:
            self._parts.close()

    def _submit(self, question: str, language: Language, answer: Callable[[Parts], Answer]) -> int:
        requested = time.perf_counter()
        generation = self._generation.advance()
        if self._line is not None:
            self._line.clear()
        self._outbox.put(Thinking(generation, question, language))
        self._requests.put(_Request(generation, requested, answer))
        return generation

    def _retrieve(self, parts: Parts, question: str, language: Language) -> Answer:
        with self._ledger.timed("retrieve"):
            return parts.librarian.answer(question, language)

    def _open_pack(self, pack: str) -> None:
        parts = self._parts
        if parts is None or parts.open_pack is None:
            return
        try:
            librarian = parts.open_pack(pack)
        except GivenUpError:
            return
        except LisanError as error:
            self._outbox.put(Notice("content_unusable", active=True, detail=str(error)))
            return
        self._parts = replace(parts, librarian=librarian)
        self._outbox.put(Notice("content_unusable", active=False))
        self._outbox.put(ContentChanged())

    def _direct(self) -> None:
        if not self._start():
            return
        while (request := self._requests.take()) is not None:
            try:
                self._serve(request)
            except LisanError as error:
                self._outbox.put(Failed(request.generation, str(error)))
            except Exception as error:  # noqa: BLE001 - one bad request must not end the day
                _log.error("a request failed: %s", type(error).__name__)
                self._outbox.put(Failed(request.generation, type(error).__name__))

    def _start(self) -> bool:
        """Build and warm everything; on failure say so and give up."""
        try:
            self._parts = self._build()
            preparation = warm_up(self._parts, self._ledger)
        except GivenUpError:
            return False
        except Exception as error:  # noqa: BLE001 - whatever keeps us from starting is shown, not swallowed
            _log.error("start failed: %s", error)
            self._outbox.put(Failed(0, str(error)))
            return False
        self._line = Line(
            self._parts,
            preparation,
            generation=self._generation,
            outbox=self._outbox,
            ledger=self._ledger,
            counters=self._counters,
            options=self._options,
        )
        self._parts.sink.set_gain(self._gain)
        self._ledger.serve()
        self._outbox.put(Ready((time.perf_counter() - self._started) * 1000))
        return True

    def _serve(self, request: _Request) -> None:
        parts, line = self._parts, self._line
        assert parts is not None, "the director serves only after its start"
        assert line is not None, "the director serves only after its start"
        generation = request.generation
        answer = request.answer(parts)
        if self._generation.stale(generation):
            self._counters.add("stale.dropped")
            return
        self._outbox.put(Answered(generation, answer))
        line.begin(generation, request.requested)
        if answer is _CLICKS:
            line.play(Job(generation, metronome(parts.stages.artist, answer.language)))
            line.play(Job(generation, None, last=True))
            return
        with self._ledger.timed("normalise"):
            chunks = parts.stages.voices.chunks(answer.spoken, answer.language)
        for chunk in chunks:
            shown = chunk if answer.text == answer.spoken else without_diacritics(chunk)
            if not line.put(Job(generation, replace(shown, pace=self._pace))):
                return
        line.put(Job(generation, None, last=True))
