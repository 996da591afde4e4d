"""How Arabic reads numbers, dates, times, money, units, abbreviations and symbols: tables, then rules.

A number and what it counts are two shown words that are said by one another's form: each of the two finds
the same number and noun, and says its own share.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from app.core.types import Language
from app.speech import arabic_numbers, scripts
from app.speech.arabic_nouns import (
    NOUNS,
    Noun,
    bare_word,
    counted_noun,
    is_counted,
    looks_feminine,
)
from app.speech.arabic_numbers import Manner
from app.speech.arabic_tables import (
    ABBREVIATIONS,
    CURRENCY_SIGNS,
    FRACTIONS,
    GOVERNING,
    HALVES_OF_DAY,
    HOURS,
    MINUTES,
    MONTH_WORDS,
    MONTHS,
    ORDINAL_HEADS,
    PERCENT,
    PHONE_CUES,
    SMALL_CHANGE,
    SYMBOLS,
    TIMES_OF_DAY,
    TO_THE_HOUR,
    UNIT_SIGNS,
    VULGAR,
    WITHOUT_STOP,
    YEAR_WORDS,
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
    small,
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
_MOST: Final = 10**15
_PREFIXES: Final = "وفبلك"
_GOVERNING_PREFIXES: Final = frozenset("بلك")


def _oblique(before: str) -> bool:
    """Whether the word before governs the genitive, also with و or ف written onto it, or as a dash for إلى."""
    return before in GOVERNING or before in {"-", "–", "—"} or (before[:1] in {"و", "ف"} and before[1:] in GOVERNING)


def _words(number: Number, manner: Manner) -> str:
    """A number with its sign and fraction in `manner`."""
    if number.fraction or number.negative or int(number.whole) >= _MOST or number.whole.startswith("00"):
        return numeral(_text(number), _AR)
    return arabic_numbers.cardinal(int(number.whole), manner)


def _text(number: Number) -> str:
    sign = "-" if number.negative else ""
    return f"{sign}{number.whole}.{number.fraction}" if number.fraction else f"{sign}{number.whole}"


def _shares(number: Number, noun: Noun, *, oblique: bool, construct: bool = False) -> tuple[str, str]:
    """What the shown number and the shown noun say together; one and two are in the noun's own form."""
    count = number.count
    if count is None or number.negative or count >= _MOST:
        last = int(number.whole[-2:]) if number.fraction else count or 0
        many = noun.accusative if number.fraction else noun.after(last)
        return _words(number, Manner()), many
    if count == 0:
        return arabic_numbers.cardinal(0, Manner(noun.feminine, oblique, construct=True)), noun.singular
    last = count % 100
    if last in (1, 2):
        own = noun.one() if count == 1 else noun.two(oblique=oblique, construct=construct)
        if count <= 2:
            return "", own
        head = arabic_numbers.cardinal(count - last, Manner(noun.feminine, oblique, construct=True))
        counted = noun.singular if last == 1 else noun.two(oblique=oblique)
        return head, f"{noun.singular} و{counted}"
    words = arabic_numbers.cardinal(count, Manner(noun.feminine, oblique, construct=True))
    return words, noun.after(count)


def _counted(amount: str, noun: Noun, *, oblique: bool = False) -> str | None:
    """A number with its noun, as one shown word."""
    number = parse(amount)
    return " ".join(_shares(number, noun, oblique=oblique)).strip() if number else None


def _money(amount: str, sign: str, *, oblique: bool = False) -> tuple[str, str] | None:
    """An amount's share and its currency's, with the small change after it."""
    number = parse(amount)
    if number is None:
        return None
    name = CURRENCY_SIGNS.get(sign, sign)
    part = SMALL_CHANGE.get(name)
    places = len(str(part[1])) - 1 if part else 0
    if not part or not number.fraction or len(number.fraction) > places:
        return _shares(number, NOUNS[name], oblique=oblique)
    change = int(number.fraction.ljust(places, "0"))
    whole = _shares(Number(number.negative, number.whole), NOUNS[name], oblique=oblique)
    if not change:
        return whole
    said = _counted(str(change), NOUNS[part[0]], oblique=oblique) or ""
    if not int(number.whole):
        return "", said
    return whole[0], f"{whole[1]} و{said}"


