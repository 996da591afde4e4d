"""Shows that the frozen folder speaks on a stranger's machine: `python packaging/smoke.py [FOLDER]`.

It is copied under a name that is not ASCII (case L1) and started from elsewhere, with nothing of this
environment, a fresh home and no screen; the last line of the headless run must say that both languages
were spoken. Exit code 0 only then.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from freeze import FROZEN

NAME = "عرض é 会場"
TIMEOUT = 180


def main(arguments: Sequence[str]) -> int:
    """Try the folder; returns the exit code."""
    frozen = Path(arguments[0]) if arguments else FROZEN
    if not frozen.is_dir():
        print(f"smoke: {frozen} is missing; make it with `python packaging/freeze.py`")
        return 2
    with tempfile.TemporaryDirectory(prefix="smoke-") as scratch:
        place = Path(scratch) / NAME
        shutil.copytree(frozen, place / "lisan", symlinks=True)
        problems = [*_version(place), *_greets(place)]
    for problem in problems:
        print(f"smoke: {problem}")
    print("smoke: failed" if problems else "smoke: the frozen folder speaks")
    return 1 if problems else 0


def _started(place: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The frozen program with a bare environment: only what a fresh login has."""
    home = place / "home"
    for folder in (home, place / "tmp"):
        folder.mkdir(exist_ok=True)
    environment = {
        "HOME": str(home),
        "TMPDIR": str(place / "tmp"),
        "PATH": "/usr/bin:/bin",
        "LANG": "C.UTF-8",
    }
    if os.name == "nt":  # not verified there
        environment = {
            **os.environ,
            "USERPROFILE": str(home),
            "LOCALAPPDATA": str(home),
            "TEMP": str(place / "tmp"),
        }
    program = place / "lisan" / ("lisan.exe" if os.name == "nt" else "lisan")
    return subprocess.run(
        [str(program), *arguments],
        cwd=home,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=TIMEOUT,
        check=False,
    )


def _version(place: Path) -> list[str]:
    done = _started(place, "--version")
    return [] if done.returncode == 0 else [f"--version ended with {done.returncode}: {done.stderr[-500:]}"]


def _greets(place: Path) -> list[str]:
    started = time.monotonic()
    done = _started(place, "run", "--headless")
    print(done.stdout, end="")
    print(f"smoke: the headless run took {time.monotonic() - started:.1f} s")
    if done.returncode != 0:
        return [f"run --headless ended with {done.returncode}: {done.stderr[-1500:]}"]
    return faults(done.stdout)


def faults(output: str) -> list[str]:
    """What the headless run's last line lacks."""
    try:
        report: dict[str, Any] = json.loads(output.strip().splitlines()[-1])
    except (IndexError, ValueError):
        return ["the last line is not a JSON object"]
    found = [] if report.get("ok") is True else ["the report does not say ok"]
    for language in ("en", "ar"):
        part = report.get(language) or {}
        found += [
            f"{language} has no {key}"
            for key in ("first_audio_ms", "source", "behaviour")
            if not part.get(key)
        ]
    return found


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
