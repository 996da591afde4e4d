"""What the face does beside the mouth: the parameters that the motion sets and the drawn faces read."""

from __future__ import annotations

from typing import Final, NamedTuple


class FacePose(NamedTuple):
    """One moment of the face without the mouth; 0 everywhere is a calm look at the visitor."""

    blink: float = 0.0
    """0 open … 1 both upper lids shut."""
    squint: float = 0.0
    """0 … 1 lower lids lifted, as in a smile."""
    brow_raise: float = 0.0
    """−1 lowered … +1 raised."""
    brow_inner: float = 0.0
    """−1 knitted … +1 inner ends lifted, as in regret."""
    gaze_x: float = 0.0
    """−1 to the picture's left … +1 right."""
    gaze_y: float = 0.0
    """−1 up … +1 down."""
    head_turn: float = 0.0
    """−1 to the picture's left … +1 right."""
    head_tilt: float = 0.0
    """−1 … +1 towards the picture's right shoulder."""
    head_nod: float = 0.0
    """−1 chin up … +1 chin down."""
    lean: float = 0.0
    """0 … 1 towards the visitor."""
    breath: float = 0.0
    """0 out … 1 in."""
    smile: float = 0.0
    """−1 sorry … +1 broad: corners and cheeks; the gap between the lips belongs to the mouth."""
    hand_raise: float = 0.0
    """0 out of the picture … 1 up."""
    hand_wave: float = 0.0
    """−1 … +1 across."""


FACE_FIELDS: Final = FacePose._fields
