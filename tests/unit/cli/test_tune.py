"""`lisan tune` writes the profile that it found through the settings' store, and only then."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.bench import neighbours, tuning
from app.bench.neighbours import Neighbours
from app.bench.tuner import Trial
from app.cli.main import main
from app.core.settings import Settings, ThreadSettings, load_settings, save_settings
from app.kiosk.settings_store import SettingsStore

BAD = ThreadSettings(onnxruntime=2, onnxruntime_spinning=True, openvino=2, synthesiser=2)
Measure = Callable[[ThreadSettings, int], Trial]


@dataclass
class Office:
    """All that the command asks of the composition."""

    file: Path

    def settings_store(self) -> SettingsStore:
        return SettingsStore(self.file, load_settings(self.file, {}, {}).settings)


@pytest.fixture
def office(tmp_path: Path) -> Office:
    office = Office(tmp_path / "settings.json")
    save_settings(office.file, Settings(volume=0.25, threads=BAD))
    return office


def _machine(monkeypatch: pytest.MonkeyPatch, milliseconds: Callable[[ThreadSettings], float]) -> None:
    def measure(profile: ThreadSettings, answers: int, cache: Path) -> Trial:
        assert cache.is_dir()
        audio = milliseconds(profile)
        steps = [audio + 0.01 * row for row in range(answers)]
        return Trial(steps, [0.2] * answers, [16.7] * answers)

    monkeypatch.setattr(tuning, "measure_in_child", measure)
    monkeypatch.setattr(neighbours, "before_the_run", lambda: Neighbours(0.9, 0.0, 0.5))


def _stored(office: Office) -> Settings:
    return load_settings(office.file, {}, {}).settings


def test_what_is_better_is_stored_and_nothing_else_changes(
    office: Office, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _machine(monkeypatch, lambda one: 80 + 100 * one.onnxruntime_spinning)
    assert main(["tune", "--minutes", "1", "--json"], office) == 0  # type: ignore[arg-type]
    said = capsys.readouterr()
    told = json.loads(said.out)
    assert "something else is running" in said.err
    assert told["changed"] and told["chosen"]["onnxruntime_spinning"] is False
    assert _stored(office) == Settings(volume=0.25, threads=ThreadSettings(**told["chosen"]))
    assert [file.name for file in office.file.parent.iterdir()] == ["settings.json"]


def test_a_gain_within_noise_changes_no_byte(
    office: Office, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = office.file.read_bytes()
    _machine(monkeypatch, lambda _: 80)
    assert main(["tune"], office) == 0  # type: ignore[arg-type]
    assert office.file.read_bytes() == before
    assert "unchanged" in capsys.readouterr().out


def test_a_dry_run_tells_and_stores_nothing(
    office: Office, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = office.file.read_bytes()
    _machine(monkeypatch, lambda one: 80 + 100 * one.onnxruntime_spinning)
    assert main(["tune", "--dry-run"], office) == 0  # type: ignore[arg-type]
    assert office.file.read_bytes() == before
    assert "would be stored" in capsys.readouterr().out
