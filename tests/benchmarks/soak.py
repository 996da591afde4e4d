"""Minutes of continuous speech with all workers busy: no audio underflow, no stale frame.

The product runs on a private device and display. Its answers follow one another without a pause and
are interrupted at random, so that preparation never rests; beside it one thread aligns and one
classifies without end. A frame is stale when its mouth is not that of the newest utterance at the
instant that is heard, or not at rest where nothing of it is.

    python -m tests.benchmarks.soak --minutes 10
"""

# ruff: noqa: T201 - a command prints its figures
from __future__ import annotations

import argparse
import itertools
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from app.core.events import ChunkQueued, Event, Failed, Finished, Ready
from app.core.ports import Playhead
from app.core.settings import Settings
from app.core.types import SPEECH_RATE, Language, PreparedChunk, TimingSource
from app.engine.session import Session
from app.ui.heard import REST
from tests.benchmarks.product import Mouth, note, questions, resident_mb, run, told
from tests.display import VirtualDisplay
from tests.pulse import PulseServer

_CLOSES: Final = 0.15  # seconds in which a mouth that was cut may still move
_SAME: Final = 1e-3
_REPORTS_EVERY: Final = 30.0


class StaleFrames:
    """Compares the mouth on the screen with the one that the newest utterance has at the playhead."""

    def __init__(self, mouth: Mouth) -> None:
        self._mouth = mouth
        self._lead = Settings().visual_lead_ms / 1000 * SPEECH_RATE
        self._chunks: list[tuple[int, PreparedChunk]] = []
        self._generation = -1
        self._sounded = 0.0
        self.checked = 0
        self.stale = 0

    def newest(self, generation: int) -> None:
        """Everything older must not be seen any more."""
        self._generation = generation
        self._chunks = []
        self._sounded = time.monotonic()

    def take(self, event: Event) -> None:
        if isinstance(event, ChunkQueued) and event.generation == self._generation:
            self._chunks.append((event.begins, event.prepared))

    def check(self, head: Playhead) -> None:
        """One frame. In the lead before a chunk's first sample the mouth may, but need not, have begun."""
        sample = head.sample + self._lead
        begun = [(begins, prepared) for begins, prepared in self._chunks if begins <= sample]
        wanted: Sequence[float] = REST
        if begun and sample < begun[-1][0] + len(begun[-1][1].spoken.audio.samples) and head.playing:
            begins, prepared = begun[-1]
            if head.sample <= begins:
                return
            wanted = [float(value) for value in prepared.mouth.at(sample - begins)]
            self._sounded = time.monotonic()
        elif time.monotonic() - self._sounded < _CLOSES:
            return
        self.checked += 1
        self.stale += not np.allclose(self._mouth(), wanted, atol=_SAME)


