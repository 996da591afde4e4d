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
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtQml import QQmlApplicationEngine
from PySide6.QtQuick import QQuickWindow

from app.avatar.shelf import usable_avatar
from app.core.errors import LisanError
from app.core.resources import assets_dir
from app.core.settings import Settings
from app.core.types import Language
from app.kiosk.restart import RESTART
from app.ui.avatar_look import avatar_look
from app.ui.bridge import Bridge, OnTick
from app.ui.catalogue import Catalogue
from app.ui.draw_time import DrawTime
from app.ui.fonts import install_fonts
from app.ui.lockdown import Lockdown, screen_named
from app.ui.operator_desk import Office
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
        office: Office | None = None,
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
            office=office,
            on_tick=on_tick,
            clock=clock,
        )
        self.bridge.pose.wear(avatar_look(usable_avatar(settings.avatar)[0]))
        self.bridge.screen.show(diagonal=settings.screen.diagonal_inches, rotation=settings.screen.rotation)
        self._settings = settings
        self._session = session
        self._lockdown: Lockdown | None = None
        if office:
            office.store.when_changed(self._apply)
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
            self.bridge.screen.show(locked=True)
            self._lockdown = Lockdown(self.bridge, self.view, lambda: self._settings.screen.name)
            self._lockdown.keep()
        self.bridge.start()

    def close(self) -> None:
        """Stop ticking and take the window down before the view-models that it reads."""
        self.bridge.stop()
        self.bridge.screen.show(locked=False)
        if self._lockdown:
            self._lockdown.end()
        self.view.close()
        self._engine.deleteLater()
        self.bridge.deleteLater()
        # Now, not at the next event loop: pictures may still be loading in the engine's thread.
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    def _apply(self, settings: Settings) -> None:
        """Settings that staff changed, at once; what the engine has to load it loads by itself."""
        before, self._settings = self._settings, settings
        self.bridge.configure(settings)
        sound = (settings.audio_device, settings.audio_offset_ms)
        if sound != (before.audio_device, before.audio_offset_ms):
            offsets = {name: offset / 1000 for name, offset in settings.audio_offset_ms.items()}
            self._session.use_device(settings.audio_device, offsets)
        if (settings.voice_en, settings.voice_ar) != (before.voice_en, before.voice_ar):
            self._session.use_voices({Language.EN: settings.voice_en, Language.AR: settings.voice_ar})
        if settings.pack != before.pack:
            self._session.use_pack(settings.pack)

    def _properties(self) -> dict[str, object]:
        return {
            "kiosk": self.bridge.screen,
            "captions": self.bridge.captions,
            "pose": self.bridge.pose,
            "figures": self.bridge.diagnostics,
            "operator": self.bridge.operator,
        }


def run_kiosk(
    session: SessionPort,
    settings: Settings,
    *,
    language: Language,
    windowed: bool,
    seconds: float | None = None,
    greet: bool = True,
    office: Office | None = None,
    on_tick: OnTick | None = None,
) -> int:
    """Show the kiosk until its window closes, `seconds` pass, `on_tick` says so or a signal ends it.

    The window shows at once; the session says `Ready` when it is warm, and passers-by are then invited.
    With `greet` false nobody is invited or greeted and no visit ends by itself. `on_tick` sees each tick's
    events after they were shown and may drive the session.
    The caller closes the session. Returns the process's exit code, `RESTART` where the nightly restart ended
    it. Raises LisanError.
    """
    application = create_application()
    screen = screen_named(settings.screen.name) or application.primaryScreen()
    kiosk = KioskWindow(
        session,
        settings,
        language=language,
        size=_size(screen, windowed=windowed),
        greet=greet,
        office=office,
        on_tick=on_tick,
    )
    loop = QEventLoop()  # the application's own can be left only once in a process
    kiosk.bridge.done.connect(loop.quit)
    application.lastWindowClosed.connect(loop.quit)
    if seconds is not None:
        QTimer.singleShot(round(seconds * 1000), loop, loop.quit)
    with _ended_by_signals(loop), closing(kiosk):  # no tick may meet a signal once its handler is gone
        kiosk.show(windowed=windowed)
        code = loop.exec()
        return RESTART if kiosk.bridge.reception.restarts else code


def screen_names() -> list[str]:
    """The screens that are there, as the settings name them."""
    return [screen.name() for screen in QGuiApplication.screens()]


def _size(screen: QScreen, *, windowed: bool) -> QSize:
    if not windowed:
        return screen.size()
    return _PORTRAIT.scaled(screen.availableSize() * _WINDOW_SHARE, Qt.AspectRatioMode.KeepAspectRatio)


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
