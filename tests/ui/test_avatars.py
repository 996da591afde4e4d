"""Avatar packs as they are drawn: the sprite sheet, live changes, the contact sheet and its command."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication, QImage
from pytestqt.qtbot import QtBot

from app.avatar.face_pose import FACE_FIELDS, FacePose
from app.avatar.pack import load_avatar
from app.avatar.poses import INDEX, poses
from app.avatar.shelf import avatar_folder
from app.core.types import Language
from app.core.visemes import VISEMES
from app.ui.avatar_look import avatar_look
from app.ui.contact_sheet import Sitter, draw_contact_sheet
from tests.ui.conftest import OpenKiosk

PAPER = Path(__file__).parents[1] / "data" / "avatars" / "paper"
CALM = FacePose()


def changed(one: QImage, other: QImage) -> int:
    """Bytes that differ visibly."""
    pixels = [
        np.frombuffer(image.convertToFormat(QImage.Format.Format_RGB32).constBits(), np.uint8).astype(int)
        for image in (one, other)
    ]
    return int((np.abs(pixels[0] - pixels[1]) > 12).sum())


def test_a_sprite_shows_the_picture_of_each_viseme(qapp: QGuiApplication) -> None:
    pack = load_avatar(PAPER)
    sitter = Sitter(pack)
    table = poses(Language.EN)
    seen = {viseme: sitter.picture(table[INDEX[viseme]].tolist(), CALM) for viseme in VISEMES}
    assert changed(seen["sil"], seen["aa"]) > 2000
    assert changed(seen["SS"], seen["U"]) > 2000
    assert changed(seen["TH"], seen["nn"]) == 0, "both have the picture with the tongue"
    sitter.close()


def test_a_sprite_blinks_and_has_pictures_for_behaviours(qapp: QGuiApplication) -> None:
    sitter = Sitter(load_avatar(PAPER))
    rest = poses(Language.EN)[INDEX["sil"]].tolist()
    calm = sitter.picture(rest, CALM)
    assert changed(calm, sitter.picture(rest, CALM._replace(blink=1.0))) > 2000
    assert changed(calm, sitter.picture(rest, CALM, "greeting")) > 2000
    assert changed(calm, sitter.picture(rest, CALM, "apology")) == 0, "the sample has none for it"
    sitter.close()


@pytest.mark.parametrize("avatar", ["noor", "jood"])
def test_no_behaviour_moves_the_mouth_open(qapp: QGuiApplication, avatar: str) -> None:
    """A smile bends the line between the lips; the cavity stays shut whatever the face does."""
    sitter = Sitter(load_avatar(avatar_folder(avatar)))
    rest = poses(Language.EN)[INDEX["PP"]].tolist()
    for field in FACE_FIELDS:
        picture = sitter.picture(rest, CALM._replace(**{field: 1.0}))
        manifest = load_avatar(avatar_folder(avatar)).manifest
        x, y = (round(value) for value in manifest.mouth.centre)  # type: ignore[union-attr]
        middle = picture.copy(x - 40, y - 20, 80, 60)
        dark = sum(
            middle.pixelColor(column, row).lightness() < 45 for column in range(80) for row in range(60)
        )
        assert dark == 0, field
    sitter.close()


def test_the_avatar_can_be_changed_while_the_kiosk_runs(open_kiosk: OpenKiosk, qtbot: QtBot) -> None:
    visitor = open_kiosk(Language.EN, QSize(540, 960))
    pose = visitor.kiosk.bridge.pose
    visitor.watch(0.2)
    before = visitor.kiosk.view.grabWindow()
    pose.wear(avatar_look(load_avatar(PAPER)))
    qtbot.waitUntil(lambda: changed(before, visitor.kiosk.view.grabWindow()) > 100_000, timeout=20_000)


def test_a_contact_sheet_has_every_viseme_and_behaviour(qapp: QGuiApplication) -> None:
    sheet = draw_contact_sheet(load_avatar(PAPER))
    assert sheet.width() == 1440
    assert sheet.height() > 1440
