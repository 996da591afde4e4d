"""Runs the export tools in the Python that has them: torch and transformers never enter Lisan itself."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import Any, Final

from app.core.errors import ModelError

NOT_INSTALLED: Final = (
    "adding a model needs the export tools, which are not installed: run "
    "`python packaging/bootstrap.py setup --with export` in the source folder once"
)

_NEEDED: Final = ("torch", "transformers", "nncf", "openvino")

_START: Final = (
    "import sys; sys.path[:1] = [sys.argv[1]];from app.registry.export_worker import main; main(sys.argv[2])"
)
"""Runs the worker by a Python that may not be ours, and that need not know Lisan."""


class Exporter:
    """The export tools; what they exchange with us lies in `scratch`."""

    def __init__(self, scratch: Path) -> None:
        self._scratch = scratch

    def require(self) -> str:
        """The interpreter that has the tools. Raises ModelError that says how to install them."""
        python = export_python()
        if python is None:
            raise ModelError(NOT_INSTALLED)
        return python

    def fetched(self, hub_id: str) -> Path:
        """The folder of a model on the Hugging Face hub. Raises ModelError."""
        return Path(self.run("fetch", id=hub_id)["folder"])

    def run(self, command: str, **job: Any) -> Mapping[str, Any]:
        """One command of `export_worker`. Raises ModelError with the worker's own reason."""
        python = self.require()
        asked, answer = self._scratch / "job.json", self._scratch / "answer.json"
        answer.unlink(missing_ok=True)
        told = {"command": command, "answer": str(answer), **job}
        asked.write_text(json.dumps(told, default=str), encoding="utf-8")
        done = subprocess.run(
            [python, "-c", _START, str(_source()), str(asked)],
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "TOKENIZERS_PARALLELISM": "false"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        return _answer(answer, done)


def export_python() -> str | None:
    """The interpreter that has the export tools: `.venv-export`, or our own."""
    own = _source() / ".venv-export" / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if own.is_file():
        return str(own)
    if not getattr(sys, "frozen", False) and all(map(_installed, _NEEDED)):
        return sys.executable
    return None


def _installed(package: str) -> bool:
    try:
        metadata.version(package)
    except metadata.PackageNotFoundError:
        return False
    return True


def _answer(file: Path, done: subprocess.CompletedProcess[str]) -> Mapping[str, Any]:
    try:
        answer: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
        reason = lines[-1][:300] if lines else f"exit code {done.returncode}"
        raise ModelError(f"the export tools failed: {reason}") from None
    if "error" in answer:
        raise ModelError(str(answer["error"]))
    return answer


def _source() -> Path:
    """The folder that holds `app`."""
    return Path(__file__).resolve().parents[2]
