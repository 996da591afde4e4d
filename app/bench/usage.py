"""What a process costs: processor time and memory, its live children included."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Mapping

import psutil

_MB = 1_000_000


def cpu_seconds(process: psutil.Process | None = None) -> float:
    """User and system time of this process (or `process`) and of its children, those that ended included."""
    own = process or psutil.Process()
    times = own.cpu_times()
    ended = getattr(times, "children_user", 0.0) + getattr(times, "children_system", 0.0)
    return float(times.user + times.system + ended + sum(_alive(own)))


def memory_mb() -> Mapping[str, float]:
    """Resident memory now, with its children's beside it, and this process's peak."""
    own = psutil.Process()
    children = 0
    for child in own.children(recursive=True):
        with contextlib.suppress(psutil.Error):
            children += child.memory_info().rss
    now = own.memory_info().rss
    return {"mb": _mb(now), "children_mb": _mb(children), "peak_mb": _mb(max(_peak(), now))}


def threads() -> Mapping[str, int]:
    """Threads of this process and how often they had to give way (`involuntary`) or waited (`voluntary`)."""
    own = psutil.Process()
    switches = own.num_ctx_switches()
    return {
        "threads": own.num_threads(),
        "voluntary": switches.voluntary,
        "involuntary": switches.involuntary,
    }


def _alive(own: psutil.Process) -> Iterator[float]:
    for child in own.children(recursive=True):
        with contextlib.suppress(psutil.Error):
            times = child.cpu_times()
            yield times.user + times.system


def _peak() -> int:
    if sys.platform == "win32":
        return int(psutil.Process().memory_info().peak_wset)
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def _mb(size: int) -> float:
    return round(size / _MB, 1)
