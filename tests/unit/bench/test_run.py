"""A run: gates, refusals, resuming, the time limit, cost."""

from pathlib import Path

import pytest

from app.bench import run
from app.bench.cost import cost
from app.bench.neighbours import Neighbours
from app.bench.page import page
from app.bench.run import run_bench
from tests.unit.bench.reports import Children, load, order, silent


def test_a_fast_cell_that_fails_its_gate_is_marked_and_not_ranked(tmp_path: Path) -> None:
    children = Children({"int8": 2.0, "fp16": 3.0, "fp32": 4.0}, wrong=("int8",))
    report = run_bench(order("int8", "fp16", "fp32"), tmp_path, resume=False, step=silent, run_job=children)
    found = {(c["factors"]["precision"], c["factors"]["language"]): c for c in report["cells"]}
    assert found["int8", "en"]["status"] == "fails quality" and found["int8", "en"]["rank"] is None
    assert [found[one, "ar"]["rank"] for one in ("fp16", "fp32")] == [1, 2]
    assert report["schema"] == "lisan.bench/1" and set(report["overhead"]) == {"aligner", "classifier"}
    assert {c["cold_start_ms"] for c in report["cells"]} == {900.0}, "only a process's first result is cold"


def test_what_cannot_run_here_is_told_with_its_reason(tmp_path: Path) -> None:
    children = Children({"int8": 2.0}, dead=("bf16",))
    report = run_bench(order("int8", "bf16"), tmp_path, resume=False, step=silent, run_job=children)
    refused = [cell for cell in report["cells"] if cell["status"] == "refused"]
    assert len(refused) == 1 and "code -9" in refused[0]["reason"] and not refused[0]["percentiles"]


def test_resume_measures_what_is_missing_and_nothing_else(tmp_path: Path) -> None:
    first = Children({"int8": 2.0, "fp16": 3.0})
    run_bench(order("int8"), tmp_path, resume=False, step=silent, run_job=first)
    second = Children({"int8": 9.0, "fp16": 3.0})
    report = run_bench(order("int8", "fp16"), tmp_path, resume=True, step=silent, run_job=second)
    assert second.jobs == ["plan"]
    medians = {cell["factors"]["precision"]: cell["percentiles"]["p50"]["ms"] for cell in report["cells"]}
    assert medians["int8"] < 3


def test_a_torn_part_is_measured_again(tmp_path: Path) -> None:
    run_bench(order("int8"), tmp_path, resume=False, step=silent, run_job=Children({"int8": 2.0}))
    for part in (tmp_path / "parts").iterdir():
        part.write_bytes(part.read_bytes()[:20])
    again = Children({"int8": 2.0})
    run_bench(order("int8"), tmp_path, resume=True, step=silent, run_job=again)
    assert sorted(again.jobs) == ["load", "overhead", "plan"]


def test_when_the_time_is_over_the_rest_is_marked_and_left_for_resume(tmp_path: Path) -> None:
    late = Children({"int8": 2.0})
    report = run_bench(order("int8", limit=0.0), tmp_path, resume=False, step=silent, run_job=late)
    assert [cell["status"] for cell in report["cells"]] == ["not reached"]
    assert late.jobs == ["overhead", "load"]
    report = run_bench(order("int8"), tmp_path, resume=True, step=silent, run_job=late)
    assert {cell["status"] for cell in report["cells"]} == {"ok"}


def test_a_machine_that_is_not_quiet_marks_the_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "before_the_run", lambda: Neighbours(cores=0.7, stolen=0.0, seconds=0.5))
    report = run_bench(order("int8"), tmp_path, resume=False, step=silent, run_job=Children({"int8": 2.0}))
    assert report["disturbed"] and report["neighbours_before"]["cores"] == 0.7
    assert "Something else was running" in page(report)


def test_cost_is_that_of_the_step_with_most_successes_a_second() -> None:
    worth = cost(load(), price_per_hour=3.6)
    assert worth["step"] == {"sessions": 1}
    assert worth["good_per_cpu_hour"] == 48_000
    assert worth["good_per_machine_hour"] == 72_000
    assert worth["price_per_million"] == pytest.approx(50.0)


def test_what_never_succeeds_has_no_price() -> None:
    none = load()
    for step in (*none["closed_loop"], *none["open_loop"]):
        step["good"] = 0
    assert cost(none, 1.0)["price_per_million"] is None
    assert cost(load(), None)["price_per_million"] is None
