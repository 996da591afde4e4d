"""Shown words → sentences → runs of one language: what `app.speech.chunking` packs into chunks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from app.core.types import Language
from app.speech.arabic_nouns import counted_noun
from app.speech.arabic_tables import UNIT_SIGNS
from app.speech.english_tables import ABBREVIATIONS, BEFORE_NUMBERS, RANKS, TITLES, UNITS
from app.speech.rules import any_of
from app.speech.text import Shown, shown_words

CLOSERS: Final = "\"'»”’)]}>"
_SENTENCE_END: Final = re.compile(rf"[.!?؟…。！？۔]+[{re.escape(CLOSERS)}]*$")
_OPENED: Final = r"[\"'(\[“‘«]*"
_NO_SENTENCE_END: Final = re.compile(
    rf"{_OPENED}(?:[a-z]\.|(?:[ء-ي]\.)+|\d+\.\d+|{any_of([*TITLES, *RANKS])}\.)",
    re.IGNORECASE,
)
"""A full stop that belongs to the word before a name: titles, initials."""

_MAYBE_SENTENCE_END: Final = re.compile(
    rf"{_OPENED}(?:(?:[a-z]\.)+|{any_of([*ABBREVIATIONS, *BEFORE_NUMBERS])}\.)", re.IGNORECASE
)
"""A full stop that may be the sentence's too: a capital letter after it tells."""

_ARABIC_DIGIT: Final = re.compile("[٠-٩۰-۹]")

_LIST_NUMBER: Final = re.compile(r"\(?\d{1,2}[.)]+")

_MOST_WORDS: Final = 240
"""A sentence is given on after so many words: nobody waits for the end of a text that has no full stop."""


def sentences(text: str) -> Iterator[tuple[list[Shown], bool]]:
    """The sentences of a clean text, read as they are asked for, and whether each is a whole one.

    A line ends one too; one that is too long comes in parts.
    """
    sentence: list[Shown] = []
    for word, following in _with_next(shown_words(text)):
        sentence.append(word)
        ends = _ends_sentence(word, following, first=len(sentence) == 1)
        if ends or len(sentence) == _MOST_WORDS:
            yield sentence, ends
            sentence = []
    if sentence:
        yield sentence, True


def _with_next(words: Iterator[Shown]) -> Iterator[tuple[Shown, Shown | None]]:
    held = next(words, None)
    while held is not None:
        following = next(words, None)
        yield held, following
        held = following


def _ends_sentence(word: Shown, following: Shown | None, *, first: bool) -> bool:
    if following is None or following.new_line:
        return True
    if not _SENTENCE_END.search(word.text) or _NO_SENTENCE_END.fullmatch(word.text):
        return False
    if _MAYBE_SENTENCE_END.fullmatch(word.text):
        return following.text.lstrip("\"'(“‘«")[:1].isupper()
    return not (first and _LIST_NUMBER.fullmatch(word.text))


def runs(
    sentence: Sequence[Shown], *, default: Language, longest: int
) -> Iterator[tuple[Language, list[Shown]]]:
    """The sentence by language; words without a script follow the one before, the first ones the next.

    A word of more than `longest` characters comes in pieces.
    """
    written = default if not any(_ARABIC_DIGIT.search(word.text) for word in sentence) else Language.AR
    current = next((word.script for word in sentence if word.script), written)
    languages = []
    for word, following in _with_next(iter(sentence)):
        current = word.script or _counting(word, following) or current
        languages.append(current)
    for language, group in groupby(zip(languages, sentence, strict=True), key=lambda pair: pair[0]):
        yield language, [part for _, word in group for part in _parts(word, longest)]


def _counting(number: Shown, following: Shown | None) -> Language | None:
    """The language of what a number counts: it is said in that one, whatever came before."""
    if following is None or not number.text[-1:].isdecimal():
        return None
    name = following.text.strip(".,;:!?،؛؟" + CLOSERS)
    if following.script is Language.AR and (name in UNIT_SIGNS or counted_noun(name)):
        return Language.AR
    return Language.EN if following.script is Language.EN and name.lower() in UNITS else None


def _parts(word: Shown, longest: int) -> Iterator[Shown]:
    for start in range(0, len(word.text), longest):
        piece = word.text[start : start + longest]
        place = word.start + start
        yield Shown(piece, place, place + len(piece), word.script, word.new_line and not start)
