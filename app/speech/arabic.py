"""How Arabic reads numbers, dates, times, money, units, abbreviations and symbols: tables, then rules."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from app.core.types import Language
from app.speech.numerals import NUMBER, digits, parse
from app.speech.rules import Place, Rule, any_of, counted, number_in, numeral, pieces, read_by, rule, small

_AR: Final = Language.AR

_MONTHS: Final = (
    *("يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو"),
    *("يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر"),
)

_HOURS: Final = (
    *("الثانية عشرة", "الواحدة", "الثانية", "الثالثة", "الرابعة", "الخامسة", "السادسة"),
    *("السابعة", "الثامنة", "التاسعة", "العاشرة", "الحادية عشرة"),
)
_MINUTES: Final = {0: "", 15: "والربع", 30: "والنصف", 45: "إلا الربع"}
_HALVES_OF_DAY: Final = {"ص": "صباحًا", "م": "مساءً"}

_FEMININE: Final = {
    "واحد": "واحدة",
    "اثنان": "اثنتان",
    "ثلاثة": "ثلاث",
    "أربعة": "أربع",
    "خمسة": "خمس",
    "ستة": "ست",
    "سبعة": "سبع",
    "ثمانية": "ثماني",
    "تسعة": "تسع",
    "عشرة": "عشر",
}

_NOUNS: Final = {
    "درهم": ("درهم واحد", "درهمان", "دراهم", "درهمًا"),
    "دولار": ("دولار واحد", "دولاران", "دولارات", "دولارًا"),
    "يورو": ("يورو واحد", "يورو اثنان", "يورو", "يورو"),
    "جنيه": ("جنيه واحد", "جنيهان", "جنيهات", "جنيهًا"),
    "ريال": ("ريال واحد", "ريالان", "ريالات", "ريالًا"),
    "كيلومتر": ("كيلومتر واحد", "كيلومتران", "كيلومترات", "كيلومترًا"),
    "متر": ("متر واحد", "متران", "أمتار", "مترًا"),
    "سنتيمتر": ("سنتيمتر واحد", "سنتيمتران", "سنتيمترات", "سنتيمترًا"),
    "مليمتر": ("مليمتر واحد", "مليمتران", "مليمترات", "مليمترًا"),
    "كيلوغرام": ("كيلوغرام واحد", "كيلوغرامان", "كيلوغرامات", "كيلوغرامًا"),
    "غرام": ("غرام واحد", "غرامان", "غرامات", "غرامًا"),
    "لتر": ("لتر واحد", "لتران", "لترات", "لترًا"),
    "درجة": ("درجة واحدة", "درجتان", "درجات", "درجة"),
    "درجة مئوية": ("درجة مئوية واحدة", "درجتان مئويتان", "درجات مئوية", "درجة مئوية"),
    "ساعة": ("ساعة واحدة", "ساعتان", "ساعات", "ساعة"),
    "دقيقة": ("دقيقة واحدة", "دقيقتان", "دقائق", "دقيقة"),
    "ثانية": ("ثانية واحدة", "ثانيتان", "ثوان", "ثانية"),
    "بالمئة": ("واحد بالمئة", "اثنان بالمئة", "بالمئة", "بالمئة"),
}
"""Each noun as one, as two, as three to ten, and as more."""

_CURRENCIES: Final = {
    "$": "دولار",
    "€": "يورو",
    "£": "جنيه",
    "د.إ": "درهم",
    "﷼": "ريال",
    "ر.س": "ريال",
    "ر.ق": "ريال",
}
_UNITS: Final = {
    "كم": "كيلومتر",
    "كلم": "كيلومتر",
    "م": "متر",
    "سم": "سنتيمتر",
    "مم": "مليمتر",
    "كجم": "كيلوغرام",
    "كغم": "كيلوغرام",
    "كغ": "كيلوغرام",
    "كيلو": "كيلوغرام",
    "غ": "غرام",
    "غم": "غرام",
    "جم": "غرام",
    "لتر": "لتر",
    "ل": "لتر",
    "°": "درجة",
    "°م": "درجة مئوية",
    "د": "دقيقة",
    "ث": "ثانية",
    "%": "بالمئة",
}

_ABBREVIATIONS: Final = {
    "د": "الدكتور",
    "أ": "الأستاذ",
    "أ.د": "الأستاذ الدكتور",
    "م": "المهندس",
    "ص.ب": "صندوق بريد",
    "ق.م": "قبل الميلاد",
    "إلخ": "إلى آخره",
    "الخ": "إلى آخره",
    "هـ": "هجرية",
}
_WITHOUT_STOP: Final = frozenset({"أ.د", "ص.ب", "ق.م", "إلخ", "هـ"})

SYMBOLS: Final = {
    "&": "و",
    "+": "زائد",
    "=": "يساوي",
    "%": "بالمئة",
    "°": "درجة",
    "×": "ضرب",
    "÷": "على",
    "≈": "نحو",
    "€": "يورو",
    "£": "جنيه",
    "$": "دولار",
    "#": "رقم",
    "½": "ونصف",
}


def _counted(amount: str, noun: str) -> str | None:
    """A number with its noun: in Arabic the noun depends on the number, and up to ten the reverse."""
    number = parse(amount)
    if number is None:
        return None
    one, two, few, many = _NOUNS[noun]
    count = number.count
    if count in {1, 2} and not number.negative:
        return one if count == 1 else two
    words = numeral(amount, _AR)
    if count is not None and 3 <= count <= 10:
        feminine = one.split(" ")[-1] == "واحدة"
        return f"{_FEMININE[words] if feminine and words in _FEMININE else words} {few}"
    return f"{words} {few if count is not None and 3 <= count % 100 <= 10 else many}"


def _time(found: re.Match[str], _: Place) -> str | None:
    hour, minute = small(found[1], 23), small(found[2], 59)
    if hour is None or minute is None:
        return None
    shown = hour + 1 if minute == 45 else hour
    half = _HALVES_OF_DAY.get(found[3] or ("م" if hour > 12 else ""), "")
    said = _MINUTES.get(minute, f"و{_counted(str(minute), 'دقيقة')}")
    return f"{_HOURS[shown % 12]} {said} {half}"


def _half_of_day(found: re.Match[str], place: Place) -> str | None:
    return _HALVES_OF_DAY[found[0]] if re.fullmatch(r"\d{1,2}:\d\d", place.before) else None


def _date(day: str, month: str, in_year: str) -> str | None:
    of_month, of_year = small(day, 31), small(month, 12)
    if not of_month or not of_year:
        return None
    return f"{counted(of_month, _AR)} {_MONTHS[of_year - 1]} {numeral(in_year, _AR)}"


def _range(found: re.Match[str], place: Place) -> str:
    return f"{_end(found[1], place)} إلى {_end(found[2], place)}"


def _end(text: str, place: Place) -> str:
    clock = re.fullmatch(r"(\d{1,2}):(\d{2})()", text)
    return (_time(clock, place) if clock else None) or numeral(text, _AR)


def _fraction(found: re.Match[str], _: Place) -> str:
    return f"{counted(int(found[1]), _AR)} على {counted(int(found[2]), _AR)}"


def _before_noun(found: re.Match[str], place: Place) -> str | None:
    """A number whose unit is the next word is read with it: one and two are in the unit's own form."""
    noun = _UNITS.get(place.after) or _CURRENCIES.get(place.after)
    year = noun == "متر" and re.fullmatch(r"1\d{3}|20\d{2}", found[0])
    return _number_of(found[0], noun)[0] if noun and not year else None


