"""The voices that an operator dropped in: Piper's, each spoken by piper-tts in a guarded child of its own."""

from __future__ import annotations

import logging
import shutil
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import Final, TypeVar

import numpy as np

from app.core.errors import SpeechError
from app.core.types import Audio, Chunk, Float32, Language, SpokenChunk
from app.speech.arabic_spelling import spelled_for_espeak
from app.speech.guarded_process import GuardedProcess, Program, Reply
from app.speech.levels import finished, resampled
from app.speech.phone_events import Event, tokens, trimmed, without_false_pauses
from app.speech.pipe import Message
from app.speech.piper_catalogue import PiperFile
from app.speech.piper_phones import Heard, Symbol, events, heard, owned
from app.speech.piper_times import Exactness, edge_errors_ms
from app.speech.said import Said
from app.speech.tashkeel import Diacritiser
from app.speech.warm_up import plain_chunk, warm_up_chunks

log = logging.getLogger(__name__)

T = TypeVar("T")

NOT_INSTALLED: Final = (
    "Piper voices need piper-tts, which is not installed: run `python packaging/bootstrap.py setup "
    "--with piper`, or install piper-tts[alignment] so that `piper` is on the PATH"
)

_RESTS: Final = 60.0
"""Seconds for which a voice whose child was lost is left out: no visitor waits for it again and again."""

_START: Final = (
    "import sys; sys.path[:1] = [sys.argv[1]];"
    "from app.speech.piper_worker import main; main(sys.argv[2], int(sys.argv[3]))"
)
"""Runs the worker by a Python that may not be ours, and that need not know Lisan."""

_NO_BLOCKS: Final = str.maketrans("[]", "  ")
"""`[[phonemes]]` is markup to piper-tts."""

_PROOF: Final = {
    Language.EN: (
        "A sea of sand. We saw a ship. You assume a social issue. I say a sofa is so soft.",
        "They say a shark saw a seal. A pressure issue, a fashion show, a mission ashore.",
        "A possible essay, a classy saucer, a glossy sushi, a passing assistant.",
    ),
    Language.AR: (
        "هَذَا أَسَاسٌ وَسَمَاءٌ وَشَمَالٌ وَسَاحَةٌ وَشَاشَةٌ وَسُورَةٌ وَسِيَاحَةٌ.",
        "فِي سُوسَةَ شَاهَدْنَا سِبَاقًا وَشَارَكَ سَامِي وَسَارَةُ وَشَادِي فِي سَاعَةٍ.",
    ),
}
"""Sibilants between vowels."""


