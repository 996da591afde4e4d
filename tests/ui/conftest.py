"""One Qt application for all tests of the window, made as the kiosk makes its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication

from app.core.resources import assets_dir
from app.core.settings import Settings
from app.core.types import Language
from app.ui.bridge import Bridge
from app.ui.catalogue import Catalogue
from app.ui.kiosk import KioskWindow, create_application
from tests.fakes.session import FakeSession
from tests.ui.visitor import HandClock, Visitor

PORTRAIT = QSize(1080, 1920)
LANDSCAPE = QSize(1920, 1080)


@pytest.fixture(scope="session")
def qapp() -> QGuiApplication:
    return create_application()


@pytest.fixture
def session() -> FakeSession:
    return FakeSession()


@pytest.fixture
def catalogue() -> Catalogue:
    return Catalogue(assets_dir() / "i18n")


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def bridge(
    qapp: QGuiApplication, session: FakeSession, catalogue: Catalogue, clock: HandClock
) -> Iterator[Bridge]:
    """A bridge without a window, its captions as wide as a portrait screen's."""
    made = Bridge(session, Settings(), catalogue=catalogue, language=Language.EN, greet=False, clock=clock)
    made.captions.fit(990.0, 46)
    yield made
    made.deleteLater()


class OpenKiosk(Protocol):
    """Opens a kiosk in a language and size; `greet` with the attract loop before it."""

    def __call__(
        self, language: Language, size: QSize, *, greet: bool = False, settings: Settings | None = None
    ) -> Visitor: ...


@pytest.fixture
def open_kiosk(qapp: QGuiApplication, session: FakeSession, clock: HandClock) -> Iterator[OpenKiosk]:
    """Opens windows that a visitor stands before; their time stands still until a test moves it."""
    opened: list[KioskWindow] = []

    def open_one(
        language: Language, size: QSize, *, greet: bool = False, settings: Settings | None = None
    ) -> Visitor:
        settings = settings or Settings()
        kiosk = KioskWindow(session, settings, language=language, size=size, greet=greet, clock=clock)
        kiosk.view.show()
        opened.append(kiosk)
        visitor = Visitor(kiosk, session, clock)
        visitor.watch(0.0)
        return visitor

    yield open_one
    for kiosk in opened:
        kiosk.close()
