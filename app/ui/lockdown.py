"""Keeps a visitor in the kiosk, as far as one program can, and brings it back after a lost display."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QCursor, QGuiApplication, QInputDevice, QKeyEvent, QPointerEvent, QScreen, QWindow

_LOOK_MS: Final = 1000
_SHORTCUT: Final = (
    Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.MetaModifier
)
_CHORD: Final = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
_KEYS: Final = {QEvent.Type.KeyPress, QEvent.Type.KeyRelease, QEvent.Type.ShortcutOverride}
_TOUCHES: Final = {QEvent.Type.TouchBegin, QEvent.Type.TouchUpdate, QEvent.Type.TouchEnd}


class Lockdown(QObject):
    """Watches one window. What the system itself reserves (Ctrl+Alt+Del) is for the system's own kiosk mode.

    `wanted` names the screen to be on; None is the main one.
    """

    def __init__(self, parent: QObject, view: QWindow, wanted: Callable[[], str | None]) -> None:
        super().__init__(parent)
        self._view = view
        self._wanted = wanted
        view.setFlags(view.flags() | Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowStaysOnTopHint)
        view.setCursor(QCursor(Qt.CursorShape.BlankCursor))
        view.installEventFilter(self)
        self._timer = QTimer(self, interval=_LOOK_MS)
        self._timer.timeout.connect(self.keep)
        self._timer.start()

    def end(self) -> None:
        """Let go of the window."""
        self._timer.stop()
        self._view.removeEventFilter(self)

    def keep(self) -> None:
        """Be on the whole of the right screen, whatever happened to it."""
        screen = screen_named(self._wanted())
        view = self._view
        if screen is None:
            return  # no display at all: wait for one
        # By its place: asking a window for its screen makes the window the screen's owner, and take it along.
        moved = view.geometry() != screen.geometry()
        if moved or not view.isVisible() or view.visibility() is not QWindow.Visibility.FullScreen:
            view.setScreen(screen)
            view.setGeometry(screen.geometry())
            view.showFullScreen()
            view.requestActivate()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Swallow shortcuts; show the pointer to a mouse only."""
        kind = event.type()
        if kind in _KEYS and isinstance(event, QKeyEvent):
            return _is_shortcut(event)
        if kind in _TOUCHES:
            self._point(Qt.CursorShape.BlankCursor)
        elif kind == QEvent.Type.MouseMove and isinstance(event, QPointerEvent):
            mouse = event.pointingDevice().type() is QInputDevice.DeviceType.Mouse
            self._point(Qt.CursorShape.ArrowCursor if mouse else Qt.CursorShape.BlankCursor)
        return False

    def _point(self, shape: Qt.CursorShape) -> None:
        if self._view.cursor().shape() is not shape:
            self._view.setCursor(QCursor(shape))


def _is_shortcut(event: QKeyEvent) -> bool:
    held = event.modifiers() & _SHORTCUT
    staff = held == _CHORD and event.key() in {Qt.Key.Key_O, Qt.Key.Key_Control, Qt.Key.Key_Alt}
    return bool(held) and not staff


def screen_named(name: str | None) -> QScreen | None:
    """The screen of that name, or else the main one; None while there is none."""
    named = [screen for screen in QGuiApplication.screens() if screen.name() == name]
    primary: QScreen | None = QGuiApplication.primaryScreen()
    return named[0] if named else primary
