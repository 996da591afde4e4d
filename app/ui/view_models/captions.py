"""What is being said, broken into lines as wide as QML shows them, with the place of the spoken word."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QFont, QGuiApplication

from app.core.types import Language
from app.ui.caption_layout import CaptionLayout
from app.ui.caption_words import Span
from app.ui.view_models.view_model import ViewModel, shown


class Captions(ViewModel):
    """`line` is the spoken word's line (−1: none), `left` and `breadth` its pixels in that line."""

    lines_changed = Signal()
    mirrored_changed = Signal()
    line_changed = Signal()
    left_changed = Signal()
    breadth_changed = Signal()

    lines = shown("QStringList", "lines", lines_changed)
    mirrored = shown(bool, "mirrored", mirrored_changed)
    line = shown(int, "line", line_changed)
    left = shown(float, "left", left_changed)
    breadth = shown(float, "breadth", breadth_changed)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent, lines=[], mirrored=False, line=-1, left=0.0, breadth=0.0)
        self._font = QFont(QGuiApplication.font())
        self._text = ""
        self._language = Language.EN
        self._width = 0.0
        self._span: Span | None = None
        self._layout: CaptionLayout | None = None

    @property
    def text(self) -> str:
        """The whole caption."""
        return self._text

    @property
    def marked(self) -> str:
        """The word that is marked as spoken; empty when none is."""
        return self._text[slice(*self._span)] if self._span else ""

    @Slot(float, int)
    def fit(self, width: float, size: int) -> None:
        """QML tells its width and its font's pixel size."""
        if size > 0:
            self._font.setPixelSize(size)
        self._width = width
        self._lay_out()

    def say(self, text: str, language: Language) -> None:
        """Show a text from its beginning, no word marked."""
        self._text, self._language = text, language
        self._span = None
        self._lay_out()

    def mark(self, span: Span | None) -> None:
        """Mark the word at `span` as spoken."""
        if span != self._span:
            self._span = span
            self._show_mark()

    def _lay_out(self) -> None:
        if self._width <= 0:
            return
        self._layout = CaptionLayout(self._text, self._language, font=self._font, width=self._width)
        lines = list(self._layout.lines()) if self._text else []
        self.show(line=-1)
        self.show(lines=lines, mirrored=self._language is Language.AR)
        self._show_mark()

    def _show_mark(self) -> None:
        if self._layout is None or self._span is None:
            self.show(line=-1)
            return
        box = self._layout.box(self._span)
        self.show(line=box.line, left=box.left, breadth=box.width)
