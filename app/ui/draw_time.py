"""Measures what each picture of the window costs, for the latency table's row `draw`."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtQuick import QQuickWindow

STAGE: Final = "draw"


class DrawTime(QObject):
    """From the beginning of each rendering of `window` to its end, in milliseconds, told to `record`.

    With the basic render loop both signals come in the GUI thread; they are connected directly, so that
    a threaded loop would not queue them either. `record` must then be callable from any thread.
    """

    def __init__(self, window: QQuickWindow, record: Callable[[str, float], None]) -> None:
        super().__init__(window)
        self._record = record
        self._began = 0.0
        window.beforeRendering.connect(self._begin, Qt.ConnectionType.DirectConnection)
        window.afterRendering.connect(self._end, Qt.ConnectionType.DirectConnection)

    def _begin(self) -> None:
        self._began = time.perf_counter()

    def _end(self) -> None:
        self._record(STAGE, (time.perf_counter() - self._began) * 1000)
