"""A whole visit with the real QML: in from the attract loop, asking, listening, leaving nothing behind."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtTest import QTest

from app.core.settings import ScreenSettings, Settings
from app.core.types import Language
from app.kiosk.taps import SETTLES
from tests.fakes.session import ANSWERS, QUESTIONS, SOURCES, TEASERS, WORD_SAMPLES, FakeSession
from tests.ui.conftest import LANDSCAPE, PORTRAIT, OpenKiosk
from tests.ui.visitor import Visitor

SCREENS = [(language, size) for language in Language for size in (PORTRAIT, LANDSCAPE)]
WORD_SECONDS = WORD_SAMPLES / 24_000
FINGER_MM = 15.0


def value(visitor: Visitor, name: str) -> object:
    return visitor.kiosk.bridge.screen.value(name)


def typed(visitor: Visitor) -> str:
    return str(visitor.item("question").property("text"))


@pytest.mark.parametrize(("language", "size"), SCREENS)
def test_a_visit_from_the_attract_loop_to_the_reset(
    open_kiosk: OpenKiosk, session: FakeSession, language: Language, size: QSize
) -> None:
    visitor = open_kiosk(Language.EN, size, greet=True)
    visitor.watch(0.1)
    assert value(visitor, "attract")
    assert value(visitor, "teaser") == TEASERS[Language.EN][0]
    assert session.invited == [Language.EN]
    visitor.touch(f"choose_{language}")
    assert not value(visitor, "attract")
    assert session.greeted == [language]
    assert value(visitor, "mirrored") is (language is Language.AR)
    visitor.watch(SETTLES)
    visitor.touch("card0")
    assert session.asked == [(QUESTIONS[language][0], language)]
    visitor.watch(2.5 * WORD_SECONDS)
    assert visitor.kiosk.bridge.captions.marked == ANSWERS[language].split()[2]
    assert value(visitor, "questions") == list(QUESTIONS[language][2:])  # what to ask next
    visitor.touch("source")
    assert visitor.item("sources").isVisible()
    assert value(visitor, "source") == SOURCES[language]
    visitor.watch(SETTLES)
    visitor.touch("stop")
    visitor.watch(0.16)
    assert max(visitor.kiosk.bridge.pose.mouth()) < 0.2
    visitor.kiosk.bridge.screen.strike("x")
    visitor.kiosk.bridge.screen.act("text_2")
    visitor.wait(45.5)
    assert visitor.item("still_there").isVisible()
    assert value(visitor, "countdown") == 15
    visitor.wait(15.0)
    assert value(visitor, "attract")
    left = {name: value(visitor, name) for name in ("question", "source", "text_step", "typing", "countdown")}
    assert left == {"question": "", "source": "", "text_step": 0, "typing": False, "countdown": 0}
    assert typed(visitor) == ""
    assert visitor.kiosk.bridge.captions.text == ""


def test_a_touch_ends_the_countdown_and_a_long_answer_never_meets_it(
    open_kiosk: OpenKiosk, session: FakeSession
) -> None:
    visitor = open_kiosk(Language.EN, PORTRAIT, greet=True)
    visitor.touch("choose_en")
    visitor.wait(8.0)
    session.playing_stalls = True  # it goes on speaking for ever
    visitor.kiosk.bridge.screen.ask("why?")
    visitor.wait(61.0)
    assert value(visitor, "countdown") == 0
    session.playing_stalls = False
    visitor.wait(14.0)
    assert value(visitor, "state") == "idle"
    visitor.wait(46.0)
    assert value(visitor, "countdown")
    visitor.touch("stay")
    assert value(visitor, "countdown") == 0
    assert not value(visitor, "attract")


def test_the_attract_loop_speaks_both_languages_in_turn(open_kiosk: OpenKiosk, session: FakeSession) -> None:
    visitor = open_kiosk(Language.EN, LANDSCAPE, greet=True)
    shown = []
    for _ in range(4):
        visitor.wait(8.25)
        shown.append(value(visitor, "teaser"))
    en, ar = TEASERS[Language.EN], TEASERS[Language.AR]
    assert shown == [ar[0], en[1], ar[1], en[0]]
    assert session.invited == [Language.EN]
    visitor.wait(70.0)
    assert len(session.invited) == 2
    assert value(visitor, "question") == ""


def test_again_and_slower_say_the_same_answer(open_kiosk: OpenKiosk, session: FakeSession) -> None:
    visitor = open_kiosk(Language.AR, PORTRAIT)
    visitor.touch("card0")
    visitor.watch(1.0)
    visitor.touch("repeat")
    visitor.watch(1.0)
    visitor.touch("slower")
    visitor.watch(1.0)
    question = QUESTIONS[Language.AR][0]
    assert session.repeated == [question, question]
    assert session.paces == [0.8]
    assert value(visitor, "question") == question
    visitor.touch("more")
    assert value(visitor, "questions") == list(QUESTIONS[Language.AR])


def test_an_arabic_question_is_typed_on_the_screen(open_kiosk: OpenKiosk, session: FakeSession) -> None:
    visitor = open_kiosk(Language.AR, PORTRAIT)
    visitor.touch("field")
    assert value(visitor, "typing")
    places = [visitor.centre(f"key_{letter}").x() for letter in "ضصث"]
    assert places == sorted(places)  # where every keyboard has them
    for letter in "ملحح":
        visitor.touch(f"key_{letter}")
        visitor.watch(0.1)
    visitor.touch("key_delete")
    assert typed(visitor) == "ملح"
    visitor.watch(0.4)
    visitor.touch("key_script")
    visitor.touch("key_space")
    visitor.touch("key_h")
    visitor.watch(0.1)
    assert typed(visitor) == "ملح h"
    visitor.touch("key_signs")
    visitor.touch("key_3")
    visitor.watch(0.4)
    visitor.touch("key_enter")
    assert session.asked == [("ملح h3", Language.AR)]
    assert not value(visitor, "typing")


def test_a_real_keyboard_types_beside_the_one_on_the_screen(
    open_kiosk: OpenKiosk, session: FakeSession
) -> None:
    visitor = open_kiosk(Language.EN, LANDSCAPE)
    visitor.kiosk.view.requestActivate()
    visitor.touch("field")
    visitor.touch("key_w")
    visitor.press(Qt.Key.Key_H)
    visitor.press(Qt.Key.Key_Y)
    visitor.watch(0.4)
    visitor.press(Qt.Key.Key_Return)
    assert session.asked == [("why", Language.EN)]


@pytest.mark.parametrize(("language", "size"), SCREENS)
def test_whatever_a_finger_meets_is_15_mm_or_more(
    open_kiosk: OpenKiosk, language: Language, size: QSize
) -> None:
    settings = Settings(screen=ScreenSettings(diagonal_inches=22.0))
    visitor = open_kiosk(language, size, settings=settings)
    visitor.touch("field")
    mm = 22.0 * 25.4 / (1080**2 + 1920**2) ** 0.5
    letters = "qpazm." if language is Language.EN else "ضدشذأظ"
    names = [f"key_{letter}" for letter in letters]
    for name in [*names, "key_enter", "key_delete", "key_hide", "language", "comfort", "send"]:
        item = visitor.item(name)
        place = item.mapRectToScene(QRectF(0, 0, item.width(), item.height()))
        assert min(place.width(), place.height()) * mm >= FINGER_MM, name
        assert QRectF(0, 0, size.width(), size.height()).contains(place), name


def test_comfort_is_two_touches_away(open_kiosk: OpenKiosk, session: FakeSession) -> None:
    visitor = open_kiosk(Language.EN, PORTRAIT)
    for name in ("comfort", "text_2", "contrast", "captions_switch", "quieter"):
        visitor.watch(SETTLES + 0.05)
        visitor.touch(name)
    got = {name: value(visitor, name) for name in ("text_step", "strong", "captioned", "loudness")}
    assert got == {"text_step": 2, "strong": True, "captioned": False, "loudness": 7}
    assert session.gains[-1] == pytest.approx(0.875)
    assert not visitor.item("captions").isVisible()


def test_staff_mute_by_holding_the_title_and_it_outlasts_a_visit(
    open_kiosk: OpenKiosk, session: FakeSession
) -> None:
    visitor = open_kiosk(Language.EN, PORTRAIT, greet=True)
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    visitor.hold("title")
    QTest.qWait(2200)
    QTest.mouseRelease(visitor.kiosk.view, left, none, visitor.centre("title"))
    assert session.gains[-1] == 0.0
    assert value(visitor, "notice") == visitor.kiosk.bridge.screen.value("texts")["hushed"]
    visitor.touch("choose_en")
    visitor.wait(75.0)
    assert value(visitor, "attract")
    assert session.gains[-1] == 0.0
    visitor.kiosk.bridge.screen.act("hush")
    assert session.gains[-1] == 1.0


def test_wet_fingers_and_storms_of_taps_leave_one_voice(
    open_kiosk: OpenKiosk, session: FakeSession, cases: Path
) -> None:
    """Case c03 on the real screen, and every touch twice."""
    visitor = open_kiosk(Language.EN, PORTRAIT, greet=True)
    for _ in range(2):
        visitor.touch("choose_en")
    visitor.watch(1.0)
    assert (session.greeted, session.asked) == ([Language.EN], [])
    for _ in range(2):
        visitor.touch("language")
    visitor.watch(1.0)
    assert session.greeted == [Language.EN, Language.AR]
    began = visitor.clock.now
    for at_ms, action, _ in json.loads((cases / "c03_tap_storm.json").read_text(encoding="utf-8"))["script"]:
        visitor.watch(max(at_ms / 1000 - (visitor.clock.now - began), 0.0))
        visitor.touch("stop" if action == "stop" and visitor.item("stop").isVisible() else "card0")
    visitor.watch(1.0)
    assert value(visitor, "state") == "speaking"
    assert max(visitor.kiosk.bridge.pose.mouth()) > 0.1
    visitor.kiosk.bridge.screen.stop()
    visitor.watch(0.16)
    assert max(visitor.kiosk.bridge.pose.mouth()) < 0.2


def test_a_turned_picture_is_touched_where_it_is_seen(open_kiosk: OpenKiosk, session: FakeSession) -> None:
    settings = Settings(screen=ScreenSettings(rotation=90))
    visitor = open_kiosk(Language.EN, LANDSCAPE, settings=settings)
    card = visitor.item("card0")
    place = card.mapRectToScene(QRectF(0, 0, card.width(), card.height()))
    assert place.height() > place.width()
    assert QRectF(0, 0, 1920, 1080).contains(place)
    QTest.mouseClick(
        visitor.kiosk.view, Qt.MouseButton.LeftButton, pos=QPoint(*map(round, place.center().toTuple()))
    )
    assert session.asked == [(QUESTIONS[Language.EN][0], Language.EN)]
