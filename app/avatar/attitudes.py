"""How the face holds itself for each behaviour of the classifier: a table, and the gestures in it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from app.avatar.face_pose import FacePose
from app.core.types import BehaviourLabel


@dataclass(frozen=True, slots=True)
class Gesture:
    """A movement of one field over an attitude, in seconds since the attitude was taken.

    It lasts from `begins` to `ends`, swelling and fading softly. With a `period` it swings around the
    attitude and starts towards `size`; without one it holds `size`.
    """

    field: str
    size: float
    begins: float = 0.0
    ends: float = math.inf
    period: float = 0.0

    def at(self, seconds: float) -> float:
        """What the gesture adds to its field."""
        if not self.begins < seconds < self.ends:
            return 0.0
        inside = min(seconds - self.begins, self.ends - seconds)
        swell = math.sin(min(inside / 0.3, 1.0) * math.pi / 2)
        swing = math.sin(2 * math.pi * (seconds - self.begins) / self.period) if self.period else 1.0
        return self.size * swell * swing


@dataclass(frozen=True, slots=True)
class Attitude:
    """What is held as long as the behaviour lasts, and what is done once or again and again."""

    held: FacePose
    gestures: tuple[Gesture, ...] = ()


ATTITUDES: Final[dict[BehaviourLabel, Attitude]] = {
    BehaviourLabel.NEUTRAL: Attitude(FacePose(brow_raise=0.1, smile=0.45, squint=0.15)),
    BehaviourLabel.GREETING: Attitude(
        FacePose(brow_raise=0.55, smile=0.9, squint=0.35, head_tilt=0.2, lean=0.3),
        (
            Gesture("hand_raise", 1.0, ends=2.6),
            Gesture("hand_wave", 0.7, begins=0.4, ends=2.2, period=0.6),
            Gesture("head_nod", 0.5, begins=0.1, ends=0.9),
        ),
    ),
    BehaviourLabel.FAREWELL: Attitude(
        FacePose(brow_raise=0.35, smile=0.8, squint=0.3, head_tilt=-0.35),
        (
            Gesture("hand_raise", 1.0, ends=3.4),
            Gesture("hand_wave", 1.0, begins=0.3, ends=3.1, period=0.7),
        ),
    ),
    BehaviourLabel.EXPLANATION: Attitude(
        FacePose(brow_raise=0.2, smile=0.35, squint=0.1, lean=0.7, head_turn=-0.15),
        (
            Gesture("gaze_x", 0.55, begins=1.0, ends=1.9),
            Gesture("head_turn", 0.3, begins=0.9, ends=2.1),
        ),
    ),
    BehaviourLabel.LISTING: Attitude(
        FacePose(brow_raise=0.2, smile=0.4, squint=0.1, lean=0.35),
        (Gesture("head_nod", 0.35, period=1.1), Gesture("head_turn", 0.2, period=4.4)),
    ),
    BehaviourLabel.LIMITATION: Attitude(
        FacePose(brow_raise=0.1, brow_inner=0.65, smile=0.1, head_tilt=0.7, head_turn=-0.1)
    ),
    BehaviourLabel.AFFIRMATION: Attitude(
        FacePose(brow_raise=0.25, smile=0.6, squint=0.25, lean=0.2),
        (Gesture("head_nod", 0.7, ends=1.5, period=0.55),),
    ),
    BehaviourLabel.NEGATION: Attitude(
        FacePose(brow_raise=-0.1, brow_inner=0.15, smile=0.0),
        (Gesture("head_turn", 0.55, ends=1.7, period=0.85),),
    ),
    BehaviourLabel.QUESTION: Attitude(
        FacePose(brow_raise=0.75, smile=0.35, head_tilt=-0.4, lean=0.35, head_nod=-0.1)
    ),
    BehaviourLabel.APOLOGY: Attitude(
        FacePose(brow_raise=-0.05, brow_inner=0.9, smile=-0.35, gaze_y=0.3, head_nod=0.35, head_tilt=0.25),
        (Gesture("gaze_y", 0.4, begins=0.2, ends=1.8),),
    ),
}

THINKING: Final = Attitude(
    FacePose(
        brow_raise=0.3, brow_inner=-0.25, gaze_x=-0.5, gaze_y=-0.6, head_tilt=0.3, head_turn=-0.25, smile=0.1
    )
)
"""Between the question and the answer: the eyes go up and aside."""
