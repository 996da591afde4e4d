"""Chooses the variant to run: the first that is whole, gives the golden outputs and is not the slower one."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from app.core.errors import ModelError
from app.core.ports import ModelInfo
from app.inference.decisions import Decision, Decisions
from app.inference.machine import cpu_identity
from app.inference.manifest import ModelDirectory, Variant
from app.inference.runner import Load, LoadedRunner, Runner, Tensors

T = TypeVar("T")

ROUNDS: Final = 9
"""Runs of each variant in a side-by-side timing. The fastest are compared: what else runs only adds time."""

BF16_TOLERANCE: Final = 0.05
"""Against the golden outputs, as `Variant.tolerance`; full precision has 0.01, INT8 0.12."""

SLOWER_BY: Final = 1.1
"""A candidate is 'slower' only beyond this factor, and only when two timings say so."""


@dataclass(frozen=True, slots=True)
class Golden:
    """Inputs and the outputs that full precision gave for them when the model was made."""

    inputs: Tensors
    outputs: Tensors

    @classmethod
    def of(cls, directory: ModelDirectory) -> Golden:
        """Read `input.NAME` and `output.NAME` arrays. Raises ModelError."""
        file = directory.manifest.golden
        try:
            with np.load(io.BytesIO(directory.read(file)), allow_pickle=False) as stored:
                arrays = dict(stored)
        except (ValueError, EOFError, zipfile.BadZipFile) as error:
            raise ModelError(f"{directory.path / file.name} is not an .npz file: {error}") from error
        inputs, outputs = _under("input.", arrays), _under("output.", arrays)
        if not inputs or not outputs:
            raise ModelError(f"{directory.path / file.name} has no input.NAME or no output.NAME array")
        return cls(inputs, outputs)

    def error(self, outputs: Tensors) -> float:
        """Largest relative root-mean-square error over all outputs; infinite when shapes differ."""
        return max(_relative_error(outputs.get(name), wanted) for name, wanted in self.outputs.items())


@dataclass(frozen=True, slots=True)
class Chosen:
    """A loaded network, why this variant, and what loading it took (milliseconds)."""

    runner: LoadedRunner
    variant: Variant
    reason: str
    load_ms: float
    first_ms: float

    def info(self, name: str, threads: int) -> ModelInfo:
        """What the panel shows."""
        return ModelInfo(
            name=name,
            variant=self.variant.files[0].name,
            precision=self.variant.precision,
            threads=int(self.runner.facts.get("threads", threads)),
            reason=self.reason,
            load_ms=self.load_ms,
            first_ms=self.first_ms,
            cache=self.runner.cache,
            details=self.runner.facts,
        )


def _with_bf16(directory: ModelDirectory) -> ModelDirectory:
    """The directory with its full-precision OpenVINO network in bfloat16 as the first choice.

    It is accepted like any variant: by the golden outputs, and by not being slower than the next one.
    """
    told = directory.manifest
    full = [one for one in told.variants if one.precision == "fp32" and one.runtime == "openvino"]
    halved = [one.model_copy(update={"precision": "bf16", "tolerance": BF16_TOLERANCE}) for one in full]
    return replace(directory, manifest=told.model_copy(update={"variants": (*halved, *told.variants)}))


@dataclass(frozen=True, slots=True)
class Chooser:
    """Chooses among a directory's variants; `runtime` is the runtime's name, version and configuration.

    `bf16` puts full precision that calculates in bfloat16 first, where a directory has it for OpenVINO.
    """

    load: Load
    runtime: str
    decisions: Decisions
    bf16: bool = False

    @classmethod
    def caching_in(cls, cache_dir: Path, load: Load, *, runtime: str, bf16: bool = False) -> Chooser:
        """A chooser whose decisions live in `cache_dir`."""
        return cls(load, runtime, Decisions(cache_dir / "variants"), bf16)

    def choose(self, directory: ModelDirectory) -> Chosen:
        """Try variants in order of preference. Raises ModelError when none can be used."""
        directory = _with_bf16(directory) if self.bf16 else directory
        golden = Golden.of(directory)
        refusals: list[str] = []
        variants = directory.manifest.variants
        for variant, following in zip(variants, (*variants[1:], None), strict=True):
            try:
                chosen = _accepted(directory, variant, golden, self.load)
                reason = self._speed(directory, chosen, following, golden)
            except ModelError as error:
                refusals.append(f"{variant.precision} refused: {error}")
            else:
                return replace(chosen, reason="; ".join((*refusals, reason)))
        raise ModelError(f"{directory.path}: no variant can be used: {'; '.join(refusals)}")

    def _speed(
        self, directory: ModelDirectory, chosen: Chosen, following: Variant | None, golden: Golden
    ) -> str:
        """Why `chosen` is fast enough. Raises ModelError when the next variant is faster."""
        if following is None:
            return f"{chosen.reason}; last choice"
        key = self._key(directory, chosen.variant)
        decision = self.decisions.recall(key)
        if decision is None:
            try:
                other = _accepted(directory, following, golden, self.load)
            except ModelError as error:
                return f"{chosen.reason}; not compared: {error}"
            decision = _compare(key, chosen.runner, other.runner, golden.inputs)
            if _slower(decision):
                decision = _compare(key, chosen.runner, other.runner, golden.inputs)
            self.decisions.remember(decision)
        timing = f"{decision.candidate_ms:.1f} ms against {decision.other_ms:.1f} ms in {following.precision}"
        if _slower(decision):
            raise ModelError(f"slower here: {timing}")
        return f"{chosen.reason}; {timing}"

    def _key(self, directory: ModelDirectory, variant: Variant) -> str:
        facts = (directory.identity, variant.precision, self.runtime, cpu_identity())
        return hashlib.sha256(" ".join(facts).encode()).hexdigest()[:24]


def _accepted(directory: ModelDirectory, variant: Variant, golden: Golden, load: Load) -> Chosen:
    """Load a variant and prove it with the golden inputs. Raises ModelError."""
    runner, load_ms = _timed(lambda: load(directory, variant))
    outputs, first_ms = _timed(lambda: runner.run(golden.inputs))
    error = golden.error(outputs)
    if not error <= variant.tolerance and runner.distrust():
        return _accepted(directory, variant, golden, load)  # another network's blob; now compiled anew
    if not error <= variant.tolerance:
        raise ModelError(
            f"{variant.files[0].name} is {error:.3f} off the golden outputs (allowed {variant.tolerance:g})"
        )
    reason = f"{variant.precision} agrees with golden ({error:.3f} of {variant.tolerance:g})"
    return Chosen(runner, variant, reason, load_ms, first_ms)


def _compare(key: str, candidate: Runner, other: Runner, inputs: Tensors) -> Decision:
    """Time both turn by turn, so that whatever else runs on the machine disturbs both alike."""
    pairs = [
        (_timed(lambda: candidate.run(inputs))[1], _timed(lambda: other.run(inputs))[1])
        for _ in range(ROUNDS)
    ]
    mine, theirs = zip(*pairs, strict=True)
    return Decision(key=key, candidate_ms=min(mine), other_ms=min(theirs))


def _slower(decision: Decision) -> bool:
    return decision.candidate_ms > decision.other_ms * SLOWER_BY


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    begun = perf_counter()
    result = work()
    return result, (perf_counter() - begun) * 1000


def _under(prefix: str, arrays: Tensors) -> Tensors:
    return {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}


def _relative_error(given: NDArray[Any] | None, wanted: NDArray[Any]) -> float:
    if given is None or given.shape != wanted.shape:
        return float("inf")
    truth = wanted.astype(np.float64)
    error = float(np.sqrt(np.mean((given.astype(np.float64) - truth) ** 2) / np.mean(truth**2)))
    return error if np.isfinite(error) else float("inf")
