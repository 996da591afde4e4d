"""A dictionary of words in two blocks of bytes: hibari's tables take some 90 MB as Python dictionaries."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray


class CompactDictionary(Mapping[str, Any]):
    """Read-only mapping of words to what JSON can hold, found by bisection in a few microseconds."""

    def __init__(self, entries: Mapping[str, Any]) -> None:
        ordered = sorted((key.encode(), json.dumps(value).encode()) for key, value in entries.items())
        self._keys, self._key_ends = _joined([key for key, _ in ordered])
        self._values, self._value_ends = _joined([value for _, value in ordered])

    def __getitem__(self, word: str) -> Any:
        wanted = word.encode(errors="surrogatepass")
        place = self._place(wanted)
        if place == len(self) or self._key(place) != wanted:
            raise KeyError(word)
        return json.loads(self._values[self._value_ends[place] : self._value_ends[place + 1]])

    def _place(self, wanted: bytes) -> int:
        """The first entry that is not before the wanted one."""
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            if self._key(middle) < wanted:
                low = middle + 1
            else:
                high = middle
        return low

    def _key(self, place: int) -> bytes:
        return self._keys[self._key_ends[place] : self._key_ends[place + 1]]

    def __iter__(self) -> Iterator[str]:
        return (self._key(place).decode() for place in range(len(self)))

    def __len__(self) -> int:
        return len(self._key_ends) - 1


def _joined(parts: list[bytes]) -> tuple[bytes, NDArray[np.uint32]]:
    """All parts in one block, and where each begins and the last ends."""
    return b"".join(parts), np.cumsum([0, *map(len, parts)], dtype=np.uint32)
