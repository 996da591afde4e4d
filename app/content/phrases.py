"""Everything of a pack that a question is compared with: one row for each phrase."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final

from app.content.normalise import normalised, without_diacritics
from app.content.pack import Entry, Pack
from app.core.resources import assets_dir
from app.core.types import Language

_SENTENCE_END: Final = re.compile(r"(?<=[.!?؟])\s+")


class Part(StrEnum):
    """What a phrase is of its entry."""

    ASKS = "asks"
    """A question, or a title."""
    TELLS = "tells"
    """An answer, or a sentence of it."""
    OUTSIDE = "outside"
    """A question that the pack does not answer."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """`owner` is the place of its entry in the pack; the number of entries for what is outside."""

    language: Language
    part: Part
    owner: int
    text: str


def phrases_of(pack: Pack) -> tuple[Phrase, ...]:
    """The pack's own phrases and what is outside of it, in a fixed order."""
    found = [
        Phrase(language, part, place, plain(text))
        for place, entry in enumerate(pack.entries.values())
        for language in Language
        for part, text in _of_entry(entry, language)
    ]
    asked = {normalised(phrase.text) for phrase in found}
    outside = [
        Phrase(language, Part.OUTSIDE, len(pack.entries), plain(text))
        for language in Language
        for text in (*pack.header.outside[language], *_elsewhere()[language])
        if normalised(text) not in asked
    ]
    return (*found, *outside)


def plain(text: str) -> str:
    """As people type: the encoder learnt from Arabic without marks."""
    return without_diacritics(unicodedata.normalize("NFC", text))


def _of_entry(entry: Entry, language: Language) -> Iterator[tuple[Part, str]]:
    yield from ((Part.ASKS, question) for question in (*entry.questions[language], entry.title[language]))
    answer = entry.answer[language]
    yield Part.TELLS, answer
    sentences = _SENTENCE_END.split(answer)
    if entry.kind != "passage" and len(sentences) > 1:
        yield from ((Part.TELLS, sentence) for sentence in sentences)


@cache
def _elsewhere() -> dict[Language, tuple[str, ...]]:
    """Questions that visitors ask everywhere and that no exhibition is about."""
    with (assets_dir() / "retrieval" / "elsewhere.tsv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))
    return {language: tuple(row[language] for row in rows) for language in Language}
