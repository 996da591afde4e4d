"""How a table of reading rules is walked: pattern by pattern, with the words around in view."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from app.core.types import Language
from app.speech.numerals import NUMBER, Number, cardinal, digits, parse, said, version


@dataclass(frozen=True, slots=True)
class Place:
    """A word without the punctuation around it, and the same of its neighbours in lower case.

    Digits are western. `dotted` is whether a full stop follows the word.
    """

    word: str
    before: str = ""
    earlier: str = ""
    after: str = ""
    dotted: bool = False


Rule = tuple[re.Pattern[str], Callable[[re.Match[str], Place], str | None]]
"""A pattern for the whole word, and its reading; None hands the word on to the next rule."""


def rule(pattern: str, read: Callable[[re.Match[str], Place], str | None]) -> Rule:
    """A rule whose pattern has to match the whole word, whatever its case."""
    return re.compile(pattern, re.IGNORECASE), read


def read_by(rules: Iterable[Rule], place: Place) -> str:
    """The first reading that a rule gives; the last rule of a table reads everything."""
    for pattern, read in rules:
        found = pattern.fullmatch(place.word)
        reading = read(found, place) if found else None
        if reading is not None:
            return " ".join(reading.split())
    return place.word


def any_of(words: Iterable[str]) -> str:
    """A group that matches one of `words`, the longest first."""
    longest_first = sorted(words, key=len, reverse=True)
    return "(" + "|".join(map(re.escape, longest_first)) + ")"


def number_in(text: str) -> Number | None:
    """The number that `text` is, if it is one."""
    return parse(text) if re.fullmatch(NUMBER, text) else None


_PIECE: Final = re.compile(r"\d+(?:[.,]\d+)*|[^\w\s]|_")
_DIGITS_ONE_BY_ONE: Final = 8


def numeral(text: str, language: Language) -> str:
    """A numeral in words: number, version, or one digit after another when it is too long to be a count."""
    number = number_in(text)
    if number is None:
        return version(text, language)
    if len(number.whole) >= _DIGITS_ONE_BY_ONE and number.whole == text:
        return digits(text, language)
    return said(number, language)


def pieces(text: str, language: Language, symbols: Mapping[str, str]) -> str:
    """Letters as they are, digits as numbers, symbols by their names; the rest falls silent."""

    def read(found: re.Match[str]) -> str:
        piece = found[0]
        if piece[0].isdecimal():
            return f" {numeral(piece, language)} "
        if piece in symbols:
            return f" {symbols[piece]} "
        belongs = piece in "'-" and len(text) > 1 and not _beside_digit(found)
        return piece if belongs or unicodedata.category(piece).startswith("M") else " "

    return _PIECE.sub(read, text)


def _beside_digit(found: re.Match[str]) -> bool:
    around = found.string[max(0, found.start() - 1) : found.end() + 1]
    return any(map(str.isdecimal, around))


def small(text: str, highest: int) -> int | None:
    """`text` as a whole number from 0 to `highest`, None when it is none."""
    return int(text) if text.isdecimal() and len(text) < 5 and int(text) <= highest else None


def counted(whole: int, language: Language) -> str:
    """A small whole number in words."""
    return cardinal(str(whole), language)
