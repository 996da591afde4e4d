"""What the screen is made of: texts, fonts, colours, QML's types, the platform's known fault."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QSize, QUrl
from PySide6.QtGui import QColor
from PySide6.QtQml import QQmlComponent, QQmlEngine
from PySide6.QtQuick import QQuickItem

from app.avatar.face_pose import FACE_FIELDS
from app.core.errors import ContentError
from app.core.mouth import POSE_FIELDS
from app.core.resources import assets_dir
from app.core.types import Language
from app.ui.avatar_look import property_name
from app.ui.bridge import Bridge
from app.ui.catalogue import Catalogue
from app.ui.fonts import install_fonts
from app.ui.qml_types import DESCRIPTION, QML
from tests.ui.conftest import LANDSCAPE, PORTRAIT, OpenKiosk

EMITS = """
from PySide6.QtCore import QCoreApplication, QObject, Signal
class Source(QObject):
    told = Signal(bool)
application = QCoreApplication([])
source, heard = Source(), []
source.told.connect(heard.append)
for _ in range(2000):
    source.told.emit(True)
assert len(heard) == 2000
assert True is bool(1)
print("alive")
"""


def test_both_languages_have_all_texts(catalogue: Catalogue) -> None:
    english, arabic = (catalogue.texts(language) for language in Language)
    assert english.keys() == arabic.keys()
    assert all(text.strip() for text in (*english.values(), *arabic.values()))


@pytest.mark.parametrize(
    ("content", "problem"),
    [('{"title": ""}', "non-empty"), ("{", "cannot be read"), ('{"other": "x"}', "not in both")],
)
def test_damaged_texts_are_refused_by_name(tmp_path: Path, content: str, problem: str) -> None:
    (tmp_path / "en.json").write_text('{"title": "x"}', encoding="utf-8")
    (tmp_path / "ar.json").write_text(content, encoding="utf-8")
    with pytest.raises(ContentError, match=problem):
        Catalogue(tmp_path)


def test_a_text_that_is_unknown_has_a_stand_in(catalogue: Catalogue) -> None:
    texts = catalogue.texts(Language.AR)
    assert catalogue.text("no_audio", Language.AR, otherwise="attention") == texts["no_audio"]
    assert catalogue.text("never_heard_of", Language.AR, otherwise="attention") == texts["attention"]


def test_a_folder_without_fonts_is_refused(qapp: QObject, tmp_path: Path) -> None:
    (tmp_path / "broken.ttf").write_bytes(b"not a font")
    with pytest.raises(ContentError, match=r"broken\.ttf"):
        install_fonts(tmp_path)


def test_fonts_state_their_licence() -> None:
    folder = assets_dir() / "fonts"
    assert "SIL OPEN FONT LICENSE" in (folder / "OFL.txt").read_text(encoding="utf-8")
    assert "OFL" in (folder / "README.md").read_text(encoding="utf-8")


def python(program: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", program]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_qmllint_knows_the_view_models_as_they_are() -> None:
    """In a process of its own: PySide drops a class's meta-object with the last of its instances."""
    run = python("from app.ui.qml_types import describe_types; print(describe_types(), end='')")
    assert run.stdout == DESCRIPTION.read_text(encoding="utf-8"), "run: python -m app.ui.qml_types"


def test_the_face_has_a_property_for_every_field(bridge: Bridge) -> None:
    meta = bridge.pose.metaObject()
    for field in (*POSE_FIELDS, *FACE_FIELDS):
        assert meta.indexOfProperty(property_name(field)) >= 0, field
    assert property_name("lip_under_teeth") == "lipUnderTeeth"


def luminance(colour: QColor) -> float:
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: QColor, other: QColor) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize(
    ("text", "grounds"),
    [
        ("light", ("night", "deep", "card", "field")),
        ("soft", ("night", "field")),
        ("sand", ("night", "deep")),
        ("ink", ("coral", "sand", "light")),
    ],
)
def test_text_stands_out_seven_to_one(qapp: QObject, text: str, grounds: tuple[str, ...]) -> None:
    engine = QQmlEngine()
    component = QQmlComponent(engine)
    source = b'import QtQml\nimport "theme"\nQtObject { readonly property QtObject theme: Theme }'
    component.setData(source, QUrl.fromLocalFile(f"{QML}/Contrast.qml"))
    holder = component.create()
    theme = holder.property("theme")
    for ground in grounds:
        assert contrast(theme.property(text), theme.property(ground)) >= 7.0, (text, ground)
    del theme, holder, component
    engine.deleteLater()


def texts_of(item: QQuickItem) -> list[QQuickItem]:
    own = [item] if item.isVisible() and item.property("truncated") is not None else []
    return own + [text for child in item.childItems() if child.isVisible() for text in texts_of(child)]


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("size", [PORTRAIT, LANDSCAPE, QSize(540, 960), QSize(2160, 3840)])
def test_every_text_fits_its_box(open_kiosk: OpenKiosk, language: Language, size: QSize) -> None:
    visitor = open_kiosk(language, size)
    texts = texts_of(visitor.kiosk.view.contentItem())
    assert len(texts) > 6
    for text in texts:
        shown = text.property("text")
        assert not text.property("truncated"), shown
        assert text.property("contentWidth") <= text.width() + 1, shown
        assert text.property("contentHeight") <= text.height() + 1, shown


def test_two_thousand_emits_leave_the_interpreter_alive() -> None:
    """PySide6 6.12.0 under CPython 3.11 loses a reference to True at each and aborts."""
    run = python(EMITS)
    assert (run.returncode, run.stdout) == (0, "alive\n"), run.stderr


def test_no_qml_file_holds_logic_of_its_own_or_grows_long() -> None:
    files = sorted(QML.rglob("*.qml"))
    assert len(files) > 15
    assert not list(QML.rglob("*.js"))
    long = [file.name for file in files if len(file.read_text(encoding="utf-8").splitlines()) >= 150]
    assert long == []
