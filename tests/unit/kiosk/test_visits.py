"""The rules of a visit without a screen: idle clock, taps, PIN, hours, counts, settings that change."""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from app.core.errors import SettingsError
from app.core.settings import ScheduleSettings, Settings, load_settings
from app.core.types import Answer, Language
from app.kiosk.counts import MOST_DAYS, Counts, Visit
from app.kiosk.hours import NightlyRestart, is_open
from app.kiosk.pin import LOCKED_SECONDS, TRIES, Lock, fits, hashed
from app.kiosk.settings_store import SettingsStore
from app.kiosk.taps import KNOCK, CornerKnock, TapGuard
from app.kiosk.visit_clock import Idle, VisitClock

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def test_a_visit_is_warned_counted_down_and_ended() -> None:
    clock = VisitClock(patience=45, warning=15)
    clock.touch(100.0)
    assert clock.look(144.9, busy=False) == Idle()
    assert clock.look(145.1, busy=False) == Idle(countdown=15)
    assert clock.look(159.5, busy=False) == Idle(countdown=1)
    assert clock.look(160.0, busy=False) == Idle(over=True)
    clock.touch(160.0)
    assert clock.look(161.0, busy=False) == Idle()


def test_no_time_passes_while_something_is_said() -> None:
    clock = VisitClock(patience=45, warning=15)
    clock.touch(0.0)
    assert clock.look(500.0, busy=True) == Idle()
    assert clock.look(544.0, busy=False) == Idle()
    assert clock.look(546.0, busy=False).countdown == 14


def test_a_double_tap_is_one_action() -> None:
    guard = TapGuard()
    assert [guard.allows(now) for now in (1.0, 1.1, 1.3, 1.4)] == [True, False, False, True]
    keys = TapGuard(0.06)
    struck = [("l", 1.0), ("l", 1.02), ("l", 1.2), ("o", 1.21), ("o", 1.22)]
    assert [keys.allows_key(key, now) for key, now in struck] == [True, False, True, True, False]


def test_staff_knock_at_the_corners_and_visitors_do_not() -> None:
    knock = CornerKnock()
    assert [knock.touch(corner, place * 0.5) for place, corner in enumerate(KNOCK)] == [False] * 4 + [True]
    assert not any(knock.touch(corner, 10 + place * 2.0) for place, corner in enumerate(KNOCK))  # too slow
    strayed = [*KNOCK[:3], "", *KNOCK[3:]]
    assert not any(knock.touch(corner, 50 + place * 0.1) for place, corner in enumerate(strayed))


def test_a_pin_is_kept_as_a_hash_and_tried_only_so_often() -> None:
    stored = hashed("2468")
    assert "2468" not in stored
    assert stored != hashed("2468")  # salted
    assert fits("2468", stored)
    assert not fits("2469", stored)
    assert not fits("2468", "scrypt:zz")
    assert not fits("", None)
    lock = Lock()
    assert not any(lock.opens("0000", stored, 1.0) for _ in range(TRIES))
    assert not lock.opens("2468", stored, 2.0)
    assert lock.opens("2468", stored, 1.0 + LOCKED_SECONDS)


@pytest.mark.parametrize("pin", ["", "123", "12a4", "١٢٣٤", "1" * 13])
def test_what_is_no_pin_is_refused(pin: str) -> None:
    with pytest.raises(SettingsError, match="4 to 12 digits"):
        hashed(pin)


def test_hours_may_run_past_midnight() -> None:
    day = ScheduleSettings(opens="09:00", closes="21:00")
    night = ScheduleSettings(opens="18:00", closes="02:00")
    at = [NOON.replace(hour=hour) for hour in (1, 8, 9, 20, 21, 23)]
    assert [is_open(day, moment) for moment in at] == [False, False, True, True, False, False]
    assert [is_open(night, moment) for moment in at] == [True, False, False, True, True, True]
    assert is_open(ScheduleSettings(), NOON)


def test_the_nightly_restart_is_due_once_after_its_time() -> None:
    schedule = ScheduleSettings(restart="13:00")
    restart = NightlyRestart(NOON)
    assert not restart.due(schedule, NOON + timedelta(minutes=59))
    assert restart.due(schedule, NOON + timedelta(minutes=61))
    assert not NightlyRestart(NOON.replace(hour=14)).due(schedule, NOON.replace(hour=23))
    assert not restart.due(ScheduleSettings(), NOON + timedelta(days=2))


def visit(*ids: str, refused: int = 0) -> Visit:
    made = Visit(Language.EN, 0.0)
    for id_ in ids:
        made.hears(Answer("words", "words", Language.EN, 1.0, matched=True, id=id_))
    for _ in range(refused):
        made.hears(Answer("what the visitor asked", "", Language.EN, 0.1, matched=False))
    return made


def test_days_are_counted_stored_and_exported_without_a_word(tmp_path: Path) -> None:
    file = tmp_path / "counts.json"
    counts = Counts(file)
    both = visit("dugong", "dugong", refused=1)
    both.speaks(Language.AR)
    counts.add(both, day=date(2026, 3, 1), seconds=60.4)
    counts.add(visit("coral"), day=date(2026, 3, 1), seconds=20)
    counts.add(visit(), day=date(2026, 3, 2), seconds=-1)
    rows = list(csv.DictReader(io.StringIO(Counts(file).csv())))
    assert rows[0] == {
        "date": "2026-03-01", "sessions": "2", "en": "2", "ar": "1", "answers": "3", "refusals": "1",
        "median_stay_s": "40", "answer:coral": "1", "answer:dugong": "2",
    }  # fmt: skip
    assert rows[1]["median_stay_s"] == "0"
    assert "asked" not in file.read_text()


def test_counts_have_a_cap_and_survive_a_damaged_file(tmp_path: Path) -> None:
    file = tmp_path / "counts.json"
    first = date(2026, 1, 1)
    old = {(first + timedelta(days=n)).isoformat(): {"sessions": 1} for n in range(MOST_DAYS)}
    file.write_text(json.dumps(old))
    counts = Counts(file)
    counts.add(visit(), day=first + timedelta(days=MOST_DAYS), seconds=1)
    assert len(json.loads(file.read_text())) == MOST_DAYS
    assert first.isoformat() not in file.read_text()
    for damaged in ("", "{", "[1]", '{"2026-01-01": {"sessions": "x"}}', '{"no day": {}}'):
        file.write_text(damaged)
        assert Counts(file).csv().count("\n") == 1


def test_a_setting_is_changed_in_force_and_on_disk_but_not_what_only_the_environment_said(
    tmp_path: Path,
) -> None:
    file = tmp_path / "settings.json"
    in_force = load_settings(file, {"LISAN_VOLUME": "0.3"}, {}).settings
    store = SettingsStore(file, in_force)
    told: list[Settings] = []
    store.when_changed(told.append)
    store.change("screen.rotation", 90)
    assert (store.current.screen.rotation, store.current.volume) == (90, 0.3)
    assert told == [store.current]
    assert json.loads(file.read_text()) == {"screen": {"rotation": 90}}
    for name, value in (("volume", 3.0), ("no_such", 1), ("screen.name_", 1)):
        with pytest.raises(SettingsError):
            store.change(name, value)
    assert len(told) == 1
