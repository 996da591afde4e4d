"""Names and order of the mouth's parameters, shared by the tracks, the bridge and the drawn faces."""

from typing import Final

POSE_FIELDS: Final = (
    "jaw",
    "width",  # −1 narrow … +1 wide
    "round",
    "press",  # lips pressed shut
    "lip_under_teeth",
    "upper_teeth",
    "lower_teeth",
    "tongue_tip",
    "tongue_back",
)
