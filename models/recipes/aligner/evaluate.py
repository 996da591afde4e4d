"""Measures model directories on the test split: `python -m models.recipes.aligner.evaluate MODELS`.

Test voices and test sentences are in no training set. Everything goes the product's way: the clip is read as
a recording, aligned by the ladder with one variant of the networks, drawn by the mouth. Prints a table with
the goals and writes all figures to `--out` for the model cards; `--peers` measures other aligners on the same
clips.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import Protocol

from app.align.aligner import build_aligner
from app.core.errors import SpeechError
from app.core.timeline import Timeline
from app.core.types import Language, Phone, SpokenChunk, TimingSource
from app.inference.budget import ThreadBudget
from app.inference.manifest import ModelDirectory
from app.inference.manifest_file import write_manifest
from app.speech.recording import Recordings
from models.recipes.aligner import goals
from models.recipes.aligner.degrade import CONDITIONS
from models.recipes.aligner.goals import FP32, INT8, Figure, goal_of
from models.recipes.aligner.held_out import HeldOut, exact_voices, kokoro_hisses, kokoro_voices, piper_voice
from models.recipes.aligner.human import prompts
from models.recipes.aligner.measures import (
    Shift,
    Timed,
    human_figures,
    lip_figures,
    precision_figure,
    reading_figures,
    timing_figures,
)
from models.recipes.aligner.trials import Test, own_times, read_clips

SCRATCH = Path(".work/evaluation")


class System(Protocol):
    """Whatever puts a clip's phones in time."""

    name: str

    def align(self, spoken: SpokenChunk) -> Timeline[Phone] | None:
        """None where it gives up."""
        ...


class Network:
    """The product's aligner, held to one variant."""

    def __init__(self, models: Path, precision: str, scratch: Path) -> None:
        self.name = precision
        folder = _only(models, precision.lower(), scratch / precision)
        self._aligner = build_aligner(folder, scratch / f"cache-{precision}", budget=ThreadBudget())
        self._aligner.warm_up()
        self.refused: list[str] = []

    def align(self, spoken: SpokenChunk) -> Timeline[Phone] | None:
        """By forced alignment; None where the plausibility check refuses it."""
        alignment = self._aligner.align(spoken, TimingSource.ACOUSTIC)
        if alignment.confidence is None:
            self.refused.append(f"{spoken.chunk.text} ({alignment.warning})")
            return None
        return alignment.phones

    def read(self, spoken: SpokenChunk) -> Timeline[Phone]:
        """By ear alone."""
        return self._aligner.align(spoken, TimingSource.RECOGNISED).phones


def _only(models: Path, precision: str, folder: Path) -> Path:
    """Both model directories with a single variant to choose from."""
    for language in Language:
        source = ModelDirectory.open(models / f"phones-{language}")
        target = folder / source.path.name
        target.mkdir(parents=True)
        for file in source.all_files():
            (target / file.name).symlink_to((source.path / file.name).resolve())
        kept = tuple(one for one in source.manifest.variants if one.precision == precision)
        write_manifest(target, source.manifest.model_copy(update={"variants": kept}))
    return folder


