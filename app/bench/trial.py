"""One trial of a thread profile: the kiosk's engine with it, asked question after question, played nowhere.

Everything but the window is real: session, workers, voices, aligner, classifier, pack, a sink whose time
runs. In place of the window a loop of 60 ticks a second drains the outbox and samples the mouth; how late
its ticks are is how smooth the drawing could be.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from typing import Any, Final

from app.audio import open_sink
from app.bench.inputs import questions, shipped_pack
from app.bench.usage import cpu_seconds
from app.bench.work_speech import open_stages
from app.content.librarian import build_librarian
from app.core.errors import LisanError
from app.core.events import ChunkQueued, Failed, Ready
from app.core.settings import ThreadSettings
from app.core.types import Language
from app.diagnostics.counters import Counters
from app.engine.cache import ChunkCache
from app.engine.parts import Parts
from app.engine.session import Session
from app.inference.budget import ThreadBudget
from app.inference.machine import cores

TICK: Final = 1 / 60
HEARD_SECONDS: Final = 0.25
"""That each answer is played before the next question: the next chunk is made meanwhile, as in the kiosk."""

PATIENCE: Final = 30.0
START_PATIENCE: Final = 180.0
"""Seconds for an answer, and for a start beside whatever else runs."""

VOICES: Final = {Language.EN: "hibari", Language.AR: "espeak-ar"}


@dataclass(slots=True)
class Seen:
    """What a trial saw: a row a question, a row a tick, and counts."""

    first_audio_ms: list[float] = field(default_factory=list)
    cpu_s: list[float] = field(default_factory=list)
    gaps_ms: list[float] = field(default_factory=list)
    underflows: int = 0


def run_trial(threads: Mapping[str, Any], cache: Path, answers: int) -> dict[str, Any]:
    """Ask so many questions, the languages in turns. Raises LisanError when the engine does not answer."""
    wanted = ThreadBudget.of(ThreadSettings.model_validate(threads), cores())
    counters = Counters()
    with ExitStack() as closing:
        session = Session(
            lambda: _parts(wanted, cache, counters, closing), started=time.perf_counter(), counters=counters
        )
        try:
            window = _Window(session)
            window.until(Ready, START_PATIENCE)
            for question, language in islice(cycle(_questions()), answers):
                window.ask(question, language)
            stats = session.audio_stats()
        finally:
            session.close()
    seen = window.seen
    seen.underflows = int(str(stats["underflows"]))
    return {
        "first_audio_ms": seen.first_audio_ms,
        "cpu_s": seen.cpu_s,
        "gaps_ms": seen.gaps_ms,
        "underflows": seen.underflows,
    }


class _Window:
    """Ticks as the screen would."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._due = self._last = time.perf_counter()
        self.seen = Seen()

    def ask(self, question: str, language: Language) -> None:
        """Ask, wait for the first chunk, hear a little of it, then be silent."""
        cpu = cpu_seconds()
        self._session.ask(question, language)
        queued = self.until(ChunkQueued)
        assert isinstance(queued, ChunkQueued)
        self.seen.first_audio_ms.append(queued.prepared.latency_ms["first_audio"])
        heard = time.perf_counter() + HEARD_SECONDS
        while time.perf_counter() < heard:
            self._tick()
            queued.prepared.mouth.at(self._session.playhead().sample - queued.begins)
        self.seen.cpu_s.append(cpu_seconds() - cpu)
        self._session.stop()

    def until(self, wanted: type[ChunkQueued | Ready], patience: float = PATIENCE) -> object:
        """Tick until an event of this kind comes. Raises LisanError on a failure, or after `patience`."""
        until = time.perf_counter() + patience
        while time.perf_counter() < until:
            for event in self._tick():
                if isinstance(event, wanted):
                    return event
                if isinstance(event, Failed):
                    raise LisanError(f"the engine failed: {event.message}")
        raise LisanError(f"the engine gave no {wanted.__name__} within {patience:.0f} s")

    def _tick(self) -> Sequence[object]:
        self._due = max(self._due + TICK, time.perf_counter() - TICK)
        time.sleep(max(0.0, self._due - time.perf_counter()))
        now = time.perf_counter()
        if self.seen.first_audio_ms:  # while it starts nobody watches
            self.seen.gaps_ms.append((now - self._last) * 1000)
        self._last = now
        return self._session.drain()


def _parts(wanted: ThreadBudget, cache: Path, counters: Counters, closing: ExitStack) -> Parts:
    pool = ThreadPoolExecutor(1, "lisan-classify")
    stages = open_stages(wanted, cache, closing)
    librarian = build_librarian(shipped_pack(), stages.classifier.embed, cache_dir=cache)
    unused = ChunkCache(cache / "chunks", 0, counters, fingerprint="")
    return Parts(stages, librarian, open_sink(mute=True), unused, pool, VOICES)


def _questions() -> list[tuple[str, Language]]:
    """The languages in turns."""
    pairs = zip(*(questions(language) for language in Language), strict=True)
    return [(asked, language) for pair in pairs for (_, asked), language in zip(pair, Language, strict=True)]
