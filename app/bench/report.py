"""Writes a benchmark's report: bench.json, bench.csv, bench.html and trace.json; and reads one back."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from app.bench.page import page
from app.bench.run import SCHEMA
from app.bench.statistics import PERCENTILES, name
from app.core.errors import LisanError
from app.core.files import write_atomically

JSON: Final = "bench.json"
FACTORS: Final = (
    *("stage", "runtime", "precision", "threads", "streams", "hint", "pinning", "spinning"),
    *("concurrency", "batch", "length", "language"),
)


def write_report(report: Mapping[str, Any], out: Path) -> list[Path]:
    """Write the four files; returns their paths. Raises LisanError."""
    told = dict(report)
    load = dict(told["load"])
    trace = {"traceEvents": load.pop("trace"), "displayTimeUnit": "ms"}
    told["load"] = load
    files = {
        JSON: json.dumps(told, ensure_ascii=False, indent=1),
        "bench.csv": as_csv(told),
        "bench.html": page(told),
        "trace.json": json.dumps(trace),
    }
    try:
        for file, text in files.items():
            write_atomically(out / file, text.encode())
    except OSError as error:
        raise LisanError(f"{out} cannot be written: {error.strerror}; give --out another folder") from error
    return [out / file for file in files]


def read_report(place: Path) -> dict[str, Any]:
    """A saved report by its file or folder. Raises LisanError."""
    file = place / JSON if place.is_dir() else place
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise LisanError(
            f"{file} cannot be read: {error.strerror}; give a folder that lisan bench wrote"
        ) from error
    except ValueError as error:
        raise LisanError(f"{file} is no report: it is not JSON") from error
    if not isinstance(told, dict) or told.get("schema") != SCHEMA:
        raise LisanError(f"{file} is no report of this kind: its schema is not {SCHEMA}")
    return told


def as_csv(report: Mapping[str, Any]) -> str:
    """One line a cell: factors, figures, verdict."""
    stream = io.StringIO()
    rows = list(_rows(report))
    table = csv.DictWriter(stream, list(rows[0]) if rows else list(FACTORS), lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return stream.getvalue()


def _rows(report: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for cell in report["cells"]:
        found, quality = cell.get("percentiles", {}), cell.get("quality", {})
        row = {factor: cell["factors"][factor] for factor in FACTORS}
        row |= {"status": cell["status"], "rank": cell.get("rank")}
        row |= {"cold_start_ms": cell.get("cold_start_ms"), "first_ms": cell.get("first_ms")}
        row["count"] = cell.get("count")
        for which in map(name, PERCENTILES):
            one = found.get(which, {})
            row |= {
                f"{which}_ms": one.get("ms"),
                f"{which}_low": one.get("low"),
                f"{which}_high": one.get("high"),
            }
        for figure in ("throughput", "real_time_factor"):
            row[figure] = cell.get(figure)
        row["cpu_s_per_request"] = cell["cpu"].get("s_per_request")
        row |= {"rss_mb": cell.get("rss", {}).get("mb"), "peak_mb": cell.get("rss", {}).get("peak_mb")}
        row |= {"joules": cell.get("energy", {}).get("joules")}
        row |= {"quality": quality.get("value"), "measure": quality.get("measure")}
        row |= {"disturbed": cell.get("neighbours", {}).get("disturbed"), "reason": cell.get("reason", "")}
        yield row
