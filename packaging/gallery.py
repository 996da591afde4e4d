"""Screenshots of every screen in both languages and orientations: `python packaging/gallery.py --out DIR`.

Uses the tests' session without models, so that each state can be held still; works offscreen and on a
display.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtQuick import QQuickItem

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from app.avatar.pack import load_avatar  # noqa: E402
from app.avatar.shelf import avatar_folder  # noqa: E402
from app.core.events import Answered, Failed, Notice, Thinking  # noqa: E402
from app.core.resources import assets_dir  # noqa: E402
from app.core.settings import Settings  # noqa: E402
from app.core.types import Answer, Language  # noqa: E402
from app.kiosk.counts import Counts  # noqa: E402
from app.kiosk.pin import hashed  # noqa: E402
from app.kiosk.settings_store import SettingsStore  # noqa: E402
from app.ui.catalogue import Catalogue  # noqa: E402
from app.ui.contact_sheet import draw_contact_sheet  # noqa: E402
from app.ui.kiosk import KioskWindow, create_application  # noqa: E402
from app.ui.operator_desk import Office  # noqa: E402
from app.ui.operator_dials import Choices, dials  # noqa: E402
from tests.fakes.session import ANSWERS, QUESTIONS, FakeSession  # noqa: E402

PIN: Final = "2468"
AVATARS: Final = ("noor", "jood")
CHOICES: Final = Choices(
    packs=lambda: ["coast"],
    voices=lambda language: {Language.EN: ["hibari", "espeak-en"], Language.AR: ["espeak-ar"]}[language],
    devices=lambda: ["Speakers (USB Audio)"],
    screens=lambda: ["HDMI-1"],
)
SIZES: Final = {"portrait": QSize(1080, 1920), "landscape": QSize(1920, 1080)}


@dataclass(frozen=True, slots=True)
class Stage:
    """An open kiosk in one language."""

    kiosk: KioskWindow
    session: FakeSession
    language: Language

    def play(self, seconds: float) -> None:
        """Let the screen live for a while, in real time."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            QGuiApplication.processEvents()
            time.sleep(0.004)

    def wait_for_pictures(self) -> None:
        """Let the screen live until every picture is drawn and has faded in."""
        while not all(_drawn(item) for item in _items(self.kiosk.view.contentItem())):
            self.play(0.1)
        self.play(0.5)


def _items(item: QQuickItem) -> Iterator[QQuickItem]:
    yield item
    for child in item.childItems():
        yield from _items(child)


def _drawn(item: QQuickItem) -> bool:
    """Whether this is no picture that is still being loaded."""
    return not item.inherits("QQuickImage") or item.property("progress") == 1.0


def attract(stage: Stage) -> None:
    """Nobody is there: a teaser and two doors."""
    stage.session.ready()
    stage.play(0.9)


def starting(stage: Stage) -> None:
    """Before the models are warm."""
    stage.play(0.6)


def idle(stage: Stage) -> None:
    """A visit begins."""
    stage.session.ready()
    stage.play(0.6)


def thinking(stage: Stage) -> None:
    """A question was asked."""
    idle(stage)
    stage.session.events.append(Thinking(9, QUESTIONS[stage.language][0], stage.language))
    stage.play(0.9)


def speaking(stage: Stage) -> None:
    """The answer sounds, its word marked."""
    idle(stage)
    stage.kiosk.bridge.screen.ask(QUESTIONS[stage.language][0])
    stage.play(1.9)


def heard(stage: Stage) -> None:
    """After an answer: its source, what to ask next."""
    speaking(stage)
    stage.kiosk.bridge.screen.stop()
    stage.play(0.5)
    stage.kiosk.bridge.screen.act("source")
    stage.play(0.4)


def typing(stage: Stage) -> None:
    """The keyboard on the screen, some keys struck."""
    idle(stage)
    stage.kiosk.bridge.screen.act("type")
    stage.play(0.4)
    for key in "salt?" if stage.language is Language.EN else "ملح؟":
        stage.kiosk.bridge.screen.strike(key)
    stage.play(0.3)


def comfort(stage: Stage) -> None:
    """Text size, volume, contrast, captions."""
    idle(stage)
    stage.kiosk.bridge.screen.act("comfort")
    stage.play(0.4)


def largest(stage: Stage) -> None:
    """The largest text in the strongest contrast."""
    idle(stage)
    for step in ("text_2", "contrast"):
        stage.kiosk.bridge.screen.act(step)
        stage.play(0.45)
    stage.kiosk.bridge.screen.ask(QUESTIONS[stage.language][0])
    stage.play(1.9)


