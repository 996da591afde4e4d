"""`lisan bench` from the command line: what is refused, and comparing two saved reports."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.bench.report import write_report
from app.bench.run import run_bench
from app.cli.main import main
from tests.unit.bench.reports import Children, order, silent


def _main(*arguments: str) -> int:
    return main(["bench", *arguments], None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--quick", "--full"], "exclude each other"),
        (["compare", "nowhere", "nowhere"], "cannot be read"),
        (["compare", "only-one"], "Missing argument"),
        (["--price-per-hour", "-1"], "--price-per-hour"),
    ],
)
def test_what_makes_no_sense_is_one_line_and_code_2(
    arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _main(*arguments) == 2
    told = capsys.readouterr().err
    assert why in told and told.count("\n") == 1


def test_an_out_that_is_a_file_is_refused_before_anything_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert _main("--out", str(tmp_path / "file")) == 2
    assert "give --out a folder" in capsys.readouterr().err


def test_two_saved_reports_are_set_side_by_side(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, ms in (("a", 2.0), ("b", 1.0)):
        children = Children({"int8": ms})
        report = run_bench(
            order("int8", price=1.0), tmp_path / name, resume=False, step=silent, run_job=children
        )
        write_report(report, tmp_path / name)
    assert _main("compare", str(tmp_path / "a"), str(tmp_path / "b" / "bench.json")) == 0
    told = capsys.readouterr().out
    assert "price per million" in told and "classify" in told
