"""Visemes → curves of the mouth: neighbours blend by dominance, closures are always reached.

A mouth is never in one sound only. Each parameter is the mean of the poses around an instant,
weighted by their dominance and by a smooth window that looks further ahead than back for the lips.
Vowels in fast speech undershoot by themselves; closures are laid over the result afterwards.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from app.avatar.loudness import emphasis, opening
from app.avatar.poses import (
    CLOSURES,
    DOMINANCE,
    EMPHATICS,
    INDEX,
    JAW,
    LONG_HOLD,
    REST,
    coloured,
    darkened,
    poses,
)
from app.core.mouth import POSE_FIELDS
from app.core.phones import LENGTH_MARK, VOWELS, base
from app.core.timeline import Timeline, merged
from app.core.types import Audio, Float32, Language, MouthTrack, Phone, Viseme, read_only
from app.core.visemes import REST as REST_ID

STEP_SECONDS: Final = 0.005
CLOSING_SECONDS: Final = 0.12
"""The mouth comes to rest within this after the sound."""

_SKIPPED_BELOW: Final = 0.05
_NOT_SAID_BELOW: Final = 0.01
"""Seconds: what is shorter was left out by the voice, and only its place in the row remains."""
_JAW_PLAY: Final = 0.25
_OPENING: Final = round(0.06 / STEP_SECONDS)  # the mouth leaves rest over this many steps
_MARGIN: Final = round(0.15 / STEP_SECONDS)  # rest around the chunk for the windows to look into

# Window of each field in steps of 5 ms: how far it looks ahead (anticipation) and back (carry-over).
_WINDOWS: Final = {
    "jaw": (13, 11),
    "width": (20, 10),
    "round": (24, 10),  # rounding starts up to 120 ms early
    "press": (9, 8),
    "lip_under_teeth": (9, 8),
    "upper_teeth": (10, 9),
    "lower_teeth": (10, 9),
    "tongue_tip": (9, 7),
    "tongue_back": (11, 9),
}

# What of its pose a closure imposes: the lips' contact and what depends on it, less the rounding.
_IMPOSED: Final = read_only(np.array([1.0, 0.4, 0.3, 1.0, 1.0, 1.0, 1.0, 0.6, 0.3]))
# In steps of 5 ms.
_ARRIVES_EARLY: Final = 4
_APPROACH: Final = 10
_RELEASE: Final = 5  # quick: the one movement that may seem to snap
_FRAME: Final = 4  # a picture of the screen lasts a little less
_LEAVING: Final = 3.3  # a chunk leaves rest in a frame of the screen
_SPARED: Final = 0.45  # of the sound before a closure
_SPARED_FIRST: Final = 0.8  # of a chunk's first sound, which the mouth must leave rest for


def _window(ahead: int, back: int) -> Float32:
    """Raised-cosine weights from `back` steps ago to `ahead` steps from now, newest first."""
    fore = np.cos(np.linspace(0.0, np.pi / 2, ahead + 1, endpoint=False)) ** 2
    aft = np.cos(np.linspace(0.0, np.pi / 2, back + 1, endpoint=False)) ** 2
    return read_only(np.concatenate((fore[:0:-1], aft)))


_KERNELS: Final = tuple((_window(*_WINDOWS[field]), _WINDOWS[field][0]) for field in POSE_FIELDS)
_HASTE_KERNEL: Final = read_only(np.hanning(161) / np.hanning(161).sum())  # 0.8 s
_UNHURRIED: Final = 11.0
"""Shapes a second up to which the jaw opens fully."""
_HASTE: Final = 0.035
_HASTE_LEAST: Final = 0.72

_REACHES: Final = 2  # what is carried to one shape is taken from its neighbours
_NEAR: Final = 0.38
_ALIKE: Final = 0.1
_PUSH: Final = read_only(
    np.concatenate((np.hanning(17)[1:8], np.ones(4), np.hanning(17)[9:16]))
)  # eased over 40 ms, held for 20

_LEVEL_KERNEL: Final = read_only(np.hanning(23) / np.hanning(23).sum())


class Coarticulation:
    """The mouth's artist (`app.core.ports.MouthArtist`); stateless, any thread."""

    def draw(
        self,
        visemes: Timeline[Viseme],
        audio: Audio,
        language: Language,
        phones: Timeline[Phone] | None = None,
    ) -> MouthTrack:
        """Curves for a chunk, from its first sample to 120 ms after its last.

        `phones`, where they are known, say more than their visemes: which vowels are long, and which
        consonants are emphatic, uvular or pharyngeal. Cost is about linear: some milliseconds for five
        seconds.
        """
        step = round(visemes.rate * STEP_SECONDS)
        steps = _steps(visemes.duration, step)
        shapes = surviving(visemes)
        table = poses(language)
        rows = _rows(shapes, step, steps)
        targets, dominance = table[rows], DOMINANCE[rows]
        _colour(targets, dominance, phones or (), step)
        targets[:, JAW] *= _jaw_scale(audio, step, steps) * _haste(shapes, visemes.rate, step, steps)
        values = _at_rest_outside(_blended(targets, dominance), steps)
        closures = _closures(shapes, step)
        _reach(values, tuple(_goals(targets[_MARGIN:-_MARGIN], shapes, closures, step)))
        for closure in closures.values():
            share = closure.holds(steps)[:, None] * _IMPOSED
            values += share * (table[INDEX[closure.shape.id]] - values)
        return MouthTrack(read_only(values), step)

    def from_energy(self, audio: Audio) -> MouthTrack:
        """Opening from loudness alone, for sound that nothing else could time."""
        step = round(audio.rate * STEP_SECONDS)
        steps = _steps(len(audio.samples), step)
        loud = _smoothed(opening(audio, step, steps))[:, None]
        spoken = 0.35 * poses(Language.EN)[INDEX["E"]] + 0.5 * poses(Language.EN)[INDEX["aa"]]
        return MouthTrack(read_only(_at_rest_outside(REST + loud * (spoken - REST), steps)), step)


