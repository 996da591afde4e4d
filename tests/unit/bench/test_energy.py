"""RAPL's counters: packages are summed, a wrap is allowed for, and no counter is no error."""

from pathlib import Path

from app.bench.energy import EnergyMeter


def _package(root: Path, name: str, energy: int, most: int = 1_000_000) -> Path:
    folder = root / "sys/class/powercap" / name
    folder.mkdir(parents=True)
    (folder / "energy_uj").write_text(str(energy))
    (folder / "max_energy_range_uj").write_text(str(most))
    return folder / "energy_uj"


def test_packages_are_summed_without_what_is_inside_them(tmp_path: Path) -> None:
    one, two = _package(tmp_path, "intel-rapl:0", 100), _package(tmp_path, "intel-rapl:1", 0)
    inside = _package(tmp_path, "intel-rapl:0:0", 0)
    meter = EnergyMeter(tmp_path)
    for file, now in ((one, 250_100), (two, 750_000), (inside, 999)):
        file.write_text(str(now))
    assert meter.joules() == 1.0


def test_a_counter_that_began_again_is_followed(tmp_path: Path) -> None:
    file = _package(tmp_path, "intel-rapl:0", 900_000)
    meter = EnergyMeter(tmp_path)
    file.write_text("400000")
    assert meter.joules() == 0.5


def test_without_counters_the_reason_is_told(tmp_path: Path) -> None:
    assert EnergyMeter(tmp_path).as_json() == {"joules": None, "reason": "no RAPL counters here"}


def test_a_counter_that_tells_nonsense_is_no_error(tmp_path: Path) -> None:
    _package(tmp_path, "intel-rapl:0", 1).write_text("?")
    assert EnergyMeter(tmp_path).joules() is None
