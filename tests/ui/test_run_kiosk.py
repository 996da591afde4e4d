"""The entry point: how a run begins to speak and how it ends."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from app.core.events import Event, Finished
from app.core.ports import Playhead
from app.core.settings import Settings
from app.core.types import Language
from app.ui.kiosk import run_kiosk
from tests.fakes.session import FakeSession

pytestmark = pytest.mark.usefixtures("qapp")


def test_the_kiosk_invites_when_it_is_ready_and_ends_when_its_watcher_says_so() -> None:
    session = FakeSession(clock=time.monotonic)
    heard: list[Event] = []

    def watch(events: Sequence[Event], head: Playhead) -> bool:
        heard.extend(events)
        return any(isinstance(event, Finished) for event in heard) and head.playing

    assert run_kiosk(session, Settings(), language=Language.AR, windowed=True, on_tick=watch) == 0
    assert session.invited == [Language.EN]
    assert session.greeted == []


def test_a_run_of_so_many_seconds_ends_by_itself_without_a_word() -> None:
    session = FakeSession()
    code = run_kiosk(session, Settings(), language=Language.EN, windowed=False, seconds=0.2, greet=False)
    assert code == 0
    assert session.greeted == []


_ENDED_EARLY = """
import signal
from app.core.settings import Settings
from app.core.types import Language
from app.ui.kiosk import KioskWindow, run_kiosk
from tests.fakes.session import FakeSession

show = KioskWindow.show
def slow_show(kiosk, *, windowed):
    show(kiosk, windowed=windowed)
    signal.raise_signal(signal.SIGTERM)

KioskWindow.show = slow_show
raise SystemExit(run_kiosk(FakeSession(), Settings(), language=Language.EN, windowed=True, seconds=30))
"""


def test_a_request_to_end_that_comes_before_the_first_picture_is_not_lost() -> None:
    """In a process of its own, as a kiosk is.

    OpenVINO leaves the thread that compiles a network with a signal stack that it frees later: a signal that
    meets that thread, as this one in a test run, kills the process. A kiosk compiles in other threads.
    """
    begun = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", _ENDED_EARLY],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert time.monotonic() - begun < 25  # it is the signal that ended it, not the time
