"""Two saved reports side by side: the cells that both have, load and cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from app.bench.page import label
from app.bench.report import FACTORS
from app.bench.statistics import apart


@dataclass(frozen=True, slots=True)
class Row:
    """One figure of both; `verdict` is `A`, `B` (the better one) or `noise`, empty where there is none."""

    what: str
    a: float | None
    b: float | None
    verdict: str = ""

    @property
    def ratio(self) -> float | None:
        """B ÷ A."""
        return self.b / self.a if self.a and self.b is not None else None


def compare(a: Mapping[str, Any], b: Mapping[str, Any]) -> Iterator[Row]:
    """Every cell that both measured (p50, ms), then what the machines carry and cost."""
    theirs = {_place(cell): cell for cell in b["cells"] if cell.get("percentiles")}
    for cell in a["cells"]:
        other = theirs.get(_place(cell))
        if cell.get("percentiles") and other is not None:
            name = f"{cell['factors']['stage']} {label(cell['factors'])}"
            yield Row(name, _median(cell)["ms"], _median(other)["ms"], _verdict(cell, other))
    yield Row("chunks a second at saturation", a["load"]["capacity"], b["load"]["capacity"])
    for name in ("good_per_cpu_hour", "good_per_machine_hour", "price_per_million"):
        yield Row(name.replace("_", " "), a["cost"][name], b["cost"][name])
    for name in ("aligner", "classifier"):
        yield Row(f"overhead of the {name}", a["overhead"][name], b["overhead"][name])


def warnings(a: Mapping[str, Any], b: Mapping[str, Any]) -> Iterator[str]:
    """Why the figures may not be comparable, one line each."""
    for name, report in (("A", a), ("B", b)):
        if report["disturbed"]:
            yield f"{name} was measured beside something else that was running"
    if a["environment"]["lisan"] != b["environment"]["lisan"]:
        yield f"A is Lisan {a['environment']['lisan']}, B is {b['environment']['lisan']}"
    one, other = a["environment"]["versions"], b["environment"]["versions"]
    for package in sorted(one.keys() | other.keys()):
        if one.get(package) != other.get(package):
            yield f"{package}: A has {one.get(package)}, B has {other.get(package)}"


def _place(cell: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(cell["factors"][factor] for factor in FACTORS)


def _median(cell: Mapping[str, Any]) -> Mapping[str, float]:
    found: Mapping[str, float] = cell["percentiles"]["p50"]
    return found


def _verdict(cell: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    statuses = cell["status"], other["status"]
    if "ok" not in statuses:
        return "neither passes"
    if statuses != ("ok", "ok"):
        return "A" if cell["status"] == "ok" else "B"
    if not apart(_median(cell), _median(other)):
        return "noise"
    return "A" if _median(cell)["ms"] < _median(other)["ms"] else "B"
