"""When each shown character is spoken: letters matched with the phones of their word, the rest in between.

A character is a letter with the marks on it, as a reader sees it. White space has none.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

import numpy as np

from app.core.phones import VOWELS, base
from app.core.types import Phone, WordTime

_ANY_VOWEL: Final = " ".join(sorted(VOWELS))

_ROWS: Final[tuple[tuple[str, str], ...]] = (
    ("a e i o", _ANY_VOWEL),
    ("u", f"{_ANY_VOWEL} w j"),
    ("y", f"{_ANY_VOWEL} j"),
    ("w", f"w v {_ANY_VOWEL}"),
    ("b", "b"),
    ("c", "k s ʃ tʃ"),
    ("d", "d t dʒ"),
    ("f", "f v"),
    ("g", "ɡ dʒ ʒ f"),
    ("h", "h"),
    ("j", "dʒ ʒ j"),
    ("k", "k"),
    ("l", "l"),
    ("m", "m"),
    ("n", "n ŋ"),
    ("p", "p f"),
    ("q", "k q"),
    ("r", "r ɜ ə"),
    ("s", "s z ʃ ʒ"),
    ("t", "t θ ð tʃ ʃ d"),
    ("v", "v f"),
    ("x", "k ɡ z"),
    ("z", "z s"),
    ("ا", "a ɑ ʔ i"),
    ("آ", "ʔ a ɑ"),
    ("أ إ ؤ ئ ء", "ʔ"),
    ("ٱ", "a i ʔ"),
    ("ى", "a ɑ"),
    ("ب", "b"),
    ("پ", "p b"),
    ("ت ة", "t"),
    ("ث", "θ"),
    ("ج", "dʒ ʒ ɡ"),
    ("چ", "tʃ"),
    ("ح", "ħ"),
    ("خ", "χ"),
    ("د", "d"),
    ("ذ", "ð"),
    ("ر", "r"),
    ("ز", "z"),
    ("ژ", "ʒ"),
    ("س", "s"),
    ("ش", "ʃ"),
    ("ص", "sˤ s"),
    ("ض", "dˤ d"),
    ("ط", "tˤ t"),
    ("ظ", "ðˤ ð"),
    ("ع", "ʕ"),
    ("غ", "ɣ"),
    ("ف", "f"),
    ("ڤ", "v f"),
    ("ق", "q"),
    ("ك ک", "k"),
    ("گ", "ɡ"),
    ("ل", "l"),
    ("م", "m"),
    ("ن", "n"),
    ("ه", "h"),
    ("و", "w u ʊ oʊ aʊ ɔ"),
    ("ي ی", "j i ɪ eɪ aɪ"),
)

LETTERS: Final = {letter: frozenset(phones.split()) for row, phones in _ROWS for letter in row.split()}
"""Phones that a letter is written for. Short Arabic vowels are marks on the letter before them."""

_JOINER: Final = "\u200d"  # holds an emoji together
_MOST_CELLS: Final = 20_000
"""Letters × phones of a word that is worth matching: no real one has a tenth of it."""


def character_times(word: WordTime, phones: Sequence[Phone]) -> tuple[WordTime, ...]:
    """One time for each character of the word, tiling it; `phones` are the word's own, in its samples.

    A letter begins with its phone; what has none (a silent letter, a digit, a sign) shares the time
    between its neighbours and is `interpolated`. Only in a word of fewer samples than characters do
    start and end coincide.
    """
    shown = [character for character in split_characters(word.text) if not character.isspace()]
    starts = {} if word.interpolated else _matched([letter_of(one) for one in shown], phones)
    edges = _edges(word, starts, len(shown))
    return tuple(
        WordTime(text, start, end, place not in starts, word.index)
        for place, (text, (start, end)) in enumerate(zip(shown, pairwise(edges), strict=True))
    )


def split_characters(text: str) -> list[str]:
    """The text as a reader sees it: each base character with its marks, emoji held together."""
    result: list[str] = []
    for character in text:
        if result and (_is_mark(character) or result[-1].endswith(_JOINER)):
            result[-1] += character
        else:
            result.append(character)
    return result


def _is_mark(character: str) -> bool:
    skin = "\U0001f3fb" <= character <= "\U0001f3ff"
    return skin or character == _JOINER or unicodedata.category(character) in ("Mn", "Me", "Mc")


def letter_of(character: str) -> str:
    """The row of `LETTERS` that a character belongs to; itself where it has none."""
    first = character[0].casefold()[:1]
    return first if first in LETTERS else unicodedata.normalize("NFKD", first)[0]


def _edges(word: WordTime, starts: dict[int, int], count: int) -> list[int]:
    """`count` + 1 samples from the word's start to its end, each after the one before where there is room."""
    inside = {place: start for place, start in starts.items() if place and start > word.start}
    known = {0: word.start, **inside, count: word.end}
    even = np.interp(np.arange(count + 1), sorted(known), [known[place] for place in sorted(known)])
    places = np.arange(count + 1)
    shortest = 1 if word.end - word.start >= count else 0
    pushed = np.maximum.accumulate(np.rint(even) - places * shortest)
    bounded = np.clip(pushed, word.start, word.end - count * shortest)
    return [int(edge) for edge in bounded + places * shortest]


def _matched(letters: Sequence[str], phones: Sequence[Phone]) -> dict[int, int]:
    """Start of each letter that has a phone, by the longest common row of letters and phones."""
    if len(letters) * len(phones) > _MOST_CELLS:
        return {}
    wanted = [LETTERS.get(letter, frozenset()) for letter in letters]
    heard = [base(phone.ipa) for phone in phones]
    best = _longest(wanted, heard)
    return {letter: phones[phone].start for letter, phone in _pairs(wanted, heard, best)}


def _longest(wanted: Sequence[frozenset[str]], heard: Sequence[str]) -> list[list[int]]:
    """`best[i][j]`: how many of the letters from `i` on go with phones from `j` on."""
    best = [[0] * (len(heard) + 1) for _ in range(len(wanted) + 1)]
    for i in range(len(wanted) - 1, -1, -1):
        for j in range(len(heard) - 1, -1, -1):
            pair = best[i + 1][j + 1] + 1 if heard[j] in wanted[i] else 0
            best[i][j] = max(pair, best[i + 1][j], best[i][j + 1])
    return best


def _pairs(
    wanted: Sequence[frozenset[str]], heard: Sequence[str], best: Sequence[Sequence[int]]
) -> Iterator[tuple[int, int]]:
    """The matches of one longest row, each letter with the first phone that fits."""
    i = j = 0
    while i < len(wanted) and j < len(heard):
        if heard[j] in wanted[i] and best[i][j] == best[i + 1][j + 1] + 1:
            yield i, j
            i, j = i + 1, j + 1
        elif best[i + 1][j] >= best[i][j + 1]:
            i += 1
        else:
            j += 1
