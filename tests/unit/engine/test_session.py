"""The session with small deterministic parts: order of events, cancelling, failures, cache."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from app.core.errors import ModelError
from app.core.events import Answered, ChunkQueued, Event, Failed, Finished, Notice, Ready, Stopped, Thinking
from app.core.types import Language
from app.engine.parts import Parts
from app.engine.session import Session
from tests.fakes.parts import FakeSink, FakeVoices, parts_in


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return parts_in(tmp_path / "cache", cap_bytes=10_000_000)


@pytest.fixture
def session(parts: Parts) -> Iterator[Session]:
    session = Session(lambda: parts, started=time.perf_counter())
    yield session
    session.close()


def drained(session: Session, done: Callable[[list[Event]], bool]) -> list[Event]:
    events: list[Event] = []
    deadline = time.monotonic() + 10
    while not done(events):
        assert time.monotonic() < deadline, f"only saw {events}"
        events += session.drain()
        time.sleep(0.002)
    return events


def finished(generation: int) -> Callable[[list[Event]], bool]:
    return lambda events: any(isinstance(e, Finished) and e.generation == generation for e in events)


def of_kind(events: list[Event], kind: type[Any]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def test_an_answer_arrives_in_order_and_in_one_piece(session: Session, parts: Parts) -> None:
    generation = session.ask("One two. Three.", Language.EN)
    events = drained(session, finished(generation))
    kinds = [type(event) for event in events if not isinstance(event, Ready)]
    assert kinds == [Thinking, Answered, ChunkQueued, ChunkQueued, Finished]
    first, second = of_kind(events, ChunkQueued)
    assert second.begins == first.begins + 2 * 2400 + 240
    assert of_kind(events, Finished)[0].ends == second.begins + 2400 + 240
    assert first.prepared.latency_ms["first_audio"] > 0
    assert "first_audio" not in second.prepared.latency_ms


def test_requests_before_the_start_wait_for_it(session: Session) -> None:
    generation = session.greet(Language.AR)
    events = drained(session, finished(generation))
    assert of_kind(events, Ready)[0].ready_ms > 0


def test_stop_drops_what_is_prepared_and_fades_the_sound(session: Session, parts: Parts) -> None:
    drained(session, lambda events: bool(of_kind(events, Ready)))
    voices, sink = parts.stages.voices, parts.sink
    assert isinstance(voices, FakeVoices)
    assert isinstance(sink, FakeSink)
    voices.hold.clear()
    old = session.ask("Alpha. Beta. Gamma.", Language.EN)
    session.stop()
    voices.hold.set()
    new = session.ask("Delta.", Language.EN)
    events = drained(session, finished(new))
    assert {event.generation for event in of_kind(events, ChunkQueued)} == {new}
    assert old not in {event.generation for event in of_kind(events, Finished)}
    assert of_kind(events, Stopped)
    assert sink.flushed >= 2


def test_only_the_newest_of_a_storm_is_answered(session: Session, parts: Parts) -> None:
    drained(session, lambda events: bool(of_kind(events, Ready)))
    for _ in range(500):
        newest = session.ask("Storm.", Language.EN)
        session.stop()
    newest = session.ask("Calm now.", Language.EN)
    events = drained(session, finished(newest))
    assert [event.prepared.spoken.chunk.text for event in of_kind(events, ChunkQueued)][-1] == "Calm now"
    assert {event.generation for event in of_kind(events, Finished)} <= {newest}


@pytest.mark.logs("could not be spoken")
def test_a_sentence_that_no_voice_can_say_costs_only_itself(session: Session) -> None:
    generation = session.ask("One. mute. Three.", Language.EN)
    events = drained(session, finished(generation))
    assert len(of_kind(events, ChunkQueued)) == 2
    assert not of_kind(events, Failed)
    assert session.counts()["speech.failed"] == 1


@pytest.mark.logs("could not be spoken")
def test_an_answer_that_cannot_be_spoken_fails_and_the_next_one_works(session: Session) -> None:
    lost = session.ask("mute.", Language.EN)
    events = drained(session, finished(lost))
    assert [event.generation for event in of_kind(events, Failed)] == [lost]
    drained(session, finished(session.ask("Fine.", Language.EN)))


@pytest.mark.logs("a stage failed: RuntimeError")
def test_a_broken_stage_is_reported_without_the_visitors_words(
    session: Session, caplog: pytest.LogCaptureFixture
) -> None:
    generation = session.ask("secret bug.", Language.EN)
    events = drained(session, finished(generation))
    assert of_kind(events, Failed)[0].message == "RuntimeError"
    assert "secret" not in caplog.text


def test_nothing_to_say_finishes_at_once(session: Session) -> None:
    generation = session.speak("  ", Language.EN)
    events = drained(session, finished(generation))
    assert not of_kind(events, ChunkQueued)
    assert not of_kind(events, Failed)


@pytest.mark.logs("start failed")
def test_a_failed_start_is_told_to_the_screen() -> None:
    def broken() -> Parts:
        raise ModelError("models/behaviour: model_int8.onnx is missing; install again")

    session = Session(broken, started=time.perf_counter())
    events = drained(session, lambda events: bool(of_kind(events, Failed)))
    assert "model_int8.onnx" in of_kind(events, Failed)[0].message
    session.close()


def test_what_was_said_once_comes_from_the_cache(session: Session, parts: Parts) -> None:
    voices = parts.stages.voices
    assert isinstance(voices, FakeVoices)
    first = drained(session, finished(session.ask("Twice said.", Language.EN)))
    deadline = time.monotonic() + 5
    while not any(parts.cache.folder.glob("*.npz")):
        assert time.monotonic() < deadline
        time.sleep(0.005)
    spoken = len(voices.spoken)
    second = drained(session, finished(session.ask("Twice said.", Language.EN)))
    assert len(voices.spoken) == spoken
    before, after = (of_kind(events, ChunkQueued)[0].prepared for events in (first, second))
    assert (after.words, after.visemes, after.behaviour) == (before.words, before.visemes, before.behaviour)
    assert abs(after.spoken.audio.samples - before.spoken.audio.samples).max() < 1e-4


def test_the_gauge_sees_how_far_the_aligner_is_off(session: Session) -> None:
    drained(session, finished(session.ask("Gauge me.", Language.EN)))
    deadline = time.monotonic() + 5
    while "deviation_mean" not in {row.stage for row in session.latencies()}:
        assert time.monotonic() < deadline
        time.sleep(0.005)
    row = next(row for row in session.latencies() if row.stage == "deviation_mean")
    assert row.first_ms == pytest.approx(5.0)


def test_a_device_that_comes_and_goes_is_noticed(session: Session, parts: Parts) -> None:
    drained(session, lambda events: bool(of_kind(events, Ready)))
    assert isinstance(parts.sink, FakeSink)
    parts.sink.muted = True
    assert of_kind(session.drain(), Notice) == [Notice("no_audio", active=True, detail="fake")]
    assert not session.drain()
    parts.sink.muted = False
    assert of_kind(session.drain(), Notice) == [Notice("no_audio", active=False, detail="fake")]


def test_closing_releases_everything(parts: Parts) -> None:
    session = Session(lambda: parts, started=time.perf_counter())
    session.ask("Never heard.", Language.EN)
    session.close()
    assert isinstance(parts.sink, FakeSink)
    assert parts.sink.closed
