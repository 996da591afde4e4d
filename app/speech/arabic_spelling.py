"""Spells diacritised Arabic so that espeak-ng reads it as people do: linked in a phrase, bare at its end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from app.speech.tashkeel import MARKS

_SHORT: Final = "\u064e\u064f\u0650"  # fatha, damma, kasra
_TANWEEN: Final = "\u064b\u064c\u064d"
_SUKUN, _SHADDA = "\u0652", "\u0651"
_SUN: Final = "تثدذرزسشصضطظلن"

_WORDS: Final = (
    (re.compile(f"([{_SHORT}{_TANWEEN}{_SUKUN}\u0670]+){_SHADDA}"), rf"{_SHADDA}\1"),  # NFC puts it last
    (re.compile("([اى])\u064b"), "\u064b\\1"),
    (re.compile("ٱ"), "ا"),
    (re.compile("(\u064f?و)ا(?=\\W*$)"), r"\1"),  # the silent alef of `كتبوا`
    (re.compile(f"([وفكب][{_SHORT}])ال(?=[^{_SUN}])"), r"\1ل"),
    (re.compile(f"ة{_SUKUN}"), "ه"),  # a word that stands for itself in the middle: a digit
    (re.compile("ڤ"), "ف"),
    (re.compile("چ"), "تش"),
)
"""What its rules misread anywhere, and a spelling that they read."""

_LINKED: Final = (
    (re.compile(f"^ا(?=ل{_SHADDA})"), ""),
    (re.compile(f"^ال(?=[{_SUN}]{_SHADDA})"), ""),
    (re.compile(f"^ال{_SUKUN}?(?=[ء-ي])"), f"ل{_SUKUN}"),
)
"""After a vowel the article has none of its own."""

_AFTER_PAUSE: Final = ((re.compile(f"^ال(?=[{_SUN}]{_SHADDA})(?!ل{_SHADDA}{_SHORT[0]}ه)"), f"أ{_SHORT[0]}"),)
"""Its rules double the letter after the article themselves: with a shadda there would be three."""

_PAUSAL: Final = (
    (re.compile(f"ة[{_SHORT}{_TANWEEN}]?$"), "ه"),
    (re.compile(f"[{_SHORT}{_TANWEEN[1:]}]$"), ""),
)
"""Before a pause the ending is not said; `ـًا` is."""

_PAUSE: Final = re.compile(r"[.,;:!?،؛؟]+$")
_VOWEL_END: Final = re.compile(f"[{_SHORT}اىوي]$")
_SHORTEST_PAUSAL: Final = 3


def spelled_for_espeak(words: Sequence[str]) -> tuple[str, ...]:
    """The words of one phrase or more, respelled; one for one, punctuation kept."""
    plain = [_all(_WORDS, word) for word in words]
    return tuple(_in_phrase(plain, index) for index in range(len(plain)))


def _in_phrase(words: Sequence[str], index: int) -> str:
    linked = index and _VOWEL_END.search(words[index - 1])
    word = _all(_LINKED if linked else _AFTER_PAUSE, words[index])
    pause = _PAUSE.search(word)
    body = word[: pause.start()] if pause else word
    ends = pause or index + 1 == len(words)
    if ends and sum(one not in MARKS for one in body) >= _SHORTEST_PAUSAL:
        body = _all(_PAUSAL, body)
    return body + (pause[0] if pause else "")


def _all(table: Sequence[tuple[re.Pattern[str], str]], word: str) -> str:
    for pattern, replacement in table:
        word = pattern.sub(replacement, word)
    return word
