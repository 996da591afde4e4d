"""The bootstrap on machines that lack something; one real `.venv` from a folder of wheels."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import environment
import pytest
import system
from environment import Environment, pip_failure
from system import Refusal

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("printed", "said"),
    [
        (
            "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device",
            "no room",
        ),
        (
            "NewConnectionError('[Errno -3] Temporary failure in name resolution')\nERROR: No match",
            "no network",
        ),
        ("ERROR: No matching distribution found for emoji==2.16.0", "no package emoji==2.16.0"),
        (
            "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES\n    emoji==2 from file:///e.whl:\n",
            "emoji==2 is not",
        ),
        ("ERROR: something new", "pip failed: something new"),
    ],
)
def test_pip_failures_become_one_line(printed: str, said: str) -> None:
    line = pip_failure(printed, offline=False)
    assert said in line and "\n" not in line


def test_no_room_is_said_before_anything_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(environment.NEEDED_MB, "run", 10**9)
    with pytest.raises(Refusal, match="MB of disk are needed"):
        Environment(tmp_path / ".venv").ensure("run")
    assert not (tmp_path / ".venv").exists()


def test_offline_needs_a_folder(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="is not a folder of wheels"):
        Environment(tmp_path / ".venv", offline=tmp_path / "none").ensure("run")


def test_lock_lines_of_one_package() -> None:
    lock = "a==1 \\\n    --hash=1\nb==2 ; x == 'y' \\\n    --hash=2 \\\n    --hash=3\nc==3\n"
    assert environment._only(lock, "b").count("\n") == 3
    assert environment._only(lock, "c") == "c==3\n"
    assert environment._only(lock, "d") == ""


@pytest.mark.parametrize("lock", ["run", "test", "build"])
def test_locks_are_hashed_and_name_no_index(lock: str) -> None:
    lines = (ROOT / "packaging" / "locks" / f"{lock}.txt").read_text("utf-8").splitlines()
    pinned = [line for line in lines if "==" in line and not line.startswith(" ")]
    assert pinned and all(line.endswith("\\") for line in pinned)
    assert not [line for line in lines if "://" in line or line.lstrip().startswith("-i")]


def test_the_locks_agree_on_versions() -> None:
    pins: dict[str, set[str]] = {}
    for lock in ("run", "test", "build", "train"):
        for line in (ROOT / "packaging" / "locks" / f"{lock}.txt").read_text("utf-8").splitlines():
            name, separator, version = line.partition("==")
            if separator and " ;" not in version:
                pins.setdefault(name, set()).add(version.split()[0])
    assert {name: found for name, found in pins.items() if len(found) > 1} == {}


def test_missing_libraries_are_named_by_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "QT", {"libnowhere.so.9": "libnowhere9"})
    monkeypatch.setattr(system, "WINDOW_AND_SOUND", {"libc.so.6": "libc6"})
    assert system.missing_packages("run") == ["libnowhere9"]


def test_without_apt_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "QT", {"libnowhere.so.9": "libnowhere9"})
    with pytest.raises(Refusal, match=r"sudo apt-get install .*libnowhere9"):
        system.bring_libraries("run", may_install=False)


def test_a_display_that_does_not_answer_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISPLAY", ":4711")
    assert not system.has_display()
    monkeypatch.setenv("QT_QPA_PLATFORM", "linuxfb")
    assert system.has_display()


def test_an_old_python_is_refused_in_one_line() -> None:
    script = (ROOT / "packaging" / "bootstrap.py").read_text("utf-8")
    older = "import sys; sys.version_info = (3, 10, 2); sys.version = '3.10.2 (x)'; "
    program = older + f"exec(compile({script!r}, 'bootstrap.py', 'exec'))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("lisan: Python 3.11 or newer is needed, this is 3.10.2")
    assert done.stderr.count("\n") == 1


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A source tree under a name that is not ASCII, with one locked package in a folder of wheels."""
    root = tmp_path_factory.mktemp("tree") / "عرض é 会場"
    shutil.copytree(ROOT / "packaging", root / "packaging", ignore=shutil.ignore_patterns("__pycache__"))
    (root / "app").mkdir()
    (root / "app" / "__main__.py").write_text(
        "import json, pathlib, sys, grain\n"
        "print(json.dumps([grain.SIZE, *sys.argv[1:]]), flush=True)\n"
        "sys.exit(sys.argv[1] == 'prepare' and pathlib.Path(__file__).with_name('refuses').exists())\n",
        "utf-8",
    )
    digest = _wheel(root / "wheels", "1.0")
    lock = f"grain==1.0 \\\n    --hash=sha256:{digest}\n"
    for name in ("run", "test"):
        (root / "packaging" / "locks" / f"{name}.txt").write_text(lock, "utf-8")
    return root


