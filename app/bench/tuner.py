"""Finds the thread profile that suits this machine: successive halving under a time limit.

Every candidate is tried a little, the worse half is dropped, the rest is tried twice as long, and so on. The
default and the profile in force stay to the end, so the result is measured against both in the same run.
Nothing is changed for a gain within noise: intervals that touch decide nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from app.bench.statistics import apart
from app.core.settings import ThreadSettings

FIRST_ANSWERS: Final = 6
"""Questions of the first round."""

SMOOTH_MS: Final = 50.0
"""A gap between two pictures that visitors notice."""

ROUGH: Final = 0.01
"""Share of pictures that may come later than that."""

_RESAMPLES: Final = 500
_BY_CHANCE: Final = 2.5
"""Standard deviations that two rates may differ by."""

Interval = dict[str, float]


@dataclass(slots=True)
class Trial:
    """What a candidate showed in all its rounds together."""

    first_audio_ms: list[float] = field(default_factory=list)
    cpu_s: list[float] = field(default_factory=list)
    gaps_ms: list[float] = field(default_factory=list)
    underflows: int = 0

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> Trial:
        """From what a child tells."""
        return cls(
            list(told["first_audio_ms"]), list(told["cpu_s"]), list(told["gaps_ms"]), int(told["underflows"])
        )

    def add(self, other: Trial) -> None:
        """Pool another round of the same candidate."""
        self.first_audio_ms += other.first_audio_ms
        self.cpu_s += other.cpu_s
        self.gaps_ms += other.gaps_ms
        self.underflows += other.underflows

    @property
    def late(self) -> int:
        """Pictures that came visibly late."""
        return sum(gap > SMOOTH_MS for gap in self.gaps_ms)

    @property
    def rough(self) -> float:
        """The share of them."""
        return self.late / max(len(self.gaps_ms), 1)

    @property
    def underflow_rate(self) -> float:
        """Gaps in the sound for each answer."""
        return self.underflows / max(len(self.first_audio_ms), 1)

    @property
    def p95(self) -> Interval:
        """First audio in milliseconds, with its 95 % interval."""
        return _interval(self.first_audio_ms, lambda rows: np.percentile(rows, 95, axis=-1))

    @property
    def cpu(self) -> Interval:
        """Processor seconds an answer, with the interval."""
        return _interval(self.cpu_s, lambda rows: np.mean(rows, axis=-1))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was found: the profile to use from now on, why, and every candidate's figures."""

    chosen: ThreadSettings
    changed: bool
    reason: str
    trials: Mapping[ThreadSettings, Trial]
    finished: bool
    """False when the time limit ended the search before one candidate was left."""


Measure = Callable[[ThreadSettings, int], Trial]
"""Tries a profile with so many questions. Raises LisanError."""

Clock = Callable[[], float]
Tell = Callable[[str], None]


def tune(
    current: ThreadSettings,
    candidates: Sequence[ThreadSettings],
    measure: Measure,
    *,
    clock: Clock,
    seconds: float,
    tell: Tell = lambda _line: None,
) -> Outcome:
    """Search for at most `seconds`; no trial is begun that, by the others, would end too late."""
    default = ThreadSettings()
    search = _Search(measure, clock, clock() + seconds, tell)
    alive = list(dict.fromkeys((current, default, *candidates)))
    answers, finished = FIRST_ANSWERS, True
    while True:
        finished = search.round(alive, answers)
        if not finished or len(alive) <= 2:
            break
        order = ranked({one: search.trials[one] for one in alive})
        kept = order[: math.ceil(len(order) / 2)]
        smaller = list(dict.fromkeys((*kept, current, default)))
        if len(smaller) == len(alive):
            break
        alive, answers = smaller, answers * 2
    return decide(current, default, search.trials, alive=alive, finished=finished)


@dataclass(slots=True)
class _Search:
    measure: Measure
    clock: Clock
    until: float
    tell: Tell
    trials: dict[ThreadSettings, Trial] = field(default_factory=dict)
    an_answer: float = 0.0
    """Seconds that the slowest trial took for each of its questions."""

    def round(self, alive: Sequence[ThreadSettings], answers: int) -> bool:
        """Try each once; False when the time was over first."""
        for one in alive:
            if self.clock() + self.an_answer * answers > self.until and self.trials:
                return False
            began = self.clock()
            trial = self.measure(one, answers)
            self.an_answer = max(self.an_answer, (self.clock() - began) / answers)
            if one in self.trials:
                self.trials[one].add(trial)
            else:
                self.trials[one] = trial
            self.tell(f"{described(one)}: {figures(self.trials[one])}")
        return True


def ranked(trials: Mapping[ThreadSettings, Trial]) -> list[ThreadSettings]:
    """The better one first: no underflow, smooth drawing, first audio, processor time.

    All whose first audio is within noise of the quickest one's are as quick, and go by processor time.
    """
    sound = [trial for trial in trials.values() if trial.first_audio_ms]
    quickest = min((trial.p95 for trial in sound), key=lambda p95: p95["value"], default=None)

    def key(profile: ThreadSettings) -> tuple[float, ...]:
        trial = trials[profile]
        slower = quickest is None or apart(trial.p95, quickest)
        late = trial.p95["value"] if slower else 0.0
        return (round(trial.underflow_rate, 1), trial.rough > ROUGH, late, trial.cpu["value"])

    return sorted(trials, key=key)


