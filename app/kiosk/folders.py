"""Where this user's files are kept, on each platform."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from platformdirs import PlatformDirs


@dataclass(frozen=True, slots=True)
class Folders:
    """Where this user's settings, caches, logs, voices and models live."""

    settings: Path
    cache: Path
    logs: Path
    counts: Path
    voices: Path
    """Where an operator drops Piper voices."""
    models: Path
    """Where models are that were added."""

    @classmethod
    def of_user(cls) -> Folders:
        """The platform's own places."""
        dirs = PlatformDirs("lisan", appauthor=False)
        return cls(
            dirs.user_config_path / "settings.json",
            dirs.user_cache_path,
            dirs.user_log_path,
            dirs.user_data_path / "counts.json",
            dirs.user_data_path / "voices",
            dirs.user_data_path / "models",
        )
