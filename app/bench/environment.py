"""What a run was measured on: processor, system, versions, and the state that threads find."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any, Final

import psutil

from app import __version__
from app.inference.budget import BLAS_VARIABLES
from app.inference.machine import cores, cpu_identity

_PACKAGES: Final = (
    *("numpy", "onnxruntime", "openvino", "tokenizers", "hibari-tts", "espeakng-loader"),
    *("text2tashkeel", "soxr", "PySide6-Essentials"),
)
_GOVERNOR: Final = Path("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
_TELLING: Final = ("avx", "sse4", "amx", "fma", "f16c", "vnni", "bf16", "asimd", "sve", "hypervisor")


def environment() -> dict[str, Any]:
    """Everything that a figure depends on and that can be read."""
    here = cores()
    return {
        "lisan": __version__,
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()}",
        "machine": platform.machine(),
        "cpu": _cpu_name(),
        "cpu_identity": cpu_identity(),
        "cpu_flags": _flags(),
        "cores": {"host": here.host, "affinity": here.affinity, "quota": here.quota, "usable": here.usable},
        "memory_mb": psutil.virtual_memory().total // 1_000_000,
        "versions": {name: _version(name) for name in _PACKAGES},
        "threads": _threads(),
    }


def _threads() -> Mapping[str, Any]:
    frequency = psutil.cpu_freq() if hasattr(psutil, "cpu_freq") else None
    return {
        "blas": {name: os.environ.get(name) for name in (*BLAS_VARIABLES, "OMP_WAIT_POLICY")},
        "switch_interval_s": sys.getswitchinterval(),
        "nice": psutil.Process().nice(),
        "governor": _line(_GOVERNOR),
        "frequency_mhz": round(frequency.current) if frequency else None,
        "load_average": [round(one, 2) for one in psutil.getloadavg()],
    }


def _cpu_name() -> str:
    return _fact("model name") or platform.processor() or platform.machine()


def _flags() -> list[str]:
    """The instruction sets that decide which kernels run."""
    flags = (_fact("flags") or _fact("Features") or "").split()
    return sorted({flag for flag in flags if any(part in flag for part in _TELLING)})


def _fact(name: str) -> str | None:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return None
    found = (line.partition(":")[2].strip() for line in lines if line.partition(":")[0].strip() == name)
    return next(found, None)


def _line(file: Path) -> str | None:
    try:
        return file.read_text(encoding="utf-8").strip()
    except OSError:
        return None


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None
