"""A visitor who asks each question, listens for a moment and stops (child of `first_audio`)."""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Final

from app.core.events import ChunkQueued, Event, Failed, Ready
from app.core.ports import Playhead
from app.core.types import Language
from app.engine.session import Session
from tests.benchmarks.product import note, questions, resident_mb, run

LISTENS: Final = 0.7
RESTS: Final = 0.5
_PATIENCE: Final = 10.0


class Visitor:
    """Goes through the plan; measures nothing itself, the ear does."""

    def __init__(self, session: Session, plan: Iterator[tuple[Language, str]]) -> None:
        self._session = session
        self._plan = plan
        self._state = "starting"
        self._until = math.inf
        self._generation = 0
        self._begins = math.inf
        self._shown = False

    def __call__(self, events: Sequence[Event], head: Playhead) -> bool:
        now = time.monotonic()
        if not self._shown:
            self._shown = True
            note(shown=now)
        for event in events:
            self._take(event, now)
        if self._state == "waiting" and head.sample > self._begins:
            self._be("listening", LISTENS)
        if now < self._until:
            return False
        return self._next(head)

    def _take(self, event: Event, now: float) -> None:
        if isinstance(event, Ready):
            note(ready=now, resident_mb=resident_mb())
            self._be("resting", RESTS)
        elif isinstance(event, ChunkQueued) and event.generation == self._generation:
            self._begins = min(self._begins, event.begins)
        elif isinstance(event, Failed):
            note(failed=event.message)
            self._plan = iter(())
            self._be("resting", 0.0)

    def _next(self, head: Playhead) -> bool:
        if self._state == "resting":
            return not self._ask()
        if self._state == "waiting":
            note(unanswered=time.monotonic())
        note(stopped=time.monotonic(), latency=head.latency)
        self._session.stop()
        self._be("resting", RESTS)
        return False

    def _ask(self) -> bool:
        planned = next(self._plan, None)
        if planned is None:
            return False
        language, question = planned
        self._begins = math.inf
        note(asked=time.monotonic(), language=language)
        self._generation = self._session.ask(question, language)
        self._be("waiting", _PATIENCE)
        return True

    def _be(self, state: str, seconds: float) -> None:
        self._state, self._until = state, time.monotonic() + seconds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1, help="each question is asked so often")
    parser.add_argument("--questions", type=int, default=40, help="questions a language")
    options = parser.parse_args()
    plan = [
        (language, question)
        for _ in range(options.rounds)
        for language in Language
        for question in questions(language)[: options.questions]
    ]
    return run(lambda session, _mouth: Visitor(session, iter(plan)))


if __name__ == "__main__":
    sys.exit(main())
