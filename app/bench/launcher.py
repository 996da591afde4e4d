"""Starts the children that measure, and times their cold start from outside."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from app.core.errors import LisanError

_SOURCE: Final = Path(__file__).resolve().parents[2]
LIMIT_SECONDS: Final = 900.0


def child_command() -> tuple[list[str], dict[str, str]]:
    """Command line and environment that start this program's hidden command, from source or frozen."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("LISAN_")}
    asked = ["bench", "child"]
    if getattr(sys, "frozen", False):
        return [sys.executable, *asked], environment
    paths = [str(_SOURCE), *filter(None, [environment.get("PYTHONPATH")])]
    environment["PYTHONPATH"] = os.pathsep.join(paths)
    return [sys.executable, "-P", "-m", "app", *asked], environment


def run_child(
    job: Mapping[str, Any], *, limit: float = LIMIT_SECONDS, cache: Path | None = None
) -> Iterator[dict[str, Any]]:
    """What a child tells, line by line; a `first_result` gains `cold_ms`, from its start to that.

    Without `cache` the child has an empty one of its own, so networks are compiled; the system's cache of
    files stays as it is. Raises LisanError when it dies or exceeds `limit` seconds.
    """
    with tempfile.TemporaryDirectory(prefix="lisan-bench-") as empty:
        command, environment = child_command()
        began = time.perf_counter()
        with _started(command, environment, limit) as child:
            assert child.stdin is not None
            assert child.stdout is not None
            child.stdin.write(json.dumps({**job, "cache": str(cache or empty)}))
            child.stdin.close()
            for line in child.stdout:
                told: dict[str, Any] = json.loads(line)
                if "first_result" in told:  # the monotonic clock is one for all processes
                    told["cold_ms"] = round((told["first_result"] - began - told["inputs"]) * 1000, 1)
                yield told


@contextmanager
def _started(
    command: list[str], environment: dict[str, str], limit: float
) -> Iterator[subprocess.Popen[str]]:
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as complaints,
        subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=complaints,
            text=True,
            encoding="utf-8",
        ) as child,
    ):
        alarm = threading.Timer(limit, child.kill)
        alarm.daemon = True
        alarm.start()
        try:
            yield child
            code = child.wait()
        except BaseException:
            child.kill()
            raise
        finally:
            alarm.cancel()
            alarm.join()
        if code:
            complaints.seek(0)
            said = complaints.read().strip().splitlines()
            raise LisanError(f"a benchmark's child ended with code {code}: {said[-1] if said else 'no word'}")
