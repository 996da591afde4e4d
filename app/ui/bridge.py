"""The one object between engine and QML: each tick it drains the outbox and shows what is heard now."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from app.avatar.motion import FaceMotion
from app.core.errors import LisanError
from app.core.events import (
    Answered,
    ChunkQueued,
    ContentChanged,
    Event,
    Failed,
    Finished,
    Notice,
    Ready,
    Stopped,
    Thinking,
)
from app.core.ports import Playhead
from app.core.settings import Settings
from app.core.types import BehaviourLabel, Language
from app.kiosk.taps import CornerKnock
from app.ui.catalogue import Catalogue
from app.ui.conversation import Conversation
from app.ui.lip_sync import LipSync
from app.ui.operator_desk import Office, OperatorDesk
from app.ui.reception import Reception
from app.ui.session_port import SessionPort
from app.ui.view_models.captions import Captions
from app.ui.view_models.diagnostics import Diagnostics
from app.ui.view_models.face_pose import FacePose
from app.ui.view_models.kiosk_screen import KioskScreen
from app.ui.view_models.operator import Operator

OnTick = Callable[[Sequence[Event], Playhead], bool]
"""Sees the events of each tick and where the sound is; true ends the run."""

TICK_MS: Final = 16
_PANEL_TICKS: Final = 30
_SORRY_SECONDS: Final = 8.0
_ATTENDS_SECONDS: Final = 6.0
"""After a touch, while nothing is said, the avatar listens for this long."""


class Bridge(QObject):
    """Owns the view-models. Lives in the GUI thread and calls the engine from nowhere else."""

    done = Signal()
    """`on_tick` asked to end the run."""

    def __init__(
        self,
        session: SessionPort,
        settings: Settings,
        *,
        catalogue: Catalogue,
        language: Language,
        greet: bool = True,
        office: Office | None = None,
        on_tick: OnTick | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        super().__init__()
        self.screen = KioskScreen(self, still=settings.reduced_motion)
        self.captions = Captions(self)
        self.pose = FacePose(self)
        self.diagnostics = Diagnostics(self)
        self.operator = Operator(self)
        self._session = session
        self._catalogue = catalogue
        self._on_tick = on_tick
        self._clock = clock
        self._lips = LipSync(self.pose, self.captions, lead_ms=settings.visual_lead_ms)
        self._motion = FaceMotion(reduced=settings.reduced_motion)
        self._touch: tuple[float, float] | None = None
        self._language = language
        self._newest = 0
        self._unshown = 0
        self._ticks = 0
        self._sorry_until = 0.0
        self._attends_until = -math.inf
        self._knock = CornerKnock()
        self._notices: dict[str, Notice] = {}
        counts = office.counts if office else None
        self.reception = Reception(
            self.screen, session, self, catalogue, settings, open_to_visitors=greet, counts=counts
        )
        self.conversation = Conversation(self.screen, session, self, self.reception, clock)
        self._desk = self._open_desk(office) if office else None
        self._connect()
        self._show_language()
        self._timer = QTimer(self, timerType=Qt.TimerType.PreciseTimer, interval=TICK_MS)
        self._timer.timeout.connect(self.tick)

    @property
    def unshown(self) -> int:
        """Events of a generation that was already superseded; none of them was shown."""
        return self._unshown

    @property
    def language(self) -> Language:
        """That of the screen."""
        return self._language

    def start(self) -> None:
        """Begin to tick."""
        self._timer.start()

    def stop(self) -> None:
        """Tick no more."""
        self._timer.stop()

    def tick(self) -> None:
        """One step of the screen: events, mouth, face, panel."""
        now = self._clock()
        events = self._session.drain()
        for event in events:
            self._take(event, now)
        head = self._session.playhead()
        self._lips.tick(head, now)
        self._settle(now)
        self._receive(now)
        self._move_face(now)
        self._ticks += 1
        if self.screen.value("panel") and self._ticks % _PANEL_TICKS == 0:
            self._read_figures()
        if self._on_tick and self._on_tick(events, head):
            self.done.emit()

    def _connect(self) -> None:
        self.screen.asked.connect(self._ask)
        self.screen.stopped.connect(self._stop)
        self.screen.language_toggled.connect(self._toggle_language)
        self.screen.acted.connect(self._act)
        self.screen.key_pressed.connect(self.conversation.strike)
        self.screen.panel_toggled.connect(self._toggle_panel)
        self.screen.touched.connect(self._look)

    def _look(self, across: float, down: float, corner: str) -> None:
        self._touch = (across, down)
        self._attends_until = self._clock() + _ATTENDS_SECONDS
        self.reception.touch(self._clock())
        if self._knock.touch(corner, self._clock()):
            self._let_in()

    def _let_in(self) -> None:
        if self._desk:
            self.reception.comfort.reset()
            self._desk.knock()

    def _receive(self, now: float) -> None:
        state = self.screen.value("state")
        staff = self.screen.value("panel") or self.operator.value("open")
        busy = state in {"thinking", "speaking"} or staff
        self.reception.tick(now, ready=state not in {"starting", "broken"}, busy=busy)
        if self._desk:
            self._desk.tick(now)
        if self.reception.restarts:
            self.done.emit()

    def _move_face(self, now: float) -> None:
        state = self.screen.value("state")
        behaviour = BehaviourLabel.APOLOGY if state == "sorry" else self._lips.behaviour
        thinking, listening = state == "thinking", state == "idle" and now < self._attends_until
        pose = self._motion.step(
            now,
            behaviour,
            speaking=self._lips.sounds,
            thinking=thinking,
            listening=listening,
            remaining=self._lips.remaining,
            item=self._lips.counts,
            touch=self._touch,
        )
        self._touch = None
        self.pose.show_face(pose, "thinking" if thinking else "listening" if listening else behaviour.value)

    def _take(self, event: Event, now: float) -> None:
        match event:
            case Ready():
                self._be_ready()
            case ContentChanged():
                self._show_language()
            case Notice():
                self._notices[event.key] = event
                self._show_notice()
            case Failed(generation=0):
                self._break_down(event.message)
            case _ if event.generation < self._newest:
                self._unshown += not isinstance(event, Stopped)
            case _:
                self._newest = event.generation
                self._show(event, now)

    def _show(
        self, event: Thinking | Answered | ChunkQueued | Finished | Stopped | Failed, now: float
    ) -> None:
        match event:
            case Thinking():
                self._lips.reset()
                self.captions.say("", event.language)
                if event.generation != self.reception.invitation:
                    self.reception.enter(now)
                    self.screen.show(state="thinking", question=event.question, source_shown=False)
            case Answered():
                self._lips.answer(event.answer)
                if event.generation != self.reception.invitation:
                    self.conversation.show(event.answer)
            case ChunkQueued():
                self._lips.queue(event.prepared, event.begins)
                self.screen.show(state="speaking")
            case Finished():
                self._lips.finish(event.ends)
                self.screen.show(state="speaking")
            case Stopped():
                self._silence()
            case Failed():
                self._apologise(now)

    def _be_ready(self) -> None:
        if self.screen.value("state") == "starting":
            self.screen.show(state="idle")
        self._show_language()

    def _settle(self, now: float) -> None:
        """Go back to idle when everything has been heard, or the apology was long enough to read."""
        state = self.screen.value("state")
        if (state == "speaking" and self._lips.over) or (state == "sorry" and now > self._sorry_until):
            self.screen.show(state="idle")

    def _silence(self) -> None:
        self._lips.reset()
        if self.screen.value("state") not in {"starting", "broken"}:
            self.screen.show(state="idle")

    def _apologise(self, now: float) -> None:
        self._lips.reset()
        self.captions.say(self._catalogue.texts(self._language)["sorry"], self._language)
        self._sorry_until = now + _SORRY_SECONDS
        self.screen.show(state="sorry")

    def _break_down(self, message: str) -> None:
        self.screen.show(state="broken")
        self._notices["attention"] = Notice("attention", active=True, detail=message)
        self._show_notice()

    def _ask(self, question: str) -> None:
        if self.screen.value("state") != "broken":
            self.conversation.ask(question)

    def _act(self, action: str) -> None:
        """What staff want, and else what a visitor wants."""
        match action:
            case "operator":
                self._let_in()
            case "hush":
                comfort = self.reception.comfort
                comfort.hush(not comfort.hushed)
                self._notices["hushed"] = Notice("hushed", active=comfort.hushed)
                self._show_notice()
            case _:
                self.conversation.act(action)

    def _open_desk(self, office: Office) -> OperatorDesk:
        return OperatorDesk(
            self.operator,
            office,
            texts=lambda: self._catalogue.texts(self._language),
            act=self._act_for_staff,
            clock=self._clock,
        )

    def _act_for_staff(self, action: str) -> None:
        match action:
            case "click":
                self.request(self._session.click)
            case "diagnostics":
                self._toggle_panel()
            case "exit":
                self.done.emit()

    def configure(self, settings: Settings) -> None:
        """Take other settings while the kiosk runs."""
        self._lips.set_lead(settings.visual_lead_ms)
        if settings.reduced_motion != self.screen.value("still"):
            self._motion = FaceMotion(reduced=settings.reduced_motion)
        self.screen.show(
            still=settings.reduced_motion,
            diagonal=settings.screen.diagonal_inches,
            rotation=settings.screen.rotation,
        )
        self.reception.configure(settings)

    def request(self, send: Callable[[], int]) -> int:
        """Have the engine say something; returns its generation, −1 when it cannot be asked."""
        self._lips.reset()
        try:
            self._newest = send()
        except LisanError:
            self._apologise(self._clock())
            return -1
        return self._newest

    def silence(self) -> None:
        """Fall silent and forget the answer."""
        self._stop()
        self.conversation.forget()
        self.captions.say("", self._language)

    def use_language(self, language: Language) -> None:
        """Show everything in this language."""
        self._language = language
        self._show_language()

    def _stop(self) -> None:
        self._session.stop()
        self._newest += 1  # of the utterance that was cut, nothing more is shown
        self._silence()

    def _toggle_language(self) -> None:
        if not self.conversation.meant():
            return
        self._language = Language.AR if self._language is Language.EN else Language.EN
        self.reception.speaks(self._language)
        self.silence()
        self.screen.show(question="", answered=False, source="", source_shown=False)
        self._show_language()
        if self.screen.value("state") == "idle":
            self.request(lambda: self._session.greet(self._language))

    def _toggle_panel(self) -> None:
        self._read_figures()
        self.screen.show(panel=not self.screen.value("panel"))

    def _read_figures(self) -> None:
        texts = self._catalogue.texts(self._language)
        self.diagnostics.read(self._session, texts, unshown=self._unshown)

    def _show_language(self) -> None:
        language = self._language
        texts = dict(self._catalogue.texts(language))
        self.screen.show(
            language=language.value,
            mirrored=language is Language.AR,
            texts=texts,
            title=self._session.title(language) or texts["title"],
        )
        self.conversation.show_questions()
        self._show_notice()
        if self.screen.value("panel"):
            self._read_figures()

    def _show_notice(self) -> None:
        active = [notice for notice in self._notices.values() if notice.active]
        texts = [self._catalogue.text(one.key, self._language, otherwise="attention") for one in active]
        self.screen.show(notice="  ".join(dict.fromkeys(texts)))
