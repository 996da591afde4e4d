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
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Protocol

import numpy as np

from app.align.aligner import build_aligner
from app.core.errors import SpeechError
from app.core.phones import SILENCE
from app.core.timeline import Timeline
from app.core.types import SPEECH_RATE, Audio, Language, Phone, PhoneToken, SpokenChunk, TimingSource
from app.inference.budget import ThreadBudget
from app.inference.manifest import ModelDirectory
from app.speech.levels import matched, resampled
from app.speech.recording import Recordings
from models.recipes.aligner import goals
from models.recipes.aligner.degrade import CONDITIONS, Sound
from models.recipes.aligner.goals import FP32, INT8, Figure, goal_of
from models.recipes.aligner.held_out import (
    Clip,
    HeldOut,
    exact_voices,
    kokoro_hisses,
    kokoro_voices,
    piper_voice,
)
from models.recipes.aligner.human import prompts, sibilant_errors, words_in_place
from models.recipes.aligner.manifest_file import write_manifest
from models.recipes.aligner.matching import agreement, compare, partners
from models.recipes.aligner.mouth import mouth_track, shut_at_closures, shut_in_vowels
from models.recipes.aligner.sibilants import Span, edge_errors_ms
from models.recipes.aligner.speech import RATE, Row

HOP = SPEECH_RATE // 100
SCRATCH = Path(".work/evaluation")


@dataclass(frozen=True, slots=True)
class Sample:
    """A clip as the product reads it, and with the tokens that this test gives the aligner."""

    spoken: SpokenChunk
    rows: tuple[Row, ...]
    raw: Sound
    read: SpokenChunk
    """With the tokens of our own front end, whatever the test."""


@dataclass(frozen=True, slots=True)
class Test:
    """Samples under one name; the reference's times are `shift_ms` early."""

    name: str
    language: Language
    samples: tuple[Sample, ...]
    shift_ms: float = 0.0

    def with_own_phones(self) -> Test:
        """The same, aligned with the reference's phones instead of those of the text."""
        return replace(self, samples=tuple(_own_phones(sample) for sample in self.samples))

    def named(self, name: str) -> Test:
        """The same under another name."""
        return replace(self, name=name)

    def degraded(self, condition: str) -> Test:
        """The same sentences through a bad line, room or microphone."""
        damage = CONDITIONS[condition]
        samples = tuple(_with_sound(sample, damage(sample.raw)) for sample in self.samples)
        return replace(self, name=f"{self.name} in {condition}", samples=samples)


class System(Protocol):
    """Whatever puts a clip's phones in time."""

    name: str

    def align(self, spoken: SpokenChunk) -> Timeline[Phone] | None:
        """None where it gives up."""
        ...


Timed = list[tuple[Sample, Timeline[Phone] | None]]


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


def read_clips(voice: HeldOut, recordings: Recordings) -> tuple[Sample, ...]:
    """The voice's clips as recordings with a transcript."""
    spoken = [recordings.read(clip.path, clip.text, clip.language) for clip in voice.clips]
    pairs = zip(voice.clips, spoken, strict=True)
    return tuple(Sample(one, clip.rows, clip.sound(), one) for clip, one in pairs)


def _own_phones(sample: Sample) -> Sample:
    tokens = tuple(PhoneToken(row.phone) for row in sample.rows)
    return replace(sample, spoken=replace(sample.read, tokens=tokens))


def _with_sound(sample: Sample, sound: Sound) -> Sample:
    wave = matched(resampled(sound.astype(np.float32) / 32768, RATE))
    return replace(sample, spoken=replace(sample.spoken, audio=Audio(wave)))


@dataclass(frozen=True, slots=True)
class Shift:
    """By how many milliseconds a voice's own times are late, how that scatters, over how many edges."""

    median_ms: float
    spread_ms: float
    edges: int

    @classmethod
    def of(cls, clips: Sequence[Clip]) -> Shift:
        """By the edges of its sibilants, which are heard and not taken from any aligner."""
        errors: list[float] = []
        for clip in clips:
            spans = [Span(row.phone, row.start, row.end) for row in clip.rows]
            errors += edge_errors_ms(spans, clip.sound().astype(np.float32) / 32768, RATE)
        low, middle, high = np.percentile(errors, (25, 50, 75))
        return cls(float(middle), float(high - low), len(errors))


def timing_figures(test: Test, system: str, timed: Timed) -> Iterator[Figure]:
    """Onset errors against the reference."""
    figure = partial(Figure, test.name, str(test.language), system)
    found = [(sample, phones) for sample, phones in timed if phones is not None]
    yield figure(goals.REFUSED, 100 * (1 - len(found) / len(timed)), len(timed))
    if not found:
        return
    compared = [compare(phones, sample.rows, shift_ms=test.shift_ms) for sample, phones in found]
    errors = np.concatenate([one.errors for one in compared])
    phones = sum(one.phones for one in compared)
    yield figure(goals.MAE, float(np.abs(errors).mean()), len(errors))
    yield figure(goals.BIAS, float(np.median(errors)), len(errors))
    yield figure(goals.WITHIN_20, 100 * float((np.abs(errors) <= 20).mean()), len(errors))
    yield figure(goals.WITHIN_50, 100 * float((np.abs(errors) <= 50).mean()), len(errors))
    yield figure(goals.UNMATCHED, 100 * (1 - sum(one.matched for one in compared) / phones), phones)
    yield figure(goals.UNPAIRED, 100 * (1 - sum(one.paired for one in compared) / phones), phones)


