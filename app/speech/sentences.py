"""Shown words → sentences → runs of one language: what `app.speech.chunking` packs into chunks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from app.core.types import Language
from app.speech.text import Shown, shown_words

CLOSERS: Final = "\"'»”’)]}>"
_SENTENCE_END: Final = re.compile(rf"[.!?؟…。！？۔]+[{re.escape(CLOSERS)}]*$")
_NO_SENTENCE_END: Final = re.compile(
    r"[\"'(\[“‘«]*(?:(?:[a-z]\.)+|(?:dr|mr|mrs|ms|prof|st|mt|vs|no|fig|approx|e\.g|i\.e)\.|\d+\.\d+|[دأم]\.)",
    re.IGNORECASE,
)
"""A full stop that belongs to the word: titles, initials, abbreviations."""

_ARABIC_DIGIT: Final = re.compile("[٠-٩۰-۹]")

_LIST_NUMBER: Final = re.compile(r"\(?\d{1,2}[.)]+")


def sentences(text: str) -> Iterator[list[Shown]]:
    """The sentences of a clean text, read as they are asked for; a line ends one too."""
    sentence: list[Shown] = []
    for word in shown_words(text):
        if word.new_line and sentence:
            yield sentence
            sentence = []
        sentence.append(word)
        if _ends_sentence(word, first=len(sentence) == 1):
            yield sentence
            sentence = []
    if sentence:
        yield sentence


def _ends_sentence(word: Shown, *, first: bool) -> bool:
    if not _SENTENCE_END.search(word.text) or _NO_SENTENCE_END.fullmatch(word.text):
        return False
    return not (first and _LIST_NUMBER.fullmatch(word.text))


def runs(
    sentence: Sequence[Shown], *, default: Language, longest: int
) -> Iterator[tuple[Language, list[Shown]]]:
    """The sentence by language; words without a script follow the one before, the first ones the next.

    A word of more than `longest` characters comes in pieces.
    """
    written = default if not any(_ARABIC_DIGIT.search(word.text) for word in sentence) else Language.AR
    current = next((word.script for word in sentence if word.script), written)
    languages = []
    for word in sentence:
        current = word.script or current
        languages.append(current)
    for language, group in groupby(zip(languages, sentence, strict=True), key=lambda pair: pair[0]):
        yield language, [part for _, word in group for part in _parts(word, longest)]


def _parts(word: Shown, longest: int) -> Iterator[Shown]:
    for start in range(0, len(word.text), longest):
        piece = word.text[start : start + longest]
        place = word.start + start
        yield Shown(piece, place, place + len(piece), word.script, word.new_line and not start)
