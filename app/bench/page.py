"""The report as one HTML page that needs nothing beside it: verdict, plots, tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any, Final

from app.bench.charts import HAVE_MATPLOTLIB, HOW_TO_PLOT, Bar, bars

_STYLE: Final = """
body { font: 15px/1.5 system-ui, sans-serif; color: #1f3a44; background: #fbfaf6; margin: 2rem auto;
max-width: 1100px } .bad { color: #a8401c } .scroll { overflow-x: auto } svg { max-width: 100%; height: auto }
table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums }
td, th { padding: 3px 9px; border-bottom: 1px solid #d9d5c8; text-align: right }
td:first-child, th:first-child { text-align: left }
"""

Table = tuple[Sequence[str], Sequence[Sequence[object]]]


def page(report: Mapping[str, Any]) -> str:
    """The whole page."""
    here = report["environment"]
    title = f"lisan bench · {here['cpu']}"
    parts = [
        f"<h1>{escape(title)}</h1>",
        *_verdict(report),
        "" if HAVE_MATPLOTLIB else f"<p>{escape(HOW_TO_PLOT)}</p>",
        *_stages(report),
        "<h2>Load</h2>",
        *_load(report["load"]),
        "<h2>Environment</h2>",
        _table((("what", "found"), [(name, _plain(value)) for name, value in here.items()])),
    ]
    body = "\n".join(part for part in parts if part)
    head = f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
    return f"{head}<style>{_STYLE}</style></head><body>\n{body}\n</body></html>\n"


def _verdict(report: Mapping[str, Any]) -> Iterator[str]:
    if report["disturbed"]:
        yield '<p class="bad"><b>Something else was running on this machine</b>: the cells say how much.</p>'
    over, worth = report["overhead"], report["cost"]
    yield (
        f"<p>Our way through the networks against the bare runtimes: aligner {over['aligner']:.3f}, "
        f"classifier {over['classifier']:.3f} of the bare time.</p>"
    )
    price = worth["price_per_million"]
    told = f", {price:g} a million" if price is not None else ""
    cpu_hour = worth["good_per_cpu_hour"] or 0
    yield (
        f"<p>Requests within quality and {worth['target_ms']:g} ms: {cpu_hour:,} a CPU hour, "
        f"{worth['good_per_machine_hour']:,} an hour of this machine{told}.</p>"
    )


def _stages(report: Mapping[str, Any]) -> Iterator[str]:
    for stage in dict.fromkeys(cell["factors"]["stage"] for cell in report["cells"]):
        cells = [cell for cell in report["cells"] if cell["factors"]["stage"] == stage]
        yield f"<h2>{escape(stage)}</h2>"
        yield bars(
            "p50 with its 95 % interval", "ms", [_bar(cell) for cell in cells if cell.get("percentiles")]
        )
        yield _table(_cells_table(cells))


def _bar(cell: Mapping[str, Any]) -> Bar:
    median = cell["percentiles"]["p50"]
    return Bar(label(cell["factors"]), median["ms"], median["low"], median["high"], cell["status"] != "ok")


def label(factors: Mapping[str, Any]) -> str:
    """A cell's factors in few characters: what is as usual is left out."""
    parts = [str(factors["runtime"]), str(factors["precision"]), f"{factors['language']} {factors['length']}"]
    parts += [f"{factors['threads']} thr"] if factors["threads"] != 1 else []
    parts += [f"{factors['streams']} str"] if factors["streams"] != 1 else []
    parts += [str(factors["hint"])] if factors["hint"] != "latency" else []
    parts += [name for name in ("pinning", "spinning") if factors[name]]
    parts += [f"{factors['concurrency']} at once"] if factors["concurrency"] != 1 else []
    parts += [f"batch {factors['batch']}"] if factors["batch"] != 1 else []
    return " · ".join(parts)


def _cells_table(cells: Iterable[Mapping[str, Any]]) -> Table:
    head = ("cell", "rank", "cold start", "first", "n", "p50", "p90", "p95", "p99", "p99.9")
    rows = []
    for cell in cells:
        found = cell.get("percentiles", {})
        times = [_time(found.get(name)) for name in ("p50", "p90", "p95", "p99", "p99.9")]
        verdict = cell.get("rank") or f"{cell['status']}: {cell.get('reason', '')}".rstrip(": ")
        usual = (cell.get("cold_start_ms"), cell.get("first_ms"), cell.get("count"))
        quality = cell.get("quality", {})
        rows.append(
            (
                *(label(cell["factors"]), verdict, *usual, *times),
                *(cell.get("throughput"), cell.get("real_time_factor"), cell.get("rss", {}).get("mb")),
                *(
                    cell["cpu"].get("s_per_request"),
                    f"{quality.get('measure', '')} {quality.get('value', '')}",
                ),
                cell.get("neighbours", {}).get("cores"),
            )
        )
    more = ("a second", "RTF", "RSS MB", "CPU s", "quality", "others' cores")
    return (*head, *more), rows


def _time(told: Mapping[str, Any] | None) -> str:
    if told is None:
        return ""
    few = "" if told["resolved"] else " (few)"
    return f"{told['ms']:.3g} [{told['low']:.3g}, {told['high']:.3g}]{few}"


def _load(load: Mapping[str, Any]) -> Iterator[str]:
    first = ", then ".join(load["shed_first"]) or "nothing"
    yield f"<p>Saturated at {load['capacity']:g} chunks a second. Shed under pressure: {escape(first)}.</p>"
    steps = [*load["closed_loop"], *load["open_loop"]]
    names = [_step(step) for step in steps]
    yield bars(
        "p95 of request to prepared chunk",
        "ms",
        [
            Bar(name, one["ms"], one["low"], one["high"], one["ms"] > load["target_ms"])
            for name, step in zip(names, steps, strict=True)
            if (one := step["percentiles"].get("p95"))
        ],
    )
    head = ("step", "done a second", "p50", "p95", "good", "CPU s")
    counts = ("offered", "done", "shed", "failed", "lost")
    rows = [
        (
            *(name, step["throughput"], _time(step["percentiles"].get("p50"))),
            *(_time(step["percentiles"].get("p95")), step["good"], step["cpu_s"]),
            *(" / ".join(str(step[kind][count]) for count in counts) for kind in ("requests", "gauges")),
        )
        for name, step in zip(names, steps, strict=True)
    ]
    yield _table(((*head, "requests " + "/".join(counts), "gauges"), rows))


def _step(step: Mapping[str, Any]) -> str:
    return f"{step['sessions']} sessions" if "sessions" in step else f"{step['rate']:g} arrivals a second"


def _plain(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_plain(one)}" for name, one in value.items())
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def _table(table: Table) -> str:
    head, rows = table
    top = "".join(f"<th>{escape(name)}</th>" for name in head)
    lines = ["".join(f"<td>{escape('' if one is None else str(one))}</td>" for one in row) for row in rows]
    body = "\n".join(f"<tr>{line}</tr>" for line in lines)
    return f'<div class="scroll"><table><tr>{top}</tr>\n{body}</table></div>'
