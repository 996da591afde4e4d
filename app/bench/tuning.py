"""Tries a thread profile in a child: a pool of threads cannot be made smaller once it runs."""

from __future__ import annotations

from app.bench.launcher import run_child
from app.bench.tuner import Trial
from app.core.settings import ThreadSettings


def measure_in_child(profile: ThreadSettings, answers: int) -> Trial:
    """A trial in a process of its own. Raises LisanError."""
    job = {"kind": "trial", "threads": profile.model_dump(), "answers": answers}
    told = next(one["trial"] for one in list(run_child(job)) if "trial" in one)
    return Trial.of(told)
