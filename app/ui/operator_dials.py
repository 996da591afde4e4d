"""What staff can set on the screen: for each setting its values in order, and how a value is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from app.core.settings import Settings
from app.core.types import Language

Values = Callable[[], Sequence[Any]]
_QUARTER: Final = [f"{hour:02d}:{minute:02d}" for hour in range(24) for minute in (0, 15, 30, 45)]


@dataclass(frozen=True, slots=True)
class Dial:
    """One setting, by its dotted name; `empty` is the text that stands for None."""

    setting: str
    values: Values
    empty: str = "usual"

    @property
    def id(self) -> str:
        """Its name in QML and, after `set_`, in the catalogue."""
        return self.setting.replace(".", "_")

    def current(self, settings: Settings) -> Any:
        """The value in force."""
        value: Any = settings
        for name in self.setting.split("."):
            value = getattr(value, name)
        return value

    def stepped(self, settings: Settings, by: int) -> Any:
        """The value `by` places on; the ends hold."""
        values = list(self.values())
        return values[min(max(_place(values, self.current(settings)) + by, 0), len(values) - 1)]

    def told(self, settings: Settings, texts: Mapping[str, str]) -> str:
        """The value in force as staff read it."""
        value = self.current(settings)
        if value is None:
            return texts[self.empty]
        if isinstance(value, bool):
            return texts["on" if value else "off"]
        if isinstance(value, float):
            return f"{value:.0%}" if self.setting == "volume" else f"{value:g}"
        return str(value)


def _place(values: Sequence[Any], value: Any) -> int:
    """Where a value stands; the nearest one where a file holds a number between two."""
    if value in values:
        return values.index(value)
    if isinstance(value, int | float) and values and all(isinstance(one, int | float) for one in values):
        return min(range(len(values)), key=lambda place: abs(values[place] - value))
    return 0


def _always(values: Sequence[Any]) -> Values:
    return lambda: values


@dataclass(frozen=True, slots=True)
class Choices:
    """What this machine offers to choose from."""

    packs: Values
    voices: Callable[[Language], Sequence[str]]
    devices: Values
    screens: Values


def dials(choices: Choices) -> Mapping[str, tuple[Dial, ...]]:
    """The pages with their dials, in order."""
    times = [None, *_QUARTER]
    return {
        "content": (
            Dial("pack", choices.packs),
            Dial("language", _always([language.value for language in Language])),
        ),
        "voice": (
            Dial("voice_en", lambda: choices.voices(Language.EN)),
            Dial("voice_ar", lambda: choices.voices(Language.AR)),
            Dial("volume", _always([step / 20 for step in range(21)])),
            Dial("audio_device", lambda: [None, *choices.devices()]),
        ),
        "screen": (
            Dial("screen.name", lambda: [None, *choices.screens()]),
            Dial("screen.diagonal_inches", _always([float(inches) for inches in range(7, 101)])),
            Dial("screen.rotation", _always([0, 90, 180, 270])),
            Dial("reduced_motion", _always([False, True])),
        ),
        "sync": (Dial("visual_lead_ms", _always([float(ms) for ms in range(-200, 305, 5)])),),
        "visits": (
            Dial("visit.idle_seconds", _always([15.0, 30.0, 45.0, 60.0, 90.0, 120.0, 180.0, 300.0])),
            Dial("visit.warning_seconds", _always([5.0, 10.0, 15.0, 20.0, 30.0, 60.0])),
            Dial("visit.invite_seconds", _always([0.0, 30.0, 60.0, 90.0, 120.0, 180.0, 300.0, 600.0])),
            Dial("schedule.opens", _always(times), "always"),
            Dial("schedule.closes", _always(times), "always"),
            Dial("schedule.restart", _always(times), "never"),
        ),
        "system": (),
    }
