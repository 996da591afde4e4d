"""How English reads what is no number: abbreviations, acronyms, addresses, signs; and all its rules."""

from __future__ import annotations

import re
from typing import Final

from app.core.types import Language
from app.speech import english_numbers, scripts
from app.speech.english_numbers import fraction
from app.speech.english_tables import (
    ABBREVIATIONS,
    ALSO_WORDS,
    BEFORE_NUMBERS,
    COUNTED_IN_ROMAN,
    LETTER_A,
    LETTERED,
    PHONE_CUES,
    ROMAN,
    SAID_ACRONYMS,
    SHORT_DAYS,
    SHORT_MONTHS,
    SMALL_WORDS,
    SUPERSCRIPTS,
    SYMBOLS,
    TITLES,
    TOP_LEVELS,
    UNITS,
    VULGAR,
    WEB,
    WRITTEN_SO,
)
from app.speech.numerals import NUMBER, digits, ordinal
from app.speech.rules import Place, Rule, any_of, counted, number_in, numeral, pieces, rule
from app.speech.telephone import said_as_telephone

_EN: Final = Language.EN

CUES: Final = PHONE_CUES
"""Words after which digits are a telephone number."""

KNOWN_SIGNS: Final = frozenset({*SYMBOLS, *VULGAR, *"".join(UNITS), *"".join(WRITTEN_SO)} - set("'"))
"""Signs that have a reading of their own."""


SILENT_SIGNS: Final = frozenset("\\^¨¬¯´¸←↑↓") | scripts.SILENT_SIGNS
"""Signs that are passed over."""


_NAMED: Final = SYMBOLS | {sign: fraction(*parts) for sign, parts in VULGAR.items()}


def _pieces(text: str) -> str:
    """Letters, numbers and signs of a word, a lone A among them as a letter."""
    said = pieces(text, _EN, _NAMED)
    if len(said.split()) < 2:
        return said
    said = re.sub(r"(?<![\w'-])[A-Z]{2,8}(?![\w'-])", lambda found: _capitals(found[0]) or found[0], said)
    return re.sub(r"(?<![\w'-])[Aa](?![\w'-])", LETTER_A, said)


def spelled(capitals: str) -> str:
    """Each letter by its name."""
    return " ".join(LETTER_A if one in "aA" else one.upper() for one in capitals if one.isalpha())


def _telephone(found: re.Match[str], place: Place) -> str | None:
    return said_as_telephone(found[0], _EN, goes_on=place.after[:1].isdecimal()) if place.telephone else None


def _day(found: re.Match[str], place: Place) -> str | None:
    name = found[1].lower()
    beside_number = place.before[:1].isdecimal() or place.after[:1].isdecimal()
    clear = name not in ALSO_WORDS or beside_number or place.dotted
    return SHORT_DAYS[name] if clear and found[1][0].isupper() else None


def _short_month(found: re.Match[str], place: Place) -> str | None:
    beside_number = place.before[:1].isdecimal() or place.after[:1].isdecimal()
    return SHORT_MONTHS[found[1].lower()].capitalize() if beside_number else None


def _names_range(found: re.Match[str], _: Place) -> str | None:
    """`Mon–Fri`, `Jan–Mar`."""
    names = SHORT_DAYS | {short: month.capitalize() for short, month in SHORT_MONTHS.items()}
    return f"{names[found[1].lower()]} to {names[found[2].lower()]}"


def _web(found: re.Match[str], _: Place) -> str:
    address = re.sub(r"^(?:https?|ftp)://|^mailto:", "", found[1], flags=re.IGNORECASE).rstrip("/")
    address = re.sub(r"^www\.", "W W W.", address, flags=re.IGNORECASE)
    host, slash, path = re.sub(r"\.([A-Za-z]{2,3})(?=[/?:.]|$)", _top_level, address, count=0).partition("/")
    named = re.sub(r"[^\w\s]|_", lambda one: f" {WEB.get(one[0], '')} ", host + slash + path)
    return _pieces(named)


def _top_level(found: re.Match[str]) -> str:
    name = found[1].lower()
    return f".{found[1]}" if name in TOP_LEVELS else f". {spelled(name)}"


def _comparison(found: re.Match[str], place: Place) -> str:
    name = {"<": "less than", ">": "greater than"}[found[0]]
    between_values = place.before and place.after and (number_in(place.after) or len(place.after) == 1)
    return name if between_values else ""


def _compared(found: re.Match[str], _: Place) -> str:
    return f"{SYMBOLS[found[1]]} {_pieces(found[2])}"


def _abbreviation(found: re.Match[str], place: Place) -> str | None:
    return ABBREVIATIONS[found[1].lower()] if place.dotted or "." in found[1] else None


def _title(found: re.Match[str], place: Place) -> str | None:
    return TITLES[found[0]] if place.after and not place.pause and place.after[0].isalpha() else None


def _before_number(found: re.Match[str], place: Place) -> str | None:
    return BEFORE_NUMBERS[found[1].lower()] if place.dotted and place.after[:1].isdecimal() else None


def _saint_or_street(_: re.Match[str], place: Place) -> str | None:
    if not place.dotted:
        return None
    return "saint" if place.after else "street"


def _roman(found: re.Match[str], place: Place) -> str | None:
    value = ROMAN.get(found[0])
    if value is None:
        return None
    if place.before in COUNTED_IN_ROMAN or place.before == "§":
        return counted(value, _EN)
    if place.after in ("century", "centuries"):
        return ordinal(str(value))
    return f"the {ordinal(str(value))}" if place.name_before and len(found[0]) > 1 else None


