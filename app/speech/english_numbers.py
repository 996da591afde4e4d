"""How English reads money, measures, ranges, fractions, years and rooms."""

from __future__ import annotations

import re
from typing import Final

from app.core.types import Language
from app.speech import english_times
from app.speech.english_tables import (
    ALWAYS_UNITS,
    ATTACHED_UNITS,
    BIG,
    BIG_WORDS,
    CODES,
    COMPASS,
    CURRENCIES,
    ERAS,
    PARTS,
    ROOMS,
    UNITS,
    VULGAR,
    YEAR_CUES,
)
from app.speech.english_times import is_month
from app.speech.numerals import NUMBER, digits, ordinal, parse, year
from app.speech.rules import (
    RANGE,
    Place,
    Rule,
    any_of,
    counted,
    last_number_in,
    number_in,
    numeral,
    rule,
    small,
)

_EN: Final = Language.EN
_PLAIN: Final = r"\d+(?:[.,]\d+)*"


def _ratio(found: re.Match[str], _: Place) -> str:
    return f"{numeral(found[1], _EN)} to {numeral(found[2], _EN)}"


def _range(found: re.Match[str], place: Place) -> str | None:
    ends = [found[1], found[2]]
    if is_month(place.after) and all(small(end, 31) for end in ends):
        return f"{ordinal(ends[0])} to {ordinal(ends[1])} of"
    if is_month(place.before) and all(small(end, 31) for end in ends):
        return f"{ordinal(ends[0])} to {ordinal(ends[1])}"
    if _is_year(ends[0]) and re.fullmatch(r"\d\d", ends[1]):  # `2019–20`
        ends[1] = ends[0][:2] + ends[1]
    first, last = (year(end) if _is_year(end) else numeral(end, _EN) for end in ends)
    return f"{first} to {last}"


def _is_year(text: str) -> bool:
    return bool(re.fullmatch(r"1[1-9]\d\d|20\d\d", text))


def _fraction(found: re.Match[str], place: Place) -> str:
    top, bottom = int(found[1]), int(found[2])
    if place.before.isdecimal() and not place.telephone:
        return f"and {_a(fraction(top, bottom))}"
    return _of(fraction(top, bottom), place)


def _of(said: str, place: Place) -> str:
    """A part of one thing: `half an hour`, `three quarters of a kilometre`."""
    names = _names(place.after)
    thing = names[0] if names else place.after
    if place.pause or not (names or thing in _HALVED):
        return said
    article = "an" if thing.startswith(("hour", "inch", "ounce", "acre")) else "a"
    return f"half {article}" if said == "one half" else f"{said} of {article}"


_HALVED: Final = frozenset(
    {"hour", "mile", "kilometre", "metre", "kilo", "litre", "century", "inch", "acre", "day"}
)


def fraction(top: int, bottom: int) -> str:
    """`3/4` → three quarters; what is no part of one is said as a division."""
    part = PARTS.get(bottom)
    if part is None or top >= bottom:
        return f"{counted(top, _EN)} over {counted(bottom, _EN)}"
    plural = {"half": "halves"}.get(part, f"{part}s")
    return f"{counted(top, _EN)} {part if top == 1 else plural}"


def _a(said: str) -> str:
    return re.sub("^one ", "a ", said)


def _vulgar(found: re.Match[str], place: Place) -> str:
    said = fraction(*VULGAR[found[2]])
    if found[1]:
        return f"{numeral(found[1], _EN)} and {_a(said)}"
    return f"and {_a(said)}" if place.before.isdecimal() else _of(said, place)


def _money(amount: str, currency: str) -> str | None:
    number = parse(amount)
    if number is None:
        return None
    one, many, part, parts = CURRENCIES[currency.lower()]
    change = number.fraction.ljust(2, "0") if len(number.fraction) <= 2 else ""
    whole = f"{numeral(number.whole, _EN)} {one if number.whole == '1' else many}"
    said = whole
    if number.fraction.strip("0"):
        if not change or not part:
            return f"{numeral(amount, _EN)} {many}"
        small_change = f"{counted(int(change), _EN)} {part if int(change) == 1 else parts}"
        said = small_change if not number.whole.strip("0") else f"{whole} and {small_change}"
    return f"minus {said}" if number.negative else said


def _symbol_first(found: re.Match[str], place: Place) -> str | None:
    if place.after in BIG_WORDS:  # `$5 million`: the currency is said after the million
        return numeral(found[2], _EN)
    return _money(found[2], found[1])


def _signed_money(found: re.Match[str], _: Place) -> str | None:
    said = _money(found[2], found[1])
    return f"minus {said}" if said else None


def _symbol_last(found: re.Match[str], _: Place) -> str | None:
    return _money(found[1], found[2])


