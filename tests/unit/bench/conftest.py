"""Runs of `lisan bench` without children need not look at the machine for long."""

import pytest

from app.bench import run
from app.bench.neighbours import Neighbours


@pytest.fixture(autouse=True)
def _quiet_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "before_the_run", lambda: Neighbours(0.0, 0.0, 0.5))
