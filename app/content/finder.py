"""Question → entries by score: wording and meaning of every phrase of the pack, fused."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from app.content.meaning import Meaning
from app.content.normalise import without_diacritics
from app.content.pack import Pack
from app.content.vectors import Embed, vectors_of
from app.content.wording import Wording
from app.core.ports import Progress
from app.core.types import Float32, Language

# Chosen on the `choose` half of tests/data/questions (tests/benchmarks/retrieval.py prints the table).
_WORDING: Final = 0.2
_THRESHOLD: Final = 0.42
_SPREAD: Final = 0.05


@dataclass(frozen=True, slots=True)
class Finding:
    """Ids of all entries, best first; the score of the first, and of what the pack says it cannot answer."""

    ids: tuple[str, ...]
    score: float
    outside: float

    @property
    def confidence(self) -> float:
        """How sure it is that the first entry answers; from 0.5 on, it does."""
        over = self.score - max(_THRESHOLD, self.outside)
        return 1 / (1 + math.exp(-over / _SPREAD))


@dataclass(frozen=True, slots=True)
class _Phrases:
    """All phrases of one language; `owners` are places in the list of entries, the last one for `outside`."""

    texts: tuple[str, ...]
    owners: tuple[int, ...]


class Finder:
    """The index of a pack. One caller at a time."""

    def __init__(
        self, pack: Pack, embed: Embed, *, kept: Path | None = None, progress: Progress | None = None
    ) -> None:
        self._ids = tuple(pack.entries)
        self._embed = embed
        phrases = {language: _phrases(pack, language) for language in Language}
        entries = len(self._ids) + 1
        self._wording = {
            language: Wording(own.texts, own.owners, entries=entries) for language, own in phrases.items()
        }
        vectors = vectors_of(
            [text for own in phrases.values() for text in own.texts], embed, kept=kept, progress=progress
        )
        self._meaning = _meanings(phrases, vectors, entries=entries)

    def find(self, question: str, language: Language) -> Finding:
        """Rank the entries for a question in `language`. Raises ModelError."""
        scores = self._scores(question, language)
        order = np.argsort(-scores[:-1], kind="stable")
        ids = tuple(self._ids[place] for place in order)
        return Finding(ids, score=float(scores[order[0]]), outside=float(scores[-1]))

    def _scores(self, question: str, language: Language) -> Float32:
        """Score of each entry, and of `outside` in the last place."""
        vector = self._meaning[language].centred(self._embed([_plain(question)])[0])
        # Phrases of the other language help: the encoder puts translations close together.
        nearness = np.mean([meaning.nearness(vector) for meaning in self._meaning.values()], axis=0)
        scores: Float32 = nearness + _WORDING * self._wording[language].fits(question)
        return scores


def _phrases(pack: Pack, language: Language) -> _Phrases:
    rows = [
        (_plain(text), place)
        for place, entry in enumerate(pack.entries.values())
        for text in (*entry.questions[language], entry.answer[language])
    ]
    rows += [(_plain(text), len(pack.entries)) for text in pack.header.outside[language]]
    return _Phrases(tuple(text for text, _ in rows), tuple(place for _, place in rows))


def _meanings(
    phrases: Mapping[Language, _Phrases], vectors: Float32, *, entries: int
) -> dict[Language, Meaning]:
    """`vectors` are those of all languages' phrases, one language after the other."""
    meanings, begun = {}, 0
    for language, own in phrases.items():
        ended = begun + len(own.texts)
        meanings[language] = Meaning(vectors[begun:ended], own.owners, entries=entries)
        begun = ended
    return meanings


def _plain(text: str) -> str:
    """As people type: the encoder learnt from Arabic without marks."""
    return without_diacritics(unicodedata.normalize("NFC", text))
