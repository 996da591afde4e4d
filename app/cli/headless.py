"""The run without a screen: one spoken greeting in each language, then the figures."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from app.core.events import ChunkQueued, Event, Failed, Finished, Ready
from app.core.ports import Playhead
from app.core.types import Language
from app.diagnostics.latency import StageLatency

PATIENCE: Final = 120.0
"""Seconds after which the run gives up: a hang must end with exit code 1, too."""


@dataclass
class GreetEachLanguage:
    """Watches the kiosk's ticks: greets in English, then in Arabic, each until it has been heard."""

    greet: Callable[[Language], int]
    ready_ms: float | None = None
    spoken: dict[Language, dict[str, Any]] = field(default_factory=dict)
    _deadline: float = field(default_factory=lambda: time.monotonic() + PATIENCE)
    _waiting: list[Language] = field(default_factory=lambda: list(Language))
    _generation: int = 0
    _heard: dict[str, Any] = field(default_factory=dict)
    _ends: int | None = None
    _problem: str = ""

    def __call__(self, events: Sequence[Event], head: Playhead) -> bool:
        """Take the events of one tick; True when the run is over."""
        for event in events:
            self._take(event)
        if self._ends is not None and head.sample >= self._ends:
            self._next()
        if time.monotonic() > self._deadline:
            self._problem = f"nothing more was heard for {PATIENCE:.0f} s"
        return bool(self._problem) or len(self.spoken) == len(Language)

    def print_report(self, latencies: Sequence[StageLatency]) -> int:
        """Print the latency table and, as the last line, one JSON object; returns the exit code."""
        Console(width=110).print(latency_table(latencies))
        if self._problem:
            print(f"lisan: {self._problem}", file=sys.stderr)
        report = self._report()
        print(json.dumps(report), flush=True)
        return 0 if report["ok"] else 1

    def _report(self) -> dict[str, Any]:
        told: dict[str, Any] = {"ready_ms": None if self.ready_ms is None else round(self.ready_ms, 1)}
        told |= {str(language): self.spoken.get(language) for language in Language}
        return told | {"ok": len(self.spoken) == len(Language)}

    def _take(self, event: Event) -> None:
        match event:
            case Ready(ready_ms):
                self.ready_ms = ready_ms
                self._greet()
            case ChunkQueued(generation, prepared, _) if generation == self._generation and not self._heard:
                self._heard = {
                    "first_audio_ms": round(prepared.latency_ms["first_audio"], 1),
                    "source": prepared.alignment.source,
                    "behaviour": prepared.behaviour.label,
                }
            case Finished(generation, ends) if generation == self._generation:
                self._ends = ends
            case Failed(_, message):
                self._problem = message

    def _greet(self) -> None:
        self._heard, self._ends = {}, None
        self._generation = self.greet(self._waiting[0])

    def _next(self) -> None:
        language = self._waiting.pop(0)
        self._ends = None
        if self._heard:
            self.spoken[language] = self._heard
        else:
            self._problem = f"the greeting in {language} had no sound"
        if self._waiting:
            self._greet()


def latency_table(rows: Sequence[StageLatency]) -> Table:
    """The latency table, in milliseconds."""
    table = Table("stage", *("cold", "first", "warm runs", "p50", "p95", "p99", "max"), title="latency, ms")
    for row in rows:
        figures = (row.cold_ms, row.first_ms, row.p50, row.p95, row.p99, row.max)
        cold, first, *warm = ("–" if figure is None else f"{figure:.1f}" for figure in figures)
        table.add_row(row.stage, cold, first, str(row.count), *warm)
    return table
