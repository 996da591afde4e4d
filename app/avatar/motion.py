"""The face at each tick of the screen: the behaviour's attitude, blended in, over the life of its own."""

from __future__ import annotations

import math
from random import Random
from typing import Final

from app.avatar.attitudes import (
    ATTITUDES,
    ENDING,
    ENDING_SECONDS,
    ITEM,
    ITEM_TURN,
    LISTENING,
    THINKING,
    Attitude,
)
from app.avatar.face_pose import FACE_FIELDS, FacePose
from app.avatar.idle import Blinks, Breath, Gaze, Sway
from app.core.types import BehaviourLabel

_STIFFNESS: Final = 16.0
"""Per second; a critically damped blend is nine tenths there after 240 ms and settled after 400."""

_LONGEST_TICK: Final = 0.1
"""Seconds: after a stall the face goes on from where it was instead of jumping."""

_ONE_SIDED: Final = frozenset({"blink", "squint", "lean", "breath", "hand_raise"})
"""Fields of 0…1; the others go from −1 to 1."""


_STEP: Final = 0.02
_HEAD_STEP: Final = 0.05  # nearly a pixel of the head at 1080p: all its layers move in the same picture
_HAND_STEP: Final = 0.002  # the hand goes further than anything else
_STEPS: Final = {"hand": _HAND_STEP, "head": _HEAD_STEP, "breath": _HEAD_STEP}


class _Blend:
    """One field following its target as a critically damped spring: eased, never past it."""

    def __init__(self) -> None:
        self.value = 0.0
        self._speed = 0.0

    def follow(self, target: float, elapsed: float) -> float:
        apart = self.value - target
        drive = (self._speed + _STIFFNESS * apart) * elapsed
        decay = math.exp(-_STIFFNESS * elapsed)
        self._speed = (self._speed - _STIFFNESS * drive) * decay
        self.value = target + (apart + drive) * decay
        return self.value


class FaceMotion:
    """Turns what the avatar is doing into poses of the face. Same seed and calls, same motion; GUI thread."""

    def __init__(self, seed: int = 0, *, reduced: bool = False) -> None:
        random = Random(seed)  # noqa: S311 - glances, not secrets
        self._reduced = reduced
        self._blinks = Blinks(random)
        self._gaze = Gaze(random)
        self._breath = Breath()
        self._turn, self._nod = Sway(random, slowest=11.0), Sway(random, slowest=13.0)
        self._stress = Sway(random, 1.9)
        self._blends = {field: _Blend() for field in FACE_FIELDS}
        self._attitude = ATTITUDES[BehaviourLabel.NEUTRAL]
        self._taken_at = -math.inf
        self._item_at = -math.inf
        self._items = 0
        self._last: float | None = None

    def step(
        self,
        now: float,
        behaviour: BehaviourLabel,
        *,
        speaking: bool,
        thinking: bool,
        listening: bool = False,
        remaining: float = math.inf,
        item: bool = False,
        touch: tuple[float, float] | None = None,
    ) -> FacePose:
        """The face at `now` (monotonic seconds, never backwards).

        `remaining` is how many seconds the chunk that sounds has left. `item` says, once, that a list has
        come to its next item. `touch` is where the visitor has just touched, −1…1 across and down from
        the eyes; give it once.
        """
        elapsed = min(max(now - (now if self._last is None else self._last), 0.0), _LONGEST_TICK)
        self._last = now
        idle = not (thinking or speaking)
        self._take(THINKING if thinking else LISTENING if listening and idle else ATTITUDES[behaviour], now)
        if item and not self._reduced:
            self._item_at, self._items = now, self._items + 1
        if touch is not None:
            self._gaze.look_at(*touch, now)
        ending = ENDING.get(behaviour) if speaking and remaining < ENDING_SECONDS else None
        pose = self._attitude_at(now, elapsed, ending)
        self._live(pose, now, elapsed, speaking=speaking)
        return FacePose(**{field: _within_limits(field, pose[field]) for field in FACE_FIELDS})

    def _take(self, attitude: Attitude, now: float) -> None:
        if attitude is not self._attitude:
            self._attitude, self._taken_at = attitude, now

    def _attitude_at(self, now: float, elapsed: float, ending: FacePose | None) -> dict[str, float]:
        target = self._attitude.held._asdict()
        for field, more in (ending._asdict() if ending else {}).items():
            target[field] += more
        self._count(target, now - self._item_at)
        for gesture in self._attitude.gestures:
            if not (self._reduced and (gesture.period or gesture.field.startswith("hand"))):
                target[gesture.field] += gesture.at(now - self._taken_at)
        return {field: self._blends[field].follow(target[field], elapsed) for field in FACE_FIELDS}

    def _count(self, target: dict[str, float], since: float) -> None:
        """Nod at the item that began `since` seconds ago, and keep towards its side."""
        for gesture in ITEM:
            target[gesture.field] += gesture.at(since)
        if since < 2.0:
            target["head_turn"] += ITEM_TURN * (1 if self._items % 2 else -1)

    def _live(self, pose: dict[str, float], now: float, elapsed: float, *, speaking: bool) -> None:
        """Add blinks, glances, breath and, unless motion is reduced, sway and the beat of speech."""
        attitude = (pose["gaze_x"], pose["gaze_y"])
        pose["gaze_x"], pose["gaze_y"] = self._gaze.at(now, elapsed, attitude)
        pose["blink"] = max(pose["blink"], self._blinks.at(now, speaking=speaking))
        pose["breath"] = self._breath.at(elapsed, speaking=speaking)
        if self._reduced:
            return
        pose["head_turn"] += 0.14 * self._turn.at(now)
        pose["head_nod"] += 0.10 * self._nod.at(now)
        if speaking:
            beat = self._stress.at(now)
            pose["head_nod"] += 0.14 * beat
            pose["brow_raise"] += 0.12 * max(beat, 0.0)


def _within_limits(field: str, value: float) -> float:
    """Clamped, and in steps too small to see: every change repaints what it moves."""
    step = _STEPS.get(field.partition("_")[0], _STEP)
    return round(min(max(value, 0.0 if field in _ONE_SIDED else -1.0), 1.0) / step) * step
