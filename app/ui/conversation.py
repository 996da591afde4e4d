"""What a visitor does with the screen: asks, types, repeats, slows down, looks at the source, asks on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from app.core.types import Answer, Language
from app.kiosk.taps import KEY_SETTLES, TapGuard
from app.ui.reception import Reception, Speaker
from app.ui.session_port import SessionPort
from app.ui.view_models.kiosk_screen import KioskScreen

SLOWER: Final = 0.8
"""Pace of speech for who asks for it."""

_CARDS: Final = (4, 4, 2)
"""Questions that there is room for at each text size; half of them once there is an answer to read."""

_FORGOTTEN: Final = "…"
"""Stands where an unkind or private question stood."""


class Conversation:
    """Carries out a visitor's actions, each one once however often a wet finger bounces. GUI thread."""

    def __init__(
        self,
        screen: KioskScreen,
        session: SessionPort,
        speaker: Speaker,
        reception: Reception,
        clock: Callable[[], float],
    ) -> None:
        self._screen = screen
        self._session = session
        self._speaker = speaker
        self._reception = reception
        self._clock = clock
        self._answer: Answer | None = None
        self._page = 0
        self._guard = TapGuard()
        self._keys = TapGuard(KEY_SETTLES)

    def meant(self) -> bool:
        """Whether an action that comes now is no bounce of the one before."""
        now = self._clock()
        self._reception.touch(now)
        return self._guard.allows(now)

    def ask(self, question: str) -> None:
        """Send a question."""
        if self.meant():
            self._screen.show(typing=False, comfort=False)
            self._speaker.request(lambda: self._session.ask(question, self._speaker.language))

    def strike(self, key: str) -> None:
        """A key of the screen's keyboard."""
        now = self._clock()
        self._reception.touch(now)
        if self._keys.allows_key(key, now):
            self._screen.struck.emit(key)

    def act(self, action: str) -> None:
        """Do one of a visitor's named actions."""
        if action in {"typed", "stay"}:
            self._reception.touch(self._clock())
        elif self.meant():
            self._do(action)

    def show(self, answer: Answer) -> None:
        """The answer's own suggestions and source; a greeting has the first screen's and is no answer."""
        asked = bool(self._screen.value("question"))
        if asked and answer is not self._answer:  # what is repeated counts once
            self._reception.hears(answer)
        if answer.forget:
            self._screen.show(question=_FORGOTTEN)
        self._answer = answer
        self._screen.show(answered=asked, source=" · ".join(source.title for source in answer.sources))
        self.show_questions()

    def show_questions(self) -> None:
        """Follow-ups after an answer that has some, else the first screen's, as many as there is room for."""
        answered = self._screen.value("answered")
        room = _CARDS[self._screen.value("text_step")] // (2 if answered else 1)
        shown = list(self._answer.suggestions) if self._answer and answered else []
        if not shown:
            own = list(self._session.suggestions(self._speaker.language))
            start = self._page * room % len(own) if own else 0
            shown = own[start:] + own[:start]
        self._screen.show(questions=shown[:room])

    def forget(self) -> None:
        """Nothing was asked."""
        self._answer = None
        self._page = 0

    def _do(self, action: str) -> None:
        screen = self._screen
        match action:
            case "en" | "ar":
                self._reception.enter(self._clock(), Language(action))
            case "type":
                screen.show(typing=not screen.value("attract"), comfort=False)
            case "hide":
                screen.show(typing=False)
            case "repeat":
                self._repeat()
            case "slower":
                screen.show(slow=not screen.value("slow"))
                self._session.set_pace(SLOWER if screen.value("slow") else 1.0)
                self._repeat()
            case "source":
                screen.show(source_shown=not screen.value("source_shown"))
            case "more":
                self._more()
            case _ if self._reception.comfort.act(action):
                self.show_questions()

    def _more(self) -> None:
        """The first screen's questions, or the next of them."""
        self._page = 0 if self._screen.value("answered") else self._page + 1
        self._screen.show(answered=False, source="", source_shown=False)
        self.show_questions()

    def _repeat(self) -> None:
        if self._answer is not None:
            answer, asked = self._answer, self._screen.value("question")
            self._speaker.request(lambda: self._session.repeat(answer, asked))
