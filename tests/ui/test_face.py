"""The drawn face alone: every parameter is seen, lips close, and Qt has nothing to complain of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QRect, QUrl
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtQuick import QQuickView
from pytestqt.qtbot import QtBot

from app.avatar.face_pose import FACE_FIELDS
from app.avatar.pack import STAGE, Layers, load_avatar
from app.avatar.poses import INDEX, poses
from app.avatar.shelf import avatar_folder
from app.core.mouth import POSE_FIELDS
from app.core.types import Language
from app.core.visemes import VISEMES
from app.ui.avatar_look import avatar_look
from app.ui.qml_types import QML
from app.ui.view_models.face_pose import FacePose

SIZE = 540


def around_mouth(manifest: Layers) -> QRect:
    """Where the mouth is at this size, from under the nose to the chin."""
    scale = SIZE / STAGE
    (x, y), (wide, high) = manifest.mouth.centre, manifest.mouth.size
    area = (x - 70 * wide, y - 30 * high, 140 * wide, 90 * high)
    return QRect(*(round(value * scale) for value in area))


Pixels = NDArray[np.int16]


class Face:
    """A face in a window of its own."""

    def __init__(self, qtbot: QtBot, avatar: str) -> None:
        self.view = QQuickView()
        self.pose = FacePose(self.view)
        self.view.setColor(QColor("black"))
        self.name = avatar
        pack = load_avatar(avatar_folder(avatar))
        self.pose.wear(avatar_look(pack))
        assert isinstance(pack.manifest, Layers)
        self.mouth = around_mouth(pack.manifest)
        self.view.setInitialProperties({"pose": self.pose})
        self.view.setResizeMode(QQuickView.ResizeMode.SizeRootObjectToView)
        self.view.resize(SIZE, SIZE)
        self.view.setSource(QUrl.fromLocalFile(str(QML / "face" / "Face.qml")))
        assert not self.view.errors()
        self.view.show()
        root = self.view.rootObject()
        qtbot.waitUntil(lambda: bool(root.property("ready")), timeout=30_000)

    def seen(self, **values: float) -> QImage:
        """The picture with these parameters and all others at 0."""
        self.pose.show_mouth([values.get(field, 0.0) for field in POSE_FIELDS])
        self.pose.show_face([values.get(field, 0.0) for field in FACE_FIELDS])
        QGuiApplication.processEvents()
        return self.view.grabWindow()

    def speaking(self, viseme: str) -> QImage:
        """The mouth's surroundings in a viseme's pose."""
        pose = poses(Language.EN)[INDEX[viseme]]
        return self.seen(**dict(zip(POSE_FIELDS, pose.tolist(), strict=True))).copy(self.mouth)


ON_NOOR: Final = pytest.mark.parametrize("face", ["noor"], indirect=True)
"""Teeth and whites are told by their colour, which a dugong's muzzle shares."""


@pytest.fixture(params=["noor", "jood"])
def face(qapp: QGuiApplication, qtbot: QtBot, request: pytest.FixtureRequest) -> Iterator[Face]:
    made = Face(qtbot, request.param)
    yield made
    made.view.close()
    made.view.deleteLater()


def pixels(image: QImage) -> Pixels:
    """Red, green and blue, `[height, width, 3]`."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    flat = np.frombuffer(plain.constBits(), np.uint8)
    return flat.reshape(plain.height(), plain.width(), 4)[:, :, 2::-1].astype(np.int16)


def changed(one: QImage, other: QImage) -> int:
    """Pixels that differ visibly."""
    return int((np.abs(pixels(one) - pixels(other)).max(axis=2) > 12).sum())


def count(image: QImage, kind: Callable[[Pixels], NDArray[np.bool_]]) -> int:
    return int(kind(pixels(image)).sum())


def cavity(rgb: Pixels) -> NDArray[np.bool_]:
    dark: NDArray[np.bool_] = rgb.max(axis=2) < 75
    return dark


def teeth(rgb: Pixels) -> NDArray[np.bool_]:
    """Bright and hardly coloured: skin and lips are redder by far."""
    bright: NDArray[np.bool_] = (rgb.min(axis=2) > 170) & (rgb[:, :, 0] - rgb[:, :, 2] < 45)
    return bright


def test_every_parameter_is_seen(face: Face) -> None:
    open_mouth = {"jaw": 0.6}
    unseen = []
    for field in (*POSE_FIELDS, *FACE_FIELDS):
        # Tongue and teeth show in an open mouth, a wave in a raised hand.
        setting = {"hand_raise": 1.0} if field == "hand_wave" else open_mouth if field in POSE_FIELDS else {}
        before, after = face.seen(**setting), face.seen(**(setting | {field: 0.9}))
        if changed(before, after) < 30:
            unseen.append(field)
    assert not unseen


def test_all_fifteen_visemes_are_told_apart(face: Face) -> None:
    seen = {viseme: face.speaking(viseme) for viseme in VISEMES}
    alike = [
        (one, other)
        for index, one in enumerate(VISEMES)
        for other in VISEMES[index + 1 :]
        if changed(seen[one], seen[other]) < 40
    ]
    assert not alike


@pytest.mark.parametrize("viseme", ["sil", "PP"])
def test_closed_lips_are_closed(face: Face, viseme: str) -> None:
    closed = face.speaking(viseme)
    assert count(closed, cavity) == 0
    if face.name == "noor":
        assert count(closed, teeth) == 0


def test_open_vowels_show_the_cavity(face: Face) -> None:
    assert count(face.speaking("aa"), cavity) > 300
    assert count(face.speaking("aa"), cavity) > 3 * count(face.speaking("E"), cavity) / 2


@ON_NOOR
def test_bright_consonants_show_the_teeth(face: Face) -> None:
    assert count(face.speaking("SS"), teeth) > 80
    assert count(face.speaking("FF"), teeth) > 40
    assert count(face.speaking("U"), teeth) == 0


@ON_NOOR
def test_shut_eyes_hide_the_whites(face: Face) -> None:
    eyes = QRect(190, 190, 160, 50)
    assert count(face.seen().copy(eyes), teeth) > 200
    assert count(face.seen(blink=1.0).copy(eyes), teeth) == 0


@ON_NOOR
def test_a_new_size_is_painted_while_the_old_one_is_shown(face: Face, qtbot: QtBot) -> None:
    face.view.resize(SIZE // 2, SIZE // 2)
    qtbot.waitUntil(lambda: face.view.rootObject().width() == SIZE // 2)
    assert face.view.rootObject().property("ready")
    assert face.seen().pixelColor(SIZE // 4, SIZE * 3 // 20).lightness() > 150  # the forehead