class Evaluation:
    """Collects figures test by test; prints each as it comes."""

    def __init__(self, networks: Sequence[Network], peers: Sequence[System]) -> None:
        self._networks = networks
        self._peers = peers
        self.figures: list[Figure] = []
        self._timed: dict[tuple[str, str], Timed] = {}
        self._tests: list[Test] = []

    def add(self, figures: Iterable[Figure]) -> None:
        """Keep them."""
        self.figures += (replace(one, value=round(one.value, 3)) for one in figures)

    def run(
        self, test: Test, measure: Callable[[Test, str, Timed], Iterator[Figure]] = timing_figures
    ) -> None:
        """Align a test by every network and peer."""
        self._tests.append(test)
        for network in self._networks:
            self._keep(test, network, measure)
        for peer in self._peers if test.language is Language.EN else ():
            self._keep(test, peer, measure)
        self.add(self._one_hop(test))
        print(f"measured: {test.name}", flush=True)
        for network in self._networks:
            for refusal in network.refused:
                print(f"  {network.name} refused: {refusal}", flush=True)

    def _keep(self, test: Test, system: System, measure: Callable[..., Iterator[Figure]]) -> None:
        if isinstance(system, Network):
            system.refused.clear()
        reads_text = system.name == "pocketsphinx"
        timed = [
            (sample, system.align(sample.read if reads_text else sample.spoken)) for sample in test.samples
        ]
        self._timed[test.name, system.name] = timed
        self.add(measure(test, system.name, timed))

    def pool(self, name: str, tests: Sequence[Test]) -> Test:
        """Figures over several tests that were run, under one name."""
        test = Test(name, tests[0].language, tuple(sample for one in tests for sample in one.samples))
        for system in {system: None for _, system in self._timed}:
            timed = [pair for one in tests for pair in self._timed.get((one.name, system), [])]
            if timed:
                self._timed[name, system] = timed
                self.add(timing_figures(test, system, timed))
        self.add(self._one_hop(test))
        return test

    def _one_hop(self, test: Test) -> list[Figure]:
        return list(precision_figure(test, self._timed[test.name, INT8], self._timed[test.name, FP32]))

    def pool_precisions(self, language: Language) -> None:
        """INT8 against FP32 over every clean test of a language; what `pool` made is not counted again."""
        own = [test for test in self._tests if test.language is language]
        both = [[pair for test in own for pair in self._timed[test.name, name]] for name in (INT8, FP32)]
        self.add(precision_figure(Test(f"all {language} tests", language, ()), *both))

    def bad_conditions(self, test: Test, measure: str = goals.MAE) -> None:
        """The test under each condition; how much larger its error is than in clean sound."""
        clean = {
            one.system: one.value for one in self.figures if (one.test, one.measure) == (test.name, measure)
        }
        for condition in CONDITIONS:
            worse = test.degraded(condition)
            for network in self._networks:
                timed = [(sample, network.align(sample.spoken)) for sample in worse.samples]
                how = human_figures if measure == goals.EDGES_MAE else timing_figures
                told = [
                    one for one in how(worse, network.name, timed) if one.measure in {measure, goals.REFUSED}
                ]
                self.add(told)
                both = [one for one in told if one.measure == measure and network.name in clean]
                ratios = [one.value / clean[network.name] for one in both]
                self.add(
                    Figure(worse.name, str(test.language), network.name, goals.RATIO, ratio, len(timed))
                    for ratio in ratios
                )
            print(f"measured: {worse.name}", flush=True)

    def lips(self, test: Test) -> None:
        """Closures of a test that was run."""
        for network in self._networks:
            self.add(lip_figures(test.name, network.name, self._timed[test.name, network.name]))
        own = [(sample, own_times(sample)) for sample in test.samples]
        self.add(lip_figures(test.name, goals.REFERENCE, own))

    def without_text(self, test: Test) -> None:
        """Visemes of the test's sound alone."""
        for network in self._networks:
            self.add(reading_figures(test, network.name, network.read))


def evaluate(evaluation: Evaluation, recordings: Recordings, *, scratch: Path, piper: Path | None) -> None:
    """Every row of the table."""
    for language in Language:
        _exact(evaluation, recordings, language, scratch)
    try:
        for voice in kokoro_voices(scratch):
            hisses = kokoro_hisses(voice.name, scratch)
            shift = Shift.of((*voice.clips, *hisses.clips))
            evaluation.bad_conditions(_neural(evaluation, recordings, voice, shift))
        _human(evaluation, recordings, prompts(scratch))
    except (ImportError, SpeechError) as error:
        raise SystemExit(f"{error}; install the group `train` (packaging/locks/train.txt)") from error
    if piper is not None:
        voice = piper_voice(piper.resolve(), scratch)
        _neural(evaluation, recordings, voice, Shift.of(voice.clips))
    for language in Language:
        evaluation.pool_precisions(language)


