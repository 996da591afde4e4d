"""Arabic in Latin letters and digits (shu hada, kam 3omr) read back into Arabic letters.

Latin spellings of Arabic are ambiguous, so a word is not spelled out but recognised: a walk through
the tree of all words that the pack and everyday speech have finds those that it can stand for.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

# Latin spelling → normalised Arabic letters that it can stand for, the usual one first.
_READINGS: Final = {
    "2": "اقء", "3'": "غ", "3": "ع", "4": "ذش", "5": "خ", "6": "ط", "7'": "خ", "7": "ح", "8": "قغه",
    "9'": "ض", "9": "صق",
    "sh": "ش", "ch": "شكج", "kh": "خ", "gh": "غ", "th": "ثذظ", "dh": "ذضظ", "zh": "جظ",
    "ou": "و", "oo": "و", "uu": "و", "aw": "و", "ow": "و", "aa": "ا",
    "ee": "ي", "ii": "ي", "ei": "ي", "ai": "ي", "ay": "ي", "ey": "ي",
    "b": "ب", "c": "كس", "d": "دضذ", "f": "ف", "g": "قجغك", "h": "هح", "j": "ج", "k": "كق", "l": "ل",
    "m": "م", "n": "ن", "p": "ب", "q": "ق", "r": "ر", "s": "سصث", "t": "تطث", "v": "ف", "w": "و",
    "x": "خ", "y": "ي", "z": "زظذ",
    "a": "اع", "e": "ايع", "i": "ياع", "o": "وع", "u": "و",
}  # fmt: skip

_VOWELS: Final = frozenset("aeiou")
_SECOND_CHOICE: Final = 0.3
_UNWRITTEN: Final = 0.15
"""A vowel that Arabic does not write."""

_UNSAID: Final = {"ا": 0.4, "و": 0.5, "ي": 0.5, "ع": 0.8, "ء": 0.2, "ه": 0.6}
"""Letters that Arabic writes and people leave out."""

_FINAL: Final = {**dict.fromkeys(("ah", "eh", "et", "at", "a", "e"), "ه"), "an": "ا"}
"""How people write a final ة, and the n that is heard after an alef (shukran)."""

_WORST: Final = 0.34
"""Cost for each Latin letter above which a reading is none."""

_ARTICLES: Final = ("el", "al", "il", "l")


@dataclass(slots=True)
class _Node:
    """A place in the tree of words: the letters that may follow, and the word that ends here."""

    following: dict[str, _Node] = field(default_factory=dict)
    word: str = ""


class Arabizi:
    """Reads Latin-letter words as words of `vocabulary`, which is normalised."""

    def __init__(self, vocabulary: Iterable[str]) -> None:
        self._root = _Node()
        for word in vocabulary:
            self._plant(word)

    def _plant(self, word: str) -> None:
        node = self._root
        for letter in word:
            node = node.following.setdefault(letter, _Node())
        node.word = word

    def read(self, word: str) -> tuple[str, float] | None:
        """The Arabic word that a Latin one most likely stands for, with the doubt of each letter, 0 to 1.

        None when it stands for none that is known.
        """
        best = self._walk(word)
        for article in _ARTICLES:
            rest = word.removeprefix(article).lstrip("-")
            if rest != word and len(rest) >= 3 and (bare := self._walk(rest)):
                candidate = (bare[0] if bare[0].startswith("ال") else f"ال{bare[0]}", bare[1])
                best = min(best, candidate, key=lambda row: row[1]) if best else candidate
        return best

    def _walk(self, word: str) -> tuple[str, float] | None:
        """The cheapest way through the tree that uses up the whole word."""
        limit = _WORST * len(word)
        heap: list[tuple[float, int, int, _Node]] = [(0.0, 0, 0, self._root)]
        seen: dict[tuple[int, int], float] = {}
        turn = 0
        while heap:
            cost, _, place, node = heapq.heappop(heap)
            if place == len(word) and node.word:
                return node.word, cost / len(word)
            if seen.get((place, id(node)), limit + 1) <= cost:
                continue
            seen[place, id(node)] = cost
            for more, ahead, reached in _steps(word, place, node):
                if cost + more <= limit:
                    turn += 1
                    heapq.heappush(heap, (cost + more, turn, ahead, reached))
        return None


def _steps(word: str, place: int, node: _Node) -> Iterator[tuple[float, int, _Node]]:
    """What each way on costs, and the places in the word and in the tree that it leads to."""
    following = node.following
    for letter, cost in _UNSAID.items():
        if letter in following:
            yield cost, place, following[letter]
    if place == len(word):
        return
    if word[place] in _VOWELS:
        yield _UNWRITTEN, place + 1, node
    elif place and word[place] == word[place - 1]:
        yield _UNWRITTEN / 2, place + 1, node  # a doubled consonant
    if (final := _FINAL.get(word[place:])) in following:
        yield 0.05, len(word), following[final]
    for length in (2, 1):
        for rank, letter in enumerate(_READINGS.get(word[place : place + length], "")):
            if letter in following and place + length <= len(word):
                yield rank * _SECOND_CHOICE, place + length, following[letter]


# What stands when no word is recognised: a rough spelling, so that the encoder at least sees Arabic.
def spelled(word: str) -> str:
    """A Latin-letter word in Arabic letters, sound by sound; short vowels inside are not written."""
    letters, place = [], 0
    while place < len(word):
        length = 2 if word[place : place + 2] in _READINGS else 1
        piece = word[place : place + length]
        inner = piece in _VOWELS and 0 < place < len(word) - 1 and piece != "a"
        letters.append("" if inner else _READINGS.get(piece, piece)[0])
        place += length
    return "".join(letters)
