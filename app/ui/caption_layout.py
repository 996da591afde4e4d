"""Breaks a caption into lines and says where a word stands in them, also in mixed-direction text.

QML has no call for a word's place, and a row of single words would show runs of the other script in
the wrong order. So the lines are laid out here and QML draws each one whole, with the same font.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QTextLayout, QTextLine, QTextOption

from app.core.types import Language
from app.ui.caption_words import Span

# An invisible strong letter in front gives a line its language's direction, whatever its first word is.
_BASE: Final = {Language.EN: "\u200e", Language.AR: "\u200f"}


@dataclass(frozen=True, slots=True)
class WordBox:
    """A word's place: its line, and pixels from that line's left edge."""

    line: int
    left: float
    width: float


_NOWHERE: Final = WordBox(-1, 0.0, 0.0)


class CaptionLayout:
    """A text broken to a width. Positions given to `box` are those of the text that was passed in."""

    def __init__(self, text: str, language: Language, *, font: QFont, width: float) -> None:
        self._shown = _BASE[language] + text
        self._layout = _laid_out(self._shown, language, font, width)
        self._mark = _BASE[language]

    def lines(self) -> Sequence[str]:
        """Each line as QML shall draw it: with its direction's mark in front."""
        return [self._line_text(self._layout.lineAt(index)) for index in range(self._layout.lineCount())]

    def box(self, span: Span) -> WordBox:
        """Where the word at `span` stands; line −1 when it is empty."""
        start, end = (place + len(self._mark) for place in span)
        line = self._layout.lineForTextPosition(start)
        runs = self._layout.glyphRuns(start, end - start)
        bounds = [run.boundingRect() for run in runs]
        if not line.isValid() or not bounds:
            return _NOWHERE
        left = min(bound.left() for bound in bounds) - line.x()
        right = max(bound.right() for bound in bounds) - line.x()
        return WordBox(line.lineNumber(), left, right - left)

    def _line_text(self, line: QTextLine) -> str:
        start = line.textStart()
        text = self._shown[start : start + line.textLength()].strip()
        return text if text.startswith(self._mark) else self._mark + text


def _laid_out(text: str, language: Language, font: QFont, width: float) -> QTextLayout:
    direction = Qt.LayoutDirection.RightToLeft if language is Language.AR else Qt.LayoutDirection.LeftToRight
    option = QTextOption(Qt.AlignmentFlag.AlignLeft)
    option.setTextDirection(direction)
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout = QTextLayout(text, font)
    layout.setTextOption(option)
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
    layout.endLayout()
    return layout
