"""The search: on a made-up machine whose true times are known, with a clock that only trials move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import pytest

from app.bench.tuner import Outcome, Trial, better, candidates, tune
from app.core.settings import ThreadSettings

DEFAULT = ThreadSettings()
BAD = ThreadSettings(onnxruntime=2, onnxruntime_spinning=True, openvino=2, openvino_streams=2, synthesiser=2)
Truth = Callable[[ThreadSettings], tuple[float, float, float]]
"""First audio in milliseconds, processor seconds an answer, share of answers with an underflow."""


@dataclass
class Machine:
    truth: Truth
    now: float = 0.0
    noise: float = 0.05
    tried: list[ThreadSettings] = field(default_factory=list)
    random: np.random.Generator = field(default_factory=lambda: np.random.default_rng(7))

    def measure(self, profile: ThreadSettings, answers: int) -> Trial:
        self.tried.append(profile)
        self.now += 3 + 0.5 * answers
        audio, cpu, underflow = self.truth(profile)

        def spread(middle: float) -> list[float]:
            return [middle * (1 + float(one)) for one in self.random.normal(0, self.noise, answers)]

        return Trial(spread(audio), spread(cpu), [16.7] * answers * 20, round(underflow * answers))

    def tune(self, current: ThreadSettings, seconds: float = 1e6) -> Outcome:
        return tune(current, candidates(2), self.measure, clock=lambda: self.now, seconds=seconds)


def _spinning_hurts(profile: ThreadSettings) -> tuple[float, float, float]:
    threads = profile.onnxruntime + profile.openvino + profile.synthesiser
    return 80 + 15 * (threads - 3) + 60 * profile.onnxruntime_spinning, 0.1 + 0.02 * threads, 0.0


def test_a_bad_start_recovers_the_default() -> None:
    outcome = Machine(_spinning_hurts).tune(BAD)
    assert outcome.changed and outcome.chosen == DEFAULT and outcome.finished
    assert "first audio p95" in outcome.reason


def test_where_all_are_alike_nothing_is_changed() -> None:
    for start in (DEFAULT, BAD):
        outcome = Machine(lambda _: (80.0, 0.2, 0.0)).tune(start)
        assert not outcome.changed and outcome.chosen == start
        assert "noise" in outcome.reason


def test_a_machine_that_gains_by_threads_gets_them() -> None:
    outcome = Machine(lambda one: (160 / one.synthesiser, 0.2, 0.0)).tune(DEFAULT)
    assert outcome.changed and outcome.chosen.synthesiser == 2


def test_of_two_as_quick_the_one_that_costs_less_wins() -> None:
    outcome = Machine(lambda one: (80.0, 0.4 if one.openvino_streams == 1 else 0.2, 0.0)).tune(DEFAULT)
    assert outcome.changed and outcome.chosen.openvino_streams != 1
    assert "processor time" in outcome.reason


def test_a_quicker_profile_that_stutters_does_not_win() -> None:
    outcome = Machine(lambda one: (160 / one.synthesiser, 0.2, 1.0 * (one.synthesiser == 2))).tune(DEFAULT)
    assert not outcome.changed


def test_pictures_come_before_first_audio() -> None:
    smooth = Trial([80.0] * 20, [0.2] * 20, [16.7] * 400)
    rough = Trial([40.0] * 20, [0.2] * 20, [16.7] * 350 + [90.0] * 50)
    assert better([(smooth, rough)] * 4) == "fewer late pictures"
    assert not better([(rough, smooth)] * 4)


@pytest.mark.parametrize("seconds", [12.5, 30, 100, 400])
def test_the_time_limit_is_kept_and_told(seconds: float) -> None:
    machine = Machine(_spinning_hurts)
    outcome = machine.tune(BAD, seconds=seconds)
    assert machine.now <= seconds and not outcome.finished
    assert machine.tried[:2] == [BAD, DEFAULT][: len(machine.tried)]
    assert outcome.chosen == (DEFAULT if seconds >= 400 else BAD), "nothing is decided by few pairs"


def test_a_disturbance_that_lasts_for_a_whole_trial_decides_nothing() -> None:
    """A neighbour makes some trials, whoever's they are, half as slow again; all profiles are alike."""
    for seed in range(20):
        random = np.random.default_rng(seed)
        machine = Machine(lambda _, random=random: (80.0 * random.choice([1.0, 1.5]), 0.2, 0.0))  # type: ignore[misc]
        machine.random = random
        assert not machine.tune(DEFAULT).changed, seed


def test_each_round_tries_fewer_profiles_for_longer() -> None:
    machine = Machine(_spinning_hurts)
    machine.tune(DEFAULT)
    counts = {one: machine.tried.count(one) for one in machine.tried}
    assert min(counts.values()) == 1
    assert max(counts.values()) >= 4


def test_candidates_fit_the_machine() -> None:
    assert all(one.openvino_streams <= 1 and one.onnxruntime == 1 for one in candidates(1))
    assert DEFAULT in candidates(2)
    for cores in (1, 2, 4, 64):
        found = candidates(cores)
        assert len(set(found)) == len(found) <= 24
        assert any(one.openvino_precision == "bf16" for one in found), cores
