"""Builds each part once: with `bootstrap`, the only module that knows the concrete classes.

A part is imported where it is built: `lisan ask` loads no OpenVINO, `lisan --help` loads nothing.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from functools import cached_property, partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from app import __version__
from app.avatar.pack import AvatarPack
from app.avatar.shelf import usable_avatar
from app.cli.composition import LabelScorer, Request, Scorer, TimeRecording
from app.content.shelf import pack_folder, usable_pack
from app.core.errors import AvatarError, ModelError, SpeechError
from app.core.ports import AudioSink, Classifier, Librarian, ModelInfo, Progress, Voices
from app.core.resources import models_dir
from app.core.settings import Resolved, Settings, load_settings
from app.core.types import Float32, Language, PreparedChunk, SpokenChunk
from app.diagnostics.counters import Counters
from app.diagnostics.latency import LatencyLedger
from app.diagnostics.log import quiet
from app.engine.cache import ChunkCache
from app.engine.preparation import Preparation, Stages
from app.inference.budget import ThreadBudget
from app.inference.machine import cores, cpu_identity
from app.inference.manifest import ModelDirectory, discover
from app.kiosk.folders import Folders
from app.kiosk.health import Check, Patient, examine
from app.kiosk.priming import contents, prime
from app.registry.job import Order
from app.registry.shelf import Shelf
from app.speech.piper_catalogue import Catalogue, read_catalogue

if TYPE_CHECKING:
    from app.align.ladder import LadderAligner

_SHAPES_SOUND = ("hibari-tts", "text2tashkeel", "espeakng-loader")
"""Packages whose version changes what a chunk sounds like."""

_RUNTIMES = ("onnxruntime", "openvino")


class Stockroom:
    """Builds each part once, when a command asks for it; what needs closing is closed at the end."""

    def __init__(self, started: float, parts: ExitStack) -> None:
        self._started = started
        self._open = parts
        self._folders = Folders.of_user()
        self.shelf = Shelf(models_dir(), self._folders.models)
        self._ledger = LatencyLedger()
        self._counters = Counters()

    @cached_property
    def _resolved(self) -> Resolved:
        return load_settings(self._folders.settings, os.environ, {})

    @property
    def settings(self) -> Settings:
        """The settings in force. Raises SettingsError."""
        return self._resolved.settings

    def preview_avatar(self, pack: AvatarPack, out: Path) -> None:
        """Draw an avatar's contact sheet into a PNG file. Raises AvatarError."""
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # it needs no screen
        from app.ui.contact_sheet import draw_contact_sheet

        if not draw_contact_sheet(pack).save(str(out)):
            raise AvatarError(f"{out} cannot be written; give --out a file in a folder that exists")

    def dropped_settings(self) -> Sequence[str]:
        """What is wrong in the stored settings, one line each."""
        avatar = usable_avatar(self.settings.avatar)[1]
        return (*self._resolved.dropped, *self._chosen_voices[1], *self._chosen_aligners[1], *avatar)

    @cached_property
    def _dropped_in(self) -> Catalogue:
        """The operator's voices."""
        from app.speech.piper import NOT_INSTALLED, piper_python

        named = self.settings.voices_folder
        found = read_catalogue(Path(named) if named else self._folders.voices)
        return found if piper_python() else found.without_voices(NOT_INSTALLED)

    @cached_property
    def _chosen_voices(self) -> tuple[Mapping[Language, str], tuple[str, ...]]:
        """The voice of each language, and what had to be passed over."""
        settings = self.settings
        return self._dropped_in.in_force({Language.EN: settings.voice_en, Language.AR: settings.voice_ar})

    @cached_property
    def _chosen_aligners(self) -> tuple[Sequence[ModelDirectory], tuple[str, ...]]:
        """Added models in place of ours, and what had to be passed over."""
        settings = self.settings
        return self.shelf.chosen({Language.EN: settings.aligner_en, Language.AR: settings.aligner_ar})

    @cached_property
    def _budget(self) -> ThreadBudget:
        return ThreadBudget.of(self.settings.threads, cores())

    @cached_property
    def _classify_pool(self) -> ThreadPoolExecutor:
        """The one thread that owns the classifier's session, from building to closing."""
        return self._open.enter_context(ThreadPoolExecutor(1, "lisan-classify"))

    @cached_property
    def _classifier(self) -> Classifier:
        from app.classify.classifier import build_classifier

        return self._classify_pool.submit(
            build_classifier,
            models_dir(),
            self._folders.cache,
            budget=self._budget,
            record=self._ledger.record,
        ).result()

    @cached_property
    def _stages(self) -> Stages:
        """The parts load side by side: each spends much of its time outside the interpreter."""
        from app.align.words import word_times
        from app.avatar.coarticulation import Coarticulation
        from app.speech.voices import build_voices

        names, _ = self._chosen_voices
        with ThreadPoolExecutor(2, "lisan-build") as pool:
            voices = pool.submit(
                build_voices,
                names[Language.EN],
                names[Language.AR],
                threads=self._budget.synthesiser,
                count=self._counters.add,
                dropped_in=self._dropped_in.voices,
            )
            aligner = pool.submit(self._aligner, self._chosen_aligners[0])
            stages = Stages(voices.result(), aligner.result(), self._classifier, Coarticulation(), word_times)
        self._open.callback(stages.voices.close)
        return stages

    def _aligner(self, instead: Sequence[ModelDirectory]) -> LadderAligner:
        from app.align.aligner import build_aligner

        return build_aligner(models_dir(), self._folders.cache, budget=self._budget, instead=instead)

    def classifier(self) -> Classifier:
        """The behaviour classifier."""
        return self._classifier

    def scorer(self, model: Path) -> Scorer:
        """A classifier that was exported from Hugging Face. Raises ModelError."""
        from app.classify.hugging_face import open_hugging_face

        return open_hugging_face(model, self._budget).scores

    def label_scorer(self, labels: Path, *, multi_label: bool) -> LabelScorer:
        """Scores by labels of one's own. Raises ModelError."""
        from app.classify.own_labels import build_own_labels

        scorer = self._classify_pool.submit(
            build_own_labels, labels, models_dir(), self._classifier.embed
        ).result()
        return partial(scorer.score, multi_label=multi_label)

    def librarian(self, pack: str | None, progress: Progress | None = None) -> Librarian:
        """Answers from `pack`, a folder or the name of one that we ship; None means the settings' one.

        `progress` is told the share of the pack that is indexed; what it raises ends the work.
        """
        from app.content.librarian import build_librarian

        folder = pack_folder(pack or self.settings.pack)
        return build_librarian(folder, self._embed, cache_dir=self._folders.cache, progress=progress)

    def sink(self) -> AudioSink:
        """The output device, for a caller who says so when there is none, and closes it."""
        with quiet("app.audio"):
            return self._sink(mute=False)

    def prime(self, begins: Callable[[], None]) -> bool:
        """Fill the caches that a start reads; False when nothing has changed since. Raises LisanError."""
        pack, _ = usable_pack(None, self.settings.pack)
        state = [__version__, *map(_pinned, _RUNTIMES), cpu_identity(), str(self._budget)]
        facts = [*state, *self._identities(), *contents(pack)]

        def fill() -> None:
            begins()
            self._fill_caches(pack)

        return prime(self._folders.cache / "prepared", facts, fill)

    def _fill_caches(self, pack: Path) -> None:
        stages = self._stages
        stages.aligner.warm_up()
        stages.classifier.warm_up()
        self.librarian(str(pack))

    def prepare(self, request: Request) -> Sequence[PreparedChunk]:
        """Speak a request, measured warm. Raises SpeechError."""
        stages = self._stages
        if request.model is not None:
            stages = replace(stages, aligner=self._opened(self.shelf.aligner(request.model)))
        for part in (stages.voices, stages.aligner, stages.classifier):
            part.warm_up()
        preparation = Preparation(stages, self._ledger, self._classify_pool)
        began = time.perf_counter()
        prepared: list[PreparedChunk] = []
        for spoken in self._spoken(request, preparation):
            made = preparation.finish(spoken, timing=request.timing)
            if not prepared:
                first = (time.perf_counter() - began) * 1000
                made = replace(made, latency_ms={"first_audio": first, **made.latency_ms})
            prepared.append(made)
        return prepared

    def _opened(self, directory: ModelDirectory) -> LadderAligner:
        """An aligner by one model, for whoever asked for just that. Raises ModelError."""
        aligner = self._aligner([directory])
        aligner.open(directory.manifest.languages)
        return aligner

    def recordings(self, model: str | None) -> TimeRecording:
        """Times recordings from any thread; `model` is as in `Request`. Raises ModelError."""
        from app.avatar.resting import Resting
        from app.speech.recording import Recordings

        directory = self.shelf.aligner(model) if model is not None else None
        heard = directory.manifest.languages if directory else tuple(Language)
        aligner = self._opened(directory) if directory else self._aligner(self._chosen_aligners[0])
        aligner.warm_up()
        self._classify_pool.submit(self._classifier.warm_up).result()
        recordings = Recordings()
        self._open.callback(recordings.close)

        def timed(request: Request, progress: Progress) -> PreparedChunk:
            if request.recording is None:
                raise SpeechError("there is no recording to time")
            spoken = recordings.read(request.recording, request.text, request.language)
            if spoken.chunk.language not in heard:
                raise ModelError(f"{model} does not hear {spoken.chunk.language}")
            stages = replace(self._stages, aligner=aligner.reporting(progress), artist=Resting())
            preparation = Preparation(stages, self._ledger, self._classify_pool)
            return preparation.finish(spoken, timing=request.timing)

        return timed

    def models(self) -> Sequence[ModelInfo]:
        """Every network that we run, opened: what was chosen, why, and how it runs."""
        stages = self._stages
        stages.aligner.warm_up()
        return [*stages.classifier.info(), *stages.aligner.info()]

    def add_model(self, order: Order, tell: Callable[[str], None]) -> ModelDirectory:
        """Take in a foreign model. Raises LisanError."""
        from app.registry.adding import add

        return add(order, self.shelf, self._budget, tell=tell)

    def checks(self) -> Sequence[Check]:
        """The doctor's findings."""
        patient = Patient(
            replace(self._resolved, dropped=tuple(self.dropped_settings())),
            models=self.shelf.directories,
            networks=self.models,
            dropped_in=self._dropped_in,
            folders={
                "settings": self._folders.settings.parent,
                "cache": self._folders.cache,
                "log": self._folders.logs,
            },
            voices=lambda: self._stages.voices,
            sink=self.sink,
            pack=lambda: self.librarian(None).name(Language.EN),
        )
        return tuple(examine(patient))

    def _spoken(self, request: Request, preparation: Preparation) -> Iterator[SpokenChunk]:
        voices = self._stages.voices
        if request.recording is not None:
            from app.speech.recording import spoken_from_recording

            yield from spoken_from_recording(request.recording, request.text, request.language)
            return
        if request.voice is not None:
            _check_voice(voices, request.voice)
        for chunk in voices.chunks(request.text, request.language):
            yield preparation.speak(chunk, request.voice)

    def _sink(self, *, mute: bool) -> AudioSink:
        from app.audio import open_sink

        settings = self.settings
        return open_sink(
            settings.audio_device,
            settings.audio_latency_ms / 1000,
            offsets={name: offset / 1000 for name, offset in settings.audio_offset_ms.items()},
            mute=mute,
        )

    def _cache(self, cap_bytes: int) -> ChunkCache:
        added = [voice.identity for voice in self._dropped_in.voices]
        fingerprint = " ".join([__version__, *map(_pinned, _SHAPES_SOUND), *self._identities(), *added])
        folder = self._folders.cache / "chunks"
        return ChunkCache(folder, cap_bytes, self._counters, fingerprint=fingerprint)

    def _identities(self) -> list[str]:
        return [one.identity for one in (*discover(models_dir()), *self._chosen_aligners[0])]

    def _embed(self, texts: Sequence[str]) -> Float32:
        return self._classify_pool.submit(self._classifier.embed, texts).result()


def _pinned(package: str) -> str:
    return f"{package} {version(package)}"


def _check_voice(voices: Voices, name: str) -> None:
    known = [known for language in Language for known in voices.names(language)]
    if name not in known:
        raise SpeechError(f"there is no voice {name!r}: choose one of {', '.join(known)}")
