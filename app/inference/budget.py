"""One thread budget over all runtimes, set before any of them (or numpy) is imported."""

from __future__ import annotations

import os
from collections.abc import MutableMapping
from dataclasses import dataclass
from typing import Final

BLAS_VARIABLES: Final = (
    *("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"),
    *("NUMEXPR_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"),
)


@dataclass(frozen=True, slots=True)
class ThreadBudget:
    """Threads that each runtime may use. One each: measured best on two cores, and steady on more."""

    onnxruntime_intra: int = 1
    onnxruntime_inter: int = 1
    onnxruntime_spinning: bool = False
    openvino_threads: int = 1
    openvino_streams: int = 1
    openvino_hint: str = "LATENCY"
    openvino_pinning: bool = False
    synthesiser: int = 1
    blas: int = 1


def cap_blas(budget: ThreadBudget, environment: MutableMapping[str, str] = os.environ) -> None:
    """Cap the thread pools that are sized once, when numpy is first imported. Call before that."""
    for name in BLAS_VARIABLES:
        environment[name] = str(budget.blas)
    environment["OMP_WAIT_POLICY"] = "PASSIVE"  # a waiting pool must not spin beside the voice
