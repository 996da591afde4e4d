"""The frame of every test: private folders, no network, no screen, and noise or leaks fail.

What a test may ask for: `cases` (the folder of inputs that broke other products) and the mark
`logs(pattern)` for a warning in the log that it provokes on purpose.
"""

from __future__ import annotations

import logging
import os
import re
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import psutil
import pytest

_PRIVATE = Path(tempfile.mkdtemp(prefix="lisan-tests-"))
_HOME = _PRIVATE / "عرض é 会場"  # case L1: every user folder of every test has such a name

_PATIENCE = 3.0
"""Seconds that threads and children get to end after the test that started them."""


def _private_environment() -> None:
    """Before anything is imported: own user folders, drawing without a screen, no stray sound server."""
    folders = {"HOME": _HOME, "USERPROFILE": _HOME, "LOCALAPPDATA": _HOME / "local"}
    for kind in ("CACHE", "CONFIG", "DATA", "STATE"):
        folders[f"XDG_{kind}_HOME"] = _HOME / kind.lower()
    folders["XDG_RUNTIME_DIR"] = _PRIVATE / "run"  # Unix sockets need a short path
    for name, folder in folders.items():
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.environ[name] = str(folder)
    os.environ.update(QT_QPA_PLATFORM="offscreen", QT_QUICK_BACKEND="software", TZ="UTC", OMP_NUM_THREADS="1")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "PULSE_SERVER", "PULSE_SINK", "QML_IMPORT_PATH"):
        os.environ.pop(name, None)


_private_environment()
hypothesis.settings.register_profile("lisan", deadline=None)  # a busy machine is no defect
hypothesis.settings.load_profile("lisan")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "logs(pattern): the test provokes log warnings that match `pattern`")


def pytest_unconfigure() -> None:
    shutil.rmtree(_PRIVATE, ignore_errors=True)


@pytest.fixture(scope="session")
def cases() -> Path:
    """Inputs that broke other people's products; `cases.tsv` says what a correct one does."""
    return Path(__file__).parent / "data" / "cases"


class _Warnings(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(f"{record.name}: {record.getMessage()}")


@pytest.fixture(autouse=True)
def _log_is_quiet(request: pytest.FixtureRequest) -> Iterator[None]:
    """A warning in the log fails the test, unless it said that it provokes that one."""
    handler = _Warnings()
    logging.getLogger().addHandler(handler)
    yield
    logging.getLogger().removeHandler(handler)
    expected = [mark.args[0] for mark in request.node.iter_markers("logs")]
    stray = [line for line in handler.messages if not any(re.search(rule, line) for rule in expected)]
    missing = [rule for rule in expected if not any(re.search(rule, line) for line in handler.messages)]
    if stray:
        pytest.fail("unexpected log warnings:\n" + "\n".join(stray))
    if missing:
        pytest.fail(f"expected log warnings were not written: {missing}")


@pytest.fixture(autouse=True)
def _threads_end() -> Iterator[None]:
    """A thread that outlives the test which started it fails that test."""
    before = set(threading.enumerate())
    yield
    deadline = time.monotonic() + _PATIENCE
    while leaked := _new_threads(before):
        if time.monotonic() > deadline:
            pytest.fail(f"threads still run after the test: {sorted(thread.name for thread in leaked)}")
        time.sleep(0.01)


def _new_threads(before: set[threading.Thread]) -> set[threading.Thread]:
    """Living threads that were not there before; pytest-timeout's own watchdog does not count."""
    return {
        thread
        for thread in set(threading.enumerate()) - before
        if thread.is_alive() and not thread.name.startswith("pytest_timeout")
    }


@pytest.fixture(autouse=True, scope="session")
def _children_end() -> Iterator[None]:
    """A child process that outlives the whole session fails it."""
    yield
    _gone, alive = psutil.wait_procs(psutil.Process().children(recursive=True), timeout=_PATIENCE)
    named = [" ".join(child.cmdline()[:3]) for child in alive if child.status() != psutil.STATUS_ZOMBIE]
    if named:
        pytest.fail(f"child processes still run after the tests: {named}")
