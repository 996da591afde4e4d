"""Telephone numbers as people write them, over several words or in one, read digit by digit."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import Final

from app.core.types import Language
from app.speech.numerals import digits

_GROUP: Final = re.compile(r"\+?\(?\d+\)?(?:[-.]\(?\d+\)?)*")
_DATE: Final = re.compile(r"\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[-.]\d{1,2}[-.]\d{4}")
_REACH: Final = 6
_FEWEST, _MOST = 7, 16
_SHORT: Final = 3
_PLUS: Final = {Language.EN: "plus", Language.AR: "زَائِدْ"}
_COMMA: Final = {Language.EN: ",", Language.AR: "،"}

Look = Callable[[int], tuple[str, str]]
"""The word at an index and the punctuation after it; empty beyond the sentence."""


def is_telephone(look: Look, index: int, cues: Collection[str]) -> bool:
    """Whether word `index` belongs to a telephone number: enough digits in groups, and a sign that it is one.

    The signs: a plus or a zero in front, groups parted by hyphens, or a word of `cues` before it.
    """
    if not _GROUP.fullmatch(look(index)[0]) or _DATE.fullmatch(look(index)[0]):
        return False
    first = last = index
    while index - first < _REACH and _joined(look, first - 1):
        first -= 1
    while last - index < _REACH and not look(last)[1] and _GROUP.fullmatch(look(last + 1)[0]):
        last += 1
    groups = [look(place)[0] for place in range(first, last + 1)]
    count = sum(map(str.isdigit, "".join(groups)))
    cued = any(look(first - back)[0].casefold() in cues for back in (1, 2))
    if count == _SHORT and cued and len(groups) == 1:
        return look(first - 1)[0].casefold() in cues
    return _FEWEST <= count <= _MOST and (cued or _signed(groups))


def _joined(look: Look, place: int) -> bool:
    """Whether the word at `place` is a group that the next word goes on from."""
    word, tail = look(place)
    return bool(_GROUP.fullmatch(word)) and not tail.strip(")")


def _signed(groups: Sequence[str]) -> bool:
    if groups[0].startswith("+"):
        return True
    if len(groups) == 1:
        return groups[0].count("-") >= 1 and not re.search(r"\.", groups[0])
    return groups[0].lstrip("(").startswith("0")


def said_as_telephone(text: str, language: Language, *, goes_on: bool = False) -> str:
    """Its digits, a comma between its groups, and after them when the number goes on."""
    parts = [digits(part, language) for part in re.findall(r"\d+", text)]
    said = f"{_COMMA[language]} ".join(parts) + (_COMMA[language] if goes_on else "")
    return f"{_PLUS[language]} {said}" if text.startswith("+") else said