def human_figures(test: Test, system: str, timed: Timed) -> Iterator[Figure]:
    """Sibilant edges and words of speech without a reference."""
    figure = partial(Figure, test.name, str(test.language), system)
    found = [(sample, phones) for sample, phones in timed if phones is not None]
    yield figure(goals.REFUSED, 100 * (1 - len(found) / len(timed)), len(timed))
    edges = [
        error for sample, phones in found for error in sibilant_errors(phones, sample.read.audio.samples)
    ]
    low, middle, high = np.percentile(edges, (25, 50, 75))
    yield figure(goals.EDGES, float(middle), len(edges))
    yield figure(goals.EDGES_IQR, float(high - low), len(edges))
    yield figure(goals.EDGES_MAE, float(np.abs(edges).mean()), len(edges))
    words = [right for sample, phones in found for right in words_in_place(sample.read, phones)]
    if words:
        yield figure(goals.IN_PLACE, 100 * float(np.mean(words)), len(words))


def own_times(sample: Sample) -> Timeline[Phone]:
    """The reference as a timeline: what the mouth would do if the aligner made no mistake."""
    duration = len(sample.spoken.audio.samples)
    edges = [min(round(row.start * SPEECH_RATE), duration) for row in sample.rows] + [duration]
    spans = zip(sample.rows, edges, edges[1:], strict=False)
    phones = tuple(Phone(row.phone, start, end) for row, start, end in spans if start < end)
    return Timeline(phones, duration, SPEECH_RATE)


def lip_figures(name: str, system: str, timed: Timed) -> Iterator[Figure]:
    """Closures of the mouth that is drawn against the lips of the reference."""
    shut: list[bool] = []
    vowels: list[bool] = []
    for sample, phones in timed:
        if phones is not None:
            track = mouth_track(sample.spoken, phones)
            shut += shut_at_closures(track, sample.rows)
            vowels += shut_in_vowels(track, sample.rows)
    language = str(timed[0][0].spoken.chunk.language)
    yield Figure(f"lips of {name}", language, system, goals.SHUT, 100 * float(np.mean(shut)), len(shut))
    yield Figure(
        f"lips of {name}", language, system, goals.VOWEL_SHUT, 100 * float(np.mean(vowels)), len(vowels)
    )


def reading_figures(test: Test, network: Network) -> Iterator[Figure]:
    """Visemes read from the sound alone."""
    compared = [agreement(network.read(sample.spoken), sample.rows) for sample in test.samples]
    weights = [one.steps for one in compared]
    figure = partial(Figure, f"{test.name}, no transcript", str(test.language), network.name)
    whole = np.average([one.whole for one in compared], weights=weights)
    inside = np.average([one.inside for one in compared], weights=weights)
    yield figure(goals.VISEMES, 100 * float(whole), sum(weights))
    yield figure(goals.VISEMES_INSIDE, 100 * float(inside), sum(weights))


def precision_figure(test: Test, int8: Timed, fp32: Timed) -> Iterator[Figure]:
    """How many onsets INT8 puts within one hop of where FP32 puts them."""
    near: list[bool] = []
    for (_, one), (_, two) in zip(int8, fp32, strict=True):
        if one is not None and two is not None:
            first, second = ([phone for phone in phones if phone.ipa != SILENCE] for phones in (one, two))
            pairs = partners([phone.ipa for phone in first], [phone.ipa for phone in second])
            near += [abs(first[a].start - second[b].start) <= HOP for a, b in pairs]
    yield Figure(test.name, str(test.language), INT8, goals.ONE_HOP, 100 * float(np.mean(near)), len(near))


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
                ratios = [one.value / clean[network.name] for one in told if one.measure == measure]
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
            self.add(reading_figures(test, network))


def evaluate(evaluation: Evaluation, recordings: Recordings, *, scratch: Path, piper: Path | None) -> None:
    """Every row of the table."""
    for language in Language:
        _exact(evaluation, recordings, language, scratch)
    try:
        for voice in kokoro_voices(scratch):
            hisses = kokoro_hisses(voice.name, scratch)
            _neural(evaluation, recordings, voice, Shift.of((*voice.clips, *hisses.clips)))
        _human(evaluation, recordings, prompts(scratch))
    except (ImportError, SpeechError) as error:
        raise SystemExit(f"{error}; install the group `train` (packaging/locks/train.txt)") from error
    if piper is not None:
        voice = piper_voice(piper.resolve(), scratch)
        evaluation.run(Test(f"{voice.name}, from text", voice.language, read_clips(voice, recordings)))
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


def _neural(evaluation: Evaluation, recordings: Recordings, voice: HeldOut, shift: Shift) -> None:
    """A voice with coarse times that lie a constant way off."""
    print(
        f"{voice.name}: its own times are {shift.median_ms:+.1f} ms off by {shift.edges} sibilant edges"
        f" (IQR {shift.spread_ms:.0f} ms); this is taken off",
        flush=True,
    )
    samples = read_clips(voice, recordings)
    test = Test(f"{voice.name}, from text", voice.language, samples, -shift.median_ms)
    evaluation.run(test)
    evaluation.bad_conditions(test)


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