def _big_money(found: re.Match[str], _: Place) -> str:
    return f"{numeral(found[2], _EN)} {BIG[found[3].lower()]} {CURRENCIES[found[1].lower()][1]}"


def _money_range(found: re.Match[str], _: Place) -> str | None:
    last = _money(found[3], found[1])
    return f"{numeral(found[2], _EN)} to {last}" if last else None


def _code(_: re.Match[str], place: Place) -> str | None:
    return "" if number_in(place.after) else None


def _after_code(found: re.Match[str], place: Place) -> str | None:
    if place.before not in CURRENCIES:
        return None
    return numeral(found[0], _EN) if place.after in BIG_WORDS else _money(found[0], place.before)


def _code_after(found: re.Match[str], place: Place) -> str | None:
    if place.before in BIG_WORDS and number_in(place.earlier):
        return CURRENCIES[found[1].lower()][1]
    number = last_number_in(place.before)
    return CURRENCIES[found[1].lower()][number.count != 1] if number else None


def _big(found: re.Match[str], place: Place) -> str | None:
    signs = re.match(r"[^\d]*", place.before)
    sign = signs[0] if signs and signs[0] else place.earlier if number_in(place.before) else ""
    return f"{found[0]} {CURRENCIES[sign][1]}" if sign in CURRENCIES else None


def _names(unit: str) -> tuple[str, str] | None:
    """One and many of a unit; a single letter only in its own case (5G is no weight)."""
    if unit in UNITS:
        return UNITS[unit]
    return UNITS.get(unit.lower()) if len(unit) > 1 else None


def _measure(found: re.Match[str], place: Place) -> str | None:
    names = _names(found[2])
    if names is None:
        return None
    number = number_in(found[1])
    singular = (number and number.count == 1) or (place.before in {"a", "an"} and place.after)
    return f"{numeral(found[1], _EN)} {names[0 if singular else 1]}"


def _hyphenated(found: re.Match[str], _: Place) -> str | None:
    names = _names(found[2])
    return f"{numeral(found[1], _EN)} {names[0]}" if names else None


def _measured_range(found: re.Match[str], _: Place) -> str | None:
    names = _names(found[3])
    return f"{numeral(found[1], _EN)} to {numeral(found[2], _EN)} {names[1]}" if names else None


def _unit_alone(found: re.Match[str], place: Place) -> str | None:
    names, number = _names(found[1]), last_number_in(re.sub(rf"^{_PLAIN}[x×]", "", place.before))
    part = re.fullmatch(rf"(\d*){any_of(VULGAR)}|(\d+)/\d+", place.before)
    if names is None or found[1].lower() in ATTACHED_UNITS:
        return None
    if number is None and not part and found[1].lower() not in ALWAYS_UNITS:
        return None
    of_one = part and not part[1] and not place.earlier.isdecimal()
    singular = of_one or (number and number.count == 1) or (place.earlier in {"a", "an"} and place.after)
    return names[0 if singular else 1]


def _product(found: re.Match[str], _: Place) -> str | None:
    """`10x15 cm`, `10 × 15 cm`, `3x2x1 m`."""
    numbers = [numeral(part, _EN) for part in re.split("[x×]", found[1], flags=re.IGNORECASE)]
    names = _names(found[2]) if found[2] else None
    if found[2] and names is None:
        return None
    return " by ".join(numbers) + (f" {names[1]}" if names else "")


def _by(_: re.Match[str], place: Place) -> str | None:
    """A sign of multiplication between two numbers: `by` when a unit ends them."""
    if not (number_in(place.before) and place.after[:1].isdecimal()):
        return None
    measured = _names(place.later) or re.fullmatch(r"[\d.,]+[a-z²³]+", place.after)
    return "by" if measured else "times"


def _dash(_: re.Match[str], place: Place) -> str | None:
    between = re.match(r"[$€£¥]?\d", place.before) and re.match(r"[$€£¥]?\d", place.after)
    if not between:
        return ""
    return "minus" if place.later == "=" else "to"


def _degrees(found: re.Match[str], _: Place) -> str:
    parts = [f"{numeral(found[1], _EN)} {'degree' if found[1] == '1' else 'degrees'}"]
    parts += [f"{numeral(found[2], _EN)} minutes"] if found[2] else []
    parts += [f"{numeral(found[3], _EN)} seconds"] if found[3] else []
    parts += [COMPASS[found[4].lower()]] if found[4] else []
    return " ".join(parts)


def _ordinal(found: re.Match[str], place: Place) -> str:
    return f"{ordinal(found[1])} of" if is_month(place.after) else ordinal(found[1])


