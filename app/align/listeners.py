"""Opens one phone network for each language when it is first needed, and remembers why one cannot be used."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

from app.align.emissions import PhoneListener
from app.core.errors import ModelError
from app.core.ports import ModelInfo
from app.core.types import Language
from app.inference.manifest import ModelDirectory
from app.inference.variants import Chooser


class Listeners:
    """One `PhoneListener` a language, from `models/phones-LANGUAGE`. Safe to call from several threads.

    `instead` is heard for its languages in place of those.
    """

    def __init__(
        self, models: Path, chooser: Chooser, *, threads: int, instead: ModelDirectory | None = None
    ) -> None:
        self._models = models
        self._instead = instead
        self._chooser = chooser
        self._threads = threads
        self._lock = threading.Lock()
        self._open: dict[Language, PhoneListener] = {}
        self._failed: dict[Language, ModelError] = {}
        self._info: dict[Language, ModelInfo] = {}

    def of(self, language: Language) -> PhoneListener:
        """The language's network. Raises ModelError, at once after the first failure."""
        with self._lock:
            if language in self._failed:
                raise self._failed[language]
            if language not in self._open:
                self._load(language)
            return self._open[language]

    def info(self) -> Sequence[ModelInfo]:
        """What was opened so far, with what was chosen and why; a refusal is shown as such."""
        with self._lock:
            return tuple(self._info.values())

    def _load(self, language: Language) -> None:
        name = f"phones-{language}"
        try:
            directory = self._directory(language, name)
            chosen = self._chooser.choose(directory)
            self._open[language] = PhoneListener(directory, chosen.runner)
        except ModelError as error:
            self._failed[language] = error
            self._info[language] = ModelInfo(name, "none", "none", 0, str(error))
            raise
        self._info[language] = chosen.info(name, self._threads)

    def _directory(self, language: Language, name: str) -> ModelDirectory:
        if self._instead is not None and language in self._instead.manifest.languages:
            return self._instead
        return ModelDirectory.open(self._models / name)
