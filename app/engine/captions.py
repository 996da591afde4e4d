"""Shows Arabic without its diacritics where the pack asks for it, while the voice keeps them."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

from app.core.types import Chunk


def without_diacritics(chunk: Chunk) -> Chunk:
    """The same chunk with unmarked shown words; what is spoken stays."""
    kept = [not unicodedata.combining(letter) for letter in chunk.text]
    moved = [0]
    for keep in kept:
        moved.append(moved[-1] + keep)
    words = tuple(
        replace(word, shown=_bare(word.shown), start=moved[word.start], end=moved[word.end])
        for word in chunk.words
    )
    return replace(chunk, text=_bare(chunk.text), words=words)


def _bare(text: str) -> str:
    return "".join(letter for letter in text if not unicodedata.combining(letter))