def _sign_first(found: re.Match[str], place: Place) -> str | None:
    shares = _money(found[2], found[1].casefold(), oblique=_oblique(place.before))
    if shares and place.after in {"مليون", "مليار", "ألف"}:
        return _words(Number(False, found[2]), Manner(construct=True)) if found[2].isdecimal() else None
    return " ".join(shares).strip() if shares else None


def _sign_last(found: re.Match[str], place: Place) -> str | None:
    shares = _money(found[1], found[2].casefold(), oblique=_oblique(place.before))
    return " ".join(shares).strip() if shares else None


def _measure(found: re.Match[str], place: Place) -> str | None:
    return _counted(found[1], NOUNS[UNIT_SIGNS[found[2]]], oblique=_oblique(place.before))


def _measured_range(found: re.Match[str], place: Place) -> str | None:
    end = parse(found[2])
    noun = NOUNS[UNIT_SIGNS[found[3]]]
    if end is None:
        return None
    return f"{_first_end(found[1], place)} إلى {' '.join(_shares(end, noun, oblique=True)).strip()}"


def _percent(found: re.Match[str], place: Place) -> str:
    return f"{_plain(found[1], place)} {PERCENT}"


def _percent_range(found: re.Match[str], place: Place) -> str:
    return f"{_range(found, place)} {PERCENT}"


def _hour_words(hour: int, minute: int, half: str) -> str:
    shown = hour + 1 if minute in TO_THE_HOUR else hour
    name = HALVES_OF_DAY.get(half or ("م" if hour > 12 else ""), "")
    said = MINUTES.get(minute)
    if said is None:
        said = f"و{_counted(str(minute), NOUNS['دقيقة'])}"
    return f"{HOURS[shown % 12]} {said} {name}"


def _time(found: re.Match[str], place: Place) -> str | None:
    hour, minute = small(found[1], 23), small(found[2], 59)
    if hour is None or minute is None:
        return None
    half = found[3] or (place.after if place.after in HALVES_OF_DAY else "")
    said = _hour_words(hour, minute, "-" if place.after in TIMES_OF_DAY else half)
    return said


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


def _ratio(found: re.Match[str], place: Place) -> str:
    return f"{_plain(found[1], place)} إلى {_plain(found[2], replace(place, before='إلى'))}"


def _date(day: str, month: str, in_year: str, place: Place) -> str | None:
    of_day, of_month = small(day, 31), small(month, 12)
    if not of_day or not of_month:
        return None
    named = arabic_numbers.ordinal(of_day, Manner(oblique=_oblique(place.before)))
    of_year = arabic_numbers.cardinal(int(in_year), Manner(oblique=True))
    return f"{named} مِنْ {MONTHS[of_month - 1]} عَامَ {of_year}"


def _day_of_month(found: re.Match[str], place: Place) -> str | None:
    if place.pause or bare_word(place.after) not in MONTH_WORDS:
        return None
    day = small(found[0], 31)
    named = arabic_numbers.ordinal(day, Manner(oblique=_oblique(place.before))) if day else None
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


def _era(found: re.Match[str], place: Place) -> str | None:
    """`2026 م`, `1447 هـ`."""
    if not re.fullmatch(r"\d{1,4}", place.before):
        return None
    if found[0] == "م":
        return "لِلْمِيلَادِ" if re.fullmatch(r"1\d{3}|20\d{2}", place.before) else None
    return "لِلْهِجْرَةِ"


def _year_of_era(found: re.Match[str], place: Place) -> str | None:
    if place.after not in {"ه", "ق.م"} and not (place.after == "م" and len(found[0]) == 4):
        return None
    manner = Manner(feminine=YEAR_WORDS.get(place.before, False), oblique=place.before in YEAR_WORDS or _oblique(place.before))
    return arabic_numbers.cardinal(int(found[0]), manner)


def _ordinal(found: re.Match[str], place: Place) -> str | None:
    """`الطابق 3`: the third."""
    feminine = ORDINAL_HEADS.get(bare_word(place.before))
    number = small(found[0], 99)
    if feminine is None or not number or place.after in UNIT_SIGNS:
        return None
    return arabic_numbers.ordinal(number, Manner(feminine, oblique=_oblique(place.earlier)))


