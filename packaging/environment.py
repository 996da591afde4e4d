"""The bootstrap's `.venv`: made, filled from a lock file, verified file by file, rebuilt when broken."""

from __future__ import annotations

import contextlib
import csv
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from system import Refusal, install_packages

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ROOT / "packaging" / "locks"
WINDOWS = os.name == "nt"

COVERED_BY = {"run": ("run", "test"), "test": ("test",), "build": ("build",)}
"""Which lock's packages include another's: test.txt holds all of run.txt."""

NEEDED_MB = {"run": 1700, "test": 2300, "build": 200, "train": 5000, "export": 5000, "piper": 500}
"""Room for the packages and pip's unpacking, rounded up from measured folders."""


class Environment:
    """One virtual environment. `ensure` may be called by several processes at once: they queue."""

    def __init__(self, folder: Path, *, offline: Path | None = None) -> None:
        self._folder = folder
        self._offline = offline
        self._stamp = folder / "lisan.json"

    @property
    def python(self) -> Path:
        """The environment's interpreter."""
        return self._scripts / ("python.exe" if WINDOWS else "python")

    @property
    def launcher(self) -> Path:
        """The `lisan` command."""
        return self._scripts / ("lisan.cmd" if WINDOWS else "lisan")

    @property
    def _scripts(self) -> Path:
        return self._folder / ("Scripts" if WINDOWS else "bin")

    @property
    def _packages(self) -> Path:
        found = [self._folder / "Lib" / "site-packages", *self._folder.glob("lib/python3*/site-packages")]
        return next(folder for folder in found if folder.is_dir())

    def ensure(self, lock: str) -> None:
        """Make the packages of `lock` be there. Raises Refusal when this machine cannot."""
        if self._offline is not None and not self._offline.is_dir():
            raise Refusal(f"{self._offline} is not a folder of wheels")
        with _alone(self._folder.with_name(f"{self._folder.name}.lock")):
            fault = self._fault()
            if fault:
                print(f"lisan: {self._folder.name} is broken ({fault}); building it anew", flush=True)
                shutil.rmtree(self._folder, ignore_errors=True)
            if fault or not self._holds(lock):
                self._fill(lock)

    def _fault(self) -> str:
        """Why the folder that is there cannot be used; empty when it can, or is not there yet."""
        if not self._folder.exists():
            return ""
        answer = _python_answers(self.python)
        if answer is None:
            return "its Python does not start"
        version, prefix = answer
        if not self._folder.samefile(prefix):
            return "it was moved here from elsewhere"
        known = self._read_stamp().get("python", version)
        if known != version:
            return f"it was made with Python {known}, which is now {version}"
        return _damage(self._packages)

    def _read_stamp(self) -> dict[str, object]:
        try:
            stamp = json.loads(self._stamp.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return stamp if isinstance(stamp, dict) else {}

    def _holds(self, lock: str) -> bool:
        stamp = self._read_stamp()
        installed = stamp.get("locks")
        if stamp.get("source") != str(ROOT) or not isinstance(installed, dict):
            return False
        names = COVERED_BY.get(lock, (lock,))
        return any(installed.get(name) == _fingerprint(name) for name in names)

    def _fill(self, lock: str) -> None:
        started = time.monotonic()
        _check_room(self._folder.parent, NEEDED_MB[lock])
        if not self._folder.exists():
            print(f"lisan: making {self._folder.name}", flush=True)
            _make(self._folder)
        print(f"lisan: installing the packages of {lock}.txt (the first time takes minutes)", flush=True)
        self._install(lock)
        self._point_at_source()
        self._write_stamp(lock)
        print(f"lisan: installed in {time.monotonic() - started:.0f} s", flush=True)

    def _install(self, lock: str) -> None:
        """Everything in the lock; the one source package is built with the locked setuptools."""
        path = LOCKS / f"{lock}.txt"
        if lock in ("train", "export", "piper"):  # wheels alone: pip checks the hashes that a lock holds
            self._pip(path)
            return
        builder = _only(path.read_text("utf-8"), "setuptools")
        with tempfile.TemporaryDirectory() as scratch:
            first = Path(scratch) / "first.txt"
            first.write_text(builder, "utf-8")
            self._pip(first, "--require-hashes", "--no-deps")
        self._pip(path, "--require-hashes", "--no-deps", "--no-build-isolation", "--use-pep517")

    def _pip(self, requirements: Path, *options: str) -> None:
        source = ("--no-index", "--find-links", str(self._offline.resolve())) if self._offline else ()
        command = [
            *(str(self.python), "-I", "-m", "pip", "install", "--disable-pip-version-check"),
            *("--no-input", "--progress-bar", "off", "--retries", "3", "--timeout", "30"),
            *(*source, *options, "-r", str(requirements)),
        ]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        if done.returncode != 0:
            raise Refusal(pip_failure(done.stdout + done.stderr, offline=self._offline is not None))

    def _point_at_source(self) -> None:
        """The source tree runs in place: no build step, so none that could ask for the network."""
        # A line of code in plain ASCII, because a path line is read in the machine's own encoding.
        line = f"import sys; sys.path.append({str(ROOT)!a})\n"
        (self._packages / "lisan-source.pth").write_text(line, "ascii")
        if WINDOWS:
            self.launcher.write_text('@"%~dp0python.exe" -P -m app %*\n', "ascii")
            return
        self.launcher.write_text(f'#!/bin/sh\nexec {shlex.quote(str(self.python))} -P -m app "$@"\n', "utf-8")
        self.launcher.chmod(0o755)

    def _write_stamp(self, lock: str) -> None:
        answer = _python_answers(self.python)
        if answer is None:
            raise Refusal(f"{self.python} does not start; remove {self._folder} and run this again")
        stamp = self._read_stamp()
        before = stamp.get("locks")
        locks = {**(before if isinstance(before, dict) else {}), lock: _fingerprint(lock)}
        text = json.dumps({"python": answer[0], "source": str(ROOT), "locks": locks})
        beside = self._stamp.with_suffix(".part")
        beside.write_text(text, "utf-8")
        beside.replace(self._stamp)


def _fingerprint(lock: str) -> str:
    return hashlib.sha256((LOCKS / f"{lock}.txt").read_bytes()).hexdigest()


def _only(lock: str, name: str) -> str:
    """The lines of one package in a lock file."""
    found = re.search(rf"^{name}==(?:.*\\\n)*.*", lock, re.MULTILINE)
    return found.group(0) + "\n" if found else ""


def _python_answers(python: Path) -> tuple[str, str] | None:
    """Version and prefix of an interpreter, None when it does not start."""
    question = "import sys, json; print(json.dumps([sys.version.split()[0], sys.prefix]))"
    try:
        done = subprocess.run(
            [str(python), "-I", "-c", question], capture_output=True, timeout=60, check=True
        )
        version, prefix = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return version, prefix


def _damage(packages: Path) -> str:
    """The first installed file that is missing or has another size than its package recorded."""
    for info in sorted(packages.glob("*.dist-info")):
        record = info / "RECORD"
        if not record.is_file():
            return f"{info.name} was installed only half"
        with record.open(encoding="utf-8", newline="") as stream:
            for name, _hash, size in csv.reader(stream):
                compiled = name.endswith(".pyc")  # Python rewrites these by itself
                if size and not compiled and not _has_size(packages / name, int(size)):
                    return f"{name} is damaged"
    return ""


def _has_size(path: Path, size: int) -> bool:
    try:
        return path.stat().st_size == size
    except OSError:
        return False


def _check_room(folder: Path, needed_mb: int) -> None:
    free = shutil.disk_usage(folder).free // 1_000_000
    if free < needed_mb:
        raise Refusal(f"{needed_mb} MB of disk are needed in {folder}, {free} MB are free; make room")


def _make(folder: Path) -> None:
    base = getattr(sys, "_base_executable", None) or sys.executable
    command = [base, "-m", "venv", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0 and "ensurepip" in done.stdout + done.stderr:
        # Debian keeps the venv module's pip in a package of its own.
        install_packages([f"python3.{sys.version_info.minor}-venv"])
        shutil.rmtree(folder, ignore_errors=True)
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        shutil.rmtree(folder, ignore_errors=True)
        said = (done.stderr or done.stdout).strip().splitlines() or ["no reason given"]
        raise Refusal(f"cannot make {folder}: {said[-1]}")


_PIP_FAILURES = (
    (
        r"No space left on device|Errno 28|Disk quota exceeded",
        "no room on the disk; free some and run this again",
    ),
    (r"Permission denied: '([^']*)'", r"not allowed to write \1; run this as the owner of the folder"),
    (
        (
            r"name resolution|Name or service not known|NewConnectionError|Network is unreachable"
            r"|Connection refused|ConnectTimeout|Read timed out|Connection reset|ProxyError|nodename nor"
        ),
        "no network: the package index cannot be reached; connect, or use --offline WHEELS",
    ),
    (
        r"(?s)DO NOT MATCH THE HASHES.*?\n\s+(\S+) from",
        r"\1 is not the file that was locked (another hash); check where packages come from",
    ),
    (r"No matching distribution found for ([^\s;]+)", r"no package \1 for this Python and machine was found"),
)


def pip_failure(output: str, *, offline: bool) -> str:
    """One line for a person, from what pip printed."""
    for pattern, line in _PIP_FAILURES:
        found = re.search(pattern, output)
        if found:
            where = " in the folder of wheels" if offline and line.startswith("no package") else ""
            return found.expand(line) + where
    errors = re.findall(r"^ERROR: (.+)$", output, re.MULTILINE)
    return f"pip failed: {errors[-1] if errors else output.strip()[-300:]}"


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Only one bootstrap works on an environment; the next one waits its turn. The lock dies with us."""
    with path.open("a+") as stream:
        if not _lock(stream.fileno(), wait=False):
            print("lisan: another set-up is at work here; waiting for it", flush=True)
            _lock(stream.fileno(), wait=True)
        yield


def _lock(handle: int, *, wait: bool) -> bool:
    try:
        if sys.platform == "win32":  # not verified there
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        return False
    return True