class PiperVoice:
    """A `Synthesiser` of one dropped-in voice. Its own times lead where they prove exact."""

    def __init__(
        self, file: PiperFile, process: GuardedProcess, *, diacritiser: Diacritiser | None = None
    ) -> None:
        self.name = file.name
        self.languages = frozenset({file.language})
        self._language = file.language
        self._process = process
        self._diacritiser = diacritiser or Diacritiser()
        self._exactness: Exactness | None = None
        self._rests_until = 0.0

    def synthesise(self, chunk: Chunk) -> SpokenChunk:
        """Speak one chunk. Raises SpeechError, at once for a while after the child was lost."""
        exactness = self._prove()
        began = time.perf_counter()
        said = self._said(chunk)
        diacritised = time.perf_counter()
        spoken = self._spoken(chunk, said, self._ask(said, chunk.pace), exactness)
        timing = {"speak": 1e3 * (time.perf_counter() - diacritised)}
        if self._language is Language.AR:
            timing["diacritise"] = 1e3 * (diacritised - began)
        return replace(spoken, timing_ms=timing)

    @property
    def exactness(self) -> Exactness:
        """How exact the voice's own times proved; measured once. Raises SpeechError."""
        return self._prove()

    def _prove(self) -> Exactness:
        if self._exactness is None:
            self._exactness = Exactness.of(self._edge_errors()) if self._greeting()["times"] else Exactness()
            log.info("voice %s: times %s", self.name, self._exactness)
        return self._exactness

    def _edge_errors(self) -> list[float]:
        errors: list[float] = []
        for text in _PROOF[self._language]:
            said = Said.of(plain_chunk(text, self._language))
            reply = self._ask(said)
            sound, rate = _sound(reply), int(reply.message["rate"])
            errors += edge_errors_ms(self._events(said, reply, shift=0), sound, rate)
        return errors

    def _said(self, chunk: Chunk) -> Said:
        words = [" ".join(word.spoken.translate(_NO_BLOCKS).split()) for word in chunk.words]
        if self._language is not Language.AR:
            return Said(tuple(words))
        marked = self._diacritiser.diacritise(" ".join(words).split())
        spelled = iter(spelled_for_espeak(marked))
        return Said(tuple(" ".join(next(spelled) for _ in word.split()) for word in words))

    def _spoken(self, chunk: Chunk, said: Said, reply: Reply, exactness: Exactness) -> SpokenChunk:
        raw, rate = _sound(reply), int(reply.message["rate"])
        shift = round(exactness.shift_ms * rate / 1000) if exactness.proven else 0
        found = self._events(said, reply, shift=shift)
        sound, start = finished(resampled(raw, rate))
        timed = None
        if exactness.proven:
            timed = trimmed(without_false_pauses(found, raw, rate), rate, (start, start + len(sound)))
        return SpokenChunk(chunk, Audio(sound), tokens(found), self.name, engine_phones=timed)

    def _events(self, said: Said, reply: Reply, *, shift: int) -> tuple[Event, ...]:
        phones = heard(_symbols(reply.message["symbols"]), self._language)
        owners = owned(phones, said.audible(), lambda: self._spelled(said))
        return events(phones, owners, shift=shift)

    def _spelled(self, said: Said) -> list[list[Heard]]:
        """Each audible word said alone."""
        alone = [said.words[index] for index in said.audible()]
        reply = self._process.ask({"spell": alone})
        return [heard([(symbol, None) for symbol in one], self._language) for one in reply.message["symbols"]]

    def _greeting(self) -> Message:
        return self._guarded(self._process.greeting)

    def _ask(self, said: Said, pace: float = 1.0) -> Reply:
        return self._guarded(lambda: self._process.ask({"text": said.text, "pace": pace}))

    def _guarded(self, work: Callable[[], T]) -> T:
        """Do it, unless the child was lost a moment ago. Raises SpeechError."""
        if time.monotonic() < self._rests_until:
            raise SpeechError(f"Piper voice {self.name} was lost a moment ago; it rests")
        try:
            return work()
        except SpeechError:
            if not self._process.running:
                self._rests_until = time.monotonic() + _RESTS
            raise

    def warm_up(self) -> None:
        """Start the child, prove the times, and pay for first uses. Raises SpeechError."""
        for chunk in warm_up_chunks(self._language):
            self.synthesise(chunk)

    def close(self) -> None:
        """End the child."""
        self._process.close()


def piper_program(file: PiperFile, python: str, *, threads: int = 1) -> Program:
    """How the voice's child is started by `python`, an interpreter that has piper-tts."""
    return Program(
        f"Piper voice {file.name}",
        [python, "-c", _START, str(_source()), str(file.model), str(threads)],
        timeout=10.0,  # a chunk is at most some six seconds of sound
        start_timeout=30.0,  # a cold disk and a large voice; the kiosk is not ready before
        retry_hung=False,
    )


def piper_python() -> str | None:
    """The interpreter that has piper-tts: `.venv-piper`, our own, or that of the command `piper`."""
    own = _source() / ".venv-piper" / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if own.is_file():
        return str(own)
    if not getattr(sys, "frozen", False) and _installed("piper-tts"):
        return sys.executable
    command = shutil.which("piper")
    return _interpreter(Path(command)) if command else None


def _installed(package: str) -> bool:
    try:
        metadata.version(package)
    except metadata.PackageNotFoundError:
        return False
    return True


def _interpreter(script: Path) -> str | None:
    """The Python that a console script starts, by its first line or by its folder."""
    try:
        first = script.read_bytes().split(b"\n", 1)[0]
    except OSError:
        return None
    named = first.removeprefix(b"#!").decode("utf-8", "replace").strip()
    if first.startswith(b"#!/") and Path(named).name.startswith("python"):
        return named
    for name in ("python.exe", "python"):
        beside = script.resolve().with_name(name)
        if beside.is_file():
            return str(beside)
    return None


def _source() -> Path:
    """The folder that holds `app` as plain files."""
    frozen = getattr(sys, "_MEIPASS", None)
    return Path(frozen) / "guest" if frozen else Path(__file__).resolve().parents[2]


def _sound(reply: Reply) -> Float32:
    return np.frombuffer(reply.sound, dtype="<i2").astype(np.float32) / np.float32(32768)


def _symbols(pairs: list[list[object]]) -> list[Symbol]:
    return [(str(symbol), None if samples is None else int(str(samples))) for symbol, samples in pairs]
