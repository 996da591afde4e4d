"""The aligner as a stage to measure: its network alone, and the whole path from sound to timeline."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, closing
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from app.align.aligner import build_aligner
from app.align.emissions import WAVEFORM
from app.bench.factors import Case, Configuration
from app.bench.inputs import chunks
from app.bench.work import Call, Clock, Quality, noise, only, require_precision
from app.core.resources import models_dir
from app.core.types import Alignment, Language, SpokenChunk, TimingSource
from app.inference.compiled_cache import CompiledCache
from app.inference.manifest import ModelDirectory
from app.inference.openvino_runtime import RUNTIME, OpenVinoLoader
from app.inference.variants import Chooser, Chosen, Golden
from app.speech.espeak import EspeakVoice
from app.speech.espeak_process import EspeakProcess
from app.speech.tashkeel import Diacritiser

SECONDS: Final = {"short": 1.5, "medium": 3.0, "long": 5.0}
"""Of sound that a text of each length becomes, rounded to the lengths that the network is fed."""

NEAR_MS: Final = 20.0
ENOUGH_NEAR: Final = 0.85
"""Share of onsets within `NEAR_MS` of espeak-ng's exact times below which a variant is not ranked."""


class NetworkWork:
    """The network by itself, as the product runs it; one request for each caller."""

    def __init__(self, configuration: Configuration, cache: Path) -> None:
        self._configuration = configuration
        self._cache = cache
        self._open: dict[Language, Chosen] = {}

    def calls(self, case: Case, count: int) -> Sequence[Call]:
        """Each with a request of its own in one compiled network."""
        first = self._chosen(case.language).runner
        seconds = SECONDS[case.length]
        inputs = {WAVEFORM: noise(seconds, 16_000)}
        runners = [first, *(first.another() for _ in range(count - 1))]

        def call(runner: Any) -> Call:
            def run(_: int) -> float:
                runner.run(inputs)
                return seconds

            return run

        return [call(runner) for runner in runners]

    def quality(self, language: Language) -> Quality:
        """Error against the golden outputs; the manifest says how much is allowed."""
        chosen = self._chosen(language)
        golden = Golden.of(ModelDirectory.open(models_dir() / f"phones-{language}"))
        error, allowed = golden.error(chosen.runner.run(golden.inputs)), chosen.variant.tolerance
        return Quality("error against golden", round(error, 4), allowed, error <= allowed, 1)

    def facts(self) -> dict[str, Any]:
        return {name: dict(chosen.runner.facts) for name, chosen in self._open.items()}

    def _chosen(self, language: Language) -> Chosen:
        if language not in self._open:
            wanted = self._configuration
            directory = only(ModelDirectory.open(models_dir() / f"phones-{language}"), wanted.precision)
            loader = OpenVinoLoader(wanted.budget, CompiledCache(self._cache / "compiled"))
            chooser = Chooser.caching_in(
                self._cache, loader, runtime=RUNTIME, bf16=wanted.precision == "bf16"
            )
            chosen = chooser.choose(directory)
            require_precision(wanted.precision, chosen.variant.precision, chosen.reason)
            self._open[language] = chosen
        return self._open[language]


class AlignWork:
    """Speech of espeak-ng with its known phones → phones in time."""

    def __init__(self, configuration: Configuration, cache: Path, parts: ExitStack, inputs: Clock) -> None:
        self._configuration = configuration
        self._inputs = inputs
        self._parts = parts
        directories = [
            only(ModelDirectory.open(models_dir() / f"phones-{language}"), configuration.precision)
            for language in Language
        ]
        self._aligner = build_aligner(models_dir(), cache, budget=configuration.budget, instead=directories)
        self._spoken: dict[tuple[Language, str], tuple[SpokenChunk, ...]] = {}

    def calls(self, case: Case, count: int) -> Sequence[Call]:
        """Each walks through the speech of the case's texts."""
        self._open(case.language)
        with self._inputs:
            speech = self._speech(case.language, case.length)

        def run(turn: int) -> float:
            spoken = speech[turn % len(speech)]
            self._aligner.align(spoken, TimingSource.ACOUSTIC)
            return spoken.audio.seconds

        return [run] * count

    def quality(self, language: Language) -> Quality:
        """Share of onsets near espeak-ng's own exact ones; a row of phones that differs counts as missed."""
        near = total = 0
        for spoken in self._speech(language, "long"):
            off = onsets_off_ms(spoken, self._aligner.align(spoken, TimingSource.ACOUSTIC))
            near += sum(one <= NEAR_MS for one in off)
            total += len(off)
        share = near / max(total, 1)
        return Quality("onsets within 20 ms", round(share, 4), ENOUGH_NEAR, share >= ENOUGH_NEAR, total)

    def facts(self) -> dict[str, Any]:
        return {info.name: dict(info.details) for info in self._aligner.info()}

    def _open(self, language: Language) -> None:
        self._aligner.open([language])
        for info in self._aligner.info():
            require_precision(self._configuration.precision, info.precision, info.reason)

    @cached_property
    def _voices(self) -> dict[Language, EspeakVoice]:
        process = self._parts.enter_context(closing(EspeakProcess()))
        diacritiser = Diacritiser(lambda _name: None)
        return {
            Language.EN: EspeakVoice(Language.EN, process),
            Language.AR: EspeakVoice(Language.AR, process, diacritiser=diacritiser),
        }

    def _speech(self, language: Language, length: str) -> tuple[SpokenChunk, ...]:
        place = language, length
        if place not in self._spoken:
            voice = self._voices[language]
            self._spoken[place] = tuple(voice.synthesise(chunk) for chunk in chunks(*place))
        return self._spoken[place]


def onsets_off_ms(spoken: SpokenChunk, alignment: Alignment) -> list[float]:
    """How far each onset lies from the voice's exact one; infinite where the phones are not the same."""
    exact = [phone for phone in spoken.engine_phones or () if phone.word is not None]
    found = [phone for phone in alignment.phones if phone.word is not None]
    if [phone.ipa for phone in exact] != [phone.ipa for phone in found]:
        return [float("inf")] * len(exact)
    rate = alignment.phones.rate
    return [abs(a.start - b.start) * 1000 / rate for a, b in zip(exact, found, strict=True)]
