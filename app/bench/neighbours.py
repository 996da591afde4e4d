"""Notices what else runs: processor time that neither we nor our children used, or that a host took away.

A figure measured beside a busy neighbour is not wrong, it is another figure: the run is marked.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Final

import psutil

from app.bench.usage import cpu_seconds

BUSY: Final = 0.1
"""Cores that others may use, in sum, before a run is marked."""

STOLEN: Final = 0.02
"""Share of all cores' time that the host may keep for its other guests."""


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds since some beginning: clock, processor time of all cores, what was stolen, what was ours."""

    clock: float
    busy: float
    stolen: float
    ours: float


@dataclass(frozen=True, slots=True)
class Neighbours:
    """What others used between two readings: cores in the mean, and the stolen share of the machine."""

    cores: float
    stolen: float
    seconds: float

    @property
    def disturbed(self) -> bool:
        """Whether figures of this time must be marked."""
        return self.cores > BUSY or self.stolen > STOLEN

    def as_json(self) -> dict[str, Any]:
        """Plain values with the verdict."""
        return {**asdict(self), "disturbed": self.disturbed}


Read = Callable[[], Times]


def read_times() -> Times:
    """Now. The kernel counts all cores in hundredths of a second: short spans are coarse."""
    all_cores = psutil.cpu_times()
    stolen = float(getattr(all_cores, "steal", 0.0))
    idle = all_cores.idle + getattr(all_cores, "iowait", 0.0)
    guests = getattr(all_cores, "guest", 0.0) + getattr(all_cores, "guest_nice", 0.0)  # counted in user too
    busy = sum(all_cores) - idle - stolen - guests
    return Times(time.perf_counter(), float(busy), stolen, cpu_seconds())


class Watch:
    """Reads the times now and again later; children that we start and end in between count as ours."""

    def __init__(self, read: Read = read_times, cores: int | None = None) -> None:
        self._read = read
        self._cores = cores or os.cpu_count() or 1
        self._began = read()

    def seen(self) -> Neighbours:
        """What others did since this watch began."""
        return between(self._began, self._read(), self._cores)


def between(one: Times, other: Times, cores: int) -> Neighbours:
    """What others used from `one` to `other` on a machine with so many cores."""
    seconds = max(other.clock - one.clock, 1e-9)
    theirs = (other.busy - one.busy) - (other.ours - one.ours)
    stolen = (other.stolen - one.stolen) / (seconds * cores)
    return Neighbours(round(max(theirs, 0.0) / seconds, 3), round(max(stolen, 0.0), 4), round(seconds, 2))


def before_the_run(seconds: float = 0.5) -> Neighbours:
    """Look at the machine while we do nothing."""
    watch = Watch()
    time.sleep(seconds)
    return watch.seen()
