"""The staff's screens as QML draws them: a PIN pad, then pages of rows that step a value or do something."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from app.ui.view_models.view_model import ViewModel, shown


class Operator(ViewModel):
    """`pages` and `rows` are maps: id and label; rows also value and kind (step, action or told)."""

    open_changed = Signal()
    trusted_changed = Signal()
    digits_changed = Signal()
    hint_changed = Signal()
    pages_changed = Signal()
    page_changed = Signal()
    rows_changed = Signal()

    pressed = Signal(str)
    """A key of the PIN pad: a digit, delete or enter."""
    gone = Signal(str)
    stepped = Signal(str, int)
    done = Signal(str)
    closed = Signal()

    open = shown(bool, "open", open_changed)
    trusted = shown(bool, "trusted", trusted_changed)
    digits = shown(int, "digits", digits_changed)
    hint = shown(str, "hint", hint_changed)
    pages = shown("QVariantList", "pages", pages_changed)
    page = shown(str, "page", page_changed)
    rows = shown("QVariantList", "rows", rows_changed)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent, open=False, trusted=False, digits=0, hint="", pages=[], page="", rows=[])

    @Slot(str)
    def press(self, key: str) -> None:
        """A key of the PIN pad."""
        self.pressed.emit(key)

    @Slot(str)
    def go(self, page: str) -> None:
        """Turn to a page."""
        self.gone.emit(page)

    @Slot(str, int)
    def step(self, row: str, by: int) -> None:
        """Take the next or the previous value."""
        self.stepped.emit(row, by)

    @Slot(str)
    def do(self, row: str) -> None:
        """Do what a row is for."""
        self.done.emit(row)

    @Slot()
    def close(self) -> None:
        """Back to the visitors."""
        self.closed.emit()
