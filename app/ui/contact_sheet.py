"""A contact sheet of an avatar, all visemes and behaviours on one picture, for whoever draws it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from PySide6.QtCore import QRectF, Qt, QUrl
from PySide6.QtGui import QColor, QFont, QGuiApplication, QImage, QPainter
from PySide6.QtQuick import QQuickView

from app.avatar.face_pose import FacePose as Motion
from app.avatar.motion import FaceMotion
from app.avatar.pack import STAGE, AvatarPack, Layers
from app.avatar.poses import REST, named_poses
from app.core.errors import AvatarError
from app.core.types import BehaviourLabel
from app.ui.avatar_look import avatar_look
from app.ui.kiosk import create_application
from app.ui.qml_types import QML
from app.ui.view_models.face_pose import PICTURE_TICKS, FacePose

WIDTH: Final = 1440
_BACKGROUND: Final = "#1d4654"
_FPS: Final = 60
_MIDDLE: Final = 78
"""Ticks after which a behaviour is at its most telling."""
_PATIENCE: Final = 60.0
_MOUTHS, _FACES = 6, 4  # columns

Picture = tuple[str, QImage]


class Sitter:
    """An avatar in a window of its own, holding still."""

    def __init__(self, pack: AvatarPack) -> None:
        self._view = QQuickView()
        self._pose = FacePose(self._view)
        self._pose.wear(avatar_look(pack))
        self._view.setColor(QColor(_BACKGROUND))
        self._view.setInitialProperties({"pose": self._pose})
        self._view.setResizeMode(QQuickView.ResizeMode.SizeRootObjectToView)
        self._view.resize(STAGE, STAGE)
        self._view.setSource(QUrl.fromLocalFile(str(QML / "face" / "Face.qml")))
        self._view.show()
        patient_until = time.monotonic() + _PATIENCE
        while not self._view.rootObject().property("ready"):
            if time.monotonic() > patient_until:
                raise AvatarError(f"{pack.folder}: its pictures were not painted within {_PATIENCE:.0f} s")
            QGuiApplication.processEvents()
            time.sleep(0.005)

    def picture(self, mouth: Iterable[float], motion: Motion, behaviour: str = "neutral") -> QImage:
        """The avatar in one pose."""
        held = tuple(mouth)
        for _ in range(PICTURE_TICKS):
            self._pose.show_mouth(held)
        self._pose.show_face(motion, behaviour)
        QGuiApplication.processEvents()
        return self._view.grabWindow()

    def close(self) -> None:
        """Take the window down."""
        self._view.close()
        self._view.deleteLater()


def draw_contact_sheet(pack: AvatarPack) -> QImage:
    """Every viseme (and the poses that Arabic adds), then every behaviour. Raises AvatarError."""
    create_application()
    sitter = Sitter(pack)
    try:
        return _page([(_MOUTHS, list(_mouths(sitter, pack))), (_FACES, list(_faces(sitter)))])
    finally:
        sitter.close()


def _mouths(sitter: Sitter, pack: AvatarPack) -> Iterator[Picture]:
    calm = Motion(smile=0.35)
    around = _mouth_area(pack).toRect()
    for name, pose in named_poses():
        yield name, sitter.picture(pose.tolist(), calm).copy(around)


def _mouth_area(pack: AvatarPack) -> QRectF:
    """The mouth with what is around it, on the stage."""
    manifest = pack.manifest
    if isinstance(manifest, Layers):
        (x, y), (wide, high) = manifest.mouth.centre, manifest.mouth.size
        return QRectF(x - 150 * wide, y - 100 * high, 300 * wide, 250 * high)
    scale = STAGE / max(manifest.size)
    x, y, width, height = (value * scale for value in manifest.mouth_box)
    left, top = (STAGE - manifest.size[0] * scale) / 2, STAGE - manifest.size[1] * scale
    return QRectF(left + x - width / 4, top + y - height / 4, width * 1.5, height * 1.5)


def _faces(sitter: Sitter) -> Iterator[Picture]:
    for name in (*(label.value for label in BehaviourLabel), "listening", "thinking"):
        yield name, sitter.picture(REST.tolist(), _middle(name)._replace(blink=0.0), name)


def _middle(name: str) -> Motion:
    """The face in the midst of a behaviour."""
    motion, waits = FaceMotion(seed=3), name in {"listening", "thinking"}
    label = BehaviourLabel.NEUTRAL if waits else BehaviourLabel(name)
    for tick in range(_MIDDLE + 1):
        pose = motion.step(
            tick / _FPS,
            label,
            speaking=not waits,
            thinking=name == "thinking",
            listening=name == "listening",
            remaining=(_MIDDLE - tick) / _FPS,
            item=label is BehaviourLabel.LISTING and tick == _MIDDLE - 14,
        )
    return pose


def _page(parts: Sequence[tuple[int, Sequence[Picture]]]) -> QImage:
    """All pictures with their names, each part in its own number of columns."""
    heights = [_cell(pictures, columns)[1] * -(-len(pictures) // columns) for columns, pictures in parts]
    page = QImage(WIDTH, sum(heights), QImage.Format.Format_RGB32)
    page.fill(QColor(_BACKGROUND))
    painter = QPainter(page)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.setFont(QFont(QGuiApplication.font().family(), 15))
    painter.setPen(QColor("white"))
    top = 0
    for (columns, pictures), height in zip(parts, heights, strict=True):
        width, tall = _cell(pictures, columns)
        for index, (name, image) in enumerate(pictures):
            x, y = index % columns * width, top + index // columns * tall
            painter.drawImage(
                x, y, image.scaled(width, tall, mode=Qt.TransformationMode.SmoothTransformation)
            )
            _label(painter, x, y, name)
        top += height
    painter.end()
    return page


def _label(painter: QPainter, x: int, y: int, name: str) -> None:
    text = painter.fontMetrics().boundingRect(name)
    painter.fillRect(x, y, text.width() + 16, 26, QColor("#b0102a34"))
    painter.drawText(x + 8, y + 19, name)


def _cell(pictures: Sequence[Picture], columns: int) -> tuple[int, int]:
    width, first = WIDTH // columns, pictures[0][1]
    return width, round(width * first.height() / first.width())
