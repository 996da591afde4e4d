"""The composition root: the only module that knows every concrete class and wires them together.

A concrete part is imported where it is built: `lisan ask` loads no OpenVINO, `lisan --help` loads nothing.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

from platformdirs import PlatformDirs

from app import __version__
from app.avatar.pack import AvatarPack
from app.avatar.shelf import usable_avatar
from app.cli.composition import Request, RunOptions, Scorer, TimeRecording
from app.cli.headless import GreetEachLanguage
from app.cli.main import main
from app.content.shelf import pack_folder, usable_pack
from app.core.errors import AvatarError, ModelError, SpeechError
from app.core.events import Notice
from app.core.ports import AudioSink, Classifier, Librarian, ModelInfo, Progress, Voices
from app.core.resources import models_dir
from app.core.settings import Resolved, Settings, load_settings, repair_settings
from app.core.types import Float32, Language, PreparedChunk, SpokenChunk
from app.diagnostics.counters import Counters
from app.diagnostics.latency import LatencyLedger
from app.diagnostics.log import logging_to, quiet
from app.engine.cache import ChunkCache
from app.engine.line import LineOptions
from app.engine.parts import Parts
from app.engine.preparation import Preparation, Stages
from app.engine.session import Session
from app.inference.budget import ThreadBudget
from app.inference.machine import cores, cpu_identity
from app.inference.manifest import ModelDirectory, discover
from app.kiosk.health import Check, Patient, examine
from app.kiosk.priming import contents, prime
from app.speech.piper_catalogue import Catalogue, read_catalogue

_SHAPES_SOUND = ("hibari-tts", "text2tashkeel", "espeakng-loader")
"""Packages whose version changes what a chunk sounds like."""

_RUNTIMES = ("onnxruntime", "openvino")


def run(arguments: Sequence[str], *, started: float) -> int:
    """Run the command line; returns the exit code. `started` is the process's first `perf_counter`."""
    with ExitStack() as parts:
        return main(arguments, Workshop(started, parts))


@dataclass(frozen=True, slots=True)
class Folders:
    """Where this user's settings, caches and logs live."""

    settings: Path
    cache: Path
    logs: Path
    voices: Path
    """Where an operator drops Piper voices."""

    @classmethod
    def of_user(cls) -> Folders:
        """The platform's own places."""
        dirs = PlatformDirs("lisan", appauthor=False)
        return cls(
            dirs.user_config_path / "settings.json",
            dirs.user_cache_path,
            dirs.user_log_path,
            dirs.user_data_path / "voices",
        )


