"""Finds the thread profile that suits this machine: successive halving, then a duel, under a time limit.

Every candidate is tried a little, the worse half is dropped, the rest is tried twice as long, and so on. That
finds a challenger; whether it is better is decided by new trials of both in turns, pair by pair, because the
luck that made it win the search, and whatever else the machine does, must not count. Nothing is changed
for a gain within noise.
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

SEARCH_SHARE: Final = 0.5
"""Of the time, for the search; the rest is for duels."""

DUEL_ANSWERS: Final = 8
PAIRS: Final = 8
LEAST_PAIRS: Final = 4
"""Questions of each trial in a duel, pairs of trials, and pairs without which nothing is decided."""

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
    """Search and duel for at most `seconds`; no trial is begun that, by the others, would end too late."""
    default, began = ThreadSettings(), clock()
    search = _Search(measure, clock, began + seconds * SEARCH_SHARE, tell)
    alive = list(dict.fromkeys((current, default, *candidates)))
    answers, finished = FIRST_ANSWERS, True
    while finished := search.round(alive, answers):
        order = ranked({one: search.trials[one] for one in alive})
        if len(order) <= 2:
            break
        alive, answers = order[: math.ceil(len(order) / 2)], answers * 2
    search.until = began + seconds if current == default else (clock() + began + seconds) / 2
    return _decided(current, search, until=began + seconds, alive=alive, finished=finished)


@dataclass(slots=True)
class _Search:
    measure: Measure
    clock: Clock
    until: float
    tell: Tell
    trials: dict[ThreadSettings, Trial] = field(default_factory=dict)
    longest: dict[int, float] = field(default_factory=dict)
    """Seconds of the slowest trial with so many questions."""

    def enough_for(self, answers: int) -> bool:
        """Whether a trial with so many questions would end in time."""
        return self.clock() + self._expected(answers) <= self.until

    def _expected(self, answers: int) -> float:
        """Seconds of a trial, at most, by the slowest of those that are known."""
        known = max((number for number in self.longest if number <= answers), default=0)
        return self.longest[known] * answers / known if known else 0.0

    def round(self, alive: Sequence[ThreadSettings], answers: int) -> bool:
        """Try each once; False when the time was over first."""
        for one in alive:
            if not self.enough_for(answers):
                return False
            self.trial(one, answers)
            self.tell(f"{described(one)}: {figures(self.trials[one])}")
        return True

    def trial(self, one: ThreadSettings, answers: int) -> Trial:
        """One trial, also pooled with the profile's others."""
        began = self.clock()
        trial = self.measure(one, answers)
        self.longest[answers] = max(self.longest.get(answers, 0.0), self.clock() - began)
        self.trials.setdefault(one, Trial()).add(trial)
        return trial

    def duel(self, one: ThreadSettings, other: ThreadSettings) -> str:
        """Why `one` is better than `other` by new trials in turns; empty where it is not, or time is over."""
        pairs: list[tuple[Trial, Trial]] = []
        while len(pairs) < PAIRS and self.clock() + 2 * self._expected(DUEL_ANSWERS) <= self.until:
            if len(pairs) % 2:
                theirs = self.trial(other, DUEL_ANSWERS)
                pairs.append((self.trial(one, DUEL_ANSWERS), theirs))
            else:
                pairs.append((self.trial(one, DUEL_ANSWERS), self.trial(other, DUEL_ANSWERS)))
        reason = better(pairs) if len(pairs) >= LEAST_PAIRS else ""
        self.tell(f"{described(one)} against {described(other)}, {len(pairs)} pairs: {reason or 'no better'}")
        return reason


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


def better(pairs: Sequence[tuple[Trial, Trial]]) -> str:
    """Why the first of each pair is better beyond noise; empty where it is not.

    Pairs are drawn anew as wholes: what disturbed the machine for seconds disturbed a whole trial.
    """
    ones, others = (_pooled(row) for row in zip(*pairs, strict=True))
    answers = len(ones.first_audio_ms), len(others.first_audio_ms)
    for fewer, what in (
        (_fewer((ones.underflows, others.underflows), answers), "fewer underflows"),
        (_smoother(ones, others), "fewer late pictures"),
    ):
        if fewer:
            return what if fewer > 0 else ""
    for name, figure in (("first audio p95", _p95), ("processor time an answer", _cpu)):
        value, low, high = _ratio(pairs, figure)
        if high < 1.0:
            return f"{name} {value:.2f} [{low:.2f}, {high:.2f}] of the other's"
        if low > 1.0:
            return ""
    return ""


def _pooled(trials: Sequence[Trial]) -> Trial:
    whole = Trial()
    for trial in trials:
        whole.add(trial)
    return whole


def _p95(trials: Sequence[Trial]) -> float:
    return float(np.percentile([one for trial in trials for one in trial.first_audio_ms], 95))


def _cpu(trials: Sequence[Trial]) -> float:
    return float(np.mean([one for trial in trials for one in trial.cpu_s]))


def _ratio(
    pairs: Sequence[tuple[Trial, Trial]], figure: Callable[[Sequence[Trial]], float]
) -> tuple[float, float, float]:
    """First ÷ second, with its 95 % interval over pairs drawn anew."""
    ones, others = zip(*pairs, strict=True)
    draws = np.random.default_rng(0).integers(0, len(pairs), (_RESAMPLES, len(pairs)))
    drawn = [figure([ones[k] for k in row]) / figure([others[k] for k in row]) for row in draws]
    low, high = np.percentile(drawn, (2.5, 97.5))
    return figure(ones) / figure(others), float(low), float(high)


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


def _decided(
    current: ThreadSettings,
    search: _Search,
    *,
    until: float,
    alive: Sequence[ThreadSettings],
    finished: bool,
) -> Outcome:
    """The search's best if it beats the default, else the default; and that if it beats the current."""
    trials, default = search.trials, ThreadSettings()
    if current not in trials or default not in trials:
        reason = "the time was over before the profile in force and the default were both tried"
        return Outcome(current, changed=False, reason=reason, trials=trials, finished=False)
    best = ranked({one: trials[one] for one in alive if one in trials})[0]
    choice = best if best != default and search.duel(best, default) else default
    search.until = until
    why = search.duel(choice, current) if choice != current else ""
    if not why:
        reason = "nothing was better than the profile in force by more than noise"
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
