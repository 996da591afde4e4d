"""What a child measures: one configuration opened by the product's own parts, and a call for each case."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from app.bench.factors import (
    ALIGN,
    ALIGN_NETWORK,
    CLASSIFY,
    PREPARE,
    RETRIEVE,
    SYNTHESISE,
    Case,
    Configuration,
)
from app.core.errors import LisanError, ModelError
from app.core.types import Language
from app.inference.manifest import ModelDirectory

Call = Callable[[int], float]
"""One request; takes the number of the round, returns the seconds of sound that it dealt with."""


@dataclass(frozen=True, slots=True)
class Quality:
    """A figure of what came out, and whether it is good enough to be ranked."""

    measure: str
    value: float
    gate: float
    passed: bool
    cases: int


class Work(Protocol):
    """A configuration that is open."""

    def calls(self, case: Case, count: int) -> Sequence[Call]:
        """One call for each caller that runs at once. Raises LisanError."""
        ...

    def quality(self, language: Language) -> Quality: ...

    def facts(self) -> dict[str, Any]:
        """How it really runs, as the runtime says."""
        ...


class Clock:
    """Time spent on making inputs, which is no part of a cold start."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __enter__(self) -> None:
        self._began = time.perf_counter()

    def __exit__(self, *_: object) -> None:
        self.seconds += time.perf_counter() - self._began


def open_work(configuration: Configuration, cache: Path, closing: ExitStack, inputs: Clock) -> Work:
    """Build the parts of a stage; `cache` is empty when the start is to be cold. Raises LisanError."""
    if configuration.stage == ALIGN:
        from app.bench.work_align import AlignWork

        return AlignWork(configuration, cache, closing, inputs)
    if configuration.stage == ALIGN_NETWORK:
        from app.bench.work_align import NetworkWork

        return NetworkWork(configuration, cache)
    if configuration.stage == CLASSIFY:
        from app.bench.work_classify import ClassifyWork

        return ClassifyWork(configuration, cache)
    if configuration.stage == RETRIEVE:
        from app.bench.work_retrieve import RetrieveWork

        return RetrieveWork(configuration, cache)
    if configuration.stage == SYNTHESISE:
        from app.bench.work_speech import SpeechWork

        return SpeechWork(configuration, closing)
    if configuration.stage == PREPARE:
        from app.bench.work_speech import PrepareWork

        return PrepareWork(configuration, cache, closing)
    raise LisanError(f"there is no stage {configuration.stage!r} to measure")


def only(directory: ModelDirectory, precision: str) -> ModelDirectory:
    """The directory as if it had one variant. Raises ModelError when it has no such one."""
    stored = "fp32" if precision == "bf16" else precision
    variants = tuple(one for one in directory.manifest.variants if one.precision == stored)
    if not variants:
        raise ModelError(f"{directory.manifest.name} has no variant in {precision}")
    return replace(directory, manifest=directory.manifest.model_copy(update={"variants": variants}))


def require_precision(wanted: str, given: str, reason: str) -> None:
    """Refuse to measure something else under a wrong name. Raises ModelError."""
    if wanted != given:
        raise ModelError(f"{wanted} does not run here ({given} would): {reason}")


def noise(seconds: float, rate: int) -> np.ndarray[Any, np.dtype[np.float32]]:
    """A sound `[1, samples]` that costs a network what speech of its length does."""
    samples = round(seconds * rate)
    return np.random.default_rng(0).normal(0, 0.1, (1, samples)).astype(np.float32)
