"""Captions: lines in the language's direction, the spoken word's place in mixed text, shipped glyphs only."""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

import pytest
from PySide6.QtGui import QFont, QGuiApplication, QTextLayout

from app.core.resources import assets_dir
from app.core.types import Language, Word
from app.ui.bridge import Bridge
from app.ui.caption_layout import CaptionLayout, WordBox
from app.ui.caption_words import Span, WordFinder
from app.ui.fonts import FAMILY

MIXED = "Qasr Al Hosn حصن قديم، فيه 25 غرفة"
pytestmark = pytest.mark.usefixtures("qapp")


def laid_out(text: str, language: Language, width: float = 2000.0) -> CaptionLayout:
    font = QFont(FAMILY)
    font.setPixelSize(46)
    return CaptionLayout(text, language, font=font, width=width)


def boxes(text: str, language: Language, width: float = 2000.0) -> dict[str, WordBox]:
    layout = laid_out(text, language, width)
    return {word.group(): layout.box(word.span()) for word in re.finditer(r"\S+", text)}


def test_an_arabic_line_that_starts_with_latin_words_runs_from_the_right() -> None:
    places = boxes(MIXED, Language.AR)
    assert places["Qasr"].left < places["Al"].left < places["Hosn"].left  # Latin reads on to the right
    assert places["حصن"].left < places["Qasr"].left  # but the sentence goes on to their left
    assert places["قديم،"].left < places["حصن"].left
    assert places["غرفة"].left < places["25"].left
    assert {place.line for place in places.values()} == {0}


def test_the_same_words_in_english_run_from_the_left() -> None:
    places = boxes(MIXED, Language.EN)
    assert places["Hosn"].left < places["حصن"].left


def test_words_do_not_overlap_and_wrapped_lines_hold_all_words() -> None:
    text = "Mangroves keep most of the salt out at their roots, and push the rest out."
    layout = laid_out(text, Language.EN, 500.0)
    spans = [word.span() for word in re.finditer(r"\S+", text)]
    places = [layout.box(span) for span in spans]
    assert max(place.line for place in places) == len(layout.lines()) - 1 >= 2
    for one, after in pairwise(places):
        assert one.width > 0
        assert after.line > one.line or after.left >= one.left + one.width
    assert [word for line in layout.lines() for word in line.strip("\u200e").split()] == text.split()


@pytest.mark.parametrize("language", list(Language))
def test_every_glyph_of_our_texts_is_shipped(language: Language) -> None:
    text = (assets_dir() / "i18n" / f"{language}.json").read_text(encoding="utf-8")
    letters = "أإآؤئىةًٌٍَُِّْٰ٠١٢٣٤٥٦٧٨٩؟،؛«»ـ" if language is Language.AR else "ABCxyz0123456789“”‘’–—…!?&@%£€"
    layout = QTextLayout(f"\u200f{text} {letters} \u200e", QGuiApplication.font())
    layout.beginLayout()
    while layout.createLine().isValid():
        pass
    layout.endLayout()
    runs = layout.glyphRuns()
    assert {run.rawFont().familyName() for run in runs} == {FAMILY}
    assert not [run for run in runs if 0 in run.glyphIndexes()]


def word(shown: str) -> Word:
    return Word(shown, shown, 0, len(shown))


def found(text: str, shown: str) -> list[str | None]:
    spans: list[Span | None] = WordFinder(text).find([word(one) for one in shown.split()])
    return [text[slice(*span)] if span else None for span in spans]


def test_diacritised_words_are_found_in_bare_text_and_the_reverse() -> None:
    assert found("مرحبا بكم في المتحف", "مَرْحَبًا بِكُمْ فِي الْمَتْحَفِ") == ["مرحبا", "بكم", "في", "المتحف"]
    marked = found("مَرْحَبًا بِكُمْ", "مرحبا بكم")
    assert [bare(one) for one in marked] == ["مرحبا", "بكم"]


def bare(text: str | None) -> str:
    return "".join(letter for letter in text or "" if not unicodedata.combining(letter))


def test_a_word_that_the_text_lacks_is_not_marked_elsewhere() -> None:
    assert found("The tide is a slow clock", "tide um a clock") == ["tide", None, "a", "clock"]
    assert found("Hall <3> is open", "Hall 3 is open") == ["Hall", "3", "is", "open"]
    assert found("A cat sat", "— cat") == [None, "cat"]


def test_repeated_words_are_marked_in_their_order() -> None:
    spans = WordFinder("one two one two").find([word(one) for one in ("one", "two", "one", "two")])
    assert spans == [(0, 3), (4, 7), (8, 11), (12, 15)]


def test_the_mark_moves_with_the_size_of_the_type(bridge: Bridge) -> None:
    captions = bridge.captions
    captions.say("one two three", Language.EN)
    captions.mark((4, 7))
    small = captions.value("left")
    captions.fit(990.0, 92)
    assert captions.value("left") == pytest.approx(2 * small, rel=0.02)
    assert captions.marked == "two"
    captions.mark(None)
    assert captions.value("line") == -1


def test_a_text_without_letters_has_no_lines_to_mark(bridge: Bridge) -> None:
    bridge.captions.say("", Language.AR)
    assert bridge.captions.value("lines") == []
    assert bridge.captions.value("line") == -1
