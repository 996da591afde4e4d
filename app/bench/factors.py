"""What a cell of the matrix varies, and the two matrices: the quick one and the full one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from itertools import product
from typing import Any, Final

from app.core.types import Language
from app.inference.budget import ThreadBudget

LENGTHS: Final = ("short", "medium", "long")

ALIGN: Final = "align"
ALIGN_NETWORK: Final = "align_network"
CLASSIFY: Final = "classify"
RETRIEVE: Final = "retrieve"
SYNTHESISE: Final = "synthesise"
PREPARE: Final = "prepare"
"""The whole way of one chunk, as the kiosk goes it."""

OPENVINO: Final = "openvino"
ONNXRUNTIME: Final = "onnxruntime"


@dataclass(frozen=True, slots=True)
class Configuration:
    """What holds for a whole process: one child measures one configuration, so that its start is cold.

    `runtime` is that of the stage's network, or the voice for `synthesise`. `concurrency` is how many
    callers run at once. `streams` 0 leaves the number to the hint.
    """

    stage: str
    runtime: str
    precision: str
    threads: int = 1
    streams: int = 1
    hint: str = "latency"
    pinning: bool = False
    spinning: bool = False
    concurrency: int = 1

    @property
    def budget(self) -> ThreadBudget:
        """The thread budget that this asks for."""
        return ThreadBudget(
            onnxruntime_intra=self.threads,
            onnxruntime_spinning=self.spinning,
            openvino_threads=self.threads,
            openvino_streams=self.streams,
            openvino_hint=self.hint,
            openvino_pinning=self.pinning,
            openvino_precision="bf16" if self.precision == "bf16" else "f32",
            synthesiser=self.threads,
        )


@dataclass(frozen=True, slots=True)
class Case:
    """What varies inside a process: the input."""

    language: Language
    length: str
    batch: int = 1


@dataclass(frozen=True, slots=True)
class Plan:
    """One child's work: its configuration, its cases, and how long each is measured."""

    configuration: Configuration
    cases: tuple[Case, ...]
    rounds: int
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """Plain values for the child."""
        return asdict(self)

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> Plan:
        """The inverse of `as_json`. Raises TypeError or KeyError for anything else."""
        cases = tuple(Case(Language(one["language"]), one["length"], one["batch"]) for one in told["cases"])
        return cls(Configuration(**told["configuration"]), cases, told["rounds"], told["seconds"])

    @property
    def key(self) -> str:
        """Names the configuration, for `--resume`."""
        values = asdict(self.configuration)
        cases = ",".join(f"{one.language}/{one.length}/{one.batch}" for one in self.cases)
        budget = f"{self.rounds}x{self.seconds:g}"
        return " ".join((*(f"{name}={value}" for name, value in values.items()), cases, budget))


def quick(cores: int) -> tuple[Plan, ...]:
    """Each stage in each precision, and what threads, streams and spinning do: under three minutes."""
    plans = [
        *_plans(_each_precision(), _cases(("short", "long")), rounds=200, seconds=0.4),
        *_plans(_network_splits(min(cores, 2)), (Case(Language.EN, "medium"),), rounds=200, seconds=0.4),
        *_plans(_classifier_splits(min(cores, 2)), (Case(Language.EN, "medium"),), rounds=200, seconds=0.4),
        *_plans(_batched(), (Case(Language.AR, "medium", 4),), rounds=200, seconds=0.4),
    ]
    return _without_twins(plans)


def full(cores: int) -> tuple[Plan, ...]:
    """Every factor against every other, as far as the stage has it; some thousand runs a cell."""
    most = min(cores, 8)
    everything = _cases(LENGTHS)
    batches = tuple(
        Case(language, length, batch) for batch in (1, 4, 16) for language in Language for length in LENGTHS
    )
    plans = [
        *_plans(_each_precision(), everything, rounds=2000, seconds=6.0),
        *_plans(_network_grid(most), everything, rounds=2000, seconds=3.0),
        *_plans(_classifier_grid(most), batches, rounds=2000, seconds=2.0),
        *_plans(_voices(most), everything, rounds=300, seconds=6.0),
    ]
    return _without_twins(plans)


