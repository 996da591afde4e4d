"""Energy of the processor package from RAPL's counters, where the system lets us read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

_POWERCAP: Final = Path("sys/class/powercap")
_MICRO: Final = 1e6


@dataclass(frozen=True, slots=True)
class _Package:
    folder: Path
    wraps_at: int
    began: int


class EnergyMeter:
    """Joules since it was made; None with a reason where nothing can be read."""

    def __init__(self, root: Path = Path("/")) -> None:
        self._packages: list[_Package] = []
        self.reason = "no RAPL counters here"
        for folder in sorted((root / _POWERCAP).glob("intel-rapl:*")):
            if folder.name.count(":") == 1:  # a package; what is inside it has a second colon
                self._add(folder)

    def _add(self, folder: Path) -> None:
        try:
            wraps_at = int((folder / "max_energy_range_uj").read_text())
            began = int((folder / "energy_uj").read_text())
        except OSError as error:
            self.reason = f"RAPL counters cannot be read ({error.strerror}); they are root's"
        except ValueError:
            self.reason = "RAPL counters tell no number"
        else:
            self._packages.append(_Package(folder, wraps_at, began))

    def joules(self) -> float | None:
        """Used so far by all packages, one wrap of each counter allowed for."""
        if not self._packages:
            return None
        try:
            spent = [self._spent(package) for package in self._packages]
        except (OSError, ValueError):
            return None
        return round(sum(spent) / _MICRO, 3)

    def as_json(self) -> Mapping[str, Any]:
        """The figure, or why there is none."""
        joules = self.joules()
        return {"joules": joules} if joules is not None else {"joules": None, "reason": self.reason}

    @staticmethod
    def _spent(package: _Package) -> int:
        now = int((package.folder / "energy_uj").read_text())
        return now - package.began if now >= package.began else now - package.began + package.wraps_at
