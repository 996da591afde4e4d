"""How a table of reading rules is walked: pattern by pattern, with the words around in view."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from app.core.types import Language
from app.speech.numerals import NUMBER, Number, cardinal, digits, parse, said, version
from app.speech.scripts import letters


@dataclass(frozen=True, slots=True)
class Place:
    """A word without the punctuation around it, and the same of its neighbours in lower case.

    Digits are western. `dotted` is whether a full stop follows the word, `pause` whether any sign does.
    """

    word: str
    before: str = ""
    earlier: str = ""
    after: str = ""
    later: str = ""
    dotted: bool = False
    pause: bool = False
    """A sign of punctuation follows: what comes after is another phrase."""
    name_before: bool = False
    """The word before begins with a capital letter."""
    telephone: bool = False
    """The word belongs to a telephone number."""
    shouted: bool = False
    """The words around are all in capitals too."""


Rule = tuple[re.Pattern[str], Callable[[re.Match[str], Place], str | None]]
"""A pattern for the whole word, and its reading; None hands the word on to the next rule."""


def rule(pattern: str, read: Callable[[re.Match[str], Place], str | None], *, exact: bool = False) -> Rule:
    """A rule whose pattern has to match the whole word, whatever its case unless `exact`."""
    return re.compile(pattern, 0 if exact else re.IGNORECASE), read


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


RANGE: Final = rf"({NUMBER})(?:[-–~]|\.\.+)(\d+(?:[.,]\d+)*)"


def last_number_in(text: str) -> Number | None:
    """The number that `text` is, or the end of the range that it is: what its unit agrees with."""
    found = re.fullmatch(RANGE, text)
    return number_in(found[2] if found else re.sub(r"^(-?)\.(?=\d)", r"\g<1>0.", text))


_PIECE: Final = re.compile(r"\d+(?:[.,]\d+)*|(?:[^\W\d_]|[\u064b-\u0652\u0670])+|[^\s]")
_LOOSE: Final = re.compile(r"(?<!\S)[-']+|[-']+(?!\S)")
"""Hyphens and apostrophes that join nothing any more."""

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
    """Letters as they are said, digits as numbers, symbols by their names; the rest falls silent."""

    def read(found: re.Match[str]) -> str:
        piece = found[0]
        if piece[0].isdecimal():
            return f" {numeral(piece, language)} "
        if any(map(str.isalpha, piece)):
            said = letters(piece, language)
            return said if said == piece else f" {said} "
        if piece in symbols:
            return f" {symbols[piece]} "
        return piece if piece in "'-" and _between_letters(found) else " "

    named = "".join(f" {symbols[one]} " if one.isalnum() and one in symbols else one for one in text)
    return _LOOSE.sub(" ", _PIECE.sub(read, named))


def _between_letters(found: re.Match[str]) -> bool:
    before, after = found.string[: found.start()][-1:], found.string[found.end() :][:1]
    return before.isalpha() and after.isalpha()


def small(text: str, highest: int) -> int | None:
    """`text` as a whole number from 0 to `highest`, None when it is none."""
    return int(text) if text.isdecimal() and len(text) < 5 and int(text) <= highest else None


def counted(whole: int, language: Language) -> str:
    """A small whole number in words."""
    return cardinal(str(whole), language)
