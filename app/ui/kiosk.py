"""Opens the kiosk's window on a session and runs it to its end: the entry point of this package."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from types import FrameType
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QObject, QSize, Qt, QTimer, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtQml import QQmlApplicationEngine
from PySide6.QtQuick import QQuickWindow

from app.avatar.shelf import usable_avatar
from app.core.errors import LisanError
from app.core.resources import assets_dir
from app.core.settings import Settings
from app.core.types import Language
from app.kiosk.counts import Counts
from app.ui.avatar_look import avatar_look
from app.ui.bridge import Bridge, OnTick
from app.ui.catalogue import Catalogue
from app.ui.draw_time import DrawTime
from app.ui.fonts import install_fonts
from app.ui.qml_types import QML, register_types
from app.ui.session_port import SessionPort

_PORTRAIT: Final = QSize(1080, 1920)
_WINDOW_SHARE: Final = 0.85
"""Of the screen that a window takes at most."""


def create_application() -> QGuiApplication:
    """The one Qt application of this process, drawing in software, with the shipped fonts."""
    # One thread, no GPU: 5 % of a core at 1080p against 26 % through a software OpenGL (FINDINGS).
    os.environ["QT_QUICK_BACKEND"] = "software"
    os.environ["QSG_RENDER_LOOP"] = "basic"
    existing = QGuiApplication.instance()
    application = existing if isinstance(existing, QGuiApplication) else QGuiApplication(["lisan"])
    application.setApplicationName("lisan")
    application.setApplicationDisplayName("Lisan")
    install_fonts(assets_dir() / "fonts")
    return application


class KioskWindow:
    """The loaded QML with its bridge. Raises LisanError when the QML cannot be loaded. GUI thread only."""

    def __init__(
        self,
        session: SessionPort,
        settings: Settings,
        *,
        language: Language,
        size: QSize,
        greet: bool = True,
        counts: Counts | None = None,
        on_tick: OnTick | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        catalogue = Catalogue(assets_dir() / "i18n")
        self.bridge = Bridge(
            session,
            settings,
            catalogue=catalogue,
            language=language,
            greet=greet,
            counts=counts,
            on_tick=on_tick,
            clock=clock,
        )
        self.bridge.pose.wear(avatar_look(usable_avatar(settings.avatar)[0]))
        register_types()
        self._engine = QQmlApplicationEngine()
        self._engine.addImportPath(str(QML))
        # The size comes first: pictures are drawn once, as large as they will be shown.
        self._engine.setInitialProperties(
            self._properties() | {"width": size.width(), "height": size.height()}
        )
        self._engine.load(QUrl.fromLocalFile(str(QML / "Main.qml")))
        self.view = _window(self._engine.rootObjects())
        self._draw_time = DrawTime(self.view, session.record)

    def show(self, *, windowed: bool) -> None:
        """Show as a window or on the whole screen, and begin to tick."""
        if windowed:
            self.view.show()
        else:
            self.view.showFullScreen()
        self.bridge.start()

    def close(self) -> None:
        """Stop ticking and take the window down before the view-models that it reads."""
        self.bridge.stop()
        self.view.close()
        self._engine.deleteLater()
        self.bridge.deleteLater()
        # Now, not at the next event loop: pictures may still be loading in the engine's thread.
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    def _properties(self) -> dict[str, object]:
        return {
            "kiosk": self.bridge.screen,
            "captions": self.bridge.captions,
            "pose": self.bridge.pose,
            "figures": self.bridge.diagnostics,
        }


def run_kiosk(
    session: SessionPort,
    settings: Settings,
    *,
    language: Language,
    windowed: bool,
    seconds: float | None = None,
    greet: bool = True,
    on_tick: OnTick | None = None,
) -> int:
    """Show the kiosk until its window closes, `seconds` pass, `on_tick` says so or a signal ends it.

    The window shows at once; the session says `Ready` when it is warm, and passers-by are then invited.
    With `greet` false nobody is invited or greeted and no visit ends by itself. `on_tick` sees each tick's
    events after they were shown and may drive the session.
    The caller closes the session. Returns the process's exit code. Raises LisanError.
    """
    application = create_application()
    size = _size(application.primaryScreen().availableSize(), windowed=windowed)
    kiosk = KioskWindow(session, settings, language=language, size=size, greet=greet, on_tick=on_tick)
    loop = QEventLoop()  # the application's own can be left only once in a process
    kiosk.bridge.done.connect(loop.quit)
    application.lastWindowClosed.connect(loop.quit)
    if seconds is not None:
        QTimer.singleShot(round(seconds * 1000), loop, loop.quit)
    with _ended_by_signals(loop), closing(kiosk):  # no tick may meet a signal once its handler is gone
        kiosk.show(windowed=windowed)
        return loop.exec()


def _size(available: QSize, *, windowed: bool) -> QSize:
    if not windowed:
        return available
    return _PORTRAIT.scaled(available * _WINDOW_SHARE, Qt.AspectRatioMode.KeepAspectRatio)


def _window(roots: list[QObject]) -> QQuickWindow:
    if not roots or not isinstance(roots[0], QQuickWindow):
        raise LisanError("the screen's QML cannot be loaded; install Lisan again")
    return roots[0]


@contextmanager
def _ended_by_signals(loop: QEventLoop) -> Iterator[None]:
    """Ctrl+C and a service manager's request end the event loop, not the process under it.

    Queued, because a loop that has not begun to turn forgets that it was told to end: on a busy machine
    drawing the first picture takes seconds, and a request that came meanwhile was lost.
    """

    def end(_number: int, _frame: FrameType | None) -> None:
        QTimer.singleShot(0, loop, loop.quit)

    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
