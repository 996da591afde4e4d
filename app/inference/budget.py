"""One thread budget over all runtimes, set before any of them (or numpy) is imported."""

from __future__ import annotations

import os
from collections.abc import MutableMapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:  # this module is imported before anything that costs
    from app.core.settings import ThreadSettings
    from app.inference.machine import Cores

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
    openvino_hint: str = "latency"
    openvino_pinning: bool = False
    openvino_precision: str = "f32"
    synthesiser: int = 1
    blas: int = 1

    @classmethod
    def of(cls, wanted: ThreadSettings, cores: Cores) -> ThreadBudget:
        """The settings, held to the cores that this process may really use."""
        most = cores.usable
        return cls(
            onnxruntime_intra=min(wanted.onnxruntime, most),
            onnxruntime_spinning=wanted.onnxruntime_spinning,
            openvino_threads=min(wanted.openvino, most),
            openvino_streams=min(wanted.openvino_streams, most),
            openvino_hint=wanted.openvino_hint,
            openvino_pinning=wanted.openvino_pinning,
            openvino_precision=wanted.openvino_precision,
            synthesiser=min(wanted.synthesiser, most),
        )


def cap_blas(budget: ThreadBudget, environment: MutableMapping[str, str] = os.environ) -> None:
    """Cap the thread pools that are sized once, when numpy is first imported. Call before that."""
    for name in BLAS_VARIABLES:
        environment[name] = str(budget.blas)
    environment["OMP_WAIT_POLICY"] = "PASSIVE"  # a waiting pool must not spin beside the voice
