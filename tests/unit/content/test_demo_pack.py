"""The shipped pack: complete in both languages, and Arabic that the voice can read letter by letter."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.content.normalise import language_of, normalised, without_diacritics
from app.content.pack import Pack, load_pack
from app.core.resources import assets_dir
from app.core.types import Language

MARKS = "\u064b-\u0652\u0670"
LETTER = re.compile(f"([\u0621-\u063a\u0641-\u064a])([{MARKS}]*)")
ARABIC_WORD = re.compile(f"[\u0621-\u064a{MARKS}]+")
QUESTIONS = Path(__file__).parents[2] / "data" / "questions"


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack(assets_dir() / "packs" / "coast")


def _lines(pack: Pack, language: Language) -> Iterator[str]:
    """Everything of the pack that is said aloud."""
    header = pack.header
    yield from (entry.answer[language] for entry in pack.entries.values())
    yield from (header.greeting[language], header.farewell[language], header.prompt[language])
    yield from (*header.limitations[language], *header.teasers[language])


def _bare(word: str) -> list[str]:
    """Letters of an Arabic word that miss a mark: all but long vowels and the l of an assimilated article."""
    letters = LETTER.findall(word)
    missing = []
    for place, (letter, marks) in enumerate(letters):
        before = letters[place - 1] if place else ("", "")
        after = letters[place + 1] if place + 1 < len(letters) else ("", "")
        long_vowel = letter in "اآى" or (letter, "\u064f" in before[1]) == ("و", True)
        long_vowel = long_vowel or (letter, "\u0650" in before[1]) == ("ي", True)
        assimilated = letter == "ل" and "\u0651" in after[1] and (before[0] == "ا" or after[0] == "ل")
        if not (marks or long_vowel or assimilated):
            missing.append(letter)
    return missing


def test_every_letter_of_spoken_arabic_bears_its_mark(pack: Pack) -> None:
    words = [word for line in _lines(pack, Language.AR) for word in ARABIC_WORD.findall(line)]
    assert len(words) > 800
    assert {word for word in words if _bare(word)} == set()
    marked = sum(bool(marks) for word in words for _, marks in LETTER.findall(word))
    letters = sum(len(LETTER.findall(word)) for word in words)
    assert marked / letters > 0.75  # the rest are long vowels and assimilated articles


def test_a_missing_mark_would_be_seen() -> None:
    assert _bare("الْقَمر") == ["م", "ر"]
    assert _bare("الشَّمْسُ") == []


def test_shown_arabic_has_the_words_of_spoken_arabic(pack: Pack) -> None:
    for line in _lines(pack, Language.AR):
        assert len(without_diacritics(line).split()) == len(line.split())
        assert not re.search(f"[{MARKS}]", without_diacritics(line))


@pytest.mark.parametrize("language", list(Language))
def test_everything_said_is_in_its_language(pack: Pack, language: Language) -> None:
    for line in _lines(pack, language):
        assert language_of(line) is language
    for entry in pack.entries.values():
        assert {language_of(question) for question in entry.questions[language]} == {language}
        assert language_of(entry.title[language]) is language


def test_there_is_enough_to_ask(pack: Pack) -> None:
    topics = [entry for entry in pack.entries.values() if entry.kind == "topic"]
    assert len(topics) >= 16
    for entry in pack.entries.values():
        for language in Language:
            assert len({normalised(question) for question in entry.questions[language]}) >= 6
            assert len(entry.questions[language]) == len({*map(normalised, entry.questions[language])})
    assert 6 <= len(pack.header.suggestions) <= 8


def test_answers_are_made_for_speech(pack: Pack) -> None:
    for language in Language:
        for entry in pack.entries.values():
            first = re.split("(?<=[.!?؟])\\s", without_diacritics(entry.answer[language]))[0]
            assert len(first) <= 60, entry.id
            assert len(without_diacritics(entry.answer[language])) <= 320, entry.id


@pytest.mark.parametrize("language", list(Language))
def test_evaluation_questions_are_none_of_the_packs(pack: Pack, language: Language) -> None:
    known = {normalised(q) for entry in pack.entries.values() for q in entry.questions[language]}
    known |= {normalised(question) for question in pack.header.outside[language]}
    with (QUESTIONS / f"coast_{language}.tsv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))
    assert {row["expected"] for row in rows} == {*pack.entries, "-"}
    assert len({normalised(row["question"]) for row in rows}) == len(rows)
    assert not known & {normalised(row["question"]) for row in rows}
    for part in ("choose", "report"):
        half = [row["expected"] for row in rows if row["part"] == part]
        assert half.count("-") >= 15
        assert len(half) - half.count("-") >= 30
