"""Checks of an installation, for `lisan doctor`: each names what it looked at and the remedy."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from app.core.errors import LisanError
from app.core.files import write_atomically
from app.core.ports import AudioSink, ModelInfo, Voices
from app.core.resources import assets_dir
from app.core.settings import Resolved
from app.core.types import Language
from app.inference.machine import cores
from app.inference.manifest import ModelDirectory
from app.speech.piper_catalogue import Catalogue

_ROOM_MB: Final = 300


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the doctor."""

    name: str
    ok: bool
    detail: str
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Patient:
    """What the doctor looks at; the callables build the costly parts, and may raise LisanError."""

    resolved: Resolved
    models: Callable[[], Sequence[ModelDirectory]]
    folders: Mapping[str, Path]
    """By what they hold."""
    networks: Callable[[], Sequence[ModelInfo]]
    dropped_in: Catalogue
    voices: Callable[[], Voices]
    sink: Callable[[], AudioSink]
    pack: Callable[[], str]


def examine(patient: Patient) -> Iterator[Check]:
    """All checks, cheapest first. An error of one is that check's result."""
    yield _settings(patient.resolved)
    for name, folder in patient.folders.items():
        yield _folder(name, folder)
    yield Check("processor", ok=True, detail=_processor())
    yield _guarded("fonts", "install Lisan again", _fonts)
    yield _guarded("content", "choose another pack with --pack or in the settings", patient.pack)
    yield _guarded("models", "install Lisan again", lambda: _models(patient.models()))
    yield _guarded("networks", "install Lisan again", lambda: _networks(patient.networks()))
    yield _voices_folder(patient.dropped_in)
    yield _guarded("voices", "install Lisan again", lambda: _speaks(patient.voices()))
    yield _guarded(
        "audio", "connect a device, or name one in the setting audio_device", lambda: _audio(patient.sink())
    )


def _guarded(name: str, remedy: str, look: Callable[[], str]) -> Check:
    try:
        return Check(name, ok=True, detail=look())
    except LisanError as error:
        return Check(name, ok=False, detail=str(error), remedy=remedy)


def _settings(resolved: Resolved) -> Check:
    detail = "; ".join(resolved.dropped) or "as stored"
    remedy = "correct settings.json in the settings folder; the kiosk sets it aside at its next start"
    return Check("settings", not resolved.dropped, detail, remedy)


def _folder(holds: str, folder: Path) -> Check:
    """A folder that cannot be written costs caches and logs, not speech; staff should know."""
    name = f"{holds} folder"
    try:
        write_atomically(folder / ".doctor", b"")
        (folder / ".doctor").unlink()
        room = shutil.disk_usage(folder).free // 1_000_000
    except OSError as error:
        return Check(name, ok=False, detail=f"{folder}: {error.strerror}", remedy="make it writable")
    return Check(name, room >= _ROOM_MB, f"{folder}: {room:,} MB free", f"free {_ROOM_MB} MB on that disk")


def _processor() -> str:
    seen = cores()
    return f"cores: {seen}"


def _fonts() -> str:
    fonts = sorted((assets_dir() / "fonts").glob("*.ttf"))
    if not fonts:
        raise LisanError("assets/fonts holds no font: Arabic would not be drawn")
    return f"{len(fonts)} files"


def _models(directories: Sequence[ModelDirectory]) -> str:
    problems = [problem for directory in directories for problem in directory.verify()]
    if problems or not directories:
        raise LisanError("; ".join(problems) or "models/ holds no model")
    return ", ".join(directory.manifest.name for directory in directories)


def _networks(opened: Sequence[ModelInfo]) -> str:
    """Which variant runs, why, and how, as the runtimes say; a network that none runs is a LisanError."""
    lines = [f"{info.name}: {info.reason} [{_running(info)}]" for info in opened]
    if any(info.precision == "none" for info in opened):
        raise LisanError(" | ".join(lines))
    return " | ".join(lines)


def _running(info: ModelInfo) -> str:
    return ", ".join(f"{name} {value}" for name, value in info.details.items())


def _voices_folder(found: Catalogue) -> Check:
    names = ", ".join(voice.name for voice in found.voices) or "no Piper voice"
    detail = "; ".join((f"{found.folder}: {names}", *found.problems))
    remedy = "put it right, or take the files out of the folder"
    return Check("voices folder", not found.problems, detail, remedy)


def _speaks(voices: Voices) -> str:
    said = []
    for language, text in ((Language.EN, "Hello."), (Language.AR, "مَرْحَبًا.")):
        spoken = [voices.synthesise(chunk) for chunk in voices.chunks(text, language)]
        others = [name for name in voices.names(language) if name != spoken[0].voice]
        said.append(f"{language}: {spoken[0].voice} (also {', '.join(others) or 'none'})")
    return "; ".join(said)


def _audio(sink: AudioSink) -> str:
    with closing(sink):
        if sink.muted:
            raise LisanError("no output device: the kiosk would start without sound")
        return sink.name