def _range(found: re.Match[str], place: Place) -> str:
    return f"{_first_end(found[1], place)} إلى {_plain(found[2], replace(place, before='إلى'))}"


def _first_end(text: str, place: Place) -> str:
    return _plain(text, replace(place, after="", pause=True))


def _times(found: re.Match[str], place: Place) -> str | None:
    ends = [(small(found[1], 23), small(found[2], 59)), (small(found[3], 23), small(found[4], 59))]
    said = [_hour_words(hour, minute, "") for hour, minute in ends if hour is not None and minute is not None]
    return " إلى ".join(said) if len(said) == 2 else None


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
    oblique = _oblique(place.before)
    noun = None if place.pause else _noun_of(place.after)
    if noun and not _is_year(text, place.after):
        if place.after in CURRENCY_SIGNS or noun.singular in SMALL_CHANGE:
            shares = _money(text, place.after if place.after in CURRENCY_SIGNS else noun.singular, oblique=oblique)
            return shares[0] if shares else ""
        return _shares(number, noun, oblique=oblique)[0]
    follows = not place.pause and is_counted(place.after)
    count = number.count or 0
    feminine = follows and looks_feminine(place.after, count)
    return _words(number, Manner(feminine, oblique, construct=follows and count > 2))


def _uncounted(text: str, number: Number | None, place: Place) -> str:
    """Fractions, signs and long rows of digits; a price is still told in its small change."""
    noun = _noun_of(place.after)
    if number and noun and number.fraction and noun.singular in SMALL_CHANGE:
        shares = _money(text, noun.singular, oblique=_oblique(place.before))
        if shares:
            return shares[0]
    return numeral(text, _AR)


def _one_by_one(text: str) -> bool:
    return text.isdecimal() and (len(text) > 7 or (len(text) > 1 and text.startswith("0")))


def _prefixed(found: re.Match[str], place: Place) -> str:
    """`و3`, `ال20`: the letters that Arabic writes onto the next word stay on the first word of the number."""
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
    governing = place.before[:-len(amount)][-1:] in _GOVERNING_PREFIXES if prefixed else _oblique(place.earlier)
    if re.fullmatch(RANGE, amount):
        governing = True
    sign = found[0] if found[0] in CURRENCY_SIGNS else noun.singular
    if sign in CURRENCY_SIGNS or sign in SMALL_CHANGE:
        shares = _money(_text(number), sign, oblique=governing)
        return shares[1] if shares else None
    construct = noun.scale and not place.pause and is_counted(place.after)
    if construct:
        noun = replace(noun, accusative=noun.singular)
    return _shares(number, noun, oblique=governing, construct=construct)[1]


def _after_scale(found: re.Match[str], place: Place) -> str | None:
    """`5 مليون درهم`: what millions count is one, in the genitive; `$5 مليون` says its currency here."""
    scale = counted_noun(found[0])
    sign = re.match(r"[^\d]*", place.before)
    if scale and scale.scale and sign and sign[0] in CURRENCY_SIGNS:
        amount = parse(place.before[len(sign[0]) :])
        if amount:
            return f"{_shares(amount, scale, oblique=False)[1]} {NOUNS[CURRENCY_SIGNS[sign[0]]].singular}"
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
    rule(r"(\d{1,2}):(\d{2})[-–](\d{1,2}):(\d{2})", _times),
    rule(r"(\d{1,2}):(\d{2})(?::\d{2})?([صم])?", _time),
    rule(r"(\d+):(\d+)", _ratio),
    rule(r"[صم]", _half_of_day),
    rule(r"م|هـ?", _era),
    rule(r"\d{1,2}", _hour),
    rule(r"(\d{4})[-/](\d{1,2})[-/](\d{1,2})", lambda found, place: _date(found[3], found[2], found[1], place)),
    rule(r"(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})", lambda found, place: _date(found[1], found[2], found[3], place)),
    rule(r"\d{1,2}", _day_of_month),
    rule(r"\d{1,2}", _ordinal),
    rule(r"\d{1,4}", _year),
    rule(r"\d{1,4}", _year_of_era),
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
