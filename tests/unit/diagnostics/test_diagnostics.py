"""The ledger separates cold, first and warm; the log ring and its files have caps."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from app.diagnostics.counters import Counters
from app.diagnostics.latency import LatencyLedger
from app.diagnostics.log import LogRing, logging_to


def test_warm_up_is_cold_the_first_visitor_is_first_and_the_rest_are_warm() -> None:
    ledger = LatencyLedger()
    ledger.record("align", 80.0)
    ledger.record("align", 70.0)
    ledger.serve()
    ledger.record("align", 9.0)
    for milliseconds in range(1, 101):
        ledger.record("align", float(milliseconds))
    (row,) = ledger.rows()
    assert (row.stage, row.count, row.cold_ms, row.first_ms) == ("align", 100, 80.0, 9.0)
    assert row.p50 == pytest.approx(50, rel=0.01)
    assert row.p95 == pytest.approx(95, rel=0.01)
    assert row.max == pytest.approx(100, rel=0.01)


def test_a_stage_that_fails_is_not_counted() -> None:
    ledger = LatencyLedger()
    with pytest.raises(ValueError, match="no"), ledger.timed("align"):
        raise ValueError("no")
    with ledger.timed("classify"):
        pass
    assert [row.stage for row in ledger.rows()] == ["classify"]
    assert ledger.rows()[0].p50 is None


def test_counters_are_read_by_prefix() -> None:
    counters = Counters()
    counters.add("timing.engine")
    counters.add("timing.engine", 2)
    counters.add("cache.hit")
    assert counters.snapshot("timing.") == {"engine": 3}


def test_the_ring_forgets_the_oldest() -> None:
    ring = LogRing()
    for number in range(600):
        ring.emit(logging.makeLogRecord({"name": "x", "msg": f"line {number}"}))
    assert len(ring.lines()) == 500
    assert ring.lines()[-1].endswith("line 599")


@pytest.mark.logs("no log file")
@pytest.mark.logs("after the end")
def test_a_folder_that_cannot_be_made_leaves_the_ring(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with logging_to(tmp_path / "file" / "logs") as ring:
        logging.getLogger("lisan").info("still heard")
    logging.getLogger("lisan").error("after the end")
    assert "no log file" in ring.lines()[0]
    assert ring.lines()[-1].endswith("still heard")


def test_the_log_and_the_traces_lie_in_the_folder(tmp_path: Path) -> None:
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    with logging_to(tmp_path / "logs"):
        logging.getLogger("lisan").info("kept")
    assert "kept" in (tmp_path / "logs" / "lisan.log").read_text(encoding="utf-8")
    assert (tmp_path / "logs" / "crash.log").exists()
    assert (root.handlers, root.level) == (handlers, level)
