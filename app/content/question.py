"""What a visitor typed → the question that is searched: its language, slips mended, dialect made standard."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from app.content import everyday
from app.content.arabizi import Arabizi, spelled
from app.content.dialect import standard
from app.content.normalise import language_of, normalised, without_diacritics
from app.content.spelling import Spelling
from app.content.stemming import without_article
from app.core.types import Language

_SURE: Final = 0.2
"""Doubt for each letter up to which a Latin word that is no English one counts as Arabic."""

_CERTAIN: Final = 0.1
"""Doubt up to which it is Arabic even where English has the word, too."""

_WORD: Final = re.compile(r"\w+")
_APART: Final = re.compile(r"(?<!\S)([وفبك]?ال)\s+(?=[\u0621-\u064a])")
"""An article that was written as a word of its own, as people do in Latin letters."""

_READ_MOST: Final = 40
"""Words of a question that are looked at one by one; a pasted page is searched as it stands."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question as it is searched.

    `meaning` is the text for the encoder, `words` the normalised ones for the lexical index;
    `mended` counts those of them that were taken for a slip of another.
    """

    language: Language
    meaning: str
    words: tuple[str, ...]
    mended: int


class Reader:
    """Reads questions with a pack's vocabulary in mind."""

    def __init__(self, phrases: Mapping[Language, Sequence[str]]) -> None:
        counts = {language: _counted(own) for language, own in phrases.items()}
        self._known = {
            Language.EN: everyday.words(Language.EN) | counts[Language.EN].keys(),
            Language.AR: everyday.words(Language.AR) | counts[Language.AR].keys(),
        }
        self._spelling = {language: Spelling(counts[language]) for language in Language}
        self._surface = {
            normalised(word): word
            for own in phrases.values()
            for phrase in own
            for word in _WORD.findall(phrase)
        }
        self._arabizi = Arabizi((*everyday.words(Language.AR), *counts[Language.AR]))

    def language(self, text: str, fallback: Language = Language.EN) -> Language:
        """The language that a text is written in, Arabic in Latin letters included."""
        found = language_of(text)
        if found is Language.EN and self._is_arabizi(normalised(text).split()[:_READ_MOST]):
            return Language.AR
        return found or fallback

    def read(self, text: str, language: Language) -> Question:
        """A text as it is searched; `language` is what `language` said of it."""
        plain = without_diacritics(unicodedata.normalize("NFC", text))
        tokens = plain.split()
        if len(tokens) > _READ_MOST:
            return Question(language, plain, tuple(normalised(text).split()), mended=0)
        meant = [self._meant(token, language) for token in tokens]
        meaning = _APART.sub(r"\1", " ".join(word for word, _ in meant))
        mended = sum(changed for _, changed in meant)
        return Question(language, meaning, tuple(normalised(meaning).split()), mended)

    def _meant(self, token: str, language: Language) -> tuple[str, bool]:
        """What stands for one token of a question, and whether it was taken for a slip."""
        word = normalised(token)
        if not word or " " in word:
            return token, False
        read = self._in_arabic(word) if language is Language.AR else word
        better = self._mended(read, language)
        said = standard(better) if language is Language.AR else better
        if said == word:
            return token, False
        return self._surface.get(said, said), better != read

    def _is_arabizi(self, words: list[str]) -> bool:
        """Whether more words read as Arabic than are English."""
        latin = [word for word in words if language_of(word) is Language.EN]
        foreign = [word for word in latin if word not in self._known[Language.EN]]
        if 2 * len(foreign) < len(latin):
            return False
        readings = [self._arabizi.read(word) for word in foreign]
        read = sum(found is not None and found[1] <= _SURE for found in readings)
        return read > len(latin) - len(foreign) and 2 * read >= len(latin)

    def _in_arabic(self, word: str) -> str:
        """A Latin word inside an Arabic question, in Arabic letters; English words of the pack stay."""
        if language_of(word) is not Language.EN:
            return word
        found = self._arabizi.read(word)
        if found and found[1] <= _CERTAIN:
            return found[0]
        if word in self._known[Language.EN]:
            return word
        return found[0] if found else spelled(word)

    def _mended(self, word: str, language: Language) -> str:
        """The word of the pack that was meant; itself where it is known or nothing is near."""
        spelling = self._spelling[language]
        if word in spelling or without_article(word) in spelling or everyday.is_word(word, language):
            return word
        return spelling.meant(word) or word


def _counted(phrases: Iterable[str]) -> Counter[str]:
    """How often each word is in the phrases, Arabic ones also without their article."""
    counts: Counter[str] = Counter()
    for phrase in phrases:
        for word in normalised(phrase).split():
            counts.update({word, without_article(word)})
    return counts
