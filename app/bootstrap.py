"""The composition root: it wires the concrete parts together.

Parts come from the stockroom; here they become a command line, a session and a kiosk.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict
from functools import partial
from importlib import import_module
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from app.cli.composition import RunOptions
from app.cli.headless import GreetEachLanguage
from app.cli.main import main
from app.content.shelf import pack_names, usable_pack
from app.core.errors import GivenUpError
from app.core.events import Notice
from app.core.ports import Progress
from app.core.settings import repair_settings
from app.core.types import Language
from app.diagnostics.log import logging_to
from app.engine.line import LineOptions
from app.engine.parts import Parts
from app.engine.session import Session
from app.inference.machine import cores
from app.kiosk.counts import Counts
from app.kiosk.restart import RESTART
from app.kiosk.settings_store import SettingsStore
from app.stockroom import Stockroom

if TYPE_CHECKING:
    from app.ui.operator_desk import Office


def run(arguments: Sequence[str], *, started: float) -> int:
    """Run the command line; returns the exit code. `started` is the process's first `perf_counter`."""
    with ExitStack() as parts:
        code = main(arguments, Workshop(started, parts))
    if code == RESTART:  # every device, child and thread is let go of by now
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606 - it is this program
    return code


class Workshop(Stockroom):
    """What the commands ask for: parts by themselves, and an engine with or without its window."""

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
                office=self._office(session),
            )

    def settings_store(self) -> SettingsStore:
        """The settings, to be changed for good."""
        return SettingsStore(self._folders.settings, self.settings)

    def counts(self) -> Counts:
        """What was counted of visits, day by day."""
        return Counts(self._folders.counts)

    def _office(self, session: Session) -> Office:
        from app.audio.portaudio import output_names
        from app.ui.kiosk import screen_names
        from app.ui.operator_desk import Office
        from app.ui.operator_dials import Choices

        choices = Choices(
            packs=lambda: [*dict.fromkeys([*pack_names(), self.settings.pack])],
            voices=session.voices,
            devices=output_names,
            screens=screen_names,
        )
        return Office(self.settings_store(), self.counts(), choices)

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
        closed = Event()

        def wanted(_share: float) -> None:
            if closed.is_set():
                raise GivenUpError("the session is closed")

        return Session(
            lambda: self._parts(folder, headless=headless, progress=wanted),
            started=self._started,
            ledger=self._ledger,
            counters=self._counters,
            options=LineOptions(settings.deviation_gauge),
            gain=settings.volume,
            notices=notices,
            closing=closed,
        )

    def _parts(self, pack: Path, *, headless: bool, progress: Progress) -> Parts:
        settings = self.settings
        stages = self._stages
        return Parts(
            stages,
            self.librarian(str(pack), progress),
            self._sink(mute=headless),
            # A greeting from the cache would measure the cache: the headless run makes all anew.
            self._cache(0 if headless else settings.cache_mb * 1_000_000),
            self._classify_pool,
            self._chosen_voices[0],
            partial(self.librarian, progress=progress),
            {**asdict(self._budget), **cores().figures()},
        )


def _import_parts() -> None:
    """Load the code of every part, in this thread."""
    for module in ("align.aligner", "audio", "classify.classifier", "content.librarian", "speech.voices"):
        import_module(f"app.{module}")