def _plans(
    configurations: Iterator[Configuration], cases: tuple[Case, ...], *, rounds: int, seconds: float
) -> Iterator[Plan]:
    for one in configurations:
        fitting = _cases(("short",)) if one.stage == RETRIEVE else cases  # a question has one length
        spoken = tuple(case for case in fitting if _speaks(one, case.language))
        if spoken:
            yield Plan(one, spoken, rounds, seconds)


def _speaks(configuration: Configuration, language: Language) -> bool:
    """A voice is asked for its own language only."""
    if configuration.stage != SYNTHESISE:
        return True
    return (configuration.runtime == "espeak-ar") is (language is Language.AR)


def _without_twins(plans: list[Plan]) -> tuple[Plan, ...]:
    """The first of those with one configuration and cases."""
    seen = {(plan.configuration, plan.cases): plan for plan in reversed(plans)}
    return tuple(plan for plan in plans if seen[plan.configuration, plan.cases] is plan)


def _cases(lengths: tuple[str, ...]) -> tuple[Case, ...]:
    return tuple(Case(language, length) for language in Language for length in lengths)


def _each_precision() -> Iterator[Configuration]:
    yield Configuration(PREPARE, "product", "product")
    yield from _voices(1)
    for precision in ("int8", "fp32", "bf16"):
        yield Configuration(ALIGN, OPENVINO, precision)
    yield Configuration(RETRIEVE, ONNXRUNTIME, "int8")
    for runtime, precision in product((ONNXRUNTIME, OPENVINO), ("int8", "fp16")):
        yield Configuration(CLASSIFY, runtime, precision)


def _voices(most: int) -> Iterator[Configuration]:
    for threads in sorted({1, most}):
        yield Configuration(SYNTHESISE, "hibari", "fp32", threads=threads)
    yield Configuration(SYNTHESISE, "espeak-en", "formant")
    yield Configuration(SYNTHESISE, "espeak-ar", "formant")


def _network_splits(most: int) -> Iterator[Configuration]:
    base = Configuration(ALIGN_NETWORK, OPENVINO, "int8")
    yield base
    yield replace(base, threads=most)
    yield replace(base, threads=most, pinning=True)
    yield replace(base, threads=most, streams=most, hint="throughput", concurrency=most)
    yield replace(base, threads=most, streams=1, concurrency=most)


def _classifier_splits(most: int) -> Iterator[Configuration]:
    base = Configuration(CLASSIFY, ONNXRUNTIME, "int8")
    yield base
    yield replace(base, threads=most)
    yield replace(base, threads=most, spinning=True)
    yield replace(base, concurrency=most)


def _batched() -> Iterator[Configuration]:
    yield Configuration(CLASSIFY, ONNXRUNTIME, "int8")


def _network_grid(most: int) -> Iterator[Configuration]:
    counts = sorted({1, 2, most})
    for precision, threads, streams in product(("int8", "fp32", "bf16"), counts, counts):
        for hint, pinning, concurrency in product(("latency", "throughput"), (False, True), counts):
            if streams <= threads:
                yield Configuration(
                    ALIGN_NETWORK,
                    OPENVINO,
                    precision,
                    threads=threads,
                    streams=streams,
                    hint=hint,
                    pinning=pinning,
                    concurrency=concurrency,
                )


def _classifier_grid(most: int) -> Iterator[Configuration]:
    counts = sorted({1, 2, most})
    for precision, threads, concurrency in product(("int8", "fp16"), counts, counts):
        for runtime, spinning in ((ONNXRUNTIME, False), (ONNXRUNTIME, True), (OPENVINO, False)):
            yield Configuration(
                CLASSIFY, runtime, precision, threads=threads, spinning=spinning, concurrency=concurrency
            )