def _wheel(folder: Path, version: str) -> str:
    """Write a wheel with one module; returns its SHA-256."""
    folder.mkdir(exist_ok=True)
    info = f"grain-{version}.dist-info"
    files = {
        "grain.py": b"SIZE = 7\n",
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: grain\nVersion: {version}\n".encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    rows = [f"{name},sha256={_url_digest(data)},{len(data)}" for name, data in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*rows, f"{info}/RECORD,,", ""]).encode()
    path = folder / f"grain-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _url_digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def _bootstrap(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(root / "packaging" / "bootstrap.py"), *arguments],
        cwd=root.parent,
        env={
            **os.environ,
            "PYTHONPATH": "/nowhere",
            "VIRTUAL_ENV": "/nowhere",
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the other branches are not verified")
def test_the_environment_is_made_kept_and_repaired(tiny: Path) -> None:
    wheels = ("--offline", str(tiny / "wheels"))
    environ = os.environ.pop("QT_QPA_PLATFORM")
    try:
        first = _bootstrap(tiny, "run", "--lang", "ar", *wheels)
    finally:
        os.environ["QT_QPA_PLATFORM"] = environ
    assert first.returncode == 0, first.stderr
    assert json.loads(first.stdout.splitlines()[-1]) == [7, "run", "--headless", "--lang", "ar"]
    assert "no display here" in first.stdout

    again = _bootstrap(tiny, "run", *wheels)
    told = [json.loads(line) for line in again.stdout.splitlines()]
    assert told == [[7, "prepare"], [7, "run"]], "a second run does no work of its own"

    launcher = subprocess.run([tiny / ".venv" / "bin" / "lisan", "x"], capture_output=True, check=True)
    assert json.loads(launcher.stdout) == [7, "x"]

    module = next((tiny / ".venv").glob("lib/python3*/site-packages/grain.py"))
    module.write_text("", "utf-8")
    repaired = _bootstrap(tiny, "run", *wheels)
    assert "is broken (grain.py is damaged); building it anew" in repaired.stdout
    assert repaired.returncode == 0

    (tiny / "app" / "refuses").touch()
    unprepared = _bootstrap(tiny, "run", *wheels)
    (tiny / "app" / "refuses").unlink()
    assert unprepared.stderr == "lisan: the models could not be prepared; the first start takes longer\n"
    assert unprepared.returncode == 0
    assert json.loads(unprepared.stdout.splitlines()[-1]) == [7, "run"]


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_wheel_that_was_not_locked_is_refused(tiny: Path) -> None:
    lock = tiny / "packaging" / "locks" / "run.txt"
    locked = lock.read_text("utf-8")
    _wheel(tiny / "wheels", "1.1")
    lock.write_text(locked.replace("1.0", "1.1"), "utf-8")  # the hash is still that of 1.0
    try:
        done = _bootstrap(tiny, "run", "--offline", str(tiny / "wheels"))
    finally:
        lock.write_text(locked, "utf-8")
    assert done.returncode == 2
    assert "grain==1.1 is not the file that was locked" in done.stderr
