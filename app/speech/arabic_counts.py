"""A number and what it counts, each in the form that the other asks for; money with its small change."""

from __future__ import annotations

from typing import Final

from app.core.types import Language
from app.speech import arabic_numbers
from app.speech.arabic_nouns import NOUNS, Noun
from app.speech.arabic_numbers import Manner
from app.speech.arabic_tables import CURRENCY_SIGNS, GOVERNING, SMALL_CHANGE
from app.speech.numerals import Number, parse
from app.speech.rules import numeral

_AR: Final = Language.AR
_MOST: Final = 10**15


def is_governing(before: str) -> bool:
    """Whether the word before governs the genitive, also with و or ف on it, or as a dash."""
    joined = before[:1] in {"و", "ف"} and before[1:] in GOVERNING
    return before in GOVERNING or before in {"-", "–", "—"} or joined


def words_of(number: Number, manner: Manner) -> str:
    """A number with its sign and fraction in `manner`."""
    if number.fraction or number.negative or int(number.whole) >= _MOST or number.whole.startswith("00"):
        return numeral(digits_of(number), _AR)
    return arabic_numbers.cardinal(int(number.whole), manner)


def digits_of(number: Number) -> str:
    """A number in western digits, as people write it."""
    sign = "-" if number.negative else ""
    return f"{sign}{number.whole}.{number.fraction}" if number.fraction else f"{sign}{number.whole}"


def shares_of(number: Number, noun: Noun, *, oblique: bool, construct: bool = False) -> tuple[str, str]:
    """What the shown number and the shown noun say together; one and two are in the noun's own form."""
    count = number.count
    if count is None or number.negative or count >= _MOST:
        last = int(number.whole[-2:]) if number.fraction else count or 0
        many = noun.accusative if number.fraction else noun.after(last)
        return words_of(number, Manner()), many
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


def counted(amount: str, noun: Noun, *, oblique: bool = False) -> str | None:
    """A number with its noun, as one shown word."""
    number = parse(amount)
    return " ".join(shares_of(number, noun, oblique=oblique)).strip() if number else None


def money_shares(amount: str, sign: str, *, oblique: bool = False) -> tuple[str, str] | None:
    """An amount's share and its currency's, with the small change after it."""
    number = parse(amount)
    if number is None:
        return None
    name = CURRENCY_SIGNS.get(sign, sign)
    part = SMALL_CHANGE.get(name)
    places = len(str(part[1])) - 1 if part else 0
    if not part or not number.fraction or len(number.fraction) > places:
        return shares_of(number, NOUNS[name], oblique=oblique)
    change = int(number.fraction.ljust(places, "0"))
    whole = shares_of(Number(number.negative, number.whole), NOUNS[name], oblique=oblique)
    if not change:
        return whole
    said = counted(str(change), NOUNS[part[0]], oblique=oblique) or ""
    if not int(number.whole):
        return "", said
    return whole[0], f"{whole[1]} و{said}"
