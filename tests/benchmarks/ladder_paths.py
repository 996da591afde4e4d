"""The ways from a text to its sound and mouth that the ladder compares; each says when sound could begin."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import numpy as np
import soxr

from app.bench.inputs import answers
from app.bench.work_speech import open_stages
from app.core.types import SPEECH_RATE, Language
from app.diagnostics.counters import Counters
from app.diagnostics.latency import LatencyLedger
from app.engine.cache import ChunkCache
from app.engine.preparation import Preparation, Stages
from app.inference.budget import ThreadBudget
from app.inference.machine import cores
from app.speech.voices import build_voices
from tests.benchmarks import ladder_networks

Text = tuple[str, Language]
Say = Callable[[Text], float]
"""Answers a text; returns the `perf_counter` at which its sound could begin."""

RATE: Final = 16_000
DEFAULT_VOICES: Final = {Language.EN: "hibari", Language.AR: "espeak-ar"}


def answer(language: str, number: int) -> Text:
    """The language's answer with this number: three sentences, three or four chunks."""
    return [one for one in answers() if one[1] == language][number]


@contextmanager
def opened(step: str, folder: str) -> Iterator[Say]:
    """The step's way with everything loaded; see `tests.benchmarks.ladder.STEPS`."""
    compiled = Path(folder) / "cache"  # as `lisan prepare` leaves it at installation
    with ExitStack() as closing, tempfile.TemporaryDirectory() as said:
        if step in {"torch", "onnx", "int8"}:
            yield _naive(step, Path(folder), closing)
            return
        stages = open_stages(_as_they_come() if step == "small" else ThreadBudget(), compiled, closing)
        pool = closing.enter_context(ThreadPoolExecutor(1, "lisan-classify"))
        line = Preparation(stages, LatencyLedger(), pool)
        if step == "streamed":
            yield _streamed(stages, line)
        elif step == "cached":
            yield _cached(stages, line, Path(said))
        else:
            yield _whole(stages, line)


def _naive(step: str, folder: Path, closing: ExitStack) -> Say:
    """Foreign networks; all of the answer is spoken, aligned and classified before a sound is heard."""
    voices = build_voices(threads=cores().usable)
    closing.callback(voices.close)
    suffix = {"onnx": "", "int8": "_int8"}
    align, classify = (
        ladder_networks.in_torch(folder)
        if step == "torch"
        else ladder_networks.in_onnxruntime(folder, suffix[step])
    )

    def say(text: Text) -> float:
        for chunk in voices.chunks(*text):
            spoken = voices.synthesise(chunk)
            align(soxr.resample(spoken.audio.samples, SPEECH_RATE, RATE)[None])
            classify(_ids(chunk.text))
        return time.perf_counter()

    return say


def _ids(text: str) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """As many tokens as a text has: about one for four characters."""
    return np.arange(4, 6 + len(text) // 4, dtype=np.int64)[None]


def _whole(stages: Stages, line: Preparation) -> Say:
    """Our networks, the answer still as one piece of work."""

    def say(text: Text) -> float:
        for chunk in stages.voices.chunks(*text):
            line.prepare(chunk)
        return time.perf_counter()

    return say


def _streamed(stages: Stages, line: Preparation) -> Say:
    """Sound leaves as soon as the first chunk is spoken; timing and the rest follow while it plays."""

    def say(text: Text) -> float:
        begins = None
        for chunk in stages.voices.chunks(*text):
            spoken = line.speak(chunk)
            begins = begins or time.perf_counter()
            line.finish(spoken)
        assert begins is not None
        return begins

    return say


def _cached(stages: Stages, line: Preparation, folder: Path) -> Say:
    """What was said before comes from the disk."""
    cache = ChunkCache(folder / "chunks", 50_000_000, Counters(), fingerprint="ladder")

    def say(text: Text) -> float:
        begins = None
        for chunk in stages.voices.chunks(*text):
            voice = DEFAULT_VOICES[chunk.language]
            known = cache.get(chunk, voice)
            if known is None:
                known = line.prepare(chunk)
                cache.put(known, voice)
            begins = begins or time.perf_counter()
        assert begins is not None
        return begins

    return say


def _as_they_come() -> ThreadBudget:
    """What the runtimes do unless told: all cores, spinning, throughput by streams left to the hint."""
    every = cores().usable
    return ThreadBudget(
        onnxruntime_intra=every,
        onnxruntime_spinning=True,
        openvino_threads=every,
        openvino_streams=0,
        openvino_pinning=True,
        synthesiser=every,
    )
