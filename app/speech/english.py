"""How English reads numbers, dates, times, money, units, abbreviations and symbols: tables, then rules."""

from __future__ import annotations

import re
from typing import Final

from app.core.types import Language
from app.speech.english_tables import (
    ABBREVIATIONS,
    ALWAYS_UNITS,
    CURRENCIES,
    FRACTIONS,
    MONTHS,
    PARTS,
    SHORT_MONTHS,
    SYMBOLS,
    UNITS,
    WEB,
    YEAR_CUES,
)
from app.speech.numerals import NUMBER, digits, ordinal, parse, year
from app.speech.rules import Place, Rule, any_of, counted, number_in, numeral, pieces, rule, small

_EN: Final = Language.EN


def _time(found: re.Match[str], _: Place) -> str | None:
    hour, minute = small(found[1], 24), small(found[2], 59)
    if hour is None or minute is None:
        return None
    half = " ".join(found[3].replace(".", "")) if found[3] else ""
    if minute == 0:
        return " ".join((counted(hour, _EN), half or "o'clock"))
    said = counted(minute, _EN) if minute > 9 else f"oh {counted(minute, _EN)}"
    return f"{counted(hour, _EN)} {said} {half}"


def _hour(found: re.Match[str], _: Place) -> str | None:
    hour = small(found[1], 12)
    return None if hour is None else f"{counted(hour, _EN)} {' '.join(found[2].replace('.', ''))}"


def _half_of_day(found: re.Match[str], place: Place) -> str | None:
    return " ".join(found[1] + found[2]) if re.fullmatch(r"\d{1,2}(:\d\d)?", place.before) else None


def _date(day: str, month: str, in_year: str) -> str | None:
    of_month, of_year = small(day, 31), small(month, 12)
    if not of_month or not of_year:
        return None
    return f"{ordinal(day)} of {MONTHS[of_year - 1].capitalize()} {year(in_year)}"


def _day_first(found: re.Match[str], _: Place) -> str | None:
    if (small(found[2], 99) or 0) > 12:
        return _date(found[2], found[1], found[3])
    return _date(found[1], found[2], found[3])


def _range(found: re.Match[str], place: Place) -> str | None:
    first, last = (_range_end(found[index], place) for index in (1, 2))
    return f"{first} to {last}"


def _range_end(text: str, place: Place) -> str:
    """One end of a range: a time, a year or a number."""
    if (clock := re.fullmatch(r"(\d{1,2}):(\d{2})()", text)) and (said := _time(clock, place)):
        return said
    return year(text) if re.fullmatch(r"1[1-9]\d\d|20\d\d", text) else numeral(text, _EN)


def _fraction(found: re.Match[str], _: Place) -> str:
    top, bottom = int(found[1]), int(found[2])
    part = PARTS.get(bottom)
    if part is None or top >= bottom:
        return f"{counted(top, _EN)} over {counted(bottom, _EN)}"
    plural = {"half": "halves"}.get(part, f"{part}s")
    return f"{counted(top, _EN)} {part if top == 1 else plural}"


def _money(amount: str, currency: str) -> str | None:
    number, names = parse(amount), CURRENCIES[currency.lower()]
    if number is None:
        return None
    one, many, parts = names
    small_change = number.fraction.ljust(2, "0") if len(number.fraction) <= 2 else ""
    whole = f"{numeral(number.whole, _EN)} {one if number.count == 1 else many}"
    if not number.fraction.strip("0"):
        return whole
    if not small_change or not parts:
        return f"{numeral(amount, _EN)} {many}"
    return f"{whole} and {counted(int(small_change), _EN)} {parts}"


def _symbol_first(found: re.Match[str], place: Place) -> str | None:
    if place.after in _BIG:  # `$5 million`: the currency is said after the million
        return numeral(found[2], _EN)
    return _money(found[2], found[1])


def _symbol_last(found: re.Match[str], _: Place) -> str | None:
    return _money(found[1], found[2])


def _code(_: re.Match[str], place: Place) -> str | None:
    return "" if number_in(place.after) else None


def _after_code(found: re.Match[str], place: Place) -> str | None:
    return _money(found[0], place.before) if place.before in CURRENCIES else None


def _code_after(found: re.Match[str], place: Place) -> str | None:
    return CURRENCIES[found[1].lower()][place.before != "1"] if number_in(place.before) else None


_BIG: Final = frozenset({"hundred", "thousand", "million", "billion", "trillion"})


def _big(found: re.Match[str], place: Place) -> str | None:
    symbol = place.before[:1]
    return f"{found[0]} {CURRENCIES[symbol][1]}" if symbol in CURRENCIES else None


def _unit(text: str, *, one: bool) -> str:
    return UNITS[text.lower()][0 if one else 1]


def _measure(found: re.Match[str], _: Place) -> str:
    return f"{numeral(found[1], _EN)} {_unit(found[2], one=found[1] == '1')}"


def _unit_alone(found: re.Match[str], place: Place) -> str | None:
    counts = bool(number_in(place.before))
    if not counts and found[1].lower() not in ALWAYS_UNITS:
        return None
    return _unit(found[1], one=place.before == "1")


