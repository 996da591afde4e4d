"""Follow-ups: what "it" means in "and how old is it?" is the subject of the answer before."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from app.content import everyday
from app.content.normalise import normalised, without_diacritics
from app.content.pack import Entry
from app.content.stemming import stem
from app.core.types import Language

_LONGEST: Final = 10
"""Words of a follow-up at most: who says more names the subject."""

_OWN: Final = frozenset({"its", "their", "theirs", "his", "her", "hers"})
_POINTING: Final = {
    Language.EN: re.compile(
        r"\b(?:it|its|they|them|their|theirs|he|him|his|she|her|hers|that one|this one|those|these)\b",
        re.IGNORECASE,
    ),
    # A pronoun, or one that hangs on a word (عمره, طولها, لونهم); not on a noun with its article, whose
    # last letter is a ة that lost its dots.
    Language.AR: re.compile(r"\b(?:هو|هي|هم|هن|(?!(?:[وفبك]?ال|لل|هذه))[^\W\d_]{2,}(?:ه|ها|هم|هن))\b"),
}
_GOING_ON: Final = {
    Language.EN: re.compile(r"\W*(?:and|but|so|also|what about|how about)\b", re.IGNORECASE),
    Language.AR: re.compile(
        r"\W*(?:طيب\b|و ?(?:كم|كيف|لماذا|ليش|ليه|متى|متي|أين|اين|وين|من|ما|ماذا|هل|شو|شنو)\b)"
    ),
}


def follows_on(question: str, language: Language) -> bool:
    """Whether a question leans on what was said before."""
    plain = without_diacritics(question)
    pointing, going_on = _POINTING[language].search(plain), _GOING_ON[language].match(plain)
    return len(plain.split()) <= _LONGEST and bool(pointing or going_on)


def with_subject(question: str, entry: Entry, language: Language) -> str:
    """The question with the subject of `entry` in the place of what points at it, or at its end."""
    name = without_diacritics((entry.subject or entry.title)[language])
    if language is Language.EN and (found := _POINTING[language].search(question)):
        named = f"{name}'s" if found[0].lower() in _OWN else name
        return f"{question[: found.start()]}{named}{question[found.end() :]}"
    return f"{question.rstrip('?؟ ')} {name}"


def says_more(question: str, language: Language) -> bool:
    """Whether a follow-up has a word of its own that says what it is about, beside those that point."""
    ordinary = everyday.words(language)
    rest = _POINTING[language].sub(" ", without_diacritics(question))
    return any(word not in ordinary for word in normalised(rest).split())


def subject_stems(entries: Iterable[Entry], language: Language) -> frozenset[str]:
    """Stems of the words by which a pack names its subjects."""
    names = " ".join((entry.subject or entry.title)[language] for entry in entries if entry.kind != "talk")
    ordinary = everyday.words(language)
    return frozenset(_singular(stem(word)) for word in normalised(names).split() if word not in ordinary)


def names_a_subject(question: str, known: frozenset[str]) -> bool:
    """Whether a question has any of the words by which the pack names its subjects."""
    return any(_singular(stem(word)) in known for word in normalised(question).split())


def _singular(word: str) -> str:
    return word.removesuffix("s")
