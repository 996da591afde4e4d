"""The guarded child that holds espeak-ng: how it is started from source, a wheel or the frozen folder."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from app.speech.guarded_process import GuardedProcess, Program

FROZEN_NAME: Final = "lisan-espeak"
"""The child's executable beside Lisan's own in the frozen build, made from `app/speech/espeak_worker.py`."""

_MODULE: Final = "app.speech.espeak_worker"
_SOURCE: Final = Path(__file__).resolve().parents[2]


def worker_command() -> tuple[list[str], dict[str, str]]:
    """Command line and environment that start the child from source, a wheel or the frozen folder."""
    environment = dict(os.environ)
    if getattr(sys, "frozen", False):
        beside = Path(sys.executable)
        return [str(beside.with_name(FROZEN_NAME + beside.suffix))], environment
    paths = [str(_SOURCE), *filter(None, [environment.get("PYTHONPATH")])]
    environment["PYTHONPATH"] = os.pathsep.join(paths)
    return [sys.executable, "-P", "-m", _MODULE], environment  # -P: no module of the current folder


class EspeakProcess(GuardedProcess):
    """The child that both espeak-ng voices share."""

    def __init__(
        self,
        command: Sequence[str] | None = None,
        *,
        environment: Mapping[str, str] | None = None,
        timeout: float = 6.0,
    ) -> None:
        default, own = worker_command()
        super().__init__(
            Program(
                "espeak-ng", command or default, environment or own, timeout=timeout, start_timeout=timeout
            )
        )
