"""The text that a voice is given, with the way back from its characters to the words of the chunk."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from app.core.types import Chunk


@dataclass(frozen=True, slots=True)
class Said:
    """`words[i]` is how word i of the chunk is said; empty when it is not."""

    words: tuple[str, ...]

    @classmethod
    def of(cls, chunk: Chunk) -> Said:
        """The chunk's own spoken forms."""
        return cls(tuple(word.spoken for word in chunk.words))

    @property
    def text(self) -> str:
        """All words that are said, single spaces between them."""
        return " ".join(word for word in self.words if word)

    def audible(self) -> Sequence[int]:
        """Words that have a letter or a digit to say."""
        return [index for index, word in enumerate(self.words) if any(map(str.isalnum, word))]

    def word_at(self, position: int) -> int | None:
        """The word that holds character `position` of `text`, None when nothing is said."""
        present = [index for index, word in enumerate(self.words) if word]
        starts = list(accumulate((len(self.words[index]) + 1 for index in present), initial=0))
        return present[max(0, bisect_right(starts[:-1], position) - 1)] if present else None
