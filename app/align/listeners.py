"""Opens one phone network for each language when it is first needed, and remembers why one cannot be used."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from app.align.calibration import RAW, Calibration
from app.align.ctc import CtcAligner
from app.align.ctc_emissions import CtcListener
from app.align.emissions import PhoneListener
from app.core.errors import ModelError
from app.core.ports import ModelInfo
from app.core.types import Language
from app.inference.manifest import ModelDirectory
from app.inference.variants import Chooser


class Listeners:
    """One `PhoneListener` a language, from `models/phones-LANGUAGE`. Safe to call from several threads.

    `instead` are heard for their languages in place of those; one with CTC outputs beside them, because
    it fits known text only.
    """

    def __init__(
        self, models: Path, chooser: Chooser, *, threads: int, instead: Sequence[ModelDirectory] = ()
    ) -> None:
        self._models = models
        self._instead = instead
        self._chooser = chooser
        self._threads = threads
        self._lock = threading.Lock()
        self._open: dict[str, PhoneListener | CtcAligner] = {}
        self._failed: dict[str, ModelError] = {}
        self._info: dict[str, ModelInfo] = {}

    def of(self, language: Language) -> PhoneListener:
        """The language's network. Raises ModelError, at once after the first failure."""
        opened = self._opened(self._instead_for(language, ctc=False), f"phones-{language}")
        assert isinstance(opened, PhoneListener)
        return opened

    def ctc(self, language: Language) -> CtcAligner | None:
        """What fits known text of the language better, where there is such a network. Raises ModelError."""
        directory = self._instead_for(language, ctc=True)
        if directory is None:
            return None
        opened = self._opened(directory, directory.manifest.name)
        assert isinstance(opened, CtcAligner)
        return opened

    def info(self) -> Sequence[ModelInfo]:
        """What was opened so far, with what was chosen and why; a refusal is shown as such."""
        with self._lock:
            return tuple(self._info.values())

    def _instead_for(self, language: Language, *, ctc: bool) -> ModelDirectory | None:
        fitting = (one for one in self._instead if language in one.manifest.languages)
        return next((one for one in fitting if (one.manifest.ctc is not None) is ctc), None)

    def _opened(self, directory: ModelDirectory | None, name: str) -> PhoneListener | CtcAligner:
        """The network of `directory`, or the one that we ship as `name`."""
        with self._lock:
            if name in self._failed:
                raise self._failed[name]
            if name not in self._open:
                self._load(directory, name)
            return self._open[name]

    def _load(self, directory: ModelDirectory | None, name: str) -> None:
        try:
            directory = directory or ModelDirectory.open(self._models / name)
            chosen = self._chooser.choose(directory)
            ctc = directory.manifest.ctc is not None
            calibration, doubt = (RAW, "") if ctc else _calibration(directory)
            self._open[name] = (
                CtcAligner(CtcListener(directory, chosen.runner))
                if ctc
                else PhoneListener(directory, chosen.runner, calibration)
            )
        except ModelError as error:
            self._failed[name] = error
            self._info[name] = ModelInfo(name, "none", "none", 0, str(error))
            raise
        info = chosen.info(name, self._threads)
        self._info[name] = replace(info, reason=f"{info.reason}; {doubt}") if doubt else info


def _calibration(directory: ModelDirectory) -> tuple[Calibration, str]:
    """The directory's calibration; where it is damaged, raw confidence and the reason for the panel."""
    try:
        return Calibration.of(directory), ""
    except ModelError as error:
        return RAW, f"confidence is not calibrated: {error}"
