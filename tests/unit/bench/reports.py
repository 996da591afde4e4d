"""A child without a process: it tells figures that the tests give it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.bench.factors import CLASSIFY, Case, Configuration, Plan
from app.bench.run import Order
from app.bench.statistics import percentiles
from app.core.errors import LisanError
from app.core.types import Language

TALLY = {"offered": 10, "done": 8, "shed": 2, "failed": 0, "lost": 0}


def silent(_: str) -> None:
    """In place of a progress bar."""


def order(*precisions: str, price: float | None = None, limit: float = float("inf")) -> Order:
    cases = (Case(Language.EN, "short"), Case(Language.AR, "long"))
    plans = tuple(Plan(Configuration(CLASSIFY, "onnxruntime", one), cases, 10, 0.1) for one in precisions)
    return Order("quick", plans, 3, 1.0, (1, 2), price, limit)


@dataclass
class Children:
    """`ms` is the time of each precision; `wrong` fail their quality gate, `dead` do not run at all."""

    ms: Mapping[str, float]
    wrong: tuple[str, ...] = ()
    dead: tuple[str, ...] = ()
    jobs: list[str] = field(default_factory=list)

    def __call__(self, job: Mapping[str, Any], limit: float) -> Iterator[dict[str, Any]]:
        assert limit > 0
        self.jobs.append(job["kind"])
        if job["kind"] == "overhead":
            part = {"ratio": 1.02, "low": 1.0, "high": 1.04, "ours_ms": 1.0, "bare_ms": 0.98, "turns": 3}
            yield {"overhead": {"aligner": part, "classifier": part}}
        elif job["kind"] == "load":
            yield {"load": load()}
        else:
            yield from self._plan(Plan.of(job["plan"]))

    def _plan(self, plan: Plan) -> Iterator[dict[str, Any]]:
        precision = plan.configuration.precision
        if precision in self.dead:
            raise LisanError("a benchmark's child ended with code -9: no word")
        for row, case in enumerate(plan.cases):
            yield {"first_result": 1.0, "inputs": 0.0, "cold_ms": 900.0 + row}
            taken = [self.ms[precision] * (1 + number / 1000) for number in range(20)]
            yield {
                "cell": {
                    "case": {"language": case.language, "length": case.length, "batch": case.batch},
                    "first_ms": 5.0,
                    "count": len(taken),
                    "percentiles": percentiles(taken),
                    "throughput": 100.0,
                    "real_time_factor": None,
                    "rss": {"mb": 200.0, "children_mb": 0.0, "peak_mb": 210.0},
                    "cpu": {"s_per_request": 0.004},
                    "threads": {"count": 3, "voluntary": 1, "involuntary": 0},
                }
            }
        passed = precision not in self.wrong
        quality = {
            "measure": "right",
            "value": 0.9 if passed else 0.2,
            "gate": 0.75,
            "passed": passed,
            "cases": 9,
        }
        yield {"quality": dict.fromkeys(("en", "ar"), quality), "facts": {"threads": 1}}


def load() -> dict[str, Any]:
    closed = {"sessions": 1, "throughput": 20.0, "percentiles": percentiles([50.0] * 9), "good": 40}
    opened = {"rate": 30.0, "throughput": 25.0, "percentiles": percentiles([300.0] * 9), "good": 10}
    rest = {"wall_s": 2.0, "cpu_s": 3.0, "requests": TALLY, "gauges": TALLY}
    return {
        "target_ms": 200.0,
        "capacity": 20.0,
        "closed_loop": [closed | rest],
        "open_loop": [opened | rest],
        "shed_first": ["gauges", "requests"],
        "trace": [{"name": "align", "ph": "X", "ts": 0.0, "dur": 5.0, "pid": 1, "tid": 1, "args": {}}],
    }
