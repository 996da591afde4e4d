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
    BehaviourLabel.NEUTRAL: Attitude(FacePose(brow_raise=0.15, smile=0.6, squint=0.15)),
    BehaviourLabel.GREETING: Attitude(
        FacePose(brow_raise=0.6, smile=1.0, squint=0.35, head_tilt=0.25, lean=0.3),
        (
            Gesture("hand_raise", 1.0, ends=2.6),
            Gesture("hand_wave", 0.7, begins=0.4, ends=2.2, period=0.6),
            Gesture("head_nod", 0.5, begins=0.1, ends=0.9),
        ),
    ),
    BehaviourLabel.FAREWELL: Attitude(
        FacePose(brow_raise=0.3, smile=0.9, squint=0.45, head_tilt=-0.5),
        (
            Gesture("hand_raise", 1.0, ends=3.4),
            Gesture("hand_wave", 1.0, begins=0.3, ends=3.1, period=0.7),
        ),
    ),
    # The open hand presents what is told; the eyes go to it once. The head stays upright: a tilted one is
    # costly to draw, and this is how the avatar speaks most.
    BehaviourLabel.EXPLANATION: Attitude(
        FacePose(brow_raise=0.35, smile=0.4, squint=0.1, lean=0.8, head_turn=-0.3),
        (
            Gesture("hand_raise", 0.75, begins=0.3, ends=2.8),
            Gesture("hand_wave", -0.8, begins=0.3, ends=2.8),
            Gesture("gaze_x", -0.55, begins=1.0, ends=1.9),
            Gesture("head_turn", 0.35, begins=2.0, ends=3.2),
        ),
    ),
    # The nods come one at a time, as the items do: `ITEM`.
    BehaviourLabel.LISTING: Attitude(
        FacePose(brow_raise=0.2, smile=0.5, squint=0.1, lean=0.45, hand_raise=0.65, hand_wave=0.3)
    ),
    BehaviourLabel.LIMITATION: Attitude(
        FacePose(brow_raise=0.15, brow_inner=0.75, smile=0.15, head_tilt=0.8, head_turn=-0.15)
    ),
    BehaviourLabel.AFFIRMATION: Attitude(
        FacePose(brow_raise=0.3, smile=0.85, squint=0.35, lean=0.2),
        (Gesture("head_nod", 0.8, ends=1.7, period=0.55),),
    ),
    BehaviourLabel.NEGATION: Attitude(
        FacePose(brow_raise=-0.35, brow_inner=0.2, smile=-0.1, squint=0.1),
        (Gesture("head_turn", 0.7, ends=1.9, period=0.85),),
    ),
    # Half of the brows' lift is kept for the end of the question: `ENDING`.
    BehaviourLabel.QUESTION: Attitude(
        FacePose(brow_raise=0.5, smile=0.4, head_tilt=-0.55, lean=0.5, head_nod=-0.15)
    ),
    BehaviourLabel.APOLOGY: Attitude(
        FacePose(brow_raise=-0.05, brow_inner=0.95, smile=-0.2, gaze_y=0.35, head_nod=0.5, head_tilt=0.25),
        (Gesture("gaze_y", 0.45, begins=0.2, ends=1.8),),
    ),
}

THINKING: Final = Attitude(
    FacePose(
        brow_raise=0.35,
        brow_inner=-0.35,
        gaze_x=-0.55,
        gaze_y=-0.65,
        head_tilt=0.4,
        head_turn=-0.35,
        head_nod=-0.2,
        smile=0.1,
    ),
    (Gesture("gaze_x", 1.0, begins=1.6, ends=3.0), Gesture("head_turn", 0.5, begins=1.6, ends=3.0)),
)
"""Between the question and the answer: the eyes go up and aside."""

LISTENING: Final = Attitude(
    FacePose(brow_raise=0.4, smile=0.5, squint=0.05, lean=1.0, head_tilt=-0.35, head_turn=0.2),
    (Gesture("head_nod", 0.25, begins=1.2, period=2.6),),
)
"""While the visitor touches or types: an ear towards them, and a small nod now and then."""

ITEM: Final = (
    Gesture("head_nod", 0.6, ends=0.5),
    Gesture("brow_raise", 0.3, ends=0.45),
    Gesture("hand_raise", 0.14, ends=0.4),
)
"""What counts an item of a list as it begins to be spoken; the head also goes to either side by turns."""
ITEM_TURN: Final = 0.22

ENDING: Final = {BehaviourLabel.QUESTION: FacePose(brow_raise=0.5, head_nod=-0.2)}
"""What is added over the last moments of a chunk."""
ENDING_SECONDS: Final = 0.8
