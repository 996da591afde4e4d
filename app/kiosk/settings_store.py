"""The settings while the kiosk runs: changed one at a time, checked, stored, told to whoever applies them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from app.core.errors import SettingsError
from app.core.settings import Settings, load_settings, save_settings

Changed = Callable[[Settings], None]


class SettingsStore:
    """`current` is in force. What is stored leaves out what the environment or the command line said."""

    def __init__(self, file: Path, current: Settings) -> None:
        self._file = file
        self.current = current
        self._listeners: list[Changed] = []

    def when_changed(self, listener: Changed) -> None:
        """Have a change applied; called in the thread of whoever makes it."""
        self._listeners.append(listener)

    def change(self, name: str, value: Any) -> None:
        """Set one setting (`screen.rotation`), in force and on disk. Raises SettingsError."""
        changed = _with(self.current, name, value)
        stored = load_settings(self._file, {}, {}).settings
        try:
            save_settings(self._file, _with(stored, name, value))
        except OSError as error:
            raise SettingsError(f"settings cannot be stored: {error.strerror}") from error
        self.current = changed
        for listener in self._listeners:
            listener(changed)


def _with(settings: Settings, name: str, value: Any) -> Settings:
    values = settings.model_dump()
    *groups, key = name.split(".")
    place = values
    for group in groups:
        place = place[group]
    if key not in place:
        raise SettingsError(f"there is no setting {name!r}")
    place[key] = value
    try:
        return Settings.model_validate(values)
    except ValidationError as error:
        raise SettingsError(f"setting {name!r}: {error.errors()[0]['msg']}") from error