class Workshop:
    """Builds each part once, when a command asks for it; what needs closing is closed at the end."""

    def __init__(self, started: float, parts: ExitStack) -> None:
        self._started = started
        self._open = parts
        self._folders = Folders.of_user()
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
        return (*self._resolved.dropped, *self._chosen_voices[1], *usable_avatar(self.settings.avatar)[1])

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
        from app.align.aligner import build_aligner
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
            aligner = pool.submit(build_aligner, models_dir(), self._folders.cache, budget=self._budget)
            stages = Stages(voices.result(), aligner.result(), self._classifier, Coarticulation(), word_times)
        self._open.callback(stages.voices.close)
        return stages

    def classifier(self) -> Classifier:
        """The behaviour classifier."""
        return self._classifier

    def scorer(self, model: Path) -> Scorer:
        """A classifier that was exported from Hugging Face. Raises ModelError."""
        from app.classify.hugging_face import open_hugging_face

        return open_hugging_face(model, self._budget).scores

    def librarian(self, pack: str | None) -> Librarian:
        """Answers from `pack`, a folder or the name of one that we ship; None means the settings' one."""
        from app.content.librarian import build_librarian

        folder = pack_folder(pack or self.settings.pack)
        return build_librarian(folder, self._embed, cache_dir=self._folders.cache)

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

    def recordings(self, model: Path | None) -> TimeRecording:
        """Times recordings from any thread, by our models or by the one in `model`. Raises ModelError."""
        from app.align.aligner import build_aligner
        from app.avatar.resting import Resting
        from app.speech.recording import Recordings

        directory = _alignment_model(model) if model is not None else None
        instead = [directory] if directory else []
        aligner = build_aligner(models_dir(), self._folders.cache, budget=self._budget, instead=instead)
        heard = directory.manifest.languages if directory else tuple(Language)
        if directory:
            aligner.open(heard)
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

    def checks(self) -> Sequence[Check]:
        """The doctor's findings."""
        patient = Patient(
            replace(self._resolved, dropped=tuple(self.dropped_settings())),
            models=lambda: discover(models_dir()),
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

    def open_kiosk(self, options: RunOptions) -> int:
        """Open the window and stay until it is closed; returns the exit code."""
        if options.headless:
            os.environ["QT_QPA_PLATFORM"] = "offscreen"
        # Everything is imported before a thread starts: Qt replaces Python's import, and two threads that
        # import through it at once have been seen to wait for each other for ever.
        from app.ui.kiosk import run_kiosk

        _import_parts()
        with (
            logging_to(self._folders.logs),
            closing(self.session(options.pack, headless=options.headless)) as session,
        ):
            if options.headless:
                return self._greet_without_screen(session, run_kiosk)
            return run_kiosk(
                session,
                self.settings,
                language=options.language or self.settings.language,
                windowed=options.windowed,
                seconds=options.seconds,
            )

    def _greet_without_screen(self, session: Session, run_kiosk: Callable[..., int]) -> int:
        greetings = GreetEachLanguage(session.greet)
        run_kiosk(session, self.settings, language=Language.EN, windowed=True, greet=False, on_tick=greetings)
        return greetings.print_report(session.latencies())

    def session(self, pack: str | None = None, *, headless: bool = False) -> Session:
        """An engine that builds and warms its parts in its own threads. Raises ContentError at once.

        The caller closes it. `headless` plays on no device and caches nothing.
        """
        settings = self.settings
        repair_settings(self._folders.settings)
        folder, problems = usable_pack(pack, settings.pack)
        dropped = (*self.dropped_settings(), *problems)
        notices = [Notice("settings_damaged", active=True, detail=line) for line in dropped]
        return Session(
            lambda: self._parts(folder, headless=headless),
            started=self._started,
            ledger=self._ledger,
            counters=self._counters,
            options=LineOptions(settings.volume, settings.deviation_gauge),
            notices=notices,
        )

    def _parts(self, pack: Path, *, headless: bool) -> Parts:
        settings = self.settings
        stages = self._stages
        return Parts(
            stages,
            self.librarian(str(pack)),
            self._sink(mute=headless),
            # A greeting from the cache would measure the cache: the headless run makes all anew.
            self._cache(0 if headless else settings.cache_mb * 1_000_000),
            self._classify_pool,
            self._chosen_voices[0],
            {**asdict(self._budget), **cores().figures()},
        )

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
        return [directory.identity for directory in discover(models_dir())]

    def _embed(self, texts: Sequence[str]) -> Float32:
        return self._classify_pool.submit(self._classifier.embed, texts).result()


def _alignment_model(folder: Path) -> ModelDirectory:
    directory = ModelDirectory.open(folder)
    if directory.manifest.task != "align":
        raise ModelError(f"{folder} is a model for {directory.manifest.task}, not for align")
    return directory


def _pinned(package: str) -> str:
    return f"{package} {version(package)}"


def _import_parts() -> None:
    """Load the code of every part, in this thread."""
    for module in ("align.aligner", "audio", "classify.classifier", "content.librarian", "speech.voices"):
        import_module(f"app.{module}")


def _check_voice(voices: Voices, name: str) -> None:
    known = [known for language in Language for known in voices.names(language)]
    if name not in known:
        raise SpeechError(f"there is no voice {name!r}: choose one of {', '.join(known)}")
