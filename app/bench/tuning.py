"""Tries a thread profile in a child: a pool of threads cannot be made smaller once it runs."""

from __future__ import annotations

from pathlib import Path

from app.bench.launcher import run_child
from app.bench.tuner import Trial
from app.core.settings import ThreadSettings


def measure_in_child(profile: ThreadSettings, answers: int, cache: Path | None = None) -> Trial:
    """A trial in a process of its own. Raises LisanError.

    `cache` keeps what all trials have in common (compiled networks, the pack's vectors) from one to the next.
    """
    job = {"kind": "trial", "threads": profile.model_dump(), "answers": answers}
    told = next(one["trial"] for one in list(run_child(job, cache=cache)) if "trial" in one)
    return Trial.of(told)
