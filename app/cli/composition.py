"""What the commands ask of the composition root, which alone knows the concrete parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from app.core.ports import AudioSink, Classifier, Librarian
from app.core.settings import Settings
from app.core.types import Language, PreparedChunk, TimingSource


@dataclass(frozen=True, slots=True)
class Request:
    """Something to speak to a file: a text, or a recording with what it says."""

    text: str
    language: Language | None = None
    voice: str | None = None
    timing: TimingSource | None = None
    recording: Path | None = None


@dataclass(frozen=True, slots=True)
class RunOptions:
    """How to open the kiosk."""

    pack: str | None = None
    language: Language | None = None
    windowed: bool = False
    headless: bool = False
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """One line of `lisan doctor`."""

    name: str
    ok: bool
    detail: str
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class ModelReport:
    """One model artifact and what is wrong with its files."""

    name: str
    task: str
    languages: Sequence[str]
    variants: Sequence[str]
    megabytes: float
    problems: Sequence[str]


class Composition(Protocol):
    """Builds parts on demand; each is built once and closed by `close`."""

    def settings(self) -> Settings: ...
    def prepare(self, request: Request) -> Sequence[PreparedChunk]:
        """Speak a request, measured warm. Raises SpeechError."""
        ...

    def classifier(self) -> Classifier: ...
    def librarian(self, pack: str | None) -> Librarian: ...
    def sink(self) -> AudioSink: ...
    def model_reports(self, *, verify: bool) -> Sequence[ModelReport]: ...
    def checks(self) -> Sequence[Check]: ...
    def open_kiosk(self, options: RunOptions) -> int:
        """Open the window and stay until it is closed; returns the exit code."""
        ...

    def close(self) -> None: ...
