"""The drawn face as QML properties: which avatar it is, the mouth's parameters and the motion of the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.avatar.face_pose import FACE_FIELDS
from app.avatar.poses import CLOSURES, nearest_viseme
from app.core.mouth import POSE_FIELDS
from app.core.types import BehaviourLabel
from app.core.visemes import REST
from app.ui.avatar_look import SPRITES, property_name
from app.ui.view_models.view_model import ViewModel, shown

_MOUTH: Final = tuple(property_name(field) for field in POSE_FIELDS)
PICTURE_TICKS: Final = 5
"""How long a sprite's picture stays: 80 ms."""
_AT_ONCE: Final = CLOSURES | {REST}
_FACE: Final = tuple(property_name(field) for field in FACE_FIELDS)


class FacePose(ViewModel):
    """One real property for each of `POSE_FIELDS` and `FACE_FIELDS`, in camel case, and the avatar's look.

    The mouth's share one signal: a lip depends on several of them, and must be drawn anew once a
    tick, not once for each. The face's fields change one by one and have their own. `viseme` and
    `behaviour` choose the pictures of a sprite.
    """

    mouth_changed = Signal()
    avatar_changed = Signal()
    viseme_changed = Signal()
    behaviour_changed = Signal()
    avatar = shown("QVariant", "avatar", avatar_changed)
    viseme = shown(str, "viseme", viseme_changed)
    behaviour = shown(str, "behaviour", behaviour_changed)
    for _name in _MOUTH:
        locals()[_name] = shown(float, _name, mouth_changed)
    for _name in _FACE:
        locals()[f"{_name}_changed"] = _changed = Signal()
        locals()[_name] = shown(float, _name, _changed)
    del _name, _changed

    def __init__(self, parent: QObject) -> None:
        super().__init__(
            parent,
            avatar=None,
            viseme=REST,
            behaviour=BehaviourLabel.NEUTRAL.value,
            **dict.fromkeys((*_MOUTH, *_FACE), 0.0),
        )
        self._held = 0

    def wear(self, look: Mapping[str, Any]) -> None:
        """Show this avatar (from `avatar_look`) from now on."""
        self.show(avatar=dict(look))

    def show_mouth(self, values: Iterable[float]) -> None:
        """Set the mouth for a tick, in the order of `POSE_FIELDS`."""
        pose = tuple(values)
        if self.mouth() != pose:
            self._values.update(zip(_MOUTH, pose, strict=True))
            self.mouth_changed.emit()
        if self._is_sprite():
            self._choose_picture(pose)  # also of a mouth that holds still: it may have moved too soon before

    def show_face(self, values: Iterable[float], behaviour: str = BehaviourLabel.NEUTRAL.value) -> None:
        """Set the rest of the face, in the order of `FACE_FIELDS`, and what the avatar is doing."""
        self.show(behaviour=behaviour, **dict(zip(_FACE, values, strict=True)))

    def mouth(self) -> tuple[float, ...]:
        """The mouth as it is shown, in the order of `POSE_FIELDS`."""
        return tuple(self._values[name] for name in _MOUTH)

    def _choose_picture(self, pose: tuple[float, ...]) -> None:
        """A picture stays for a while, or the mouth would flutter; a shut mouth comes at once."""
        self._held += 1
        nearest = nearest_viseme(np.array(pose, np.float32), self._values["viseme"])
        if nearest != self._values["viseme"] and (self._held >= PICTURE_TICKS or nearest in _AT_ONCE):
            self._held = 0
            self.show(viseme=nearest)

    def _is_sprite(self) -> bool:
        look = self._values["avatar"]
        return look is not None and look["renderer"] == SPRITES
