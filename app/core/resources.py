"""Finds `assets/` and `models/` in a source tree, an installed wheel and a frozen folder."""

from __future__ import annotations

import sys
from pathlib import Path

from app.core.errors import LisanError

_PACKAGE = Path(__file__).resolve().parent.parent


def _homes() -> tuple[Path, ...]:
    frozen = getattr(sys, "_MEIPASS", None)  # PyInstaller's folder of bundled files
    return tuple(Path(home) for home in (frozen, _PACKAGE.parent, _PACKAGE / "data") if home)


def _find(name: str) -> Path:
    for home in _homes():
        # A source tree's `assets` is a folder of ours, not some stranger's: it has the licence note.
        if (home / name / "README.md").is_file():
            return home / name
    looked = ", ".join(str(home / name) for home in _homes())
    raise LisanError(f"{name}/ is missing from this installation (looked in {looked}); install it again")


def assets_dir() -> Path:
    """Folder with packs, fonts, avatars, sounds and texts."""
    return _find("assets")


def models_dir() -> Path:
    """Folder with one directory per model artifact."""
    return _find("models")
