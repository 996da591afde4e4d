"""Runs a matrix: a child for each plan, then overhead, load and cost; what is done is on disk at once.

The folder's `parts/` holds one file a plan, so that `--resume` goes on after a cut with what is missing.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from app.bench.cost import cost
from app.bench.energy import EnergyMeter
from app.bench.environment import environment
from app.bench.factors import Plan
from app.bench.launcher import LIMIT_SECONDS, run_child
from app.bench.neighbours import Watch, before_the_run
from app.core.errors import LisanError
from app.core.files import write_atomically

SCHEMA: Final = "lisan.bench/1"

Step = Callable[[str], None]
"""Told what begins; for a progress bar."""

RunJob = Callable[[Mapping[str, Any], float], Iterator[dict[str, Any]]]
"""Runs a job for at most so many seconds."""

LEAST_SECONDS: Final = 20.0
"""That a child is given, however little of the run's time is left."""


def run_in_child(job: Mapping[str, Any], limit: float) -> Iterator[dict[str, Any]]:
    """A job in a process of its own."""
    return run_child(job, limit=limit)


@dataclass(frozen=True, slots=True)
class Order:
    """What to run: the plans, how many turns of overhead, and the load's steps."""

    kind: str
    plans: tuple[Plan, ...]
    turns: int
    load_seconds: float
    sessions: tuple[int, ...]
    price_per_hour: float | None = None
    limit_seconds: float = float("inf")
    """After which no further plan is begun: what was not reached is marked, and `--resume` measures it."""

    @property
    def steps(self) -> int:
        """How often `Step` will be told."""
        return len(self.plans) + 2


def run_bench(
    order: Order, out: Path, *, resume: bool, step: Step, run_job: RunJob = run_in_child
) -> dict[str, Any]:
    """The whole report as plain values; written to nothing but `parts/`. Raises LisanError."""
    began = time.perf_counter()
    parts = _Parts(out / "parts", environment(), resume=resume)
    quiet = before_the_run()
    step("overhead")
    asked: dict[str, Any] = {"turns": order.turns}
    overhead = parts.get(f"overhead {asked}", partial(_watched, "overhead", asked, run_job))
    step("load")
    asked = {"seconds": order.load_seconds, "sessions": list(order.sessions)}
    load = parts.get(f"load {asked}", partial(_watched, "load", asked, run_job))
    cells: list[dict[str, Any]] = []
    for plan in order.plans:
        step(f"{plan.configuration.stage} {plan.configuration.runtime} {plan.configuration.precision}")
        left = order.limit_seconds - (time.perf_counter() - began)
        cells += parts.get(plan.key, partial(_measured, plan, run_job, left), may_measure=left > 0) or [
            _without_figures(plan, "not reached", "the run's time was over; --resume measures it")
        ]
    watches = [quiet.as_json(), overhead["neighbours"], load["neighbours"]]
    watches += [cell["neighbours"] for cell in cells if "neighbours" in cell]
    return {
        "schema": SCHEMA,
        "kind": order.kind,
        "seconds": round(time.perf_counter() - began, 1),
        "environment": parts.environment,
        "disturbed": any(one["disturbed"] for one in watches),
        "neighbours_before": quiet.as_json(),
        "cells": ranked(cells),
        "overhead": {name: overhead["overhead"][name]["ratio"] for name in ("aligner", "classifier")},
        "overhead_details": overhead,
        "load": load["load"] | {"neighbours": load["neighbours"], "energy": load["energy"]},
        "cost": cost(load["load"], order.price_per_hour),
    }


