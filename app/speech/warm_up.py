"""The texts that every voice speaks before the first visitor: a short one and a long one a language."""

from __future__ import annotations

import re
from typing import Final

from app.core.types import Chunk, Language, Word

_TEXTS: Final = {
    Language.EN: (
        "Hello!",
        "Welcome, I am glad that you are here; ask me about the coast, the birds or the pearls.",
    ),
    Language.AR: ("مرحبا!", "أهلا بكم في المعرض، اسألوني عن الساحل والطيور واللؤلؤ وعن ليل الصحراء."),
}


def warm_up_chunks(language: Language) -> tuple[Chunk, ...]:
    """The language's texts as chunks."""
    return tuple(plain_chunk(text, language) for text in _TEXTS[language])


def plain_chunk(text: str, language: Language) -> Chunk:
    """A chunk whose words are spoken as they are written."""
    words = (Word(found[0], found[0], *found.span()) for found in re.finditer(r"\S+", text))
    return Chunk(0, text, language, tuple(words))
