"""Receives visitors: invites passers-by, begins and ends visits, keeps the hours, counts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final, Protocol

from app.core.settings import Settings
from app.core.types import Answer, Language
from app.kiosk.counts import Counts, Visit
from app.kiosk.hours import NightlyRestart, is_open
from app.kiosk.visit_clock import VisitClock
from app.ui.catalogue import Catalogue
from app.ui.comfort import Comfort
from app.ui.session_port import SessionPort
from app.ui.view_models.kiosk_screen import KioskScreen

TEASER_SECONDS: Final = 8.0


def _local_time() -> datetime:
    return datetime.now().astimezone()


class Speaker(Protocol):
    """What the reception asks of the bridge."""

    @property
    def language(self) -> Language: ...
    def request(self, send: Callable[[], int]) -> int: ...
    def silence(self) -> None: ...
    def use_language(self, language: Language) -> None: ...


class Reception:
    """Decides what stands on the screen between two visitors. GUI thread; seconds of a steady clock.

    Without a Counts nothing is counted. `open_to_visitors` false leaves the screen to whoever drives the
    session: no invitation, no greeting, no end of a visit.
    """

    def __init__(
        self,
        screen: KioskScreen,
        session: SessionPort,
        speaker: Speaker,
        catalogue: Catalogue,
        settings: Settings,
        *,
        open_to_visitors: bool,
        counts: Counts | None = None,
        today: Callable[[], datetime] = _local_time,
    ) -> None:
        self.comfort = Comfort(screen, session, settings.volume)
        self.restarts = False
        """The nightly restart is due and nobody is there."""
        self._screen = screen
        self._session = session
        self._speaker = speaker
        self._catalogue = catalogue
        self._settings = settings
        self._receives = open_to_visitors
        self._counts = counts
        self._today = today
        self._clock = VisitClock(settings.visit.idle_seconds, settings.visit.warning_seconds)
        self._restart = NightlyRestart(today())
        self._visit: Visit | None = None
        self._seen = 0.0
        self._turn = 0
        self._teased = float("-inf")
        self._invited_at = float("-inf")
        self.invitation = -1
        """The generation of the spoken invitation, which begins no visit."""
        screen.show(attract=open_to_visitors, doors=self._doors())

    def configure(self, settings: Settings) -> None:
        """Take other settings, from now on."""
        if settings.language is not self._settings.language and self._screen.value("attract"):
            self._speaker.use_language(settings.language)
        self._settings = settings
        self._clock.set(settings.visit.idle_seconds, settings.visit.warning_seconds)
        self.comfort.set_volume(settings.volume)

    def touch(self, now: float) -> None:
        """Somebody touched the screen or typed."""
        self._seen = now
        self._clock.touch(now)
        self._screen.show(countdown=0)

    def enter(self, now: float, language: Language | None = None) -> None:
        """A visit begins, with a greeting where its language was chosen by touch."""
        self.touch(now)
        if language is not None:
            self._speaker.use_language(language)
        if self._screen.value("attract"):
            self._screen.show(attract=False)
            self._visit = Visit(self._speaker.language, now)
        if language is not None:
            self._speaker.request(lambda: self._session.greet(language))

    def speaks(self, language: Language) -> None:
        """The visitor changed the language."""
        if self._visit:
            self._visit.speaks(language)

    def hears(self, answer: Answer) -> None:
        """The visitor's question is answered."""
        if self._visit:
            self._visit.hears(answer)

    def tick(self, now: float, *, ready: bool, busy: bool) -> None:
        """One step: end an idle visit, or invite the next visitor."""
        if not self._receives or not ready:
            return
        if self._screen.value("attract"):
            self._wait(now, busy=busy)
            return
        if busy:
            self._seen = now
        idle = self._clock.look(now, busy=busy)
        self._screen.show(countdown=idle.countdown)
        if idle.over:
            self.leave(now)

    def leave(self, now: float) -> None:
        """End the visit: silence, and nothing of it is left on the screen or in memory."""
        self._speaker.silence()
        if self._visit and self._counts:
            seconds = self._seen - self._visit.began
            self._counts.add(self._visit, day=self._today().date(), seconds=seconds)
        self._visit = None
        self._session.set_pace(1.0)
        self.comfort.reset()
        self._screen.show(
            question="", source="", source_shown=False, answered=False, slow=False, typing=False, countdown=0
        )
        self._screen.cleared.emit()
        self._speaker.use_language(self._settings.language)
        self._screen.show(attract=True)
        self._teased, self._invited_at = float("-inf"), now

    def _wait(self, now: float, *, busy: bool) -> None:
        moment = self._today()
        schedule = self._settings.schedule
        opened = is_open(schedule, moment)
        self._screen.show(closed="" if opened else self._closed_text())
        self.restarts = self.restarts or self._restart.due(schedule, moment)
        if not opened or now - self._teased < TEASER_SECONDS or busy:
            return
        language = list(Language)[self._turn % len(Language)]
        if teasers := self._session.teasers(language):
            turn = self._turn // len(Language)
            mirrored = language is Language.AR
            self._screen.show(teaser=teasers[turn % len(teasers)], teaser_mirrored=mirrored)
            self._teased = now
            self._turn += 1
            self._invite(now, language, turn)

    def _invite(self, now: float, language: Language, turn: int) -> None:
        """Say the teaser that is shown, every now and then."""
        every = self._settings.visit.invite_seconds
        if every and now - self._invited_at >= every:
            self._invited_at = now
            self.invitation = self._speaker.request(lambda: self._session.invite(language, turn))

    def _doors(self) -> list[str]:
        texts = [self._catalogue.texts(language) for language in Language]
        return [text for one in texts for text in (one["own_name"], one["begin"])]

    def _closed_text(self) -> str:
        opens = self._settings.schedule.opens or ""
        return "\n".join(self._catalogue.texts(one)["closed"].format(opens=opens) for one in Language)
