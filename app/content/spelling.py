"""Finds the word that a visitor meant: the pack's vocabulary within one slip, two in long words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

_SHORTEST: Final = 4
"""Letters from which on one slip is forgiven."""

_LONG: Final = 8
"""Letters from which on two are."""

_LONGEST: Final = 24


class Spelling:
    """The words of a pack, found by what is left of them when letters are dropped.

    Two words within one slip of each other (a letter dropped, added, changed, or two neighbours
    swapped) share a remainder of one letter less; so looking one up costs a few set look-ups, not a
    comparison with every word.
    """

    def __init__(self, words: Mapping[str, int]) -> None:
        """`words` are normalised, with the number of times that the pack has each."""
        self._words = words
        self._left: defaultdict[str, list[str]] = defaultdict(list)
        for word in words:
            for left in _remainders(word, _slips(word)):
                self._left[left].append(word)

    def __contains__(self, word: str) -> bool:
        return word in self._words

    def meant(self, word: str) -> str | None:
        """The word of the pack that is meant by a normalised one that it lacks; None when none is near."""
        slips = _slips(word)
        if not slips or word in self._words:
            return None
        near = {known for left in _remainders(word, slips) for known in self._left.get(left, ())}
        allowed = [(slips_between(word, known), known) for known in near]
        allowed = [(slipped, known) for slipped, known in allowed if slipped <= min(slips, _slips(known))]
        return min(allowed, key=lambda row: (row[0], -self._words[row[1]], row[1]))[1] if allowed else None


def _slips(word: str) -> int:
    if not _SHORTEST <= len(word) <= _LONGEST or word.isdecimal():
        return 0
    return 2 if len(word) >= _LONG else 1


def _remainders(word: str, slips: int) -> set[str]:
    """The word, and what is left of it without one letter (or two)."""
    found = layer = {word} if slips else set()
    for _ in range(slips):
        layer = {left for kept in layer for left in _without_one(kept)}
        found = found | layer
    return found


def _without_one(word: str) -> Iterator[str]:
    return (word[:place] + word[place + 1 :] for place in range(len(word)))


def slips_between(one: str, other: str) -> int:
    """Letters dropped, added, changed, and neighbours swapped (each once) from one word to the other."""
    before: list[int] = []
    above = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        now = [row]
        for column, against in enumerate(other, 1):
            cost = min(above[column] + 1, now[-1] + 1, above[column - 1] + (letter != against))
            swapped = row > 1 and column > 1 and (letter, one[row - 2]) == (other[column - 2], against)
            now.append(min(cost, before[column - 2] + 1) if swapped else cost)
        before, above = above, now
    return above[-1]
