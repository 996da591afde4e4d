"""Where this user's files live, in the platform's own places."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from platformdirs import PlatformDirs


@dataclass(frozen=True, slots=True)
class Folders:
    """Where this user's settings, caches and logs live."""

    settings: Path
    cache: Path
    logs: Path
    counts: Path
    voices: Path
    """Where an operator drops Piper voices."""

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
        )
