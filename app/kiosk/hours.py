"""Opening hours and the nightly restart, by the local time of day."""

from __future__ import annotations

from datetime import datetime, time

from app.core.settings import ScheduleSettings


def is_open(schedule: ScheduleSettings, now: datetime) -> bool:
    """Whether visitors are served at `now`; hours may run past midnight."""
    if schedule.opens is None or schedule.closes is None or schedule.opens == schedule.closes:
        return True
    opens, closes = time.fromisoformat(schedule.opens), time.fromisoformat(schedule.closes)
    moment = now.time()  # of the wall
    if opens < closes:
        return opens <= moment < closes
    return moment >= opens or moment < closes


class NightlyRestart:
    """Due once when the time of day passes; a start after that time waits for the next day's."""

    def __init__(self, started: datetime) -> None:
        self._seen = started

    def due(self, schedule: ScheduleSettings, now: datetime) -> bool:
        """Whether the time lies between the start and `now`."""
        if schedule.restart is None:
            return False
        at = datetime.combine(now.date(), time.fromisoformat(schedule.restart), now.tzinfo)
        return self._seen < at <= now
