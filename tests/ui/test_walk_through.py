"""The whole screen with its real QML, offscreen, in both languages and orientations."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtQuick import QQuickItem
from pytestqt.qtbot import QtBot

from app.core.events import Failed, Notice, Thinking
from app.core.types import Language
from app.ui.view_models.diagnostics import figure_key
from tests.fakes.session import ANSWERS, QUESTIONS, WORD_SAMPLES, FakeSession
from tests.ui.conftest import LANDSCAPE, PORTRAIT, OpenKiosk
from tests.ui.visitor import Visitor

SCREENS = [(language, size) for language in Language for size in (PORTRAIT, LANDSCAPE)]
PATIENCE_MS = 5000
WORD_SECONDS = WORD_SAMPLES / 24_000


def seen(visitor: Visitor, name: str) -> bool:
    item = visitor.item(name)
    return item.isVisible() and item.opacity() > 0


@pytest.mark.parametrize(("language", "size"), SCREENS)
def test_a_visitor_asks_listens_and_stops(
    open_kiosk: OpenKiosk, session: FakeSession, language: Language, size: QSize
) -> None:
    visitor = open_kiosk(language, size)
    screen, captions = visitor.kiosk.bridge.screen, visitor.kiosk.bridge.captions
    assert screen.value("state") == "idle"
    visitor.touch("card1")
    assert session.asked == [(QUESTIONS[language][1], language)]
    visitor.watch(2.5 * WORD_SECONDS)
    assert screen.value("state") == "speaking"
    assert captions.text == ANSWERS[language]
    assert captions.marked == ANSWERS[language].split()[2]
    assert max(visitor.kiosk.bridge.pose.mouth()) > 0.3
    visitor.touch("stop")
    assert session.stops == 1
    assert captions.marked == ""
    assert screen.value("state") == "idle"


def test_a_touch_shows_in_the_next_frame(open_kiosk: OpenKiosk) -> None:
    visitor = open_kiosk(Language.EN, PORTRAIT)
    ground = visitor.centre("card0") + QPoint(0, 60)  # beneath the card's words
    before = visitor.kiosk.view.grabWindow().pixelColor(ground)
    visitor.hold("card0")
    pressed = visitor.kiosk.view.grabWindow().pixelColor(ground)
    assert before.red() < 100
    assert pressed.red() > 240


@pytest.mark.parametrize("size", [PORTRAIT, LANDSCAPE])
def test_one_touch_switches_the_language_and_mirrors_the_screen(
    open_kiosk: OpenKiosk, session: FakeSession, size: QSize
) -> None:
    visitor = open_kiosk(Language.EN, size)
    middle = size.width() / 2
    assert visitor.centre("language").x() > middle
    assert visitor.centre("card0").x() < visitor.centre("card1").x()
    below = visitor.centre("language").y()
    visitor.touch("language")
    visitor.watch(0.1)
    assert visitor.centre("language").x() < middle
    assert visitor.centre("language").y() == below
    assert visitor.centre("card0").x() > visitor.centre("card1").x()
    assert session.greeted == [Language.AR]
    assert visitor.kiosk.bridge.screen.value("questions") == list(QUESTIONS[Language.AR])
    visitor.watch(0.4)
    visitor.touch("language")
    assert visitor.centre("language").x() > middle


def test_a_typed_question_is_sent_by_enter_and_by_the_arrow(
    open_kiosk: OpenKiosk, session: FakeSession
) -> None:
    visitor = open_kiosk(Language.EN, PORTRAIT)
    visitor.kiosk.view.requestActivate()
    visitor.type("  why ")
    visitor.press(Qt.Key.Key_Return)  # nothing is left to send
    visitor.press(Qt.Key.Key_A)
    visitor.watch(2.0)
    visitor.touch("send")
    assert [question for question, _language in session.asked] == ["why", "a"]


def test_f12_opens_the_figures_and_escape_closes_them(
    qtbot: QtBot, open_kiosk: OpenKiosk, session: FakeSession
) -> None:
    visitor = open_kiosk(Language.EN, LANDSCAPE)
    visitor.kiosk.view.requestActivate()
    session.fill_ledger()
    assert not seen(visitor, "panel")
    visitor.press(Qt.Key.Key_F12)
    visitor.watch(0.5)
    figures = visitor.kiosk.bridge.diagnostics
    assert visitor.kiosk.bridge.screen.value("panel")
    qtbot.waitUntil(lambda: seen(visitor, "panel"), timeout=PATIENCE_MS)
    stages = {row[0]: row for row in figures.value("latencies")}
    assert stages["align"][1] == "39"
    assert float(stages["align"][4]) == pytest.approx(6.8, abs=0.2)
    assert figures.value("models")[2][2:4] == ["FP32", "1"]
    assert ["acoustic", "30"] in figures.value("timing")
    visitor.press(Qt.Key.Key_Escape)
    assert not visitor.kiosk.bridge.screen.value("panel")
    visitor.press(Qt.Key.Key_Escape)
    assert not visitor.kiosk.bridge.screen.value("panel")


def opened_panel(visitor: Visitor) -> QQuickItem:
    """The panel after F12, full of figures; returns the part of it that scrolls."""
    visitor.kiosk.view.requestActivate()
    visitor.session.fill_ledger()
    visitor.press(Qt.Key.Key_F12)
    visitor.watch(0.1)
    return visitor.item("figures")


@pytest.mark.parametrize("language", list(Language))
def test_the_whole_panel_fits_an_upright_screen_and_scrolls_on_a_wide_one(
    open_kiosk: OpenKiosk, language: Language
) -> None:
    upright = opened_panel(open_kiosk(language, PORTRAIT))
    assert upright.property("contentHeight") > 1000
    assert upright.height() >= upright.property("contentHeight")
    wide = opened_panel(open_kiosk(language, LANDSCAPE))
    assert wide.property("contentHeight") > wide.height()


def test_the_panel_speaks_arabic_and_counts_each_drawing(open_kiosk: OpenKiosk, session: FakeSession) -> None:
    visitor = open_kiosk(Language.AR, PORTRAIT)
    visitor.watch(0.5)
    opened_panel(visitor)
    figures = visitor.kiosk.bridge.diagnostics
    for table in ("latencies", "timing", "audio", "drops"):
        names = [row[0] for row in figures.value(table)]
        assert names
        assert not [name for name in names if re.search("[A-Za-z]", name)]
    texts = visitor.kiosk.bridge.screen.value("texts")
    assert [name for name in session.threads() if figure_key(name) not in texts] == []
    draw = next(row for row in session.latencies() if row.stage == "draw")
    assert draw.count >= 2  # frames come in real time, of which a test spends little
    assert draw.p50 is not None
    assert 0.01 < draw.p50 < 500
    visitor.kiosk.bridge.screen.alternate()
    visitor.watch(0.02)
    assert "align" in [row[0] for row in figures.value("latencies")]


def head(visitor: Visitor) -> QRectF:
    """Where the drawn head is in the window, without the cloth on the shoulders."""
    noor = visitor.item("avatar")
    unit = noor.width() / 1080
    return noor.mapRectToScene(QRectF(250 * unit, 40 * unit, 580 * unit, 730 * unit))


@pytest.mark.parametrize(("language", "size"), SCREENS)
def test_a_notice_leaves_the_head_and_the_words_clear(
    open_kiosk: OpenKiosk, session: FakeSession, language: Language, size: QSize
) -> None:
    visitor = open_kiosk(language, size)
    for keys in (["no_audio"], ["no_audio", "settings_damaged", "attention"]):
        session.events += [Notice(key, active=True) for key in keys]
        visitor.watch(0.1)
        strip = visitor.item("notice")
        place = strip.mapRectToScene(QRectF(0, 0, strip.width(), strip.height()))
        assert not place.intersects(head(visitor))
        assert QRectF(0, 0, size.width(), size.height()).contains(place)
        captions = visitor.item("captions")
        words = captions.mapRectToScene(QRectF(0, 0, captions.width(), captions.height()))
        assert not place.intersects(words)


@pytest.mark.parametrize("language", list(Language))
def test_a_missing_loudspeaker_is_said_on_the_screen(
    qtbot: QtBot, open_kiosk: OpenKiosk, session: FakeSession, language: Language
) -> None:
    visitor = open_kiosk(language, PORTRAIT)
    screen = visitor.kiosk.bridge.screen
    assert not seen(visitor, "notice")
    session.events.append(Notice("no_audio", active=True))
    visitor.watch(0.1)
    assert screen.value("notice") == screen.value("texts")["no_audio"]
    qtbot.waitUntil(lambda: seen(visitor, "notice"), timeout=PATIENCE_MS)
    session.events.append(Notice("no_audio", active=False))
    visitor.watch(0.1)
    assert screen.value("notice") == ""


def test_a_failed_request_is_apologised_for_and_a_failed_start_told(
    open_kiosk: OpenKiosk, session: FakeSession
) -> None:
    visitor = open_kiosk(Language.AR, PORTRAIT)
    screen, captions = visitor.kiosk.bridge.screen, visitor.kiosk.bridge.captions
    session.events += [Thinking(1, "؟", Language.AR), Failed(1, "no voice")]
    visitor.watch(0.5)
    assert screen.value("state") == "sorry"
    assert captions.text == screen.value("texts")["sorry"]
    assert visitor.kiosk.bridge.pose.value("browInner") > 0.1
    session.events.append(Failed(0, "models/ is missing"))
    visitor.watch(0.1)
    assert screen.value("state") == "broken"
    assert screen.value("notice") == screen.value("texts")["attention"]
    visitor.touch("card0")
    assert session.asked == []


def test_the_eyes_meet_a_touch(open_kiosk: OpenKiosk, session: FakeSession) -> None:
    visitor = open_kiosk(Language.EN, PORTRAIT)
    visitor.watch(1.0)
    visitor.touch("language")  # at the right, below
    visitor.watch(0.2)
    assert visitor.kiosk.bridge.pose.value("gazeX") > 0.1
    assert visitor.kiosk.bridge.pose.value("gazeY") > 0.2
