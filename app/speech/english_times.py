"""How English reads times of day and dates."""

from __future__ import annotations

import re
from typing import Final

from app.core.types import Language
from app.speech.english_tables import LETTER_A, MONTHS, SHORT_MONTHS
from app.speech.numerals import ordinal, year
from app.speech.rules import Place, Rule, counted, rule, small

_EN: Final = Language.EN
_O_CLOCK: Final = "o'clock"
_HALF: Final = r"([ap])\.?m"
_CLOCK: Final = rf"(\d{{1,2}})(?:[:.](\d{{2}}))?(?::\d{{2}})?(?:{_HALF})?"


def _half(letter: str) -> str:
    return f"{LETTER_A if letter in 'aA' else 'P'} M"


def _clock(hour: int | None, minute: int | None, half: str) -> str | None:
    """A time of day; from 13 on by the twelve-hour clock, as people say it."""
    if hour is None or minute is None:
        return None
    if hour > 12 and not half:
        hour, half = hour - 12, "p"
        if hour == 12:
            return "midnight" if minute == 0 else None
    if hour == 0:
        hour, half = 12, half or "a"
        if minute == 0:
            return "midnight"
    tail = _half(half) if half else ""
    if minute == 0:
        return f"{counted(hour, _EN)} {tail or _O_CLOCK}"
    return (
        f"{counted(hour, _EN)} {counted(minute, _EN) if minute > 9 else 'oh ' + counted(minute, _EN)} {tail}"
    )


def _time(found: re.Match[str], _: Place) -> str | None:
    return _clock(small(found[1], 24), small(found[2], 59), found[3] or "")


def _hour(found: re.Match[str], _: Place) -> str | None:
    hour = small(found[1], 12)
    return None if hour is None else f"{counted(hour, _EN)} {_half(found[2])}"


def _half_of_day(found: re.Match[str], place: Place) -> str | None:
    return _half(found[1]) if re.fullmatch(r"\d{1,2}([:.]\d\d)?", place.before) else None


def _time_before_half(found: re.Match[str], place: Place) -> str | None:
    """`14:30 p.m.`, `9.30 am`: the half of the day is the next word."""
    if not re.fullmatch(r"[ap]\.?m", place.after):
        return None
    said = _clock(small(found[1], 24), small(found[2], 59), place.after[0])
    return said.rsplit(" ", 2)[0] if said and said != "midnight" else said


def _times(found: re.Match[str], _: Place) -> str | None:
    """`9:00-17:00`, `9am–5pm`, `9-5pm`."""
    if not any((found[2], found[3], found[5], found[6])):
        return None
    first = _clock(small(found[1], 24), small(found[2] or "0", 59), found[3] or "")
    last = _clock(small(found[4], 24), small(found[5] or "0", 59), found[6] or "")
    if not (first and last):
        return None
    bare = not found[2] and not found[3]
    return f"{counted(int(found[1]), _EN) if bare else first} to {last}"


def _date(day: str, month: str, in_year: str) -> str | None:
    of_month, of_year = small(day, 31), small(month, 12)
    if not of_month or not of_year:
        return None
    of = in_year if len(in_year) == 4 else f"20{in_year}"
    return f"{ordinal(day)} of {MONTHS[of_year - 1].capitalize()} {year(of)}"


def _day_first(found: re.Match[str], _: Place) -> str | None:
    if (small(found[2], 99) or 0) > 12:
        return _date(found[2], found[1], found[3])
    return _date(found[1], found[2], found[3])


def is_month(word: str) -> bool:
    """The name of a month, in full or short."""
    return word in MONTHS or word in SHORT_MONTHS


RULES: Final[tuple[Rule, ...]] = (
    rule(rf"(\d{{1,2}})[:.](\d{{2}})(?::\d{{2}})?{_HALF}", _time),
    rule(
        r"(\d{1,2}):(\d{2})(?::\d{2})?()",
        lambda found, place: _time_before_half(found, place) or _time(found, place),
    ),
    rule(r"(\d{1,2})\.(\d{2})", _time_before_half),
    rule(rf"(\d{{1,2}}){_HALF}", _hour),
    rule(_HALF, _half_of_day),
    rule(r"(\d{4})-(\d{1,2})-(\d{1,2})", lambda found, _: _date(found[3], found[2], found[1])),
    rule(r"(\d{4})/(\d{1,2})/(\d{1,2})", lambda found, _: _date(found[3], found[2], found[1])),
    rule(r"(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})", _day_first),
    rule(r"(\d{1,2})/(\d{1,2})/(\d{2})", _day_first),
    rule(rf"{_CLOCK}[-–]{_CLOCK}", _times),
)
