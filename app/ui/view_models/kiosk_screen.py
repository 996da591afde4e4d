"""The whole screen's state, and what a visitor may do to it, for every QML file."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from app.ui.view_models.view_model import ViewModel, shown


class KioskScreen(ViewModel):
    """State is one of starting, idle, thinking, speaking, sorry and broken."""

    state_changed = Signal()
    language_changed = Signal()
    mirrored_changed = Signal()
    texts_changed = Signal()
    title_changed = Signal()
    question_changed = Signal()
    questions_changed = Signal()
    notice_changed = Signal()
    panel_changed = Signal()
    still_changed = Signal()

    asked = Signal(str)
    """A visitor sent a question."""
    stopped = Signal()
    language_toggled = Signal()
    panel_toggled = Signal()
    touched = Signal(float, float)
    """A visitor touched the screen: −1…1 from left to right and from top to bottom."""

    state = shown(str, "state", state_changed)
    language = shown(str, "language", language_changed)
    mirrored = shown(bool, "mirrored", mirrored_changed)
    texts = shown("QVariantMap", "texts", texts_changed)
    title = shown(str, "title", title_changed)
    question = shown(str, "question", question_changed)
    questions = shown("QStringList", "questions", questions_changed)
    notice = shown(str, "notice", notice_changed)
    panel = shown(bool, "panel", panel_changed)
    still = shown(bool, "still", still_changed)

    def __init__(self, parent: QObject, *, still: bool) -> None:
        super().__init__(
            parent,
            state="starting",
            language="",
            mirrored=False,
            texts={},
            title="",
            question="",
            questions=[],
            notice="",
            panel=False,
            still=still,
        )

    @Slot(str)
    def ask(self, question: str) -> None:
        """Send a question; nothing happens when it is blank."""
        if question.strip():
            self.asked.emit(question.strip())

    @Slot()
    def stop(self) -> None:
        """Fall silent."""
        self.stopped.emit()

    @Slot()
    def alternate(self) -> None:
        """Switch to the other language."""
        self.language_toggled.emit()

    @Slot()
    def inspect(self) -> None:
        """Open or close the diagnostics."""
        self.panel_toggled.emit()

    @Slot(float, float)
    def touch(self, across: float, down: float) -> None:
        """Tell where the visitor's finger is."""
        self.touched.emit(across, down)
