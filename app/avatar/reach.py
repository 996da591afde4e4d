"""What of a row of visemes is really seen on the screen, and how often the mouth changes its shape.

Two opposite faults: a mouth that slurs over sounds, and one that flutters after each of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from app.avatar.coarticulation import own_poses
from app.avatar.poses import DOMINANCE, INDEX, REST
from app.core.mouth import POSE_FIELDS
from app.core.timeline import Timeline
from app.core.types import Float32, Language, MouthTrack, Phone, Viseme
from app.core.visemes import REST as SILENT

FRAMES_PER_SECOND: Final = 60
_HALF_WAY: Final = 0.5
_EARLY: Final = 0.03
_LATE: Final = 0.03
"""Seconds by which a shape may be seen before its sound begins and after it ends."""
_ALIKE: Final = 0.12
"""Mean difference on the fields that a viseme governs below which two poses are one to the eye."""


_TRIFLE: Final = 0.08
_TOGETHER: Final = 4
"""Frames: 67 ms, in which the eye takes two turns for one."""
_LIPS: Final = {
    POSE_FIELDS.index(field): scale
    for field, scale in {"jaw": 1.0, "width": 0.5, "round": 0.8, "press": 0.5, "lip_under_teeth": 0.8}.items()
}
"""What counts of the lips, scaled to about the same range for the eye."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Counts over any number of chunks; `rules` is what ART's rules leave out on purpose."""

    visemes: int = 0
    rules: int = 0
    seen: int = 0
    changes: int = 0
    seconds: float = 0.0
    missed: tuple[str, ...] = ()

    def __add__(self, other: Reach) -> Reach:
        return Reach(
            self.visemes + other.visemes,
            self.rules + other.rules,
            self.seen + other.seen,
            self.changes + other.changes,
            self.seconds + other.seconds,
            self.missed + other.missed,
        )

    @property
    def share(self) -> float:
        """Of those that survive the rules, how many are seen; 1 when there are none."""
        wanted = self.visemes - self.rules
        return self.seen / wanted if wanted else 1.0

    @property
    def changes_per_second(self) -> float:
        """Changes of the mouth's shape in a second of sound."""
        return self.changes / self.seconds if self.seconds else 0.0


def measure(
    track: MouthTrack, visemes: Timeline[Viseme], language: Language, phones: Iterable[Phone] = ()
) -> Reach:
    """A chunk's mouth against the visemes that it was drawn from, at the screen's 60 frames a second."""
    every = visemes.rate / FRAMES_PER_SECOND
    frames = np.array([track.at(sample) for sample in np.arange(0.0, visemes.duration + every, every)])
    kept = own_poses(visemes, phones, language)
    missed = [
        shape.id
        for index, (shape, _) in enumerate(kept)
        if shape.id != SILENT and not _seen(frames, kept, index, visemes.rate)
    ]
    wanted = sum(shape.id != SILENT for shape, _ in kept)
    spoken = sum(shape.id != SILENT for shape in visemes)
    return Reach(
        visemes=spoken,
        rules=spoken - wanted,
        seen=wanted - len(missed),
        changes=shape_changes(frames),
        seconds=visemes.duration / visemes.rate,
        missed=tuple(missed),
    )


def shape_changes(frames: Float32) -> int:
    """How many shapes the lips make one after the other in `frames` `[frames, fields]`.

    A shape is where a parameter of the lips turns back; turns that come almost together are one shape.
    """
    turns = sorted(turn for field, scale in _LIPS.items() for turn in _turns(frames[:, field] * scale))
    changes, before = 0, -_TOGETHER
    for turn in turns:
        if turn - before >= _TOGETHER:
            changes, before = changes + 1, turn
    return changes


def _turns(curve: Float32) -> Iterator[int]:
    """Frames at which a curve turns back by more than a trifle."""
    direction, extreme, place = 0, float(curve[0]), 0
    for frame, value in enumerate(curve):
        moved = float(value) - extreme
        if abs(moved) > _TRIFLE and moved * direction <= 0:
            if direction:
                yield place
            direction = 1 if moved > 0 else -1
        if moved * direction >= 0:
            extreme, place = float(value), frame


def _seen(frames: Float32, shapes: Sequence[tuple[Viseme, Float32]], index: int, rate: int) -> bool:
    """Whether some frame is at least half-way from the neighbours' poses to the shape's own.

    Only the fields that the shape governs count, as much as it governs them.
    """
    shape, own = shapes[index]
    weight = DOMINANCE[INDEX[shape.id]]
    first = int(np.ceil((shape.start / rate - _EARLY) * FRAMES_PER_SECOND))
    last = int(np.floor((shape.end / rate + _LATE) * FRAMES_PER_SECOND))
    seen = frames[max(first, 0) : last + 1]
    if not len(seen):
        return False
    around = (_neighbour(shapes, index - 1), _neighbour(shapes, index + 1))
    nearest = float((np.abs(seen - own) @ weight).min())
    return all(
        nearest <= max(_HALF_WAY * float(np.abs(other - own) @ weight), _ALIKE * float(weight.sum()))
        for other in around
    )


def _neighbour(shapes: Sequence[tuple[Viseme, Float32]], index: int) -> Float32:
    """The pose of a neighbour; rest beyond either end."""
    return shapes[index][1] if 0 <= index < len(shapes) else REST
