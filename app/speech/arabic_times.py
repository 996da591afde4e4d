"""How Arabic reads times of day, dates, years and the numbers of floors and centuries."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from app.speech import arabic_numbers
from app.speech.arabic_counts import counted, is_governing
from app.speech.arabic_nouns import NOUNS, bare_word
from app.speech.arabic_numbers import Manner
from app.speech.arabic_tables import (
    HALVES_OF_DAY,
    HOURS,
    MINUTES,
    MONTH_WORDS,
    MONTHS,
    ORDINAL_HEADS,
    TIMES_OF_DAY,
    TO_THE_HOUR,
    UNIT_SIGNS,
    YEAR_WORDS,
)
from app.speech.rules import Place, Rule, rule, small


def _hour_words(hour: int, minute: int, half: str) -> str:
    shown = hour + 1 if minute in TO_THE_HOUR else hour
    name = HALVES_OF_DAY.get(half or ("م" if hour > 12 else ""), "")
    said = MINUTES.get(minute)
    if said is None:
        said = f"و{counted(str(minute), NOUNS['دقيقة'])}"
    return f"{HOURS[shown % 12]} {said} {name}"


def _time(found: re.Match[str], place: Place) -> str | None:
    hour, minute = small(found[1], 23), small(found[2], 59)
    if hour is None or minute is None:
        return None
    half = found[3] or (place.after if place.after in HALVES_OF_DAY else "")
    return _hour_words(hour, minute, "-" if place.after in TIMES_OF_DAY else half)


def _hour(found: re.Match[str], place: Place) -> str | None:
    """`الساعة 5`, `9 صباحًا`: an hour is an ordinal."""
    hour = small(found[0], 23)
    named = place.before in {"الساعة", "الساعه"} or place.after in TIMES_OF_DAY - {"م", "ص"}
    if hour is None or not named:
        return None
    return _hour_words(hour, 0, "-" if place.after in TIMES_OF_DAY else "")


def _half_of_day(found: re.Match[str], place: Place) -> str | None:
    clock = re.fullmatch(r"\d{1,2}:\d\d", place.before)
    hour = place.before.isdecimal() and place.earlier in {"الساعة", "الساعه"}
    return HALVES_OF_DAY[found[0]] if clock or hour else None


def _date(day: str, month: str, in_year: str, place: Place) -> str | None:
    of_day, of_month = small(day, 31), small(month, 12)
    if not of_day or not of_month:
        return None
    named = arabic_numbers.ordinal(of_day, Manner(oblique=is_governing(place.before)))
    of_year = arabic_numbers.cardinal(int(in_year), Manner(oblique=True))
    return f"{named} مِنْ {MONTHS[of_month - 1]} عَامَ {of_year}"


def _day_of_month(found: re.Match[str], place: Place) -> str | None:
    if place.pause or bare_word(place.after) not in MONTH_WORDS:
        return None
    day = small(found[0], 31)
    named = arabic_numbers.ordinal(day, Manner(oblique=is_governing(place.before))) if day else None
    return f"{named} مِنْ" if named else None


def _year(found: re.Match[str], place: Place) -> str | None:
    """A year is in the genitive after its word; after a month the word is said too."""
    year = int(found[0])
    if place.before in YEAR_WORDS:
        return arabic_numbers.cardinal(year, Manner(feminine=YEAR_WORDS[place.before], oblique=True))
    of_month = bare_word(place.before) in MONTH_WORDS or bare_word(place.earlier) in MONTH_WORDS
    if of_month and len(found[0]) == 4:
        return f"عَامَ {arabic_numbers.cardinal(year, Manner(oblique=True))}"
    return None


def _era(sign: str, year: str) -> str | None:
    """`2026 م`, `1447 هـ`."""
    if not re.fullmatch(r"\d{1,4}", year):
        return None
    if sign == "م":
        return "لِلْمِيلَادِ" if re.fullmatch(r"1\d{3}|20\d{2}", year) else None
    return "لِلْهِجْرَةِ"


def _year_of_era(year: str, place: Place) -> str | None:
    if place.after not in {"ه", "ق.م"} and not (place.after == "م" and len(year) == 4):
        return None
    oblique = place.before in YEAR_WORDS or is_governing(place.before)
    return arabic_numbers.cardinal(int(year), Manner(YEAR_WORDS.get(place.before, False), oblique))


def _year_with_era(found: re.Match[str], place: Place) -> str | None:
    """`1447هـ`, `2026م`: the era is written onto its year."""
    era = _era(found[2], found[1])
    said = _year_of_era(found[1], replace(place, after="ه")) if era else None
    return f"{said} {era}" if said else None


def _ordinal(found: re.Match[str], place: Place) -> str | None:
    """`الطابق 3`: the third."""
    feminine = ORDINAL_HEADS.get(bare_word(place.before))
    number = small(found[0], 99)
    if feminine is None or not number or place.after in UNIT_SIGNS:
        return None
    return arabic_numbers.ordinal(number, Manner(feminine, oblique=is_governing(place.earlier)))


def _times(found: re.Match[str], _: Place) -> str | None:
    ends = [(small(found[1], 23), small(found[2], 59)), (small(found[3], 23), small(found[4], 59))]
    said = [_hour_words(hour, minute, "") for hour, minute in ends if hour is not None and minute is not None]
    return " إلى ".join(said) if len(said) == 2 else None


RULES: Final[tuple[Rule, ...]] = (
    rule(r"(\d{1,2}):(\d{2})[-–](\d{1,2}):(\d{2})", _times),
    rule(r"(\d{1,2}):(\d{2})(?::\d{2})?([صم])?", _time),
    rule(r"[صم]", _half_of_day),
    rule(r"م|هـ?", lambda found, place: _era(found[0], place.before)),
    rule(r"\d{1,2}", _hour),
    rule(
        r"(\d{4})[-/](\d{1,2})[-/](\d{1,2})", lambda found, place: _date(found[3], found[2], found[1], place)
    ),
    rule(
        r"(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})",
        lambda found, place: _date(found[1], found[2], found[3], place),
    ),
    rule(r"\d{1,2}", _day_of_month),
    rule(r"\d{1,2}", _ordinal),
    rule(r"\d{1,4}", _year),
    rule(r"\d{1,4}", lambda found, place: _year_of_era(found[0], place)),
    rule(r"(\d{1,4})(م|هـ?)", _year_with_era),
)
