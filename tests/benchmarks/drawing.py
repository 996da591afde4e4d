"""What drawing the speaking face costs: `python -m tests.benchmarks.drawing [--avatar NAME] [--seconds N]`.

Opens the kiosk's window at 1080 × 1920 with the software backend, lets the avatar explain at 60 ticks a
second with the mouth of real speech, and counts processor time (not the clock's, so that a busy machine
does not spoil it): within the renderer, and of the whole GUI thread.
"""

# ruff: noqa: T201 - prints its figures
from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence
from contextlib import ExitStack

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication

from app.avatar.motion import FaceMotion
from app.bootstrap import Workshop
from app.cli.composition import Request
from app.core.settings import Settings
from app.core.types import BehaviourLabel, Language, MouthTrack
from app.ui.kiosk import KioskWindow, create_application
from tests.fakes.session import ANSWERS, FakeSession

TICKS = 60
RATE = 24_000


class Meter:
    """Processor seconds of this thread between the two signals of each rendering."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.pictures = 0
        self._began = 0.0

    def begin(self) -> None:
        self._began = time.thread_time()

    def end(self) -> None:
        self.seconds += time.thread_time() - self._began
        self.pictures += 1


def speech() -> list[MouthTrack]:
    """The mouth of a real answer."""
    with ExitStack() as closing:
        workshop = Workshop(time.perf_counter(), closing)
        made = workshop.prepare(Request(ANSWERS[Language.EN], Language.EN, "espeak-en"))
        return [one.mouth for one in made]


def measure(avatar: str, seconds: float, tracks: Sequence[MouthTrack], *, speaking: bool) -> None:
    """Print what `seconds` of the avatar cost."""
    kiosk = KioskWindow(
        FakeSession(clock=time.monotonic),
        Settings(avatar=avatar),
        language=Language.EN,
        size=QSize(1080, 1920),
        greet=False,
    )
    meter, motion = Meter(), FaceMotion(seed=3)
    kiosk.view.beforeRendering.connect(meter.begin, Qt.ConnectionType.DirectConnection)
    kiosk.view.afterRendering.connect(meter.end, Qt.ConnectionType.DirectConnection)
    kiosk.view.show()
    settle = time.monotonic() + 6.0
    while time.monotonic() < settle:
        QGuiApplication.processEvents()
        time.sleep(0.01)
    meter.seconds, meter.pictures = 0.0, 0
    began, spent = time.monotonic(), time.thread_time()
    for tick in range(round(seconds * TICKS)):
        at = tick / TICKS
        if speaking:
            kiosk.bridge.pose.show_mouth(_pose(tracks, at))
        behaviour = BehaviourLabel.EXPLANATION if speaking else BehaviourLabel.NEUTRAL
        kiosk.bridge.pose.show_face(motion.step(at, behaviour, speaking=speaking, thinking=False))
        QGuiApplication.processEvents()
        time.sleep(max(began + (tick + 1) / TICKS - time.monotonic(), 0.0))
    lasted = time.monotonic() - began
    share, whole = meter.seconds / lasted, (time.thread_time() - spent) / lasted
    doing = "speaking" if speaking else "idle"
    print(
        f"{avatar} {doing}: drawing {100 * share:.1f} % of a core, GUI thread {100 * whole:.1f} %, "
        f"{meter.pictures / lasted:.0f} pictures a second, "
        f"{1000 * meter.seconds / max(meter.pictures, 1):.2f} ms each"
    )
    kiosk.close()


def _pose(tracks: Sequence[MouthTrack], seconds: float) -> tuple[float, ...]:
    """The mouth at a moment of the speech, over and over."""
    lengths = [len(track.values) * track.step for track in tracks]
    place = seconds * RATE % sum(lengths)
    for track, length in zip(tracks, lengths, strict=True):
        if place < length:
            return tuple(float(value) for value in track.at(place))
        place -= length
    raise AssertionError("the place is inside the speech")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--avatar", action="append", help="default: both that we ship")
    parser.add_argument("--seconds", type=float, default=15.0)
    wanted = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    tracks = speech()
    create_application()
    for avatar in wanted.avatar or ("noor", "jood"):
        for speaking in (True, False):
            measure(avatar, wanted.seconds, tracks, speaking=speaking)


if __name__ == "__main__":
    main()
