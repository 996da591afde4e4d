"""Where the items of a list begin in a spoken chunk, for the face that counts along."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from app.core.types import Chunk, WordTime

_SEPARATORS: Final = frozenset(",;:،؛•·\n–—")
_JOINING: Final = frozenset({"and", "or", "و", "أو"})
"""Words that stand between the last two items."""


def item_starts(chunk: Chunk, words: Sequence[WordTime]) -> tuple[int, ...]:
    """Samples at which an item begins to be spoken: the chunk's first word, and after each separator."""
    starts = []
    before: WordTime | None = None
    for word in words:
        if before is None or _separated(chunk, before, word):
            starts.append(word.start)
        before = word
    return tuple(starts)


def _separated(chunk: Chunk, before: WordTime, word: WordTime) -> bool:
    joins = word.text.casefold().strip(".,،") in _JOINING
    if before.text.casefold() in _JOINING:
        return False  # the joining word has begun the item
    between = chunk.text[chunk.words[before.index].start : chunk.words[word.index].start]
    return joins or bool(_SEPARATORS.intersection(between))
