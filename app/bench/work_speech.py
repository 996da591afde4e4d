"""The voices as stages to measure, and the whole way of a chunk as the kiosk goes it."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, Final

import numpy as np

from app.align.aligner import build_aligner
from app.align.words import word_times
from app.avatar.coarticulation import Coarticulation
from app.bench.factors import Case, Configuration
from app.bench.inputs import chunks
from app.bench.work import Call, Quality
from app.classify.classifier import build_classifier
from app.core.ports import Synthesiser
from app.core.resources import models_dir
from app.core.types import Audio, Chunk, Language, PreparedChunk, TimingSource
from app.diagnostics.latency import LatencyLedger
from app.engine.preparation import Preparation, Stages
from app.inference.budget import ThreadBudget
from app.speech.espeak import EspeakVoice
from app.speech.espeak_process import EspeakProcess
from app.speech.hibari import HibariVoice
from app.speech.tashkeel import Diacritiser
from app.speech.voices import build_voices

QUIET_DB: Final = -40.0
"""Mean level below which a chunk was not really said; ours are levelled to about -20 dBFS."""


class SpeechWork:
    """One voice: a chunk → sound."""

    def __init__(self, configuration: Configuration, parts: ExitStack) -> None:
        self._voice = parts.enter_context(closing(_voice(configuration)))

    def calls(self, case: Case, count: int) -> Sequence[Call]:
        """A voice speaks for one caller at a time, so each waits its turn as in the kiosk."""
        said = chunks(case.language, case.length)

        def run(turn: int) -> float:
            return self._voice.synthesise(said[turn % len(said)]).audio.seconds

        return [run] * count

    def quality(self, language: Language) -> Quality:
        """Share of chunks that can be heard and have the length of speech."""
        said = chunks(language, "long")
        good = sum(_audible(self._voice.synthesise(chunk).audio, chunk) for chunk in said)
        return Quality("chunks audible", good / len(said), 1.0, good == len(said), len(said))

    def facts(self) -> dict[str, Any]:
        return {"voice": self._voice.name}


class PrepareWork:
    """Synthesis, then timing beside behaviour, then the mouth: `Preparation` with the product's parts."""

    def __init__(self, configuration: Configuration, cache: Path, parts: ExitStack) -> None:
        self._line = open_preparation(configuration.budget, cache, parts)

    def calls(self, case: Case, count: int) -> Sequence[Call]:
        """Each prepares the case's chunks one after another."""
        said = chunks(case.language, case.length)

        def run(turn: int) -> float:
            return self._line.prepare(said[turn % len(said)]).spoken.audio.seconds

        return [run] * count

    def quality(self, language: Language) -> Quality:
        """Share of chunks that can be heard and whose mouth follows phones, not loudness."""
        said = chunks(language, "long")
        good = sum(is_good(self._line.prepare(chunk)) for chunk in said)
        return Quality("chunks with phones in time", good / len(said), 1.0, good == len(said), len(said))

    def facts(self) -> dict[str, Any]:
        return {}


def open_stages(budget: ThreadBudget, cache: Path, parts: ExitStack) -> Stages:
    """The product's parts within a budget, its default voices; closed with `parts`. Raises LisanError."""
    stages = Stages(
        build_voices(threads=budget.synthesiser),
        build_aligner(models_dir(), cache, budget=budget),
        build_classifier(models_dir(), cache, budget=budget),
        Coarticulation(),
        word_times,
    )
    parts.callback(stages.voices.close)
    return stages


def open_preparation(budget: ThreadBudget, cache: Path, parts: ExitStack) -> Preparation:
    """The line of production for one chunk. Raises LisanError."""
    pool = parts.enter_context(ThreadPoolExecutor(1, "lisan-classify"))
    return Preparation(open_stages(budget, cache, parts), LatencyLedger(), pool)


def is_good(prepared: PreparedChunk) -> bool:
    """Whether a visitor would notice nothing wrong: it is heard, and the mouth moves by phones."""
    by_phones = prepared.alignment.source in (TimingSource.ENGINE, TimingSource.ACOUSTIC)
    return by_phones and _audible(prepared.spoken.audio, prepared.spoken.chunk)


def _audible(audio: Audio, chunk: Chunk) -> bool:
    if not len(audio.samples):
        return False
    level = 10 * np.log10(float(np.mean(np.square(audio.samples, dtype=np.float64))) + 1e-12)
    return bool(level > QUIET_DB and 0.02 < audio.seconds / len(chunk.text) < 0.3)


def _voice(wanted: Configuration) -> Synthesiser:
    if wanted.runtime == "hibari":
        return HibariVoice(threads=wanted.threads)
    if wanted.runtime == "espeak-ar":
        return EspeakVoice(Language.AR, EspeakProcess(), diacritiser=Diacritiser(lambda _name: None))
    return EspeakVoice(Language.EN, EspeakProcess())
