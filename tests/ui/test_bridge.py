"""What the bridge shows of the engine's events: only the newest request, and a mouth that always closes."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from app.core.events import Answered, ChunkQueued, Finished, Thinking
from app.core.types import Answer, Language
from app.ui.bridge import Bridge
from app.ui.heard import REST
from tests.fakes.session import ANSWERS, WORD_SAMPLES, FakeSession, chunks, prepare
from tests.ui.visitor import HandClock

TICK = 0.016
WORD_SECONDS = WORD_SAMPLES / 24_000
STORM_REPEATS = 100


def watch(bridge: Bridge, session: FakeSession, clock: HandClock, seconds: float) -> None:
    for _ in range(max(round(seconds / TICK), 1)):
        session.advance(TICK)
        clock.now += TICK
        bridge.tick()


def shut(bridge: Bridge) -> bool:
    return bridge.pose.mouth() == pytest.approx(REST, abs=0.01)


def test_every_word_is_marked_in_its_turn(bridge: Bridge, session: FakeSession, clock: HandClock) -> None:
    bridge.screen.ask("why?")
    marked: list[str] = []
    while bridge.screen.value("state") != "idle" or not marked:
        watch(bridge, session, clock, TICK)
        word = bridge.captions.marked
        if word and (not marked or marked[-1] != word):
            marked.append(word)
    expected = [word.strip(".,") for word in ANSWERS[Language.EN].split()]
    assert marked == expected
    assert bridge.captions.marked == ""
    assert shut(bridge)


def test_the_mouth_is_shut_within_150_ms_of_a_stop(
    bridge: Bridge, session: FakeSession, clock: HandClock
) -> None:
    bridge.screen.ask("why?")
    watch(bridge, session, clock, 0.5 * WORD_SECONDS)
    assert not shut(bridge)
    bridge.screen.stop()
    watch(bridge, session, clock, 0.144)
    assert shut(bridge)


@pytest.mark.parametrize("playing", [True, False])
def test_the_mouth_shuts_when_the_sound_runs_dry_or_its_device_hangs(
    bridge: Bridge, session: FakeSession, clock: HandClock, playing: bool
) -> None:
    if playing:
        bridge.screen.ask("why?")
    else:
        prepared = prepare(chunks("Three words only", Language.EN)[0])
        session.events += [Thinking(1, "", Language.EN), ChunkQueued(1, prepared, 0)]
        session._queued = WORD_SAMPLES  # the rest of the chunk never reaches the device
    watch(bridge, session, clock, 0.5 * WORD_SECONDS)
    assert not shut(bridge)
    session.playing_stalls = playing
    watch(bridge, session, clock, 0.7)
    assert shut(bridge)


def test_a_superseded_generation_is_counted_and_never_shown(
    bridge: Bridge, session: FakeSession, clock: HandClock
) -> None:
    stale = prepare(chunks("Old words", Language.EN)[0])
    bridge.screen.ask("why?")
    newest = session._generation
    session.events += [
        Thinking(newest - 1, "old question", Language.EN),
        Answered(newest - 1, Answer("Old words", "Old words", Language.EN, 1.0, matched=True)),
        ChunkQueued(newest - 1, stale, 0),
        Finished(newest - 1, 0),
    ]
    watch(bridge, session, clock, 0.5 * WORD_SECONDS)
    assert bridge.unshown == 4
    assert bridge.screen.value("question") == "why?"
    assert bridge.captions.text == ANSWERS[Language.EN]
    assert bridge.captions.marked == "Mangroves"


def test_what_was_cut_is_not_shown_even_if_its_chunk_arrives_later(
    bridge: Bridge, session: FakeSession, clock: HandClock
) -> None:
    bridge.tick()
    bridge.screen.ask("why?")
    late = [event for event in session.drain() if isinstance(event, ChunkQueued)]
    bridge.screen.stop()
    session.events += late
    watch(bridge, session, clock, 0.5)
    assert bridge.unshown == len(late)
    assert bridge.screen.value("state") == "idle"
    assert shut(bridge)


def test_a_storm_of_taps_leaves_one_voice_a_shut_mouth_and_lips_that_still_move(
    bridge: Bridge, session: FakeSession, clock: HandClock, cases: Path
) -> None:
    """Case L5."""
    script = json.loads((cases / "c03_tap_storm.json").read_text(encoding="utf-8"))["script"]
    for _ in range(STORM_REPEATS):
        began, last_stop = clock.now, -1.0
        for at_ms, action, text in script:
            while clock.now - began < at_ms / 1000:
                watch(bridge, session, clock, TICK)
                silent = last_stop >= 0 and clock.now - last_stop >= 0.15
                assert not silent or shut(bridge)
            if action == "stop":
                bridge.screen.stop()
                last_stop = clock.now
            else:
                bridge.request(partial(session.ask, text, Language.EN))
                last_stop = -1.0
        watch(bridge, session, clock, 0.5 * WORD_SECONDS)
        assert bridge.screen.value("question") == "D"
        assert bridge.captions.marked == "Mangroves"
        assert not shut(bridge)
        assert len(session.asked) % 5 == 0
    assert session.stops == 3 * STORM_REPEATS


def test_the_run_ends_when_its_watcher_says_so(bridge: Bridge, session: FakeSession) -> None:
    ended: list[bool] = []
    bridge.done.connect(lambda: ended.append(True))
    bridge._on_tick = lambda events, head: bool(events) and not head.playing
    bridge.tick()
    assert ended == [True]
    bridge.tick()
    assert ended == [True]