def _exact(evaluation: Evaluation, recordings: Recordings, language: Language, scratch: Path) -> None:
    """Voices with exact times of their own: the reference's phones, and for English the text's."""
    variants: list[Test] = []
    for voice in exact_voices(language, scratch):
        text = Test(voice.name, language, read_clips(voice, recordings))
        own = text.with_own_phones()
        evaluation.run(own)
        if voice.name.startswith("espeak-ng"):
            variants.append(own)
            continue
        text = text.named(f"{voice.name}, from text")
        evaluation.run(text)
        for test in (own, text):
            evaluation.lips(test)
            evaluation.bad_conditions(test)
        evaluation.without_text(own)
    four = evaluation.pool(f"espeak-ng {language}, all four", variants)
    evaluation.lips(four)
    evaluation.bad_conditions(four)
    evaluation.without_text(four)


def _neural(evaluation: Evaluation, recordings: Recordings, voice: HeldOut, shift: Shift) -> Test:
    """A voice with coarse times that lie a constant way off."""
    print(
        f"{voice.name}: its own times are {shift.median_ms:+.1f} ms off by {shift.edges} sibilant edges"
        f" (IQR {shift.spread_ms:.0f} ms); this is taken off",
        flush=True,
    )
    samples = read_clips(voice, recordings)
    test = Test(f"{voice.name}, from text", voice.language, samples, -shift.median_ms)
    evaluation.run(test)
    return test


def _human(evaluation: Evaluation, recordings: Recordings, voice: HeldOut) -> None:
    test = Test(voice.name, voice.language, read_clips(voice, recordings))
    evaluation.run(test, human_figures)
    evaluation.bad_conditions(test, goals.EDGES_MAE)


def table(figures: Sequence[Figure]) -> Iterator[str]:
    """Tests and measures down, systems across, goals beside; ✗ marks a missed goal."""
    systems = list(dict.fromkeys(one.system for one in figures))
    values = {(one.test, one.measure, one.system): one for one in figures}
    yield "\t".join(("test", "measure", "cases", "goal", *systems))
    for test, measure in dict.fromkeys((one.test, one.measure) for one in figures):
        goal = goal_of(test, measure)
        row = [values.get((test, measure, system)) for system in systems]
        told = (_told(one, goal is None or one is None or goal.met(one.value)) for one in row)
        cases = next(one.cases for one in row if one is not None)
        yield "\t".join((test, measure, str(cases), str(goal or ""), *told))


def _told(figure: Figure | None, met: bool) -> str:
    return "–" if figure is None else f"{figure.value:.2f}{'' if met else ' ✗'}"


def _peers(wanted: bool) -> list[System]:
    if not wanted:
        return []
    from models.recipes.aligner.peers import LinearSpread, Pocketsphinx

    return [Pocketsphinx(), LinearSpread(trimmed=False), LinearSpread(trimmed=True)]


def main() -> None:
    """Measure both directories."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("models", type=Path)
    parser.add_argument("--out", type=Path, default=Path("figures.json"))
    parser.add_argument("--scratch", type=Path, default=SCRATCH, help="keeps the test speech between runs")
    parser.add_argument("--peers", action="store_true", help="other aligners too; needs the group `peers`")
    parser.add_argument(
        "--piper", type=Path, metavar="VOICE.onnx", help="a Piper voice, its .onnx.json beside it"
    )
    options = parser.parse_args()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, closing(Recordings()) as recordings:
        networks = [Network(options.models, precision, Path(folder)) for precision in (INT8, FP32)]
        evaluation = Evaluation(networks, _peers(options.peers))
        evaluate(evaluation, recordings, scratch=options.scratch.resolve(), piper=options.piper)
    print(*table(evaluation.figures), sep="\n")
    print(f"{(time.monotonic() - begun) / 60:.1f} min on {os.cpu_count()} cores")
    rows = [asdict(one) for one in evaluation.figures]
    options.out.write_text(json.dumps(rows, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