def _ordinal(found: re.Match[str], _: Place) -> str:
    return ordinal(found[1])


def _decade(found: re.Match[str], _: Place) -> str:
    said = year(found[1])
    return said[:-1] + "ies" if said.endswith("y") else said + "s"


def _day_of_month(found: re.Match[str], place: Place) -> str | None:
    day = small(found[0], 31)
    if day and _is_month(place.after):
        return f"{ordinal(found[0])} of"
    return ordinal(found[0]) if day and _is_month(place.before) else None


def _is_month(word: str) -> bool:
    return word in MONTHS or word in SHORT_MONTHS


def _year(found: re.Match[str], place: Place) -> str | None:
    known = place.before in YEAR_CUES or _is_month(place.earlier) or place.after in {"ad", "bc", "ce", "bce"}
    return year(found[0]) if known else None


def _short_month(found: re.Match[str], place: Place) -> str | None:
    beside_number = place.before[:1].isdecimal() or place.after[:1].isdecimal()
    return SHORT_MONTHS[found[1].lower()].capitalize() if beside_number else None


def _web(found: re.Match[str], _: Place) -> str:
    named = re.sub(r"[./@:?=_-]", lambda one: f" {WEB[one[0]]} ", found[1])
    return pieces(named, _EN, SYMBOLS)


def _number(found: re.Match[str], place: Place) -> str | None:
    return numeral(found[0], _EN) if number_in(place.word) or place.word[:1].isdecimal() else None


def _comparison(found: re.Match[str], place: Place) -> str:
    name = {"<": "less than", ">": "greater than"}[found[0]]
    between_values = place.before and place.after and (number_in(place.after) or len(place.after) == 1)
    return name if between_values else ""


def _abbreviation(found: re.Match[str], place: Place) -> str | None:
    return ABBREVIATIONS[found[1].lower()] if place.dotted or "." in found[1] else None


def _number_word(_: re.Match[str], place: Place) -> str | None:
    return "number" if place.dotted and place.after[:1].isdecimal() else None


def _saint_or_street(_: re.Match[str], place: Place) -> str | None:
    if not place.dotted:
        return None
    return "saint" if place.after else "street"


def _everything(found: re.Match[str], _: Place) -> str:
    return pieces(found[0], _EN, SYMBOLS)


_SYMBOL: Final = any_of(name for name in CURRENCIES if not name.isalpha())
_CODE: Final = any_of(name for name in CURRENCIES if name.isalpha())
_ANY_UNIT: Final = any_of(UNITS)

RULES: Final[tuple[Rule, ...]] = (
    rule(r"(\d{1,2}):(\d{2})(?::\d{2})?(?:([ap]\.?m))?", _time),
    rule(r"(\d{1,2})([ap]\.?m)", _hour),
    rule(r"([ap])\.?(m)", _half_of_day),
    rule(r"(\d{4})-(\d{1,2})-(\d{1,2})", lambda found, _: _date(found[3], found[2], found[1])),
    rule(r"(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})", _day_first),
    rule(rf"({NUMBER}|\d{{1,2}}:\d\d)[-–](\d+(?:[.,]\d+)*|\d{{1,2}}:\d\d)", _range),
    rule(r"(\d{1,3})/(\d{1,3})", _fraction),
    rule(any_of(FRACTIONS), lambda found, _: FRACTIONS[found[1]]),
    rule(rf"{_SYMBOL}({NUMBER})", _symbol_first),
    rule(rf"({NUMBER})(?:{_SYMBOL})", lambda found, _: _money(found[1], found[2])),
    rule(rf"({NUMBER}){_CODE}", _symbol_last),
    rule(_CODE, _code),
    rule(NUMBER, _after_code),
    rule(_CODE, _code_after),
    rule(any_of(_BIG), _big),
    rule(rf"({NUMBER}){_ANY_UNIT}", _measure),
    rule(_ANY_UNIT, _unit_alone),
    rule(r"(\d+)(?:st|nd|rd|th)", _ordinal),
    rule(r"(1[1-9]\d0|20\d0)'?s", _decade),
    rule(r"\d{1,2}", _day_of_month),
    rule(r"1\d{3}|20\d{2}", _year),
    rule(any_of(SHORT_MONTHS), _short_month),
    rule(any_of(ABBREVIATIONS), _abbreviation),
    rule("no", _number_word),
    rule("st", _saint_or_street),
    rule(r"[a-z](?:\.[a-z])+", lambda found, _: " ".join(found[0].replace(".", "").upper())),
    rule(r"((?:https?://|www\.)\S+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|[\w-]+(?:\.[a-z]{2,})+(?:[/?]\S*)?)", _web),
    rule(r"\+?(?=(?:\d[ -]?){7})\d+(?:-\d+)+", lambda found, _: digits(found[0], _EN)),
    rule(rf"{NUMBER}(?:[.,]\d+)*", _number),
    rule(r"[<>]", _comparison),
    rule(r"(?s).*", _everything),
)
