"""Visemes → curves of the mouth: neighbours blend by dominance, closures are always reached.

A mouth is never in one sound only. Each parameter is the mean of the poses around an instant,
weighted by their dominance and by a smooth window that looks further ahead than back for the lips.
Vowels in fast speech undershoot by themselves; closures are laid over the result afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from app.avatar.loudness import emphasis, opening
from app.avatar.poses import CLOSURES, DOMINANCE, INDEX, JAW, REST, poses
from app.core.mouth import POSE_FIELDS
from app.core.timeline import Timeline, merged
from app.core.types import Audio, Float32, Language, MouthTrack, Viseme, read_only

STEP_SECONDS: Final = 0.005
CLOSING_SECONDS: Final = 0.12
"""The mouth comes to rest within this after the sound."""

_STEPS_PER_SECOND: Final = round(1 / STEP_SECONDS)
_SKIPPED_BELOW: Final = 0.05
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
_ARRIVES_EARLY: Final = 0.025
_APPROACH: Final = 0.055
_RELEASE: Final = 0.035  # quick: the one movement that may seem to snap


def _window(ahead: int, back: int) -> Float32:
    """Raised-cosine weights from `back` steps ago to `ahead` steps from now, newest first."""
    fore = np.cos(np.linspace(0.0, np.pi / 2, ahead + 1, endpoint=False)) ** 2
    aft = np.cos(np.linspace(0.0, np.pi / 2, back + 1, endpoint=False)) ** 2
    return read_only(np.concatenate((fore[:0:-1], aft)))


_KERNELS: Final = tuple((_window(*_WINDOWS[field]), _WINDOWS[field][0]) for field in POSE_FIELDS)
_LEVEL_KERNEL: Final = read_only(np.hanning(23) / np.hanning(23).sum())


class Coarticulation:
    """The mouth's artist (`app.core.ports.MouthArtist`); stateless, any thread."""

    def draw(self, visemes: Timeline[Viseme], audio: Audio, language: Language) -> MouthTrack:
        """Curves for a chunk, from its first sample to 120 ms after its last.

        Cost is about linear: a millisecond or two for five seconds.
        """
        step = round(visemes.rate * STEP_SECONDS)
        steps = _steps(visemes.duration, step)
        shapes = _without_flickers(visemes)
        table = poses(language)
        rows = _rows(shapes, step, steps)
        targets = table[rows]
        targets[:, JAW] *= _jaw_scale(audio, step, steps)
        values = _at_rest_outside(_blended(targets, DOMINANCE[rows]), steps)
        for shape, weights in _closures(shapes, step, steps):
            share = weights[:, None] * _IMPOSED
            values += share * (table[INDEX[shape.id]] - values)
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


def _without_flickers(visemes: Timeline[Viseme]) -> tuple[Viseme, ...]:
    """Drop poses too short to be made between two alike neighbours; closures stay."""
    shortest = _SKIPPED_BELOW * visemes.rate
    items = list(visemes)
    for index in range(1, len(items) - 1):
        before, item, after = items[index - 1 : index + 2]
        short = item.end - item.start < shortest and item.id not in CLOSURES
        touching = before.end == item.start and item.end == after.start
        if short and touching and before.id == after.id:
            items[index] = Viseme(before.id, item.start, item.end)
    return merged(items, lambda a, b: a.id == b.id, lambda a, b: Viseme(a.id, a.start, b.end))


def _rows(shapes: Sequence[Viseme], step: int, steps: int) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    """Row of the pose table at each step, with a margin of rest on both sides; gaps are rest."""
    rows = np.full(steps + 2 * _MARGIN, INDEX["sil"], dtype=np.intp)
    for shape in shapes:
        first = round(shape.start / step) + _MARGIN
        last = max(round(shape.end / step) + _MARGIN, first + 1)
        rows[first:last] = INDEX[shape.id]
    return rows


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


def _closures(shapes: Sequence[Viseme], step: int, steps: int) -> Iterator[tuple[Viseme, Float32]]:
    """Each closure with how far it holds at each step: there before its sound, released at its end."""
    times = np.arange(steps) * float(step)
    per_second = step * _STEPS_PER_SECOND
    reached = 0.0  # a closure must not break the one before it
    for shape in shapes:
        if shape.id in CLOSURES:
            middle = (shape.start + shape.end) / 2
            arrival = max(shape.start - _ARRIVES_EARLY * per_second, reached + step)
            begin = max(arrival - _APPROACH * per_second, reached)
            arrival = min(max(arrival, begin + 2 * step), middle)
            release = max(shape.end - 2 * step, middle)
            rise = _eased(np.clip((times - begin) / max(arrival - begin, 1.0), 0.0, 1.0))
            fall = _eased(np.clip((times - release) / (_RELEASE * per_second), 0.0, 1.0))
            yield shape, rise * (1.0 - fall)
            reached = middle
