"""Numbers as they are said: what digits and separators mean, then words (English ones by num2words)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from num2words import num2words

from app.core.types import Language
from app.speech import arabic_numbers

NUMBER: Final = r"[-−]?\d+(?:[.,]\d+)*"
"""A number after `western`; its separators are told apart by `parse`."""

_LONGEST: Final = 15
_GROUPED: Final = re.compile(r"\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*")
_SEPARATORS: Final = {ord("٫"): ".", ord("٬"): ",", ord("٪"): "%", ord("−"): "-"}


@dataclass(frozen=True, slots=True)
class Number:
    """Sign, whole part and digits after the decimal separator (none: a whole number)."""

    negative: bool
    whole: str
    fraction: str = ""

    @property
    def count(self) -> int | None:
        """The number as a count of things; None when it is not whole."""
        return None if self.fraction else int(self.whole[:_LONGEST])


def western(text: str) -> str:
    """Digits of every script as 0–9, Arabic separators and per cent as `.`, `,` and `%`."""
    digits = (str(int(one)) if one.isdecimal() else one for one in text)
    return "".join(digits).translate(_SEPARATORS)


def parse(text: str) -> Number | None:
    """Read a number with either decimal separator; None for what is none (`2.0.1`).

    Of two kinds of separator the last is the decimal one; a lone comma before three digits groups them.
    """
    negative, body = text.startswith(("-", "−")), text.lstrip("-−")
    separators = [one for one in body if one in ".,"]
    if not separators:
        return Number(negative, body) if body.isdecimal() else None
    last = separators[-1]
    grouped = _GROUPED.fullmatch(body)
    if grouped and not body.startswith("0") and (last == "," or len(separators) > 1):
        return Number(negative, re.sub("[.,]", "", body))
    whole, _, fraction = body.rpartition(last)
    whole_groups = whole if whole.isdecimal() else "".join(_groups(whole, last) or ())
    return Number(negative, whole_groups, fraction) if whole_groups else None


def _groups(whole: str, decimal: str) -> list[str] | None:
    """Digit groups of the part before the decimal separator, None when they are not groups of three."""
    found = _GROUPED.fullmatch(whole)
    return re.split("[.,]", whole) if found and found[1] != decimal else None


_POINT: Final = {Language.EN: "point", Language.AR: "فَاصِلَةْ"}
_MINUS: Final = {Language.EN: "minus", Language.AR: "سَالِبْ"}


def said(number: Number, language: Language) -> str:
    """The number in words, its fraction digit by digit."""
    words = [_MINUS[language]] if number.negative else []
    words.append(cardinal(number.whole, language))
    if number.fraction:
        words += [_POINT[language], digits(number.fraction, language)]
    return " ".join(words)


@lru_cache(maxsize=1024)
def cardinal(whole: str, language: Language) -> str:
    """A whole number in words; one digit after the other where that is how it is read (`007`, long ones)."""
    if len(whole) > _LONGEST or (len(whole) > 1 and whole.startswith("0")):
        return digits(whole, language)
    if language is Language.AR:
        return arabic_numbers.cardinal(int(whole))
    return str(num2words(int(whole), lang="en")).replace(",", "")


def digits(text: str, language: Language) -> str:
    """Each digit by its name; anything between them is dropped."""
    name = arabic_numbers.digit if language is Language.AR else _english_digit
    return " ".join(name(int(one)) for one in text if one.isdecimal())


def _english_digit(digit: int) -> str:
    return cardinal(str(digit), Language.EN)


def ordinal(whole: str) -> str:
    """English: `21` → twenty-first."""
    return str(num2words(int(whole[:_LONGEST]), lang="en", to="ordinal")).replace(",", "")


def year(whole: str) -> str:
    """English: `1995` → nineteen ninety-five."""
    return str(num2words(int(whole), lang="en", to="year")).replace(",", "")


def version(text: str, language: Language) -> str:
    """`2.0.1` with its separators said."""
    separator = f" {'point' if language is Language.EN else 'نُقْطَةْ'} "
    return separator.join(cardinal(part, language) for part in re.split("[.,]", text) if part)