def _steps(samples: int, step: int) -> int:
    """Steps of a track: the sound, the closing, and the rest that it ends on."""
    return -(-samples // step) + round(CLOSING_SECONDS / STEP_SECONDS) + 1


def own_poses(
    visemes: Timeline[Viseme], phones: Iterable[Phone], language: Language
) -> tuple[tuple[Viseme, Float32], ...]:
    """The shapes that are made, each with the pose `[fields]` that it strives for."""
    step = round(visemes.rate * STEP_SECONDS)
    shapes = surviving(visemes)
    targets = poses(language)[_rows(shapes, step, _steps(visemes.duration, step))]
    _colour(targets, np.ones_like(targets), phones, step)
    return tuple((shape, _mean_pose(targets[_MARGIN:-_MARGIN], shape, step)) for shape in shapes)


def _mean_pose(targets: Float32, shape: Viseme, step: int) -> Float32:
    first = min(round(shape.start / step), len(targets) - 1)
    mean: Float32 = targets[first : max(round(shape.end / step), first + 1)].mean(axis=0)
    return mean


def surviving(visemes: Timeline[Viseme]) -> tuple[Viseme, ...]:
    """The shapes that are made.

    One too short between two alike neighbours is not, nor one that the voice has left out; closures
    always are.
    """
    items = list(_said(visemes))
    shortest = _SKIPPED_BELOW * visemes.rate
    for index in range(1, len(items) - 1):
        before, item, after = items[index - 1 : index + 2]
        short = item.end - item.start < shortest and item.id not in CLOSURES
        touching = before.end == item.start and item.end == after.start
        if short and touching and before.id == after.id:
            items[index] = Viseme(before.id, item.start, item.end)
    return _joined(items)


def _said(visemes: Timeline[Viseme]) -> tuple[Viseme, ...]:
    """Without the shapes that are too short to be sounds; the shape before each goes on over it."""
    shortest = _NOT_SAID_BELOW * visemes.rate
    items: list[Viseme] = []
    for item in visemes:
        if item.end - item.start >= shortest or item.id in CLOSURES or not items:
            items.append(item)
        elif items[-1].end == item.start:
            items[-1] = Viseme(items[-1].id, items[-1].start, item.end)
    return _joined(items)


def _joined(items: Iterable[Viseme]) -> tuple[Viseme, ...]:
    return merged(items, lambda a, b: a.id == b.id, lambda a, b: Viseme(a.id, a.start, b.end))


def _rows(shapes: Sequence[Viseme], step: int, steps: int) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    """Row of the pose table at each step, with a margin of rest on both sides; gaps are rest."""
    rows = np.full(steps + 2 * _MARGIN, INDEX["sil"], dtype=np.intp)
    for shape in shapes:
        first = round(shape.start / step) + _MARGIN
        last = max(round(shape.end / step) + _MARGIN, first + 1)
        rows[first:last] = INDEX[shape.id]
    return rows


def _colour(targets: Float32, dominance: Float32, phones: Iterable[Phone], step: int) -> None:
    """Give phones that differ from their viseme their own pose, and long vowels the power to hold theirs."""
    emphatic = False
    for phone in phones:
        place = slice(round(phone.start / step) + _MARGIN, round(phone.end / step) + _MARGIN)
        ipa = base(phone.ipa)
        if ipa in VOWELS:
            if emphatic:
                targets[place] = darkened(targets[place])
            if phone.ipa.endswith(LENGTH_MARK):
                dominance[place] *= LONG_HOLD
        else:
            targets[place] = coloured(ipa, targets[place])
        emphatic = ipa in EMPHATICS


def _haste(shapes: Sequence[Viseme], rate: int, step: int, steps: int) -> Float32:
    """Scale of the jaw at each step: the more sounds there are in a second, the less it opens."""
    begins = np.zeros(steps + 2 * _MARGIN, np.float32)
    for shape in shapes:
        if shape.id != "sil":
            begins[min(round(shape.start / step) + _MARGIN, len(begins) - 1)] += rate / step
    half = len(_HASTE_KERNEL) // 2
    per_second = np.convolve(begins, _HASTE_KERNEL)[half : half + len(begins)]
    eased: Float32 = np.clip(1.0 - _HASTE * (per_second - _UNHURRIED), _HASTE_LEAST, 1.0).astype(np.float32)
    return eased


@dataclass(frozen=True, slots=True)
class _Goal:
    """Where a shape is shown, its own pose, and how near the mouth must come to it there."""

    middle: int
    pose: Float32
    weight: Float32
    near: float

    def pull(self, values: Float32) -> float:
        """How far the mouth must still be carried, 0 … 1 of the way."""
        apart = float(np.abs(values[self.middle] - self.pose) @ self.weight)
        return 1.0 - self.near / apart if apart > self.near else 0.0


def _goals(
    targets: Float32, shapes: Sequence[Viseme], closures: Mapping[int, _Closure], step: int
) -> Iterator[_Goal]:
    """One of each shape that could drown between its neighbours.

    A shape is seen when the mouth is somewhat more than half-way to its own pose from theirs, on the fields
    that it governs. Closures see to themselves, and a shape beside one is made where the lips are free.
    """
    own = [REST, *(_mean_pose(targets, shape, step) for shape in shapes), REST]
    for index, shape in enumerate(shapes):
        if shape.id in CLOSURES or shape.id == REST_ID:
            continue
        weight = DOMINANCE[INDEX[shape.id]]
        before, pose, after = own[index : index + 3]
        nearest = min(float(np.abs(other - pose) @ weight) for other in (before, after))
        middle = _free_middle(shape, step, closures.get(index - 1), closures.get(index + 1))
        near = max(_NEAR * nearest, _ALIKE * float(weight.sum()))
        yield _Goal(min(middle, len(targets) - 1), pose, weight, near)


def _reach(values: Float32, goals: Sequence[_Goal]) -> None:
    """Carry the mouth towards each shape until it is seen for a frame of the screen."""
    for _ in range(_REACHES):
        for goal in goals:
            if pull := goal.pull(values):
                _push(values, goal, pull * np.minimum(2.0 * goal.weight / goal.weight.max(), 1.0))


def _free_middle(shape: Viseme, step: int, before: _Closure | None, after: _Closure | None) -> int:
    """The step at which a shape is shown: its middle, or beside it where a closure leaves the lips free."""
    middle = (shape.start + shape.end) / 2 / step
    if after:
        middle = min(middle, after.begins - _FRAME / 2)
    if before:
        middle = max(middle, before.gone + _FRAME / 2)
    return max(round(middle), _FRAME + 1)


def _push(values: Float32, goal: _Goal, share: Float32) -> None:
    """Blend `share` `[fields]` of the way to a goal, held for a frame and eased on both sides."""
    first = goal.middle - len(_PUSH) // 2
    here = slice(max(first, 0), min(first + len(_PUSH), len(values)))
    leaving = np.minimum(np.arange(here.start, here.stop) / _LEAVING, 1.0)  # a chunk begins at rest
    bump = (_PUSH[here.start - first : here.stop - first] * leaving)[:, None]
    values[here] += bump * share * (goal.pose - values[here])


def _jaw_scale(audio: Audio, step: int, steps: int) -> Float32:
    scale = np.ones(steps + 2 * _MARGIN, np.float32)
    scale[_MARGIN:-_MARGIN] += _JAW_PLAY * _smoothed(emphasis(audio, step, steps))
    return scale


def _smoothed(levels: Float32) -> Float32:
    """Levels over about a tenth of a second."""
    half = len(_LEVEL_KERNEL) // 2
    return np.convolve(levels, _LEVEL_KERNEL)[half : half + len(levels)].astype(np.float32)


def _blended(targets: Float32, dominance: Float32) -> Float32:
    """Mean of the targets in each field's window, weighted by dominance; margins cut off."""
    weighted = targets * dominance
    columns = []
    for field, (kernel, ahead) in enumerate(_KERNELS):
        seen = slice(_MARGIN + ahead, len(targets) - _MARGIN + ahead)
        above = np.convolve(weighted[:, field], kernel)[seen]
        columns.append(above / np.convolve(dominance[:, field], kernel)[seen])
    return np.stack(columns, axis=1).astype(np.float32)


def _at_rest_outside(values: Float32, steps: int) -> Float32:
    """Ease from rest at the first step and back to it over the closing, so that chunks join."""
    closing = round(CLOSING_SECONDS / STEP_SECONDS) + 1
    fade = np.ones((steps, 1), np.float32)
    fade[:_OPENING, 0] = _eased(np.linspace(0.0, 1.0, _OPENING, endpoint=False))[:steps]
    fade[-closing:, 0] *= _eased(np.linspace(1.0, 0.0, closing))
    faded: Float32 = (REST + fade * (values - REST)).astype(np.float32)
    return faded


def _eased(progress: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Float32:
    """Raised cosine of 0…1: no speed at either end."""
    return (0.5 - 0.5 * np.cos(np.pi * progress)).astype(np.float32)


@dataclass(frozen=True, slots=True)
class _Closure:
    """When a closure begins to be made, is there, is let go and is gone again, in steps."""

    shape: Viseme
    begins: float
    arrives: float
    releases: float
    gone: float

    def holds(self, steps: int) -> Float32:
        """How far it holds at each step."""
        times = np.arange(steps)
        rise = _eased(np.clip((times - self.begins) / max(self.arrives - self.begins, 1.0), 0.0, 1.0))
        fall = _eased(np.clip((times - self.releases) / (self.gone - self.releases), 0.0, 1.0))
        held: Float32 = rise * (1.0 - fall)
        return held


def _closures(shapes: Sequence[Viseme], step: int) -> dict[int, _Closure]:
    """Each closure by its place in the row: there before its sound, released at its end.

    It leaves a short sound before it its first part, and never breaks the closure before it.
    """
    found: dict[int, _Closure] = {}
    reached, gone = 0.0, -math.inf
    for index, shape in enumerate(shapes):
        if shape.id in CLOSURES:
            start, end = shape.start / step, shape.end / step
            before = (
                shapes[index - 1].start / step if index and shapes[index - 1].id not in CLOSURES else reached
            )
            spared = before + (_SPARED if before else _SPARED_FIRST) * (start - before)
            if gone > before:
                spared = max(spared, gone + _FRAME)
            middle = (start + end) / 2
            arrives = max(start - _ARRIVES_EARLY, reached + 1)
            begins = max(arrives - _APPROACH, reached, min(spared, start - _FRAME))
            arrives = min(max(arrives, begins + 2), middle)
            releases = max(end - 2, middle)
            gone = releases + _RELEASE
            found[index] = _Closure(shape, begins, arrives, releases, gone)
            reached = middle
    return found
