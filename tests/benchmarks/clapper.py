"""The real engine, sink and kiosk window speak tone bursts: a clapperboard for an outside observer.

Only voice and artist are stand-ins: a clap is a burst of tone, and the mouth is drawn to snap open with
it, so that the instant is sharp in sound and picture. What carries it is the product's own way: queues,
sink, playhead, lip sync, bridge, QML. `python -m tests.benchmarks.clapper --events 50`.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import numpy as np

from app.audio import open_sink
from app.core.events import Event, Finished, Ready
from app.core.mouth import POSE_FIELDS
from app.core.ports import Playhead
from app.core.settings import load_settings
from app.core.timeline import Timeline
from app.core.types import (
    SPEECH_RATE,
    Audio,
    Chunk,
    Language,
    MouthTrack,
    Phone,
    SpokenChunk,
    Viseme,
    read_only,
)
from app.engine.parts import Parts
from app.engine.preparation import Stages
from app.engine.session import Session
from tests.fakes.parts import (
    FakeAligner,
    FakeClassifier,
    FakeVoices,
    chunk_of,
    parts_in,
    spoken_of,
    word_times,
)

CALIBRATION_CLAPS: Final = 4
CALIBRATION_PERIOD: Final = SPEECH_RATE * 7 // 10
CALIBRATION_LENGTH: Final = CALIBRATION_PERIOD // 2
CALIBRATION_PAUSE: Final = SPEECH_RATE
CLAP_LENGTH: Final = SPEECH_RATE * 12 // 100
CLAPS_IN_A_CHUNK: Final = 8

_PERIOD: Final = SPEECH_RATE * 4 // 10
_TRACK_STEP: Final = SPEECH_RATE // 1000
_JAW_OPEN: Final = 0.9
_SCATTER: Final = SPEECH_RATE // 25  # claps must not keep step with the screen's ticks


@dataclass(frozen=True)
class Claps:
    """Where in a chunk's sound claps begin, how long they are, and how late each mouth is drawn."""

    places: tuple[int, ...]
    length: int
    total: int
    late: tuple[int, ...]

    def sound(self) -> Audio:
        """Bursts of 1 kHz that begin at once."""
        samples = np.zeros(self.total)
        burst = 0.5 * np.cos(2 * np.pi * 1000 / SPEECH_RATE * np.arange(self.length))
        for place in self.places:
            samples[place : place + self.length] = burst
        return Audio(read_only(samples))

    def mouth(self) -> MouthTrack:
        """A jaw that snaps open with each burst, late by what was injected."""
        values = np.zeros((self.total // _TRACK_STEP + 1, len(POSE_FIELDS)))
        for place, late in zip(self.places, self.late, strict=True):
            begin, end = (place + late) // _TRACK_STEP, (place + late + self.length) // _TRACK_STEP
            values[begin:end, POSE_FIELDS.index("jaw")] = _JAW_OPEN
        return MouthTrack(read_only(values), _TRACK_STEP)


def script(events: int, late: Sequence[int]) -> list[Claps]:
    """The calibration chunk, then `events` claps; `late` in samples goes round the claps."""
    places = tuple(SPEECH_RATE // 2 + CALIBRATION_PERIOD * number for number in range(CALIBRATION_CLAPS))
    total = places[-1] + CALIBRATION_PERIOD + CALIBRATION_PAUSE
    chunks = [Claps(places, CALIBRATION_LENGTH, total, (0,) * len(places))]
    chance = np.random.default_rng(1)
    for first in range(0, events, CLAPS_IN_A_CHUNK):
        numbers = range(first, min(first + CLAPS_IN_A_CHUNK, events))
        places = tuple(
            _PERIOD // 2 + (number - first) * _PERIOD + int(chance.integers(_SCATTER)) for number in numbers
        )
        lates = tuple(late[number % len(late)] for number in numbers)
        chunks.append(Claps(places, CLAP_LENGTH, len(numbers) * _PERIOD, lates))
    return chunks


class ClapVoices(FakeVoices):
    """Says chunk k of a script."""

    def __init__(self, claps: Sequence[Claps]) -> None:
        super().__init__()
        self._claps = claps

    def chunks(self, text: str, language: Language | None) -> Sequence[Chunk]:
        if text != "claps":
            return super().chunks(text, language)
        return [chunk_of("clap", index) for index in range(len(self._claps))]

    def synthesise(self, chunk: Chunk, voice: str | None = None) -> SpokenChunk:
        spoken = spoken_of(chunk)
        return replace(spoken, audio=self._claps[chunk.index].sound()) if chunk.text == "clap" else spoken


class ClapArtist:
    """Draws the mouth of the chunk whose sound it is given."""

    def __init__(self, claps: Sequence[Claps]) -> None:
        self._claps = claps

    def draw(
        self,
        visemes: Timeline[Viseme],
        audio: Audio,
        language: Language,
        phones: Timeline[Phone] | None = None,
    ) -> MouthTrack:
        return self.from_energy(audio)

    def from_energy(self, audio: Audio) -> MouthTrack:
        own = [claps for claps in self._claps if np.array_equal(claps.sound().samples, audio.samples)]
        still = Claps((), 0, len(audio.samples), ())
        return (own or [still])[0].mouth()


@dataclass
class Director:
    """Starts the claps when the engine is ready and ends the run when they were heard."""

    session: Session
    ends: int | None = None
    over: float | None = field(default=None)

    def __call__(self, events: Sequence[Event], head: Playhead) -> bool:
        for event in events:
            if isinstance(event, Ready):
                self.session.speak("claps", Language.EN)
            elif isinstance(event, Finished):
                self.ends = event.ends
        if self.ends is not None and head.sample >= self.ends and self.over is None:
            self.over = time.monotonic() + 0.3
        return self.over is not None and time.monotonic() > self.over


def build(claps: Sequence[Claps], folder: Path) -> Parts:
    """Real sink, real engine, stand-in voice and artist."""
    stages = Stages(ClapVoices(claps), FakeAligner(), FakeClassifier(), ClapArtist(claps), word_times)
    return replace(parts_in(folder), stages=stages, sink=open_sink())


def main() -> int:
    from app.ui.kiosk import run_kiosk

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=50)
    parser.add_argument("--late-ms", type=float, nargs="+", default=[0.0], help="goes round the claps")
    options = parser.parse_args()
    sys.setswitchinterval(0.001)  # as app.__main__ does
    claps = script(options.events, [round(late * SPEECH_RATE / 1000) for late in options.late_ms])
    with tempfile.TemporaryDirectory() as folder:
        session = Session(lambda: build(claps, Path(folder)), started=time.perf_counter())
        try:
            director = Director(session)
            settings = load_settings(Path(folder) / "settings.json", os.environ, {}).settings
            return run_kiosk(
                session, settings, language=Language.EN, windowed=False, greet=False, on_tick=director
            )
        finally:
            session.close()


if __name__ == "__main__":
    sys.exit(main())
