"""What the commands ask of the composition root, which alone knows the concrete parts."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from app.avatar.pack import AvatarPack
from app.core.ports import AudioSink, Classifier, Librarian, ModelInfo, Progress
from app.core.settings import Settings
from app.core.types import Language, PreparedChunk, TimingSource
from app.inference.manifest import ModelDirectory
from app.kiosk.counts import Counts
from app.kiosk.health import Check
from app.kiosk.settings_store import SettingsStore
from app.registry.job import Order
from app.registry.shelf import Shelf


@dataclass(frozen=True, slots=True)
class Request:
    """Something to speak to a file: a text, or a recording with what it says."""

    text: str
    language: Language | None = None
    voice: str | None = None
    timing: TimingSource | None = None
    recording: Path | None = None
    model: str | None = None
    """Alignment model in place of the settings' one: its name or folder."""


@dataclass(frozen=True, slots=True)
class RunOptions:
    """How to open the kiosk."""

    pack: str | None = None
    language: Language | None = None
    windowed: bool = False
    headless: bool = False
    seconds: float | None = None


Scorer = Callable[[str], Sequence[tuple[str, float]]]
"""Text → labels with their scores, best first."""


LabelScorer = Callable[[str, Language], Sequence[tuple[str, float]]]
"""Text and its language → labels of one's own with their scores, best first."""


TimeRecording = Callable[[Request, Progress], PreparedChunk]
"""Times a recording with its text; from any thread. Raises LisanError."""


class Composition(Protocol):
    """Builds parts on demand, each once."""

    @property
    def settings(self) -> Settings:
        """The settings in force. Raises SettingsError."""
        ...

    def preview_avatar(self, pack: AvatarPack, out: Path) -> None:
        """Draw an avatar's contact sheet into a PNG file. Raises AvatarError."""
        ...

    def dropped_settings(self) -> Sequence[str]:
        """What is wrong in the stored settings, one line each; the rest of them is in force."""
        ...

    def prime(self, begins: Callable[[], None]) -> bool:
        """Fill the caches that a start reads; False when they were full. Raises LisanError.

        `begins` is called when there is work.
        """
        ...

    def prepare(self, request: Request) -> Sequence[PreparedChunk]:
        """Speak a request, measured warm. Raises SpeechError."""
        ...

    def recordings(self, model: str | None) -> TimeRecording:
        """Times recordings, measured warm; `model` is as in `Request`. Raises ModelError."""
        ...

    def classifier(self) -> Classifier: ...
    def scorer(self, model: Path) -> Scorer:
        """A foreign classifier from its directory. Raises ModelError."""
        ...

    def label_scorer(self, labels: Path, *, multi_label: bool) -> LabelScorer:
        """Scores by labels from a file or a pack's folder. Raises ModelError."""
        ...

    def librarian(self, pack: str | None) -> Librarian: ...
    def sink(self) -> AudioSink:
        """The output device; the caller closes it."""
        ...

    @property
    def shelf(self) -> Shelf:
        """The model artifacts of this machine."""
        ...

    def add_model(self, order: Order, tell: Callable[[str], None]) -> ModelDirectory:
        """Take in a foreign model; `tell` hears each step. Raises ModelError."""
        ...

    def models(self) -> Sequence[ModelInfo]:
        """Every network that runs here, opened: what was chosen, why, and how it runs."""
        ...

    def settings_store(self) -> SettingsStore: ...
    def counts(self) -> Counts: ...
    def checks(self) -> Sequence[Check]: ...
    def open_kiosk(self, options: RunOptions) -> int:
        """Open the window and stay until it is closed; returns the exit code."""
        ...


def tell_dropped_settings(composition: Composition) -> None:
    """One line on stderr for whoever reads results and would not know that settings were passed over."""
    if dropped := composition.dropped_settings():
        print("lisan:", "; ".join(dropped), file=sys.stderr)
