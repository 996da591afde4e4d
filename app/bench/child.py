"""A child of `lisan bench`: measures one plan and tells each cell as a line of JSON, the first result first.

One process measures one configuration, so that its cold start is one: nothing is imported, loaded or
compiled before. What it times are whole requests by the monotonic clock; each caller has a thread of its own.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from app.bench.factors import Case, Plan
from app.bench.statistics import percentiles
from app.bench.usage import cpu_seconds, memory_mb, threads
from app.bench.work import Call, Clock, Work, open_work
from app.core.errors import LisanError

Tell = Callable[[Mapping[str, Any]], None]

WARM_ROUNDS: Final = 3
"""Runs after the first that are not counted: they still grow buffers."""


def run_plan(plan: Plan, cache: Path, tell: Tell) -> None:
    """Measure every case of a plan. What cannot run is told as such, with the reason."""
    inputs = Clock()
    with ExitStack() as closing:
        try:
            work = open_work(plan.configuration, cache, closing, inputs)
            for case in plan.cases:
                tell({"cell": _cell(work, case, plan, _Start(tell, inputs))})
            qualities = {case.language: asdict(work.quality(case.language)) for case in plan.cases}
            tell({"quality": qualities, "facts": work.facts()})
        except LisanError as error:
            tell({"refused": str(error)})


class _Start:
    """Tells when the first result was there."""

    def __init__(self, tell: Tell, inputs: Clock) -> None:
        self._tell = tell
        self._inputs = inputs

    def done(self) -> None:
        self._tell({"first_result": time.perf_counter(), "inputs": self._inputs.seconds})


def _cell(work: Work, case: Case, plan: Plan, start: _Start) -> dict[str, Any]:
    calls = work.calls(case, plan.configuration.concurrency)
    began = time.perf_counter()
    calls[0](0)
    first = (time.perf_counter() - began) * 1000
    start.done()
    for call in calls:
        for turn in range(WARM_ROUNDS):
            call(turn)
    switches, cpu, began = threads(), cpu_seconds(), time.perf_counter()
    runs = _together(calls, plan)
    wall, spent, after = time.perf_counter() - began, cpu_seconds() - cpu, threads()
    taken = [milliseconds for run in runs for milliseconds, _ in run]
    sound = sum(seconds for run in runs for _, seconds in run)
    return {
        "case": asdict(case),
        "first_ms": round(first, 3),
        "count": len(taken),
        "percentiles": percentiles(taken),
        "throughput": round(len(taken) * case.batch / wall, 3),
        "real_time_factor": round(sum(taken) / 1000 / sound, 5) if sound else None,
        "rss": dict(memory_mb()),
        "cpu": {"s_per_request": round(spent / max(len(taken) * case.batch, 1), 6)},
        "threads": {"count": after["threads"], **_gave_way(switches, after)},
    }


def _together(calls: Sequence[Call], plan: Plan) -> list[list[tuple[float, float]]]:
    """All callers at once, until each has had its rounds or its time. Raises LisanError of any of them."""
    runs: list[list[tuple[float, float]]] = [[] for _ in calls]
    failures: list[LisanError] = []
    until = time.perf_counter() + plan.seconds

    def caller(call: Call, run: list[tuple[float, float]]) -> None:
        try:
            while len(run) < plan.rounds and (time.perf_counter() < until or len(run) < 5):
                began = time.perf_counter()
                seconds = call(len(run))
                run.append(((time.perf_counter() - began) * 1000, seconds))
        except LisanError as error:
            failures.append(error)

    if len(calls) == 1:
        caller(calls[0], runs[0])
    else:
        pool = [threading.Thread(target=caller, args=pair) for pair in zip(calls, runs, strict=True)]
        for thread in pool:
            thread.start()
        for thread in pool:
            thread.join()
    if failures:
        raise failures[0]
    return runs


def _gave_way(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    return {name: after[name] - before[name] for name in ("voluntary", "involuntary")}


def main(asked: str, tell: Callable[[str], None]) -> None:
    """Do one job, given as JSON; what is found goes to `tell` as lines of JSON. Raises LisanError."""
    job = json.loads(asked)

    def line(told: Mapping[str, Any]) -> None:
        tell(json.dumps(told))

    kind, cache = job["kind"], Path(job["cache"])
    if kind == "plan":
        run_plan(Plan.of(job["plan"]), cache, line)
    elif kind == "overhead":
        from app.bench.overhead import measure_overhead

        line({"overhead": measure_overhead(cache, job["turns"])})
    elif kind == "load":
        from app.bench.load import run_load

        line({"load": run_load(cache, job["seconds"], job["sessions"])})
    elif kind == "trial":
        from app.bench.trial import run_trial

        line({"trial": run_trial(job["threads"], cache, job["answers"])})
    else:
        raise LisanError(f"there is no job {kind!r}")
