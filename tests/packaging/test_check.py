"""The check command runs every step and says which failed."""

from __future__ import annotations

import sys

import check
import pytest


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    names: list[str] = []

    def step(name: str, passed: bool) -> check.Step:
        def run(quick: bool) -> bool:
            names.append(f"{name} quick" if quick else name)
            return passed

        return run

    steps = {"one": step("one", True), "two": step("two", False), "three": step("three", True)}
    monkeypatch.setattr(check, "STEPS", steps)
    return names


def test_steps_after_a_failed_one_still_run(ran: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert check.main([]) == 1
    assert ran == ["one", "two", "three"]
    assert capsys.readouterr().out.splitlines()[-1] == "check: failed: two"


def test_named_steps_only(ran: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert check.main(["--quick", "three", "one"]) == 0
    assert ran == ["three quick", "one quick"]
    assert capsys.readouterr().out.splitlines()[-1] == "check: all steps passed"


def test_unknown_step_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        check.main(["four"])
    assert exit_.value.code == 2
    assert "no step named four" in capsys.readouterr().err


def test_a_failing_tool_fails_its_step(capfd: pytest.CaptureFixture[str]) -> None:
    assert not check._tool(sys.executable, "-c", "print('found it'); raise SystemExit(3)")
    assert "found it" in capfd.readouterr().out
