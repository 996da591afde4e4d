"""The frame of the tests itself: noise, leaks and the network must fail a test."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

_TESTS = """
import logging, os, socket, threading, time, warnings
from pathlib import Path
import pytest

def test_quiet(cases):
    assert (cases / "cases.tsv").is_file()

def test_log_warning():
    logging.getLogger("app").warning("careful")

@pytest.mark.logs("careful")
def test_expected_log_warning():
    logging.getLogger("app").warning("careful")

@pytest.mark.logs("careful")
def test_expected_log_warning_is_missing():
    pass

def test_python_warning():
    warnings.warn("old", DeprecationWarning)

def test_leaked_thread():
    threading.Thread(target=time.sleep, args=(6,), name="leaked", daemon=True).start()

def test_network():
    socket.create_connection(("127.0.0.1", 9))

def test_home_is_private():
    assert "会場" in str(Path.home()) and "DISPLAY" not in os.environ

def test_qt_warning(qtbot):
    from PySide6.QtCore import qWarning
    qWarning("odd binding")
"""


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """What became of each of the tests above, run in a pytest of their own."""
    file = tmp_path_factory.mktemp("inner") / "test_inner.py"
    file.write_text(_TESTS, "utf-8")
    options = (
        "-c",
        str(ROOT / "pyproject.toml"),
        "--rootdir",
        str(file.parent),
        "-rA",
        "-p",
        "no:cacheprovider",
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "-p", "tests.conftest", str(file)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    found: dict[str, set[str]] = {}
    for outcome, name in re.findall(r"^(PASSED|FAILED|ERROR) \S+::test_(\w+)", done.stdout, re.MULTILINE):
        found.setdefault(name, set()).add(outcome)
    return found


@pytest.mark.parametrize("name", ["quiet", "expected_log_warning", "home_is_private"])
def test_good_behaviour_passes(outcomes: dict[str, set[str]], name: str) -> None:
    assert outcomes[name] == {"PASSED"}


@pytest.mark.parametrize(
    "name",
    [
        "log_warning",
        "expected_log_warning_is_missing",
        "python_warning",
        "leaked_thread",
        "network",
        "qt_warning",
    ],
)
def test_noise_leaks_and_the_network_fail(outcomes: dict[str, set[str]], name: str) -> None:
    assert outcomes[name] & {"FAILED", "ERROR"}