class Press:
    """Keeps the aligner and the classifier busy beside the engine."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._over = threading.Event()
        self.aligned = 0
        self.classified = 0
        self._spoken: PreparedChunk | None = None
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._align, self._classify)]
        for thread in self._threads:
            thread.start()

    def take(self, event: Event) -> None:
        """Take the newest chunk to align again and again."""
        if isinstance(event, ChunkQueued) and event.prepared.spoken.tokens:
            self._spoken = event.prepared

    def end(self) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()

    def _align(self) -> None:
        while not self._over.is_set():
            parts, prepared = self._session._parts, self._spoken
            if parts is None or prepared is None:
                time.sleep(0.1)
                continue
            parts.stages.aligner.align(prepared.spoken, TimingSource.ACOUSTIC)
            self.aligned += 1

    def _classify(self) -> None:
        while not self._over.is_set():
            parts = self._session._parts
            if parts is None or self._spoken is None:
                time.sleep(0.1)
                continue
            chunk = self._spoken.spoken.chunk
            text = f"{chunk.text} {self.classified}"  # a new one each time: what was classified is remembered
            parts.classify_pool.submit(parts.stages.classifier.classify, text, chunk.language).result()
            self.classified += 1


class Talker:
    """The director: asks on and on, in turn in each language, until the time is over."""

    def __init__(self, session: Session, mouth: Mouth, seconds: float, *, press: bool) -> None:
        self._session = session
        self._frames = StaleFrames(mouth)
        self._press = Press(session) if press else None
        self._chance = random.Random(1)
        both = zip(*(questions(language) for language in Language), strict=True)
        self._plan = itertools.cycle(zip(itertools.cycle(Language), itertools.chain(*both)))
        self._seconds = seconds
        self._ends: int | None = None
        self._ask_again = self._over = self._report = float("inf")
        self._asked = 0
        self._ticked = time.monotonic()
        self._ticks: list[float] = []

    def __call__(self, events: Sequence[Event], head: Playhead) -> bool:
        now = time.monotonic()
        self._ticks.append(now - self._ticked)
        self._ticked = now
        for event in events:
            self._take(event, now)
        self._frames.check(head)
        if now > self._report:
            self._tell()
            self._report = now + _REPORTS_EVERY
        if now > self._over:
            return self._end()
        if now > self._ask_again or (self._ends is not None and head.sample >= self._ends):
            self._ask(now)
        return False

    def _take(self, event: Event, now: float) -> None:
        self._frames.take(event)
        if self._press is not None:
            self._press.take(event)
        if isinstance(event, Ready):
            self._ask(now)
            self._over, self._report = now + self._seconds, now + _REPORTS_EVERY
            self._ticks.clear()
        elif isinstance(event, Finished):
            self._ends = event.ends
        elif isinstance(event, Failed):
            note(failed=event.message)
            self._over = now

    def _ask(self, now: float) -> None:
        language, question = next(self._plan)
        self._ends = None
        self._asked += 1
        self._ask_again = now + self._chance.uniform(3.0, 20.0)
        self._frames.newest(self._session.ask(question, language))

    def _end(self) -> bool:
        if self._press is not None:
            self._press.end()
        self._tell()
        return True

    def _tell(self) -> None:
        ticks = 1e3 * np.array(self._ticks)
        p50, p99 = np.percentile(ticks, [50, 99])
        pressed = (
            {"aligned": self._press.aligned, "classified": self._press.classified} if self._press else {}
        )
        note(
            asked=self._asked,
            underflows=self._session.audio_stats()["underflows"],
            frames=self._frames.checked,
            stale=self._frames.stale,
            tick_ms={"p50": round(p50, 1), "p99": round(p99, 1), "max": round(float(ticks.max()), 1)},
            resident_mb=resident_mb(),
            counts={key: value for key, value in self._session.counts().items() if "timing" not in key},
            **pressed,
        )


def soak(seconds: float, *, press: bool) -> list[dict[str, Any]]:
    """Run it as a child process; returns what it noted."""
    server, display = PulseServer(), VirtualDisplay()
    try:
        ear = server.add_sink()
        with tempfile.TemporaryDirectory() as folder:
            homes = {f"XDG_{kind}_HOME": folder for kind in ("CACHE", "CONFIG", "DATA", "STATE")}
            env = os.environ | server.env | display.env | homes | {"LISAN_CACHE_MB": "0"}
            command = [
                sys.executable,
                "-m",
                "tests.benchmarks.soak",
                "--child",
                "--minutes",
                str(seconds / 60),
            ]
            command += [] if press else ["--no-press"]
            with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as child:
                assert child.stdout is not None
                lines = []
                for line in child.stdout:
                    print(line, end="", flush=True)
                    lines.append(line)
                    ear.forget()
        return told(iter(lines))
    finally:
        display.close()
        server.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--no-press", action="store_true", help="without the two threads beside the engine")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    seconds, press = 60 * options.minutes, not options.no_press
    if options.child:
        return run(lambda session, mouth: Talker(session, mouth, seconds, press=press))
    facts = soak(seconds, press=press)
    last = [line for line in facts if "underflows" in line][-1]
    good = last["underflows"] == 0 and last["stale"] == 0
    print(f"{'good' if good else 'BAD'}: {last['underflows']} underflows, {last['stale']} stale frames")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