def _decade(found: re.Match[str], place: Place) -> str | None:
    if len(found[1]) == 2 and place.before not in _BEFORE_DECADES:
        return None
    said = year(found[1]) if len(found[1]) == 4 else counted(int(found[1]), _EN)
    return said[:-1] + "ies" if said.endswith("y") else said + "s"


_BEFORE_DECADES: Final = frozenset({"the", "early", "late", "mid"})


def _day_of_month(found: re.Match[str], place: Place) -> str | None:
    day = small(found[0], 31)
    if day and is_month(place.after) and not place.pause:
        return f"{ordinal(found[0])} of"
    return ordinal(found[0]) if day and is_month(place.before) else None


def _year(found: re.Match[str], place: Place) -> str | None:
    if _names(place.after) or place.after in BIG_WORDS:
        return None
    of = place.before == "of" and (place.pause or not place.after) and _is_year(found[0])
    known = (
        place.before in YEAR_CUES
        or place.before in {"c", "b", "d"}
        or is_month(place.earlier)
        or place.after in ERAS
    )
    quarter = re.fullmatch(r"q[1-4]", place.before)
    return year(found[0]) if known or of or quarter else None


def _era(found: re.Match[str], place: Place) -> str | None:
    return year(found[0]) if place.after in ERAS else None


def _room(found: re.Match[str], place: Place) -> str | None:
    if place.before in CODES:
        return digits(found[0], _EN)
    if place.before not in ROOMS or found[0].startswith("0"):
        return None
    head, tail = found[0][:-2], found[0][-2:]
    if tail == "00":
        return None
    low = f"oh {counted(int(tail), _EN)}" if tail[0] == "0" else counted(int(tail), _EN)
    return f"{counted(int(head), _EN)} {low}"


def _point(found: re.Match[str], _: Place) -> str:
    return f"{'minus ' if found[1] else ''}point {digits(found[2], _EN)}"


_SYMBOL: Final = any_of(name for name in CURRENCIES if not name.isalpha())
_CODE: Final = any_of(name for name in CURRENCIES if name.isalpha())
_ANY_UNIT: Final = any_of(UNITS)

RULES: Final[tuple[Rule, ...]] = (
    *english_times.RULES,
    rule(r"(\d+):(\d+)", _ratio),
    rule(RANGE, _range),
    rule(rf"({NUMBER})[-–]({_PLAIN})-?{_ANY_UNIT}", _measured_range),
    rule(r"(\d{1,3})/(\d{1,4})", _fraction),
    rule(rf"(\d+)?{any_of(VULGAR)}", _vulgar),
    rule(rf"{_SYMBOL}({NUMBER})[-–]\1?({_PLAIN})", _money_range),
    rule(rf"{_SYMBOL}({NUMBER})(bn|tn|mn|k|m|b)", _big_money),
    rule(rf"-{_SYMBOL}({_PLAIN})", _signed_money),
    rule(rf"{_SYMBOL}({NUMBER})", _symbol_first),
    rule(rf"({NUMBER})(?:{_SYMBOL})", _symbol_last),
    rule(rf"({NUMBER}){_CODE}", _symbol_last),
    rule(rf"{_CODE}({NUMBER})", _symbol_first),
    rule(_CODE, _code),
    rule(NUMBER, _after_code),
    rule(_CODE, _code_after),
    rule(any_of(BIG_WORDS), _big),
    rule(
        r"(\d+)°(?:(\d+)')?(?:(\d+)\"?)?([NSEW])?",
        lambda found, place: _degrees(found, place) if found[4] else None,
    ),
    rule(rf"({_PLAIN}(?:[x×]{_PLAIN})+){_ANY_UNIT}?", _product),
    rule(r"(1[1-9]\d0|20\d0|[2-9]0)'?s", _decade),
    rule(rf"({NUMBER}){_ANY_UNIT}", _measure),
    rule(rf"({NUMBER})-{_ANY_UNIT}", _hyphenated),
    rule(_ANY_UNIT, _unit_alone),
    rule(r"[x×]", _by),
    rule(r"[-–—]", _dash),
    rule(r"(\d+)(?:st|nd|rd|th)", _ordinal),
    rule(r"(\d+)(?:st|nd|rd|th)(-[a-z]+)", lambda found, _: ordinal(found[1]) + found[2]),
    rule(rf"({NUMBER})%[-–]({_PLAIN})%", lambda found, _: f"{_ratio(found, _)} percent"),
    rule(r"\d{1,2}", _day_of_month),
    rule(r"1\d{3}|20\d{2}", _year),
    rule(r"\d{1,4}", _era),
    rule(r"\d{3,4}", _room),
    rule(r"\d{4,}", lambda found, place: digits(found[0], _EN) if place.before in CODES else None),
    rule(r"([-−])?\.(\d+)", _point),
)
