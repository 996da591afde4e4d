"""How Arabic reads numbers, money, units, ranges, fractions, abbreviations and signs; and all its rules.

A number and what it counts are two shown words that are said by one another's form: each of the two finds
the same number and noun, and says its own share.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from app.core.types import Language
from app.speech import arabic_numbers, arabic_times, scripts
from app.speech.arabic_counts import counted, digits_of, is_governing, money_shares, shares_of, words_of
from app.speech.arabic_nouns import (
    NOUNS,
    Noun,
    counted_noun,
    is_counted,
    looks_feminine,
)
from app.speech.arabic_numbers import Manner
from app.speech.arabic_tables import (
    ABBREVIATIONS,
    CURRENCY_SIGNS,
    FRACTIONS,
    PERCENT,
    PHONE_CUES,
    SMALL_CHANGE,
    SYMBOLS,
    UNIT_SIGNS,
    VULGAR,
    WITHOUT_STOP,
)
from app.speech.numerals import NUMBER, Number, digits, parse
from app.speech.rules import (
    RANGE,
    Place,
    Rule,
    any_of,
    last_number_in,
    number_in,
    numeral,
    pieces,
    read_by,
    rule,
)
from app.speech.telephone import said_as_telephone

_AR: Final = Language.AR

CUES: Final = PHONE_CUES
"""Words after which digits are a telephone number."""

KNOWN_SIGNS: Final = frozenset({*SYMBOLS, *VULGAR, *"".join(UNIT_SIGNS), *"".join(CURRENCY_SIGNS)})
"""Signs that have a reading of their own."""

SILENT_SIGNS: Final = frozenset("\\^¨¬¯´¸-↑↓") | scripts.SILENT_SIGNS
"""Signs that are passed over."""

_NAMED: Final = SYMBOLS | {sign: FRACTIONS[part] for sign, part in VULGAR.items() if part in FRACTIONS}
_PREFIXES: Final = "وفبلك"
_GOVERNING_PREFIXES: Final = frozenset("بلك")


def _sign_first(found: re.Match[str], place: Place) -> str | None:
    shares = money_shares(found[2], found[1].casefold(), oblique=is_governing(place.before))
    if shares and place.after in {"مليون", "مليار", "ألف"}:
        return words_of(Number(False, found[2]), Manner(construct=True)) if found[2].isdecimal() else None
    return " ".join(shares).strip() if shares else None


def _sign_last(found: re.Match[str], place: Place) -> str | None:
    shares = money_shares(found[1], found[2].casefold(), oblique=is_governing(place.before))
    return " ".join(shares).strip() if shares else None


def _measure(found: re.Match[str], place: Place) -> str | None:
    return counted(found[1], NOUNS[UNIT_SIGNS[found[2]]], oblique=is_governing(place.before))


def _measured_range(found: re.Match[str], place: Place) -> str | None:
    end = parse(found[2])
    noun = NOUNS[UNIT_SIGNS[found[3]]]
    if end is None:
        return None
    return f"{_first_end(found[1], place)} إلى {' '.join(shares_of(end, noun, oblique=True)).strip()}"


def _percent(found: re.Match[str], place: Place) -> str:
    return f"{_plain(found[1], place)} {PERCENT}"


def _percent_range(found: re.Match[str], place: Place) -> str:
    return f"{_range(found, place)} {PERCENT}"


def _ratio(found: re.Match[str], place: Place) -> str:
    return f"{_plain(found[1], place)} إلى {_plain(found[2], replace(place, before='إلى'))}"


def _range(found: re.Match[str], place: Place) -> str:
    return f"{_first_end(found[1], place)} إلى {_plain(found[2], replace(place, before='إلى'))}"


def _first_end(text: str, place: Place) -> str:
    return _plain(text, replace(place, after="", pause=True))


def _fraction(found: re.Match[str], place: Place) -> str:
    said = _part_of_one(int(found[1]), int(found[2]))
    return f"و{said}" if place.before.isdecimal() and not place.telephone else said


def _part_of_one(top: int, bottom: int) -> str:
    if (top, bottom) in FRACTIONS:
        return FRACTIONS[top, bottom]
    return f"{arabic_numbers.cardinal(top)} عَلَى {arabic_numbers.cardinal(bottom, Manner(oblique=True))}"


def _vulgar(found: re.Match[str], place: Place) -> str:
    said = _part_of_one(*VULGAR[found[2]])
    if found[1]:
        return f"{_plain(found[1], place)} وَ{said}"
    return f"وَ{said}" if place.before.isdecimal() else said


def _noun_of(sign_or_word: str) -> Noun | None:
    """The noun that a unit's or currency's sign, or a written form, stands for."""
    name = UNIT_SIGNS.get(sign_or_word) or CURRENCY_SIGNS.get(sign_or_word)
    return NOUNS[name] if name else counted_noun(sign_or_word)


def _is_year(number: str, unit: str) -> bool:
    return unit == "م" and bool(re.fullmatch(r"1\d{3}|20\d{2}", number))


def _number(found: re.Match[str], place: Place) -> str | None:
    """A number in the form that the next word asks for."""
    return _plain(found[0], place)


def _plain(text: str, place: Place) -> str:
    number = number_in(text)
    if number is None or number.fraction or number.negative or _one_by_one(text):
        return _uncounted(text, number, place)
    oblique = is_governing(place.before)
    noun = None if place.pause else _noun_of(place.after)
    if noun and not _is_year(text, place.after):
        if place.after in CURRENCY_SIGNS or noun.singular in SMALL_CHANGE:
            shares = money_shares(
                text, place.after if place.after in CURRENCY_SIGNS else noun.singular, oblique=oblique
            )
            return shares[0] if shares else ""
        return shares_of(number, noun, oblique=oblique)[0]
    follows = not place.pause and is_counted(place.after)
    count = number.count or 0
    feminine = follows and looks_feminine(place.after, count)
    return words_of(number, Manner(feminine, oblique, construct=follows and count > 2))


def _uncounted(text: str, number: Number | None, place: Place) -> str:
    """Fractions, signs and long rows of digits; a price is still told in its small change."""
    noun = _noun_of(place.after)
    if number and noun and number.fraction and noun.singular in SMALL_CHANGE:
        shares = money_shares(text, noun.singular, oblique=is_governing(place.before))
        if shares:
            return shares[0]
    return numeral(text, _AR)


def _one_by_one(text: str) -> bool:
    return text.isdecimal() and (len(text) > 7 or (len(text) > 1 and text.startswith("0")))


def _prefixed(found: re.Match[str], place: Place) -> str:
    """`و3`: the letters that Arabic writes onto the next word stay on the first word of the number."""
    governs = found[1][-1] in _GOVERNING_PREFIXES
    rest = replace(place, word=found[2], before="في" if governs else place.before)
    amount = number_in(found[2])
    if amount and amount.count in (1, 2):  # in the noun's own form they would leave the letter alone
        rest = replace(rest, after="", pause=True)
    said = read_by(RULES, rest)
    return _MARKED_PREFIXES.get(found[1], found[1]) + said


_MARKED_PREFIXES: Final = {"و": "وَ", "ف": "فَ", "ب": "بِ", "ل": "لِ", "ك": "كَ", "وب": "وَبِ", "ول": "وَلِ"}


def _definite(found: re.Match[str], place: Place) -> str:
    said = read_by(RULES, replace(place, word=found[2], after="", pause=True))
    return f"{found[1]}{said}"


def _after_number(found: re.Match[str], place: Place) -> str | None:
    """A unit, a currency or a noun that the number before it counts: in the form that the number asks for."""
    amount = re.sub(rf"^[{_PREFIXES}]{{1,2}}-?", "", place.before)
    number = last_number_in(amount)
    noun = _noun_of(found[0])
    if number is None or noun is None or place.telephone:
        return None
    prefixed = amount != place.before
    if prefixed and number.count in (1, 2):
        return None
    if _is_year(amount, found[0]) or (found[0] in ABBREVIATIONS and place.dotted and number is None):
        return None
    governing = (
        place.before[: -len(amount)][-1:] in _GOVERNING_PREFIXES if prefixed else is_governing(place.earlier)
    )
    if re.fullmatch(RANGE, amount):
        governing = True
    sign = found[0] if found[0] in CURRENCY_SIGNS else noun.singular
    if sign in CURRENCY_SIGNS or sign in SMALL_CHANGE:
        shares = money_shares(digits_of(number), sign, oblique=governing)
        return shares[1] if shares else None
    construct = noun.scale and not place.pause and is_counted(place.after)
    if construct:
        noun = replace(noun, accusative=noun.singular)
    return shares_of(number, noun, oblique=governing, construct=construct)[1]


def _after_scale(found: re.Match[str], place: Place) -> str | None:
    """`5 مليون درهم`: what millions count is one, in the genitive; `$5 مليون` says its currency here."""
    scale = counted_noun(found[0])
    sign = re.match(r"[^\d]*", place.before)
    if scale and scale.scale and sign and sign[0] in CURRENCY_SIGNS:
        amount = parse(place.before[len(sign[0]) :])
        if amount:
            return f"{shares_of(amount, scale, oblique=False)[1]} {NOUNS[CURRENCY_SIGNS[sign[0]]].singular}"
    return None


def _abbreviation(found: re.Match[str], place: Place) -> str | None:
    if place.word != found[1]:
        return None
    page = found[1] in {"ص", "ط", "ج"} and place.after.isdecimal()
    if found[1] == "س" and not place.dotted:
        return None
    return ABBREVIATIONS[found[1]] if place.dotted or page or found[1] in WITHOUT_STOP else None


def _dash(_: re.Match[str], place: Place) -> str:
    between = place.before[:1].isdecimal() and place.after[:1].isdecimal()
    return "إلى" if between else ""


def _compared(found: re.Match[str], _: Place) -> str:
    return f"{SYMBOLS[found[1]]} {pieces(found[2], _AR, _NAMED)}"


def _comparison(found: re.Match[str], place: Place) -> str:
    return SYMBOLS[found[0]] if place.before and number_in(place.after) else ""


def _telephone(found: re.Match[str], place: Place) -> str | None:
    return said_as_telephone(found[0], _AR, goes_on=place.after[:1].isdecimal()) if place.telephone else None


def _everything(found: re.Match[str], _: Place) -> str:
    return pieces(found[0], _AR, _NAMED)


_ANY_UNIT: Final = any_of(UNIT_SIGNS)
_ANY_CURRENCY: Final = any_of(CURRENCY_SIGNS)
_PLAIN: Final = r"\d+(?:[.,]\d+)*"

RULES: Final[tuple[Rule, ...]] = (
    rule(r"\+?[\d().-]+", _telephone),
    *arabic_times.RULES,
    rule(r"(\d+):(\d+)", _ratio),
    rule(RANGE, _range),
    rule(rf"{RANGE}%", _percent_range),
    rule(rf"({NUMBER})[-–]({_PLAIN}){_ANY_UNIT}", _measured_range),
    rule(r"(\d{1,3})/(\d{1,3})", _fraction),
    rule(rf"(\d+)?{any_of(VULGAR)}", _vulgar),
    rule(rf"({NUMBER})%", _percent),
    rule(rf"%({NUMBER})", _percent),
    rule("%", lambda _found, _place: PERCENT),
    rule(rf"{_ANY_CURRENCY}({NUMBER})", _sign_first),
    rule(rf"({NUMBER}){_ANY_CURRENCY}", _sign_last),
    rule(rf"({NUMBER}){_ANY_UNIT}", _measure),
    rule(r"[ء-ي]+", _after_scale),
    rule(rf"({'|'.join(map(re.escape, [*UNIT_SIGNS, *CURRENCY_SIGNS]))}|\S+)", _after_number),
    rule(rf"([{_PREFIXES}]{{1,2}})-?(\d.*)", _prefixed),
    rule(r"([وفبلك]?ال)-?(\d.*)", _definite),
    rule(any_of(ABBREVIATIONS), _abbreviation),
    rule(r"\+?(?=(?:\d[ -]?){7})\d+(?:-\d+)+", lambda found, _: digits(found[0], _AR)),
    rule(NUMBER, _number),
    rule(rf"{NUMBER}(?:[.,]\d+)*", lambda found, _: numeral(found[0], _AR)),
    rule(r"[-–—]", _dash),
    rule(r"[<>]", _comparison),
    rule(r"([<>≤≥])(\d.*)", _compared),
    rule(r"(?s).*", _everything),
)
