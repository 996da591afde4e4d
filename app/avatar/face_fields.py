"""Names and order of the face's parameters beside the mouth's, shared by the motion and the drawn faces."""

from typing import Final

FACE_FIELDS: Final = (
    "blink",  # 0 open … 1 both upper lids shut
    "squint",  # 0 … 1 lower lids lifted, as in a smile
    "brow_raise",  # −1 lowered … +1 raised
    "brow_inner",  # −1 knitted … +1 inner ends lifted, as in regret
    "gaze_x",  # −1 to the picture's left … +1 right
    "gaze_y",  # −1 up … +1 down
    "head_turn",  # −1 to the picture's left … +1 right
    "head_tilt",  # −1 … +1 towards the picture's right shoulder
    "head_nod",  # −1 chin up … +1 chin down
    "lean",  # 0 … 1 towards the visitor
    "breath",  # 0 out … 1 in
    "smile",  # −1 sorry … +1 broad; corners and cheeks only, the lips' gap is the mouth's
    "hand_raise",  # 0 out of the picture … 1 up
    "hand_wave",  # −1 … +1 across
)