def countdown(stage: Stage) -> None:
    """Nobody touched anything for a while."""
    idle(stage)
    stage.kiosk.bridge.screen.show(countdown=9)
    stage.play(0.4)


def panel(stage: Stage) -> None:
    """The figures behind it all."""
    speaking(stage)
    stage.session.fill_ledger()
    stage.kiosk.bridge.screen.inspect()
    stage.play(0.5)


def no_audio(stage: Stage) -> None:
    """A missing loudspeaker."""
    stage.session.events.append(Notice("no_audio", active=True))
    speaking(stage)


def sorry(stage: Stage) -> None:
    """Nothing could be said."""
    idle(stage)
    stage.session.events.append(Failed(9, "no voice could speak chunk 0"))
    stage.play(0.9)


def pin(stage: Stage) -> None:
    """Staff knocked; two digits are typed."""
    idle(stage)
    stage.kiosk.bridge.screen.act("operator")
    for digit in PIN[:2]:
        stage.kiosk.bridge.operator.press(digit)
    stage.play(0.4)


def staff(stage: Stage, page: str) -> None:
    """One of the staff's pages."""
    pin(stage)
    for key in (*PIN[2:], "enter"):
        stage.kiosk.bridge.operator.press(key)
    stage.kiosk.bridge.operator.go(page)
    stage.play(0.4)


def answered(stage: Stage) -> None:
    """A long answer that is read while nothing sounds."""
    idle(stage)
    text = ANSWERS[stage.language]
    answer = Answer(text, text, stage.language, 0.9, matched=True)
    stage.session.events += [Thinking(9, QUESTIONS[stage.language][3], stage.language), Answered(9, answer)]
    stage.play(0.5)


def closed(stage: Stage) -> None:
    """Outside the opening hours."""
    stage.session.ready()
    stage.play(0.4)
    catalogue = Catalogue(assets_dir() / "i18n")
    texts = [catalogue.texts(language)["closed"] for language in Language]
    stage.kiosk.bridge.screen.show(closed="\n".join(text.format(opens="09:00") for text in texts))
    stage.play(0.4)


SCREENS: Final[Mapping[str, Callable[[Stage], None]]] = {
    screen.__name__: screen
    for screen in (
        starting,
        attract,
        idle,
        typing,
        thinking,
        speaking,
        answered,
        heard,
        comfort,
        largest,
        countdown,
        closed,
        no_audio,
        sorry,
        panel,
        pin,
    )
} | {f"staff_{page}": partial(staff, page=page) for page in dials(CHOICES)}


@contextmanager
def opened(language: Language, size: QSize, *, avatar: str, greet: bool) -> Iterator[Stage]:
    """A kiosk of this size that has not heard yet that its models are warm."""
    session = FakeSession(clock=time.monotonic)
    session.drain()
    settings = Settings(avatar=avatar, operator_pin=hashed(PIN))
    with tempfile.TemporaryDirectory() as folder:
        office = Office(
            SettingsStore(Path(folder) / "settings.json", settings),
            Counts(Path(folder) / "counts.json"),
            CHOICES,
        )
        kiosk = KioskWindow(session, settings, language=language, size=size, greet=greet, office=office)
        kiosk.show(windowed=True)
        stage = Stage(kiosk, session, language)
        stage.wait_for_pictures()
        try:
            yield stage
        finally:
            kiosk.close()


def main() -> None:
    """Take the pictures that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder for the pictures")
    parser.add_argument("--only", choices=[*SCREENS, "avatars"], action="append")
    wanted = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    wanted.out.mkdir(parents=True, exist_ok=True)
    create_application()
    for name in wanted.only or [*SCREENS, "avatars"]:
        if name == "avatars":
            _draw_avatars(wanted.out)
        else:
            _draw_screen(name, wanted.out)


def _draw_screen(name: str, out: Path) -> None:
    """In both languages and orientations; the second avatar where it speaks."""
    for avatar in AVATARS if name == "speaking" else AVATARS[:1]:
        for language in Language:
            for shape, size in SIZES.items():
                with opened(language, size, avatar=avatar, greet=name == "attract") as stage:
                    SCREENS[name](stage)
                    whose = "" if avatar == AVATARS[0] else f"_{avatar}"
                    stage.kiosk.view.grabWindow().save(str(out / f"{name}_{language}_{shape}{whose}.png"))


def _draw_avatars(out: Path) -> None:
    """Every mouth and every behaviour of both."""
    for avatar in AVATARS:
        draw_contact_sheet(load_avatar(avatar_folder(avatar))).save(str(out / f"avatar_{avatar}.png"))


if __name__ == "__main__":
    main()
