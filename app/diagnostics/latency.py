"""The latency ledger: for each stage its cold, first and warm times, with percentiles from HDR histograms."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from hdrh.histogram import HdrHistogram

_LOWEST_US: Final = 1
_HIGHEST_US: Final = 600_000_000  # ten minutes
_DIGITS: Final = 3


@dataclass(frozen=True, slots=True)
class StageLatency:
    """One row of the panel, in milliseconds; None where nothing was measured yet.

    `cold` is the first run in the process (during warm-up), `first` the first one a visitor waited
    for, the percentiles all later ones. `count` counts the warm runs.
    """

    stage: str
    count: int
    cold_ms: float | None
    first_ms: float | None
    p50: float | None
    p90: float | None
    p95: float | None
    p99: float | None
    max: float | None


class _Stage:
    def __init__(self) -> None:
        self.cold: float | None = None
        self.first: float | None = None
        self.warm = HdrHistogram(_LOWEST_US, _HIGHEST_US, _DIGITS)

    def record(self, milliseconds: float, serving: bool) -> None:
        if not serving:
            self.cold = milliseconds if self.cold is None else self.cold
        elif self.first is None:
            self.first = milliseconds
        else:
            self.warm.record_value(min(max(round(milliseconds * 1000), _LOWEST_US), _HIGHEST_US))

    def row(self, name: str) -> StageLatency:
        count = self.warm.get_total_count()
        p50, p90, p95, p99, top = (
            self.warm.get_value_at_percentile(share) / 1000 if count else None
            for share in (50, 90, 95, 99, 100)
        )
        return StageLatency(name, count, self.cold, self.first, p50, p90, p95, p99, top)


class LatencyLedger:
    """Thread-safe ledger of all stages. Runs before `serving` are cold, later ones a visitor's."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stages: dict[str, _Stage] = {}
        self._serving = False

    def serve(self) -> None:
        """Warm-up is over: from now on visitors wait for what is measured."""
        self._serving = True

    def record(self, stage: str, milliseconds: float) -> None:
        """Count one run of `stage`."""
        with self._lock:
            self._stages.setdefault(stage, _Stage()).record(milliseconds, self._serving)

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Measure the block by the monotonic clock; a block that raises is not counted."""
        began = time.perf_counter()
        yield
        self.record(stage, (time.perf_counter() - began) * 1000)

    def rows(self) -> Sequence[StageLatency]:
        """All stages, in the order in which they were first seen."""
        with self._lock:
            return [stage.row(name) for name, stage in self._stages.items()]
