"""Settings: the order of the sources, errors that name the key, and a start that never fails (case K1)."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.core.errors import SettingsError
from app.core.settings import Resolved, Settings, load_settings, repair_settings, save_settings


def test_each_source_overrules_the_one_before(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    save_settings(file, Settings(volume=0.2, cache_mb=1, audio_latency_ms=80))
    environment = {
        "LISAN_CACHE_MB": "2",
        "LISAN_AUDIO_LATENCY_MS": "90",
        "LISAN_THREADS__OPENVINO": "2",
        "X": "y",
    }
    settings = load_settings(file, environment, {"audio_latency_ms": 100}).settings
    assert (settings.volume, settings.cache_mb, settings.audio_latency_ms) == (0.2, 2, 100)
    assert (settings.threads.openvino, settings.threads.onnxruntime) == (2, 1)


@pytest.mark.parametrize(
    ("environment", "overrides", "named"),
    [
        ({"LISAN_VOLUME": "9"}, {}, "volume"),
        ({"LISAN_COLOUR": "red"}, {}, "colour"),
        ({"LISAN_THREADS__OPENVINO": "0"}, {}, r"threads\.openvino"),
        ({}, {"language": "fr"}, "language"),
    ],
)
def test_a_wrong_value_that_somebody_typed_is_an_error_that_names_it(
    tmp_path: Path, environment: dict[str, str], overrides: dict[str, str], named: str
) -> None:
    with pytest.raises(SettingsError, match=named):
        load_settings(tmp_path / "none.json", environment, overrides)


CASES = ("k01_config_zero_bytes", "k02_config_truncated", "k03_config_nul_tail", "k04_config_wrong_types")


@pytest.mark.parametrize("case", [*CASES, "k05_config_future_schema", "k06_config_bom"])
def test_a_damaged_file_is_set_aside_and_the_kiosk_starts(tmp_path: Path, cases: Path, case: str) -> None:
    file = tmp_path / "settings.json"
    damaged = (cases / f"{case}.json").read_bytes()
    file.write_bytes(damaged)
    resolved = load_settings(file, {}, {})
    assert resolved.dropped
    assert file.read_bytes() == damaged, "whoever only reads changes nothing"
    repair_settings(file)
    assert not damaged or (tmp_path / "settings.json.damaged").read_bytes() == damaged
    again = load_settings(file, {}, {})
    assert (again.settings, again.dropped) == (resolved.settings, ())


def test_what_is_good_in_a_damaged_file_is_kept(tmp_path: Path, cases: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_bytes((cases / "k06_config_bom.json").read_bytes())
    assert load_settings(file, {}, {}).settings.volume == 0.8
    repair_settings(file)
    assert load_settings(file, {}, {}).settings.volume == 0.8


def test_one_bad_key_of_a_group_costs_that_key_only(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text(
        '{"threads": {"openvino": 99, "onnxruntime": 2, "colour": 1}, "audio_offset_ms": {"a": 40, "b": []}}'
    )
    resolved = load_settings(file, {}, {})
    assert (resolved.settings.threads.openvino, resolved.settings.threads.onnxruntime) == (1, 2)
    assert resolved.settings.audio_offset_ms == {"a": 40.0}
    named = [line.split("'")[1] for line in resolved.dropped]
    assert sorted(named) == ["audio_offset_ms.b", "threads.colour", "threads.openvino"]
    repair_settings(file)
    assert load_settings(file, {}, {}) == Resolved(resolved.settings)


def test_a_file_that_cannot_be_read_does_not_stop_the_start(tmp_path: Path) -> None:
    (tmp_path / "settings.json").mkdir()
    repair_settings(tmp_path / "settings.json")
    resolved = load_settings(tmp_path / "settings.json", {}, {})
    assert resolved.settings == Settings()
    assert "cannot be read" in resolved.dropped[0]


def test_an_empty_file_does_not_replace_the_one_that_was_set_aside(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text('{"volume": 0.3, "volumee": 1}')
    repair_settings(file)
    file.write_bytes(b"")
    repair_settings(file)
    assert "volumee" in (tmp_path / "settings.json.damaged").read_text()
