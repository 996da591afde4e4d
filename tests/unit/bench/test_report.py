"""The four files of a report, reading one back, and two side by side."""

import csv
import json
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from app.bench.charts import Bar, bars, plain_bars
from app.bench.compare import compare, warnings
from app.bench.report import read_report, write_report
from app.bench.run import run_bench
from app.core.errors import LisanError
from tests.unit.bench.reports import Children, order, silent


def _report(folder: Path, ms: float = 2.0, **named: Any) -> dict[str, Any]:
    children = Children({"int8": ms, "fp16": ms * 1.5}, **named)
    return run_bench(order("int8", "fp16", price=2.0), folder, resume=False, step=silent, run_job=children)


def test_the_report_is_json_csv_a_page_and_a_trace(tmp_path: Path) -> None:
    report = _report(tmp_path)
    files = write_report(report, tmp_path)
    assert [file.name for file in files] == ["bench.json", "bench.csv", "bench.html", "trace.json"]
    told = json.loads((tmp_path / "bench.json").read_text())
    assert told["schema"] == "lisan.bench/1" and "trace" not in told["load"]
    for cell in told["cells"]:
        assert cell["percentiles"].keys() == {"p50", "p90", "p95", "p99", "p99.9"}
        assert cell["throughput"] > 0 and cell["rss"]["mb"] > 0 and cell["quality"]["passed"]
    rows = list(csv.DictReader((tmp_path / "bench.csv").read_text().splitlines()))
    assert len(rows) == 4 and float(rows[0]["p50_ms"]) == pytest.approx(2.0, rel=0.05)
    assert json.loads((tmp_path / "trace.json").read_text())["traceEvents"][0]["name"] == "align"


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.plots = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.plots += tag == "svg"
        self.found += [value or "" for name, value in attrs if name in {"src", "href"} and tag != "use"]


def test_the_page_needs_nothing_beside_it_and_has_plots(tmp_path: Path) -> None:
    write_report(_report(tmp_path), tmp_path)
    page = _Links()
    page.feed((tmp_path / "bench.html").read_text())
    assert page.plots >= 2
    assert not [link for link in page.found if not link.startswith("#")]


def test_plots_without_matplotlib_are_whole_svg_with_every_bar() -> None:
    rows = [Bar("int8 <&>", 2.0, 1.9, 2.2), Bar("fp32", 4.0, 3.0, 5.0, marked=True)]
    drawn = ET.fromstring(plain_bars("p50", "ms", rows))
    assert len(drawn.findall("{http://www.w3.org/2000/svg}rect")) == 2
    assert bars("p50", "ms", []) == ""


def test_a_report_reads_back_and_anything_else_is_refused(tmp_path: Path) -> None:
    write_report(_report(tmp_path), tmp_path)
    assert read_report(tmp_path) == read_report(tmp_path / "bench.json")
    (tmp_path / "other.json").write_text('{"schema": "lisan.timeline/1"}')
    (tmp_path / "half.json").write_text("{")
    for name, why in (("other.json", "schema"), ("half.json", "not JSON"), ("none.json", "cannot be read")):
        with pytest.raises(LisanError, match=why):
            read_report(tmp_path / name)


def test_two_machines_side_by_side(tmp_path: Path) -> None:
    one, other = _report(tmp_path / "a"), _report(tmp_path / "b", ms=1.0)
    rows = {row.what: row for row in compare(one, other)}
    cell = rows["classify onnxruntime · int8 · en short"]
    assert cell.verdict == "B" and cell.ratio == pytest.approx(0.5)
    assert rows["price per million"].ratio == pytest.approx(1.0)
    same = {row.what: row for row in compare(one, one)}
    assert same["classify onnxruntime · int8 · en short"].verdict == "noise"


def test_a_faster_machine_that_answers_wrongly_does_not_win(tmp_path: Path) -> None:
    right, wrong = _report(tmp_path / "a"), _report(tmp_path / "b", ms=0.5, wrong=("int8",))
    rows = {row.what: row for row in compare(right, wrong)}
    assert rows["classify onnxruntime · int8 · ar long"].verdict == "A"


def test_what_makes_two_reports_unlike_is_told(tmp_path: Path) -> None:
    one = _report(tmp_path)
    other = json.loads(json.dumps(one))
    other["environment"]["versions"]["openvino"] = "0"
    other["disturbed"] = True
    told = list(warnings(one | {"disturbed": False}, other))
    assert any("beside something else" in line and line.startswith("B") for line in told)
    assert any(line.startswith("openvino") for line in told)