_PREFIXES: Final = "وفبلك"


def _prefixed(found: re.Match[str], place: Place) -> str:
    """`و3`: the letters that Arabic writes onto the next word stay on the first word of the number."""
    return found[1] + read_by(RULES, replace(place, word=found[2]))


def _after_number(found: re.Match[str], place: Place) -> str | None:
    noun = _UNITS.get(found[1]) or _CURRENCIES.get(found[1])
    amount = place.before.lstrip(_PREFIXES)
    if not number_in(amount):
        return "بالمئة" if found[1] == "%" else None
    if noun == "متر" and re.fullmatch(r"1\d{3}|20\d{2}", amount):  # `2026 م` is a year
        return "ميلادية"
    return _number_of(amount, noun)[1] if noun else None


def _number_of(amount: str, noun: str) -> tuple[str, str]:
    """The number's and the noun's share of `_counted`, for two shown words."""
    both = _counted(amount, noun) or numeral(amount, _AR)
    if parse(amount) and both in _NOUNS[noun][:2]:
        return "", both
    forms = [form for form in _NOUNS[noun][2:] if both.endswith(" " + form)]
    return (both.removesuffix(" " + forms[0]), forms[0]) if forms else (both, "")


def _abbreviation(found: re.Match[str], place: Place) -> str | None:
    dotted = place.dotted or found[1] in _WITHOUT_STOP
    return _ABBREVIATIONS[found[1]] if dotted and place.word == found[1] else None


def _number(found: re.Match[str], _: Place) -> str:
    return numeral(found[0], _AR)


def _everything(found: re.Match[str], _: Place) -> str:
    return pieces(found[0], _AR, SYMBOLS)


_ANY_UNIT: Final = any_of(_UNITS)
_ANY_CURRENCY: Final = any_of(_CURRENCIES)

RULES: Final[tuple[Rule, ...]] = (
    rule(r"(\d{1,2}):(\d{2})(?::\d{2})?([صم])?", _time),
    rule(r"[صم]", _half_of_day),
    rule(r"(\d{4})[-/](\d{1,2})[-/](\d{1,2})", lambda found, _: _date(found[3], found[2], found[1])),
    rule(r"(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})", lambda found, _: _date(found[1], found[2], found[3])),
    rule(rf"({NUMBER}|\d{{1,2}}:\d\d)[-–](\d+(?:[.,]\d+)*|\d{{1,2}}:\d\d)", _range),
    rule(r"(\d{1,3})/(\d{1,3})", _fraction),
    rule(rf"{_ANY_CURRENCY}({NUMBER})", lambda found, _: _counted(found[2], _CURRENCIES[found[1]])),
    rule(rf"({NUMBER}){_ANY_CURRENCY}", lambda found, _: _counted(found[1], _CURRENCIES[found[2]])),
    rule(rf"({NUMBER}){_ANY_UNIT}", lambda found, _: _counted(found[1], _UNITS[found[2]])),
    rule(rf"([{_PREFIXES}]{{1,2}}-?)(\d.*)", _prefixed),
    rule(NUMBER, _before_noun),
    rule(any_of([*_UNITS, *_CURRENCIES]), _after_number),
    rule(any_of(_ABBREVIATIONS), _abbreviation),
    rule(r"\+?(?=(?:\d[ -]?){7})\d+(?:-\d+)+", lambda found, _: digits(found[0], _AR)),
    rule(rf"{NUMBER}(?:[.,]\d+)*", _number),
    rule(r"(?s).*", _everything),
)
