"""Words that say nothing of a subject: what every visitor uses, whatever the exhibition is about.

They tell English from Arabic in Latin letters, and count for little when a question is compared with
what a pack talks about. Beside them stand the words of all our texts, which are no slips of others.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from app.content.normalise import normalised
from app.content.stemming import stem
from app.core.resources import assets_dir
from app.core.types import Language

_ENDINGS: Final = ("s", "es", "ed", "d", "ing", "er", "ly", "y")


@cache
def words(language: Language) -> frozenset[str]:
    """The everyday words of one language, normalised."""
    return frozenset(normalised(_read(f"everyday_{language}.txt")).split())


@cache
def _written(language: Language) -> frozenset[str]:
    """Words (Arabic: stems) of the texts that `models/recipes/retrieval/words.py` read."""
    return frozenset(_read(f"words_{language}.txt").split())


def is_word(word: str, language: Language) -> bool:
    """Whether a normalised word is one that people write, and so most likely no slip of another."""
    if word in words(language):
        return True
    written = _written(language)
    if language is Language.AR:
        return stem(word) in written
    bare = (word.removesuffix(ending) for ending in _ENDINGS if len(word) > len(ending) + 2)
    return word in written or any(form in written for form in bare)


def _read(name: str) -> str:
    return (assets_dir() / "retrieval" / name).read_text(encoding="utf-8")
