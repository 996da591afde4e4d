"""The sink on a real sound server: what is promised is heard, at the time that the playhead says."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from app.audio import SpeakerSink, open_sink
from app.core.types import SPEECH_RATE, Float32
from tests.pulse import RATE, Ear, PulseServer


def never() -> bool:
    return False


def tone(seconds: float, *, hertz: float = 440.0, level: float = 0.5) -> Float32:
    time_axis = np.arange(round(seconds * SPEECH_RATE)) / SPEECH_RATE
    return np.asarray(level * np.sin(2 * np.pi * hertz * time_axis), dtype=np.float32)


def clicks(places: list[int], length: int) -> Float32:
    samples = np.zeros(length, dtype=np.float32)
    for place in places:
        samples[place : place + 4] = 0.9
    return samples


def wait_for(ready: Callable[[], bool], seconds: float = 5.0) -> None:
    deadline = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def play_out(sink: SpeakerSink) -> None:
    wait_for(lambda: not sink.playhead().playing, 10.0)
    time.sleep(0.05)  # the ear's pipe


@pytest.fixture
def ear(pulse: PulseServer) -> Ear:
    """Hears the null sink `kiosk`."""
    return pulse.add_sink()


@pytest.fixture
def kiosk(ear: Ear) -> Iterator[SpeakerSink]:
    """A sink on that device."""
    sink = open_sink()
    yield sink
    sink.close()


def passing_times(sink: SpeakerSink, places: list[int]) -> list[float]:
    """Monotonic times at which the playhead passes those samples, between two looks by interpolation."""
    times: list[float] = []
    before = (time.monotonic(), sink.playhead().sample)
    while len(times) < len(places):
        now = (time.monotonic(), sink.playhead().sample)
        assert now[1] >= before[1]
        while len(times) < len(places) and now[1] > (place := places[len(times)]):
            share = (place - before[1]) / (now[1] - before[1])
            times.append(before[0] + max(share, 0.0) * (now[0] - before[0]))
        before = now
        time.sleep(0.002)
    return times


def test_clicks_are_heard_when_the_playhead_passes_them(ear: Ear, kiosk: SpeakerSink) -> None:
    places = [2_000 + 2_411 * number for number in range(20)]
    begins = kiosk.write(clicks(places, 52_000), give_up=never)
    assert begins == 0
    passed = passing_times(kiosk, places)
    play_out(kiosk)
    heard = ear.heard().onsets(level=0.2)
    assert len(heard) == len(places)
    late = 1e3 * (np.array(heard) - np.array(passed))
    assert abs(np.median(late)) < 2.0
    assert np.percentile(np.abs(late), 90) < 4.0


def test_flush_fades_out_within_the_bounds(ear: Ear, kiosk: SpeakerSink) -> None:
    kiosk.write(tone(3.0), give_up=never)
    time.sleep(0.5)
    stopped = time.monotonic()
    kiosk.flush()
    time.sleep(0.3)
    heard = ear.heard()
    latency = kiosk.playhead().latency
    assert not kiosk.playhead().playing
    silent = heard.last_sound()
    assert silent is not None
    assert silent - stopped < latency + 0.025
    tail = np.abs(heard.samples[heard.index(silent) - RATE // 200 : heard.index(silent)])
    assert np.max(np.abs(np.diff(heard.samples))) < 0.05  # a cut without a ramp would jump
    assert np.max(tail[-48:]) < np.max(tail[:96])


def test_sound_starts_at_once_and_with_a_ramp(ear: Ear, kiosk: SpeakerSink) -> None:
    asked = time.monotonic()
    kiosk.write(np.full(SPEECH_RATE // 2, 0.5, dtype=np.float32), give_up=never)
    play_out(kiosk)
    heard = ear.heard()
    began = heard.onsets()[0]
    assert began - asked < kiosk.playhead().latency + 0.025
    assert np.max(np.diff(heard.samples[: heard.index(began) + RATE // 10])) < 0.02


def test_a_full_queue_makes_write_wait_and_flush_lets_it_go(kiosk: SpeakerSink) -> None:
    kiosk.write(tone(3.0), give_up=never)
    results: list[int | None] = [0]
    writer = threading.Thread(target=lambda: results.append(kiosk.write(tone(1.0), give_up=never)))
    writer.start()
    time.sleep(0.1)
    assert writer.is_alive()
    kiosk.flush()
    writer.join(1.0)
    assert not writer.is_alive()
    assert results[-1] is None
    assert kiosk.write(tone(0.1), give_up=never) == 3 * SPEECH_RATE


def test_a_waiting_write_gives_up_when_told(kiosk: SpeakerSink) -> None:
    kiosk.write(tone(3.0), give_up=never)
    unwanted = threading.Event()
    threading.Timer(0.1, unwanted.set).start()
    assert kiosk.write(tone(1.0), give_up=unwanted.is_set) is None


def test_a_storm_of_taps_leaves_one_voice_that_works(ear: Ear, kiosk: SpeakerSink) -> None:
    """Case L5: five hundred interrupts, then one utterance that is heard once and whole."""
    began = time.monotonic()
    for number in range(500):
        kiosk.write(tone(0.5, level=0.3), give_up=never)
        if number % 50 == 0:
            time.sleep(0.03)
        kiosk.flush()
    assert time.monotonic() - began < 10.0
    time.sleep(0.2)
    calm = time.monotonic()
    begins = kiosk.write(tone(0.5), give_up=never)
    play_out(kiosk)
    heard = ear.heard(calm)
    assert begins == 500 * SPEECH_RATE // 2
    assert kiosk.playhead().sample == begins + SPEECH_RATE // 2
    onsets = heard.onsets()
    last = heard.last_sound()
    assert len(onsets) == 1
    assert last is not None
    assert last - onsets[0] == pytest.approx(0.5, abs=0.01)
    assert np.max(np.abs(heard.samples)) == pytest.approx(0.5, abs=0.02)


def test_speech_is_raised_to_the_device_rate_without_images(ear: Ear, kiosk: SpeakerSink) -> None:
    kiosk.write(tone(1.0, hertz=5_000.0), give_up=never)
    play_out(kiosk)
    heard = ear.heard()
    middle = heard.index(heard.onsets()[0]) + RATE // 4
    piece = heard.samples[middle : middle + RATE // 2] * np.hanning(RATE // 2)
    spectrum = np.abs(np.fft.rfft(piece))
    assert int(np.argmax(spectrum)) * 2 == 5_000
    assert np.max(spectrum[6_000 // 2 :]) < np.max(spectrum) * 1e-3


def test_an_underflow_is_counted(ear: Ear, kiosk: SpeakerSink) -> None:
    kiosk.write(tone(1.0), give_up=never)
    time.sleep(0.3)
    assert kiosk.stats()["underflows"] == 0
    ctypes.PyDLL(None).usleep(300_000)  # holds the interpreter lock
    time.sleep(0.2)
    assert kiosk.stats()["underflows"] >= 1


@pytest.mark.logs("speaking without sound until a device appears")
def test_without_a_device_time_runs_and_sound_comes_with_one(
    pulse: PulseServer, capfd: pytest.CaptureFixture[str]
) -> None:
    """Case O5: start with no sink; one is added later."""
    sink = open_sink()
    try:
        assert sink.muted
        assert "cannot be opened" in sink.stats()["reason"]
        sink.write(tone(0.3), give_up=never)
        play_out(sink)
        assert sink.playhead().sample == 0.3 * SPEECH_RATE
        ear = pulse.add_sink()
        wait_for(lambda: not sink.muted)
        assert sink.write(tone(0.3), give_up=never) == 0.3 * SPEECH_RATE
        play_out(sink)
        assert len(ear.heard().onsets()) == 1
        assert sink.playhead().sample == 0.6 * SPEECH_RATE
    finally:
        sink.close()
    assert not capfd.readouterr().err


@pytest.mark.logs("stopped; speaking without sound until it is back")
def test_a_device_that_is_pulled_out_and_put_back_is_found_again(
    pulse: PulseServer, kiosk: SpeakerSink
) -> None:
    """Case O1: speech goes on silently, then with sound; nothing is spoken twice."""
    kiosk.write(tone(0.2), give_up=never)
    play_out(kiosk)
    pulse.remove_sink()
    wait_for(lambda: kiosk.muted)
    kiosk.write(tone(0.2), give_up=never)
    play_out(kiosk)
    pulse.add_sink()
    wait_for(lambda: not kiosk.muted)
    assert kiosk.playhead().sample == 0.4 * SPEECH_RATE
    assert kiosk.stats()["reopened"] == 1


@pytest.mark.logs("stopped; speaking without sound until it is back")
def test_a_hung_server_is_left_behind(pulse: PulseServer, kiosk: SpeakerSink) -> None:
    """Case O2: the stream stays active, callbacks stop."""
    kiosk.write(tone(5.0), give_up=never)
    time.sleep(0.2)
    pulse.hang()
    wait_for(lambda: kiosk.muted)
    wait_for(lambda: kiosk.playhead().sample > 2 * SPEECH_RATE)
    pulse.resume()
    wait_for(lambda: not kiosk.muted, 8.0)


def test_the_playhead_waits_for_what_the_device_does_not_tell(pulse: PulseServer) -> None:
    """Its offset is that of the device that plays, by name; another device's changes nothing."""
    ear = pulse.add_sink()
    sink = open_sink("pulse", offsets={"pulse": 0.2, "other": 5.0})
    try:
        places = [4_000, 12_000, 20_000]
        sink.write(clicks(places, 26_000), give_up=never)
        passed = passing_times(sink, places)
        play_out(sink)
        late = np.array(passed) - np.array(ear.heard().onsets(level=0.2))
        assert np.median(late) == pytest.approx(0.2, abs=0.004)
        assert sink.stats()["offset_ms"] == pytest.approx(200.0)
    finally:
        sink.close()
    muted = open_sink(mute=True, offsets={"pulse": 0.2})
    assert muted.stats()["offset_ms"] == 0.0
    muted.close()


def test_a_named_device_is_opened_by_its_name(pulse: PulseServer) -> None:
    pulse.add_sink()
    sink = open_sink("pulse")
    try:
        assert sink.name == "pulse"
        assert not sink.muted
    finally:
        sink.close()


@pytest.mark.logs("no such speaker")
def test_a_name_that_no_device_has_is_reported(pulse: PulseServer) -> None:
    pulse.add_sink()
    sink = open_sink("no such speaker")
    try:
        assert sink.muted
    finally:
        sink.close()


def test_muted_on_purpose_needs_no_device() -> None:
    sink = open_sink(mute=True)
    try:
        assert sink.muted
        assert sink.write(tone(0.2), give_up=never) == 0
        play_out(sink)
        assert sink.playhead().sample == 0.2 * SPEECH_RATE
    finally:
        sink.close()
