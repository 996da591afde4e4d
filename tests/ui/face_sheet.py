"""Contact sheets of the drawn face, all visemes and behaviours: `python -m tests.ui.face_sheet --out DIR`."""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QRect, QUrl
from PySide6.QtGui import QColor, QFont, QGuiApplication, QImage, QPainter
from PySide6.QtQuick import QQuickView

from app.avatar.face_pose import FacePose as Motion
from app.avatar.motion import FaceMotion
from app.avatar.poses import INDEX, REST, poses
from app.core.resources import assets_dir
from app.core.types import BehaviourLabel, Language
from app.core.visemes import VISEMES
from app.ui.kiosk import AVATAR, create_application
from app.ui.qml_types import QML
from app.ui.view_models.face_pose import FacePose

SIZE: Final = 1080
MOUTH: Final = QRect(380, 470, 320, 290)
Picture = tuple[str, QImage]


class Sitter:
    """The face in a window of its own, holding still."""

    def __init__(self) -> None:
        self._view = QQuickView()
        self._pose = FacePose(self._view)
        self._view.setColor(QColor("#1d4654"))
        art = QUrl.fromLocalFile(f"{assets_dir() / 'avatars' / AVATAR}/")
        self._view.setInitialProperties({"pose": self._pose, "art": art})
        self._view.setResizeMode(QQuickView.ResizeMode.SizeRootObjectToView)
        self._view.resize(SIZE, SIZE)
        self._view.setSource(QUrl.fromLocalFile(str(QML / "face" / "Face.qml")))
        self._view.show()
        while not self._view.rootObject().property("ready"):
            QGuiApplication.processEvents()
            time.sleep(0.01)

    def picture(self, mouth: Iterable[float], motion: Motion) -> QImage:
        """The face in one pose."""
        self._pose.show_mouth(tuple(mouth))
        self._pose.show_face(motion)
        QGuiApplication.processEvents()
        return self._view.grabWindow()


def visemes(sitter: Sitter, language: Language) -> list[Picture]:
    """The mouth in each viseme's pose."""
    calm = Motion(smile=0.35)
    table = poses(language)
    return [(name, sitter.picture(table[INDEX[name]].tolist(), calm).copy(MOUTH)) for name in VISEMES]


def behaviours(sitter: Sitter) -> list[Picture]:
    """The face in the middle of each behaviour, and thinking."""
    pictures = []
    for behaviour, thinking in [
        *((label, False) for label in BehaviourLabel),
        (BehaviourLabel.NEUTRAL, True),
    ]:
        motion = FaceMotion(seed=3)
        for tick in range(75):
            pose = motion.step(tick / 60, behaviour, speaking=False, thinking=thinking)
        name = "thinking" if thinking else behaviour.value
        picture = sitter.picture(REST.tolist(), pose._replace(blink=0.0))
        pictures.append((name, picture.scaledToWidth(SIZE // 2)))
    return pictures


def sheet(pictures: list[Picture], columns: int) -> QImage:
    """All pictures with their names, in rows."""
    cell = pictures[0][1].size()
    rows = math.ceil(len(pictures) / columns)
    page = QImage(cell.width() * columns, cell.height() * rows, QImage.Format.Format_RGB32)
    page.fill(QColor("black"))
    painter = QPainter(page)
    painter.setFont(QFont(QGuiApplication.font().family(), 18))
    painter.setPen(QColor("white"))
    for index, (name, image) in enumerate(pictures):
        x, y = index % columns * cell.width(), index // columns * cell.height()
        painter.drawImage(x, y, image)
        painter.drawText(x + 10, y + 30, name)
    painter.end()
    return page


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    out: Path = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    application = create_application()
    sitter = Sitter()
    for language in Language:
        sheet(visemes(sitter, language), 5).save(str(out / f"visemes_{language}.png"))
    sheet(behaviours(sitter), 4).save(str(out / "behaviours.png"))
    application.quit()


if __name__ == "__main__":
    main()
