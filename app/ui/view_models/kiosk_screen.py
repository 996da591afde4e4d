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
    attract_changed = Signal()
    teaser_changed = Signal()
    teaser_mirrored_changed = Signal()
    doors_changed = Signal()
    typing_changed = Signal()
    countdown_changed = Signal()
    source_changed = Signal()
    source_shown_changed = Signal()
    answered_changed = Signal()
    slow_changed = Signal()
    closed_changed = Signal()
    diagonal_changed = Signal()
    rotation_changed = Signal()
    locked_changed = Signal()
    text_step_changed = Signal()
    strong_changed = Signal()
    loudness_changed = Signal()
    captioned_changed = Signal()
    comfort_changed = Signal()

    asked = Signal(str)
    """A visitor sent a question."""
    stopped = Signal()
    language_toggled = Signal()
    panel_toggled = Signal()
    touched = Signal(float, float, str)
    """A visitor touched the screen: −1…1 from left to right and from top to bottom of the face, and the
    corner (left, right or none)."""
    acted = Signal(str)
    """A visitor or staff wants one of the actions of `app.ui.reception` and `app.ui.comfort`."""
    key_pressed = Signal(str)
    struck = Signal(str)
    """A key of the screen's keyboard was meant: a letter, or the sign of delete or of enter."""
    cleared = Signal()
    """What the visitor typed is to be forgotten."""

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
    attract = shown(bool, "attract", attract_changed)
    teaser = shown(str, "teaser", teaser_changed)
    teaser_mirrored = shown(bool, "teaser_mirrored", teaser_mirrored_changed)
    doors = shown("QStringList", "doors", doors_changed)
    typing = shown(bool, "typing", typing_changed)
    countdown = shown(int, "countdown", countdown_changed)
    source = shown(str, "source", source_changed)
    source_shown = shown(bool, "source_shown", source_shown_changed)
    answered = shown(bool, "answered", answered_changed)
    slow = shown(bool, "slow", slow_changed)
    closed = shown(str, "closed", closed_changed)
    diagonal = shown(float, "diagonal", diagonal_changed)
    rotation = shown(int, "rotation", rotation_changed)
    locked = shown(bool, "locked", locked_changed)
    text_step = shown(int, "text_step", text_step_changed)
    strong = shown(bool, "strong", strong_changed)
    loudness = shown(int, "loudness", loudness_changed)
    captioned = shown(bool, "captioned", captioned_changed)
    comfort = shown(bool, "comfort", comfort_changed)

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
            attract=False,
            teaser="",
            teaser_mirrored=False,
            doors=[],
            typing=False,
            countdown=0,
            source="",
            source_shown=False,
            answered=False,
            slow=False,
            closed="",
            diagonal=27.0,
            rotation=0,
            locked=False,
            text_step=0,
            strong=False,
            loudness=8,
            captioned=True,
            comfort=False,
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

    @Slot(float, float, str)
    def touch(self, across: float, down: float, corner: str) -> None:
        """Tell where the visitor's finger is."""
        self.touched.emit(across, down, corner)

    @Slot(str)
    def act(self, action: str) -> None:
        """Do one of the named actions."""
        self.acted.emit(action)

    @Slot(str)
    def strike(self, key: str) -> None:
        """A key of the screen's keyboard was touched."""
        self.key_pressed.emit(key)
