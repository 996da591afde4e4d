"""The drawn face alone: every parameter is seen, lips close, and Qt has nothing to complain of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QRect, QUrl
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtQuick import QQuickView
from pytestqt.qtbot import QtBot

from app.avatar.face_pose import FACE_FIELDS
from app.avatar.poses import INDEX, poses
from app.core.mouth import POSE_FIELDS
from app.core.resources import assets_dir
from app.core.types import Language
from app.core.visemes import VISEMES
from app.ui.qml_types import QML
from app.ui.view_models.face_pose import FacePose

SIZE = 540
MOUTH = QRect(215, 270, 110, 90)
"""Where the mouth is at this size, from the nose to the chin."""

Pixels = NDArray[np.int16]


class Face:
    """A face in a window of its own."""

    def __init__(self, qtbot: QtBot) -> None:
        self.view = QQuickView()
        self.pose = FacePose(self.view)
        self.view.setColor(QColor("black"))
        art = QUrl.fromLocalFile(f"{assets_dir() / 'avatars' / 'noor'}/")
        self.view.setInitialProperties({"pose": self.pose, "art": art})
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
        return self.seen(**dict(zip(POSE_FIELDS, pose.tolist(), strict=True))).copy(MOUTH)


@pytest.fixture
def face(qapp: QGuiApplication, qtbot: QtBot) -> Iterator[Face]:
    made = Face(qtbot)
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
    assert count(closed, teeth) == 0


def test_open_vowels_show_the_cavity_and_bright_consonants_the_teeth(face: Face) -> None:
    assert count(face.speaking("aa"), cavity) > 300
    assert count(face.speaking("aa"), cavity) > 3 * count(face.speaking("E"), cavity) / 2
    assert count(face.speaking("SS"), teeth) > 80
    assert count(face.speaking("FF"), teeth) > 40
    assert count(face.speaking("U"), teeth) == 0


def test_shut_eyes_hide_the_whites(face: Face) -> None:
    eyes = QRect(190, 190, 160, 50)
    assert count(face.seen().copy(eyes), teeth) > 200
    assert count(face.seen(blink=1.0).copy(eyes), teeth) == 0


def test_a_new_size_is_painted_while_the_old_one_is_shown(face: Face, qtbot: QtBot) -> None:
    face.view.resize(SIZE // 2, SIZE // 2)
    qtbot.waitUntil(lambda: face.view.rootObject().width() == SIZE // 2)
    assert face.view.rootObject().property("ready")
    assert face.seen().pixelColor(SIZE // 4, SIZE * 3 // 20).lightness() > 150  # the forehead


def test_layers_lie_where_their_pictures_say(qapp: QGuiApplication) -> None:
    layer = re.compile(r'name: "(\w+)".*?Qt\.rect\(([^)]*)\)', re.DOTALL)
    placed = [
        found for file in (QML / "face").glob("*.qml") for found in layer.findall(file.read_text("utf-8"))
    ]
    assert len(placed) == len(list((assets_dir() / "avatars" / "noor").glob("*.svg")))
    for name, box in placed:
        picture = (assets_dir() / "avatars" / "noor" / f"{name}.svg").read_text("utf-8")
        x, y, width, height = re.search(r'viewBox="([^"]*)"', picture)[1].split()  # type: ignore[index]
        placing = [part.strip() for part in box.split(",")]
        assert placing[2:] == [width, height], name
        assert (x, y) in {("0", "0"), (placing[0], placing[1])}, name
