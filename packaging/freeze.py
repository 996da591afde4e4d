"""Makes the frozen folder `dist/lisan` with its notices: `python packaging/freeze.py`, after a `setup`.

The folder runs from anywhere, needs no Python and keeps every library as a plain file that may be
replaced, as the LGPL asks. `packaging/smoke.py` then shows that it speaks.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FROZEN = ROOT / "dist" / "lisan"

_LEGAL = re.compile(r"(?i)^(licen[cs]e|copying|notice|copyright|authors|thirdparty)")
_LEFT_OUT = {
    "transformers",
    "huggingface-hub",
    "hf-xet",
    "safetensors",
    "setuptools",
    "pbr",
    "openvino-telemetry",
}


def main() -> int:
    """Freeze, then add the notices; returns the exit code."""
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    folders = ["--distpath", str(ROOT / "dist"), "--workpath", str(ROOT / "build")]
    done = subprocess.run([*command, *folders, str(ROOT / "packaging" / "lisan.spec")], check=False)
    if done.returncode != 0:
        return done.returncode
    add_notices(FROZEN / "licences")
    size = sum(path.lstat().st_size for path in FROZEN.rglob("*")) / 1e6
    print(f"{FROZEN.relative_to(ROOT)}: {size:.0f} MB")
    return 0


def add_notices(folder: Path) -> None:
    """Every shipped package's licence files, its version, and what the GPL and LGPL parts mean."""
    shutil.copytree(ROOT / "packaging" / "licences", folder, dirs_exist_ok=True)
    shutil.copy(ROOT / "LICENSE", folder / "LICENSE")
    shipped = [package for package in map(_installed, _locked()) if package is not None]
    for package in shipped:
        _copy_legal_files(package, folder / package.name)
    lines = [f"{package.name} {package.version}" for package in shipped]
    (folder / "VERSIONS.txt").write_text("\n".join([f"Python {sys.version}", *lines]) + "\n", "utf-8")


def _locked() -> list[str]:
    names = re.findall(r"^([\w.-]+)==", (ROOT / "packaging/locks/run.txt").read_text("utf-8"), re.MULTILINE)
    return [name for name in names if name not in _LEFT_OUT]


def _installed(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:  # a lock also holds what only other systems need
        return None


def _copy_legal_files(package: Distribution, folder: Path) -> None:
    for file in package.files or ():
        if _LEGAL.match(file.name) and file.suffix not in {".py", ".pyc"}:
            folder.mkdir(exist_ok=True)
            shutil.copy(str(file.locate()), folder / file.name)


if __name__ == "__main__":
    raise SystemExit(main())
