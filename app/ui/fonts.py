"""Loads the shipped family, which covers both scripts, before the first text is laid out."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication

from app.core.errors import ContentError

FAMILY: Final = "Readex Pro"


def install_fonts(folder: Path) -> None:
    """Load every font of `folder` and make `FAMILY` the application's. Raises ContentError."""
    files = sorted(folder.glob("*.ttf"))
    refused = [file.name for file in files if QFontDatabase.addApplicationFont(str(file)) < 0]
    if refused or FAMILY not in QFontDatabase.families():
        raise ContentError(f"fonts {refused or folder.name} cannot be loaded; install Lisan again")
    font = QFont(FAMILY)
    font.setStyleHint(QFont.StyleHint.SansSerif)
    QGuiApplication.setFont(font)