def ranked(cells: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The cells with `rank` by p50 among those of one stage and input; one that fails its gate has none."""
    groups: dict[tuple[Any, ...], list[Mapping[str, Any]]] = {}
    for cell in cells:
        if cell["status"] == "ok":
            factors = cell["factors"]
            place = tuple(factors[name] for name in ("stage", "language", "length", "batch", "concurrency"))
            groups.setdefault(place, []).append(cell)
    ranks: dict[int, int] = {}
    for group in groups.values():
        ordered = sorted(group, key=lambda cell: float(cell["percentiles"]["p50"]["ms"]))
        ranks |= {id(cell): number for number, cell in enumerate(ordered, start=1)}
    return [{**cell, "rank": ranks.get(id(cell))} for cell in cells]


def _measured(plan: Plan, run_job: RunJob, left: float) -> list[dict[str, Any]]:
    """One child's cells, or the one that says why there are none."""
    watch, energy = Watch(), EnergyMeter()
    told: list[dict[str, Any]] = []
    try:
        told += run_job(
            {"kind": "plan", "plan": plan.as_json()}, min(max(left, LEAST_SECONDS), LIMIT_SECONDS)
        )
    except LisanError as error:
        told.append({"refused": str(error)})
    around = {"neighbours": watch.seen().as_json(), "energy": dict(energy.as_json())}
    refusal = next((one["refused"] for one in told if "refused" in one), None)
    if refusal is not None:
        return [_without_figures(plan, "refused", refusal) | around]
    cold = next(one["cold_ms"] for one in told if "cold_ms" in one)
    closing = next(one for one in told if "quality" in one)
    return [
        _cell(plan, one["cell"], closing, {"cold_start_ms": cold, **around}) for one in told if "cell" in one
    ]


def _without_figures(plan: Plan, status: str, reason: str) -> dict[str, Any]:
    factors = asdict(plan.configuration) | asdict(plan.cases[0])
    nothing: dict[str, Any] = {"percentiles": {}, "throughput": None, "rss": {}, "cpu": {}, "quality": {}}
    return {"factors": factors, "status": status, "reason": reason, **nothing}


def _cell(
    plan: Plan, cell: Mapping[str, Any], closing: Mapping[str, Any], around: Mapping[str, Any]
) -> dict[str, Any]:
    quality = closing["quality"][cell["case"]["language"]]
    return {
        "factors": asdict(plan.configuration) | cell["case"],
        "status": "ok" if quality["passed"] else "fails quality",
        **{name: value for name, value in cell.items() if name != "case"},
        "quality": quality,
        "facts": closing["facts"],
        **around,
    }


def _watched(kind: str, asked: Mapping[str, Any], run_job: RunJob) -> dict[str, Any]:
    watch, energy = Watch(), EnergyMeter()
    told = next(one for one in list(run_job({"kind": kind, **asked}, LIMIT_SECONDS)) if kind in one)
    return {kind: told[kind], "neighbours": watch.seen().as_json(), "energy": dict(energy.as_json())}


class _Parts:
    """What is measured already, a file each; of another machine or another version, none counts."""

    def __init__(self, folder: Path, here: Mapping[str, Any], *, resume: bool) -> None:
        self._folder = folder
        self._resume = resume
        self.environment = dict(here)
        same = {name: here[name] for name in ("lisan", "cpu_identity", "versions", "python")}
        self._same = json.dumps(same, sort_keys=True)

    def get(self, name: str, measure: Callable[[], Any], *, may_measure: bool = True) -> Any:
        """The stored figures where we resume and they are there, else new ones. Raises LisanError.

        None where there are none and nothing may be measured any more.
        """
        digest = hashlib.sha256(f"{self._same} {name}".encode()).hexdigest()[:20]
        file = self._folder / f"{digest}.json"
        if self._resume:
            with contextlib.suppress(OSError, ValueError):  # not there yet, or not whole: measure it
                return json.loads(file.read_bytes())
        if not may_measure:
            return None
        found = measure()
        try:
            write_atomically(file, json.dumps(found, ensure_ascii=False).encode())
        except OSError as error:
            raise LisanError(
                f"{file} cannot be written: {error.strerror}; give --out another folder"
            ) from error
        return found
