"""Case L1: the program, its user's folders and its files under names that are not ASCII."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NAME = "عرض é 会場"

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with such a name that holds the program itself, its models, and all user folders."""
    home = tmp_path_factory.mktemp("l1") / NAME
    for part in ("app", "assets", "models"):
        skipped = shutil.ignore_patterns("__pycache__", "recipes")
        shutil.copytree(ROOT / part, home / "lisan" / part, copy_function=os.link, ignore=skipped)
    (home / "tmp").mkdir()
    return home


def _lisan(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    folders = {f"XDG_{kind}_HOME": str(home / kind.lower()) for kind in ("CACHE", "CONFIG", "DATA", "STATE")}
    return subprocess.run(
        [sys.executable, "-P", "-m", "app", *arguments],
        cwd=home,
        env={
            **os.environ,
            **folders,
            "HOME": str(home),
            "TMPDIR": str(home / "tmp"),
            "PYTHONPATH": str(home / "lisan"),
        },
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_both_languages_are_greeted(home: Path) -> None:
    done = _lisan(home, "run", "--headless")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout.splitlines()[-1])
    assert report["ok"] is True
    assert {report[language]["source"] for language in ("en", "ar")} <= {"engine", "acoustic"}


def test_a_recording_is_timed(home: Path, cases: Path) -> None:
    recording = home / f"{NAME}.wav"
    shutil.copy(cases / "a01_en_16k.wav", recording)
    transcript = (cases / "a01.txt").read_text("utf-8").strip()
    done = _lisan(home, "speak", "--audio", str(recording), "--transcript", transcript, "--out", NAME)
    assert done.returncode == 0, done.stderr
    timeline = json.loads((home / NAME / "timeline.json").read_text("utf-8"))
    assert timeline["source"] == "acoustic"
    assert (home / NAME / "speech.wav").stat().st_size > 48_000
