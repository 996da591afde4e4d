"""The wheel carries its assets and models and finds them again."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

_WHERE = "from app.core.resources import assets_dir, models_dir; print(assets_dir(), models_dir(), sep='\\n')"

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built without a network and unpacked as an installer would, under a name with accents."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("lisan-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "عرض é 会場")
    return folder / "عرض é 会場"


def _python(installed: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-P", *arguments],
        cwd=installed.parent,
        env={**os.environ, "PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    return done.stdout


def _files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_assets_and_models_are_found_in_the_package(installed: Path) -> None:
    data = installed / "app" / "data"
    assert _python(installed, "-c", _WHERE).splitlines() == [str(data / "assets"), str(data / "models")]
    for name in ("assets/packs/coast/pack.yaml", "assets/i18n/ar.json", "models/behaviour/manifest.toml"):
        assert (data / name).read_bytes() == (ROOT / name).read_bytes()


def test_the_screen_is_in_the_package(installed: Path) -> None:
    shipped, here = (_files(folder / "app" / "ui" / "qml") for folder in (installed, ROOT))
    assert "Main.qml" in here
    assert shipped == here


def test_the_command_is_declared_and_starts(installed: Path) -> None:
    (entry_points,) = installed.glob("lisan-*.dist-info/entry_points.txt")
    assert "lisan = app.__main__:main" in entry_points.read_text("utf-8")
    assert _python(installed, "-m", "app", "--version").strip()
