"""What this machine is and how much of it we may use; keys the cached decisions, fills the panel."""

from __future__ import annotations

import hashlib
import math
import os
import platform
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

_CPU_FACTS = ("model name", "flags", "Features", "CPU part")


@dataclass(frozen=True, slots=True)
class Cores:
    """Cores of the host, cores this process may run on, and the container's CPU quota (None: none)."""

    host: int
    affinity: int
    quota: float | None

    @property
    def usable(self) -> int:
        """Whole cores that threads can really have, at least one."""
        quota = math.inf if self.quota is None else max(1, math.floor(self.quota))
        return int(min(self.affinity, quota))

    def figures(self) -> Mapping[str, object]:
        """What the panel shows beside the thread budget."""
        quota = "–" if self.quota is None else self.quota
        return {"cores": f"{self.usable}/{self.host}", "affinity": self.affinity, "quota": quota}

    def __str__(self) -> str:
        quota = "none" if self.quota is None else f"{self.quota:g}"
        return f"{self.usable} of {self.host} usable (affinity {self.affinity}, quota {quota})"


def cores(root: Path = Path("/")) -> Cores:
    """Count cores by affinity and control group, not by what the host has."""
    host = os.cpu_count() or 1
    affinity = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else host
    return Cores(host, affinity, _quota(root))


def _quota(root: Path) -> float | None:
    """The tightest CPU quota on the way from our control group to the root."""
    limits = [limit for folder in _groups(root) if (limit := _limit(folder)) is not None]
    return min(limits, default=None)


def _groups(root: Path) -> Iterator[Path]:
    for line in _read(root / "proc/self/cgroup").splitlines():
        _, controllers, path = line.split(":", 2)
        mount = root / "sys/fs/cgroup" / ("cpu" if controllers else "")
        if not controllers or "cpu" in controllers.split(","):
            inside = PurePosixPath(path.lstrip("/"))
            yield from (mount / part for part in (inside, *inside.parents))


def _limit(folder: Path) -> float | None:
    """Cores by `cpu.max` (version 2) or the quota and period files (version 1)."""
    fields = _read(folder / "cpu.max").split()
    if not fields:
        fields = (_read(folder / "cpu.cfs_quota_us") + " " + _read(folder / "cpu.cfs_period_us")).split()
    if len(fields) != 2 or fields[0] in ("max", "-1") or not int(fields[1]):
        return None
    return int(fields[0]) / int(fields[1])


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


@cache
def cpu_identity() -> str:
    """Short hash of processor name and instruction sets: a compiled blob or a timing holds only here."""
    lines = _read(Path("/proc/cpuinfo")).splitlines()
    facts = sorted({line for line in lines if line.split("\t")[0].strip() in _CPU_FACTS})
    text = "\n".join((platform.machine(), platform.processor(), *facts))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
