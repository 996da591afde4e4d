"""Cuts a long text into the few pieces that decide its behaviour, so that no text takes long."""

from __future__ import annotations

import re
from typing import Final

SHORT: Final = 160
"""Characters up to which a text is classified whole: twice the engine's chunk."""

PIECES: Final = 6
"""Pieces that vote: the first ones set the tone, the last one closes."""

_AFTER_SENTENCE: Final = re.compile(r"(?<=[.!?؟۔…])\s+|[\r\n]+")


def pieces_of(text: str) -> tuple[str, ...]:
    """Pieces of `text` that have something to say, at most `PIECES`, each at most `SHORT` characters."""
    whole = " ".join(text.split())
    if len(whole) <= SHORT:
        return (whole,) if _says_something(whole) else ()
    sentences = [part[:SHORT] for part in _AFTER_SENTENCE.split(text) if _says_something(part)]
    return tuple(sentences if len(sentences) <= PIECES else [*sentences[: PIECES - 1], sentences[-1]])


def _says_something(text: str) -> bool:
    """Whether there is a letter or a digit: dots, spaces and pictures alone say nothing."""
    return any(character.isalnum() for character in text)
