"""Every setting, its default and its bounds; resolved as defaults < file < environment < command line.

A damaged settings file never stops anything: what is good in it is used, and every command says what was
dropped. The kiosk also sets the file aside and stores the good part. A wrong value from the environment or
the command line is an error, because there somebody is watching.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from app.core.errors import SettingsError
from app.core.files import write_atomically
from app.core.types import Language

ENVIRONMENT_PREFIX: Final = "LISAN_"
NESTING: Final = "__"

Threads1to64 = Annotated[int, Field(ge=1, le=64)]
TimeOfDay = Annotated[str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]
OffsetMs = Annotated[float, Field(ge=-500.0, le=2000.0)]


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ThreadSettings(_Frozen):
    """The one thread budget and how each runtime spends it; `lisan models list --json` reads it back.

    On two cores one thread each is the best default (FINDINGS). No number goes beyond the cores that this
    process may use. In the environment: `LISAN_THREADS__OPENVINO_HINT=throughput`.
    """

    onnxruntime: Threads1to64 = 1
    """Threads of the classifier."""
    onnxruntime_spinning: bool = False
    """Let idle threads spin: quicker on a machine of its own, slower for everything beside it."""
    openvino: Threads1to64 = 1
    """Threads of the aligner, all streams together."""
    openvino_hint: Literal["latency", "throughput"] = "latency"
    """What OpenVINO optimises for; the kiosk runs one request at a time."""
    openvino_streams: int = Field(default=1, ge=0, le=64)
    """Requests that may run side by side; 0 leaves the number to the hint."""
    openvino_pinning: bool = False
    """Tie threads to cores: steadier where nothing else runs, worse where something does."""
    openvino_precision: Literal["f32", "bf16"] = "f32"
    """bf16 lets the full-precision network calculate in bfloat16, if the processor has it and the result
    still agrees with the golden outputs."""
    synthesiser: Threads1to64 = 1
    """Threads of each neural voice."""


class ScreenSettings(_Frozen):
    """The screen that visitors touch."""

    name: str | None = None
    """As the system names it; None means the main one."""
    diagonal_inches: float = Field(default=27.0, ge=5.0, le=120.0)
    """Measured across the picture: whatever a finger meets is at least 15 mm."""
    rotation: Literal[0, 90, 180, 270] = 0
    """Degrees clockwise that the picture is turned, where the system does not turn it itself."""


class VisitSettings(_Frozen):
    """When a visit ends that nobody ended, and how passers-by are invited."""

    idle_seconds: float = Field(default=45.0, ge=5.0, le=3600.0)
    """Without touch or speech, after which the kiosk asks whether somebody is still there."""
    warning_seconds: float = Field(default=15.0, ge=3.0, le=600.0)
    """That the countdown then runs before everything is reset."""
    invite_seconds: float = Field(default=90.0, ge=0.0, le=86_400.0)
    """Between two spoken invitations; 0 invites in silence."""


class ScheduleSettings(_Frozen):
    """Local times of day as HH:MM; None means always open, or never restarted."""

    opens: TimeOfDay | None = None
    closes: TimeOfDay | None = None
    restart: TimeOfDay | None = None
    """When the kiosk starts anew, once no visitor is before it."""


class Settings(_Frozen):
    """All settings of this machine."""

    schema_version: Literal[1] = 1
    language: Language = Language.EN
    pack: str = "coast"
    """Name of a pack that we ship, or a folder."""
    avatar: str = "noor"
    """Name of an avatar that `lisan avatar list` shows, or the folder of one."""
    voice_en: str = "hibari"
    voice_ar: str = "espeak-ar"
    """Names that `lisan doctor` lists: those that we ship, and Piper voices in `voices_folder`."""
    aligner_en: str | None = None
    aligner_ar: str | None = None
    """Alignment models that were added, as `lisan models list` names them; None means ours."""
    voices_folder: str | None = None
    """Where an operator drops Piper voices; None means `voices` in the user's data folder."""
    volume: float = Field(default=1.0, ge=0.0, le=1.0)
    audio_device: str | None = None
    """Name of the output device; None means the system's default."""
    audio_latency_ms: float = Field(default=60.0, ge=10.0, le=1000.0)
    audio_offset_ms: dict[str, OffsetMs] = Field(default_factory=dict)
    """By the output device's name, as the panel shows it: how much later it sounds than it reports."""
    visual_lead_ms: float = Field(default=15.0, ge=-500.0, le=500.0)
    """How much earlier than the sound the mouth is drawn: what the screen takes to show it."""
    reduced_motion: bool = False
    deviation_gauge: bool = True
    """Run the aligner after the first sound also where the voice's own times lead, to gauge it."""
    cache_mb: int = Field(default=256, ge=0, le=100_000)
    threads: ThreadSettings = ThreadSettings()
    screen: ScreenSettings = ScreenSettings()
    visit: VisitSettings = VisitSettings()
    schedule: ScheduleSettings = ScheduleSettings()
    operator_pin: str | None = None
    """Salt and hash of the staff's PIN; `lisan operator set-pin` writes it."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """The settings in force and what had to be dropped on the way, one line each."""

    settings: Settings
    dropped: tuple[str, ...] = ()


def load_settings(file: Path, environment: Mapping[str, str], overrides: Mapping[str, Any]) -> Resolved:
    """Resolve all sources, reading only. Raises SettingsError for the environment and `overrides` only."""
    kept, dropped = _from_file(file)
    merged = _merge(_merge(kept, _from_environment(environment)), overrides)
    try:
        return Resolved(Settings.model_validate(merged), dropped)
    except ValidationError as error:
        problem = error.errors()[0]
        raise SettingsError(f"setting {_name(problem)}: {problem['msg']}") from error


def save_settings(file: Path, settings: Settings) -> None:
    """Write the settings so that a power cut leaves the old or the new ones."""
    write_atomically(file, settings.model_dump_json(indent=1, exclude_defaults=True).encode() + b"\n")


def repair_settings(file: Path) -> None:
    """Set a damaged file aside for staff to look at and store what was good in it: so it is told once.

    One is kept; an empty file tells nothing and replaces none. A file that is good, or that this machine
    lets nobody read or write, stays as it is.
    """
    with contextlib.suppress(OSError):
        raw = file.read_bytes()
        kept, dropped = _valid_part(file.name, raw)
        if dropped and raw:
            os.replace(file, file.with_name(f"{file.name}.damaged"))
        if dropped:
            write_atomically(file, json.dumps(kept, indent=1).encode() + b"\n")


def _from_file(file: Path) -> tuple[dict[str, Any], tuple[str, ...]]:
    try:
        return _valid_part(file.name, file.read_bytes())
    except FileNotFoundError:
        return {}, ()
    except OSError as error:
        return {}, (f"settings file {file.name} cannot be read ({error.strerror}); defaults are used",)


def _valid_part(name: str, raw: bytes) -> tuple[dict[str, Any], tuple[str, ...]]:
    """What can be used of a settings file, and one line for each thing that cannot."""
    damaged = f"settings file {name} is damaged; defaults are used"
    try:
        values = json.loads(raw.decode("utf-8-sig"))
    except ValueError:
        return {}, (damaged,)
    if not isinstance(values, dict):
        return {}, (damaged,)
    kept: dict[str, Any] = values
    try:
        Settings.model_validate(values)
    except ValidationError as error:
        problems = error.errors()
        for problem in problems:
            kept = _without(kept, problem["loc"])
        return kept, tuple(f"setting {_name(one)} was dropped: {one['msg']}" for one in problems)
    return kept, ()


def _without(values: Mapping[str, Any], place: Sequence[int | str]) -> dict[str, Any]:
    """The values without the one at `place`; the others of its group stay."""
    key, *inner = place
    group = values.get(str(key))
    if inner and isinstance(group, Mapping) and inner[0] in group:
        return {**values, str(key): _without(group, inner)}
    return {name: value for name, value in values.items() if name != key}


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    """LISAN_VOLUME=0.5 and LISAN_THREADS__OPENVINO=2; other LISAN_ names are errors."""
    values: dict[str, Any] = {}
    for name, text in environment.items():
        if name.startswith(ENVIRONMENT_PREFIX):
            outer, _, inner = name.removeprefix(ENVIRONMENT_PREFIX).lower().partition(NESTING)
            values = _merge(values, {outer: {inner: text} if inner else text})
    return values


def _merge(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(below)
    for key, value in above.items():
        old = merged.get(key)
        merged[key] = _merge(old, value) if isinstance(old, dict) and isinstance(value, Mapping) else value
    return merged


def _name(problem: Mapping[str, Any]) -> str:
    return repr(".".join(str(part) for part in problem["loc"]))