def better(one: Trial, other: Trial) -> str:
    """Why `one` is better than `other` beyond noise; empty where it is not."""
    answers = len(one.first_audio_ms), len(other.first_audio_ms)
    for fewer, what in (
        (_fewer((one.underflows, other.underflows), answers), "fewer underflows"),
        (_smoother(one, other), "fewer late pictures"),
    ):
        if fewer:
            return what if fewer > 0 else ""
    for name, unit, a, b in (
        ("first audio p95", "ms", one.p95, other.p95),
        ("processor time an answer", "s", one.cpu, other.cpu),
    ):
        if apart(a, b):
            wins = a["value"] < b["value"]
            return f"{name} {_told(a, unit)} against {_told(b, unit)}" if wins else ""
    return ""


def _smoother(one: Trial, other: Trial) -> int:
    """As `_fewer`, for late pictures; two that are both smooth enough are alike."""
    if max(one.rough, other.rough) <= ROUGH:
        return 0
    return _fewer((one.late, other.late), (len(one.gaps_ms), len(other.gaps_ms)))


def _fewer(counts: tuple[int, int], of: tuple[int, int]) -> int:
    """1 where the first rate is lower beyond chance, -1 where it is higher, else 0."""
    if not all(of) or not any(counts):
        return 0
    pooled = sum(counts) / sum(of)
    spread = math.sqrt(pooled * (1 / of[0] + 1 / of[1]))
    apart_by = (counts[1] / of[1] - counts[0] / of[0]) / spread
    return int(math.copysign(1, apart_by)) if abs(apart_by) > _BY_CHANCE else 0


def decide(
    current: ThreadSettings,
    default: ThreadSettings,
    trials: Mapping[ThreadSettings, Trial],
    *,
    alive: Sequence[ThreadSettings],
    finished: bool,
) -> Outcome:
    """The best of those that are left, if it beats the default; else the default, if it beats the current."""
    if current not in trials or default not in trials:
        reason = "the time was over before the profile in force and the default were both measured"
        return Outcome(current, changed=False, reason=reason, trials=trials, finished=False)
    best = ranked({one: trials[one] for one in alive if one in trials})[0]
    choice = best if best != default and better(trials[best], trials[default]) else default
    why = better(trials[choice], trials[current]) if choice != current else ""
    if not why:
        reason = "nothing is better than the profile in force by more than noise"
        return Outcome(current, changed=False, reason=reason, trials=trials, finished=finished)
    return Outcome(choice, changed=True, reason=why, trials=trials, finished=finished)


def candidates(cores: int, *, most: int = 24) -> tuple[ThreadSettings, ...]:
    """Profiles worth trying on so many cores: each knob by itself, then splits of the threads."""
    found = [ThreadSettings(), *_knobs(cores), *_splits(cores)]
    return tuple(dict.fromkeys(found))[:most]


def _splits(cores: int) -> Iterator[ThreadSettings]:
    counts = sorted({1, min(2, cores), cores})
    for total in range(3, 3 * cores + 1):  # the fewest threads first
        for voice in counts:
            for aligner in counts:
                classifier = total - voice - aligner
                if classifier in counts:
                    yield ThreadSettings(onnxruntime=classifier, openvino=aligner, synthesiser=voice)


def _knobs(cores: int) -> Iterator[ThreadSettings]:
    yield ThreadSettings(openvino_precision="bf16")
    if cores > 1:
        yield ThreadSettings(openvino=cores, openvino_streams=min(2, cores), openvino_hint="throughput")
        yield ThreadSettings(openvino=cores, openvino_streams=0)
        yield ThreadSettings(onnxruntime=cores, onnxruntime_spinning=True)
        yield ThreadSettings(openvino=cores, openvino_pinning=True)
    yield ThreadSettings(openvino_pinning=True)


def described(profile: ThreadSettings) -> str:
    """What differs from the default; `default` where nothing does."""
    told = profile.model_dump(exclude_defaults=True)
    return ", ".join(f"{name} {value}" for name, value in told.items()) or "default"


def figures(trial: Trial) -> str:
    """A trial in a few words."""
    return (
        f"first audio p95 {_told(trial.p95, 'ms')}, {_told(trial.cpu, 's')} of processor an answer, "
        f"{trial.underflows} underflows, {trial.rough:.1%} of pictures late"
    )


def _told(interval: Interval, unit: str) -> str:
    return f"{interval['value']:.3g} [{interval['low']:.3g}, {interval['high']:.3g}] {unit}"


def _interval(values: Sequence[float], figure: Callable[[Any], Any]) -> Interval:
    rows = np.asarray(values, np.float64)
    if not len(rows):
        return {"value": math.inf, "low": math.inf, "high": math.inf}
    picks = np.random.default_rng(0).integers(0, len(rows), (_RESAMPLES, len(rows)))
    low, high = np.percentile(figure(rows[picks]), (2.5, 97.5))
    return {"value": float(figure(rows)), "low": float(low), "high": float(high)}