def _acronym(found: re.Match[str], place: Place) -> str | None:
    """Capitals: some are said as a word, a shouted word is a word, the others are spelled."""
    if place.shouted and found[1] not in SAID_ACRONYMS and re.search("[AEIOUY]", found[1]):
        return None
    said, ending = _capitals(found[1]), found[2].replace("'", "")
    return f"{said}'{ending}" if said and ending else said


def _capitals(capitals: str) -> str | None:
    """Capitals that are said as one word or letter by letter; None for a word that is shouted."""
    if capitals in SAID_ACRONYMS:
        return capitals.capitalize()
    word = capitals in SMALL_WORDS or (len(capitals) > 3 and re.search("[AEIOUY]", capitals))
    return None if word else spelled(capitals)


def _acronym_with_number(found: re.Match[str], _: Place) -> str:
    """`CO2`, `COP28`, `A4`."""
    letters = found[1].capitalize() if found[1] in SAID_ACRONYMS else spelled(found[1])
    return f"{letters} {numeral(found[2], _EN)}"


def _link(found: re.Match[str], _: Place) -> str:
    """The end of a Markdown link: its words, never its address."""
    return _pieces(found[1])


def _tagged(found: re.Match[str], _: Place) -> str:
    return _pieces(f"{'hashtag' if found[1] == '#' else 'at'} {found[2].replace('_', ' ')}")


def _power(found: re.Match[str], _: Place) -> str:
    raised = {2: "squared", 3: "cubed"}.get(int(found[2]), f"to the power of {counted(int(found[2]), _EN)}")
    return f"{_pieces(found[1])} {raised}"


_POWERS: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


def _superscript(found: re.Match[str], _: Place) -> str:
    return f"{_pieces(found[1])} to the power of {numeral(found[2].translate(_POWERS), _EN)}"


def _sum(found: re.Match[str], _: Place) -> str | None:
    """`5-3=2`, `2*3`: what stands between figures is a sign of arithmetic."""
    text = re.sub(r"(?<=[\w)])[*·](?=[\w(])", "×", found[0])
    text = re.sub(r"(?<=[\w)])/(?=[\w(])", "÷", text)
    return _pieces(re.sub(r"(?<=[\w)])[-–](?=[\w(])", "−", text))


def _feet_and_inches(found: re.Match[str], _: Place) -> str:
    feet = f"{numeral(found[1], _EN)} {'foot' if found[1] == '1' else 'feet'}"
    return f"{feet} {numeral(found[2], _EN)} {'inch' if found[2] == '1' else 'inches'}" if found[2] else feet


def _letter_a(_: re.Match[str], place: Place) -> str | None:
    """`Hall A`, `A. Smith`: the letter, not the article."""
    paired = place.after in {"or", "and", "to"} and len(place.later) == 1
    named = place.before in LETTERED or place.dotted or paired or (place.before and not place.after)
    return LETTER_A if named else None


def _initials(found: re.Match[str], _: Place) -> str:
    return spelled(found[0])


def _number(found: re.Match[str], _: Place) -> str:
    return numeral(found[0], _EN)


def _everything(found: re.Match[str], _: Place) -> str:
    return _pieces(found[0])


_SHORT_NAME: Final = any_of([*SHORT_DAYS, *SHORT_MONTHS])

RULES: Final[tuple[Rule, ...]] = (
    rule(r"\+?[\d().-]+", _telephone),
    rule(any_of(WRITTEN_SO), lambda found, _: WRITTEN_SO[found[1].lower()]),
    rule(r"(\d+)ft(?:(\d+)in)?", lambda found, place: _feet_and_inches(found, place) if found[2] else None),
    *english_numbers.RULES,
    rule(any_of(SHORT_DAYS), _day),
    rule(rf"{_SHORT_NAME}[-–]{_SHORT_NAME}", _names_range),
    rule(any_of(SHORT_MONTHS), _short_month),
    rule(any_of(BEFORE_NUMBERS), _before_number),
    rule("st", _saint_or_street),
    rule(any_of(ABBREVIATIONS), _abbreviation),
    rule(any_of(TITLES), _title, exact=True),
    rule(r"[IVX]+", _roman, exact=True),
    rule(
        r"§([IVX]+)",
        lambda found, _: f"section {counted(ROMAN[found[1]], _EN)}" if found[1] in ROMAN else None,
    ),
    rule("A", _letter_a, exact=True),
    rule(r"[a-z](?:\.[a-z])+", _initials),
    rule(
        r"((?:(?:https?|ftp)://|www\.|mailto:)\S+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|[\w-]+(?:\.[a-z]{2,})+(?:[/?]\S*)?)",
        _web,
    ),
    rule(r"(.*?)\]\(\S*", _link),
    rule(r"([#@])([^\W\d]\w*)", _tagged),
    rule(r"\+?(?=(?:\d[ -]?){7})\d+(?:-\d+)+", lambda found, _: digits(found[0], _EN)),
    rule(rf"(.+?)([{''.join(SUPERSCRIPTS)}]{{2,}}|[⁰¹⁴⁵⁶⁷⁸⁹])", _superscript),
    rule(r"(\w+)\^(\d{1,3})", _power),
    rule(r"(?=.*[=*])[\w().+*/=·-]+", _sum),
    rule(rf"{NUMBER}(?:[.,]\d+)*", _number),
    rule(r"[<>]", _comparison),
    rule(r"([<>≤≥])(\d.*)", _compared),
    rule(r"([A-Z]{2,8})('?s?)", _acronym, exact=True),
    rule(r"([A-Z]{1,5})-?(\d{1,4})", _acronym_with_number, exact=True),
    rule(r"(?s).*", _everything),
)
