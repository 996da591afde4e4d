"""What is measured of timelines: from a test and what a system made of it to figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from app.core.phones import SILENCE
from app.core.timeline import Timeline
from app.core.types import SPEECH_RATE, Phone, SpokenChunk
from models.recipes.aligner import goals
from models.recipes.aligner.goals import INT8, Figure
from models.recipes.aligner.held_out import Clip
from models.recipes.aligner.human import sibilant_errors, words_in_place
from models.recipes.aligner.judging import Judged, judged_by_ear, judged_by_text
from models.recipes.aligner.matching import agreement, compare, partners
from models.recipes.aligner.mouth import mouth_track, shut_at_closures, shut_in_vowels
from models.recipes.aligner.sibilants import Span, edge_errors_ms
from models.recipes.aligner.speech import RATE
from models.recipes.aligner.trials import Sample, Test

HOP = SPEECH_RATE // 100
Timed = list[tuple[Sample, Timeline[Phone] | None]]
"""Each sample with its timeline, None where the system gave up."""
Read = Callable[[SpokenChunk], Timeline[Phone]]


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
    if not len(errors):
        return
    phones = sum(one.phones for one in compared)
    yield figure(goals.MAE, float(np.abs(errors).mean()), len(errors))
    yield figure(goals.BIAS, float(np.median(errors)), len(errors))
    yield figure(goals.WITHIN_20, 100 * float((np.abs(errors) <= 20).mean()), len(errors))
    yield figure(goals.WITHIN_50, 100 * float((np.abs(errors) <= 50).mean()), len(errors))
    yield figure(goals.UNMATCHED, 100 * (1 - sum(one.matched for one in compared) / phones), phones)
    yield figure(goals.UNPAIRED, 100 * (1 - sum(one.paired for one in compared) / phones), phones)
    told = [judged_by_text(phones, sample.rows, shift_ms=test.shift_ms) for sample, phones in found]
    judged = [one for one in told if one is not None]
    if judged:
        sure = Judged.joined(judged)
        yield figure(goals.CALIBRATED, 100 * sure.error(), len(sure.in_place))


def human_figures(test: Test, system: str, timed: Timed) -> Iterator[Figure]:
    """Sibilant edges and words of speech without a reference."""
    figure = partial(Figure, test.name, str(test.language), system)
    found = [(sample, phones) for sample, phones in timed if phones is not None]
    yield figure(goals.REFUSED, 100 * (1 - len(found) / len(timed)), len(timed))
    edges = [
        error for sample, phones in found for error in sibilant_errors(phones, sample.read.audio.samples)
    ]
    if not edges:
        return
    low, middle, high = np.percentile(edges, (25, 50, 75))
    yield figure(goals.EDGES, float(middle), len(edges))
    yield figure(goals.EDGES_IQR, float(high - low), len(edges))
    yield figure(goals.EDGES_MAE, float(np.abs(edges).mean()), len(edges))
    words = [right for sample, phones in found for right in words_in_place(sample.read, phones)]
    if words:
        yield figure(goals.IN_PLACE, 100 * float(np.mean(words)), len(words))


def lip_figures(name: str, system: str, timed: Timed) -> Iterator[Figure]:
    """Closures of the mouth that is drawn against the lips of the reference."""
    shut: list[bool] = []
    vowels: list[bool] = []
    for sample, phones in timed:
        if phones is not None:
            track = mouth_track(sample.spoken, phones)
            shut += shut_at_closures(track, sample.rows)
            vowels += shut_in_vowels(track, sample.rows)
    if not shut:
        return
    language = str(timed[0][0].spoken.chunk.language)
    yield Figure(f"lips of {name}", language, system, goals.SHUT, 100 * float(np.mean(shut)), len(shut))
    yield Figure(
        f"lips of {name}", language, system, goals.VOWEL_SHUT, 100 * float(np.mean(vowels)), len(vowels)
    )


def reading_figures(test: Test, system: str, read: Read) -> Iterator[Figure]:
    """Visemes read from the sound alone."""
    timelines = [(sample, read(sample.spoken)) for sample in test.samples]
    compared = [agreement(phones, sample.rows) for sample, phones in timelines]
    weights = [one.steps for one in compared]
    figure = partial(Figure, f"{test.name}, no transcript", str(test.language), system)
    whole = np.average([one.whole for one in compared], weights=weights)
    inside = np.average([one.inside for one in compared], weights=weights)
    yield figure(goals.VISEMES, 100 * float(whole), sum(weights))
    yield figure(goals.VISEMES_INSIDE, 100 * float(inside), sum(weights))
    judged = Judged.joined(judged_by_ear(phones, sample.rows) for sample, phones in timelines)
    yield figure(goals.CALIBRATED, 100 * judged.error(), len(judged.in_place))


def precision_figure(test: Test, int8: Timed, fp32: Timed) -> Iterator[Figure]:
    """How many onsets INT8 puts within one hop of where FP32 puts them."""
    near: list[bool] = []
    for (_, one), (_, two) in zip(int8, fp32, strict=True):
        if one is not None and two is not None:
            first, second = ([phone for phone in phones if phone.ipa != SILENCE] for phones in (one, two))
            pairs = partners([phone.ipa for phone in first], [phone.ipa for phone in second])
            near += [abs(first[a].start - second[b].start) <= HOP for a, b in pairs]
    if near:
        share = 100 * float(np.mean(near))
        yield Figure(test.name, str(test.language), INT8, goals.ONE_HOP, share, len(near))
