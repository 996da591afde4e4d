"""A visitor before the screen: touches what can be seen, types, and watches for a while."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtQuick import QQuickItem
from PySide6.QtTest import QTest

from app.ui.kiosk import KioskWindow
from tests.fakes.session import FakeSession

_TICK: Final = 0.016
_LONG: Final = 0.25


@dataclass
class HandClock:
    """Seconds that only a test moves."""

    now: float = 100.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Visitor:
    """Drives a kiosk whose session is the fake one."""

    kiosk: KioskWindow
    session: FakeSession
    clock: HandClock

    def watch(self, seconds: float) -> None:
        """Let the sound play on, tick by tick."""
        for _ in range(max(round(seconds / _TICK), 1)):
            self.session.advance(_TICK)
            self.clock.now += _TICK
            self.kiosk.bridge.tick()
            QGuiApplication.processEvents()

    def wait(self, seconds: float) -> None:
        """Let a long time pass in which nobody looks: few ticks, one picture at its end."""
        for _ in range(max(round(seconds / _LONG), 1)):
            self.session.advance(_LONG)
            self.clock.now += _LONG
            self.kiosk.bridge.tick()
        QGuiApplication.processEvents()

    def item(self, name: str) -> QQuickItem:
        """A part of the screen by its object name."""
        found = _find(self.kiosk.view.contentItem(), name)
        assert found is not None, f"{name} is not on the screen"
        return found

    def centre(self, name: str) -> QPoint:
        """Where the middle of a part is, in the window."""
        item = self.item(name)
        return item.mapToScene(QPointF(item.width() / 2, item.height() / 2)).toPoint()

    def touch(self, name: str) -> None:
        """Tap the middle of a part."""
        QGuiApplication.processEvents()  # what has just appeared is laid out first
        QTest.mouseClick(
            self.kiosk.view,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
            self.centre(name),
        )
        QGuiApplication.processEvents()

    def hold(self, name: str) -> None:
        """Put a finger on the middle of a part and leave it there."""
        left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        QTest.mousePress(self.kiosk.view, left, none, self.centre(name))
        QGuiApplication.processEvents()

    def press(self, key: Qt.Key) -> None:
        """Press a key."""
        QTest.keyClick(self.kiosk.view, key)
        QGuiApplication.processEvents()

    def type(self, text: str) -> None:
        """Type Latin letters and Enter."""
        for letter in text:
            QTest.keyClick(self.kiosk.view, Qt.Key(ord(letter.upper())))
        self.press(Qt.Key.Key_Return)


def _find(item: QQuickItem, name: str) -> QQuickItem | None:
    if item.objectName() == name:
        return item
    for child in item.childItems():
        if found := _find(child, name):
            return found
    return None
