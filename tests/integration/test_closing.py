"""A session that closes while a pack is still being embedded does not wait for the rest of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

import pytest

from app.bootstrap import Workshop
from app.core.events import Failed, Notice, Ready
from app.core.types import Float32
from app.engine.session import Session
from tests.fakes.embedding import SpellingEncoder
from tests.fakes.parts import FakeClassifier, parts_in

_PACK_OF_HALF_A_MINUTE = 0.04
"""Seconds for each of the coast's 780 phrases."""


@dataclass
class _SlowClassifier(FakeClassifier):
    """Embeds by spelling, and takes its time from `slow` on; `embeds` is set when it has begun."""

    slow: bool
    embeds: Event = field(default_factory=Event)
    encoder: SpellingEncoder = field(default_factory=SpellingEncoder)

    def embed(self, texts: Sequence[str]) -> Float32:
        if self.slow:
            self.embeds.set()
            time.sleep(_PACK_OF_HALF_A_MINUTE * len(texts))
        return self.encoder.embed(texts)


Open = Callable[[_SlowClassifier], Session]


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Opens a session of a workshop whose parts are fakes, all but its pack."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    with ExitStack() as closing:

        def open_with(classifier: _SlowClassifier) -> Session:
            workshop = Workshop(time.perf_counter(), closing)
            stages = parts_in(tmp_path / "cache").stages
            vars(workshop).update({"_classifier": classifier, "_stages": stages})
            return workshop.session("coast", headless=True)

        yield open_with


def _closing_time(session: Session) -> float:
    began = time.monotonic()
    session.close()
    return time.monotonic() - began


def test_a_session_closes_while_its_first_pack_is_embedded(opened: Open) -> None:
    classifier = _SlowClassifier(slow=True)
    session = opened(classifier)
    assert classifier.embeds.wait(20)
    assert _closing_time(session) < 3
    assert [event for event in session.drain() if isinstance(event, Failed)] == []


def test_a_session_closes_while_another_pack_is_embedded(opened: Open) -> None:
    classifier = _SlowClassifier(slow=False)
    session = opened(classifier)
    _wait_until_ready(session)
    classifier.slow, classifier.encoder = True, SpellingEncoder(seed=7)  # another encoder: all anew
    session.use_pack("coast")
    assert classifier.embeds.wait(20)
    assert _closing_time(session) < 3
    assert [event for event in session.drain() if isinstance(event, Notice) and event.active] == []


def _wait_until_ready(session: Session) -> None:
    deadline = time.monotonic() + 20
    while not any(isinstance(event, Ready) for event in session.drain()):
        assert time.monotonic() < deadline
        time.sleep(0.01)
