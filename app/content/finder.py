"""Question → entries: wording and meaning of every phrase of the pack, fused by reciprocal rank."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from app.content.evidence import Channels, Evidence, evidence_for
from app.content.index import Embed, Index, index_of
from app.content.meaning import NOWHERE, Centre, Meaning
from app.content.pack import Pack
from app.content.phrases import Part, Phrase, phrases_of
from app.content.question import Question, Reader
from app.content.weights import Fusion, Weights, shipped_weights
from app.content.wording import Wording
from app.core.ports import Progress
from app.core.types import Float32, Language

ANSWERS: Final = 0.5
"""Confidence from which on the first entry is taken for the answer."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Ids of all entries, best first; how sure it is that the first one answers (from 0.5 on, it does)."""

    ids: tuple[str, ...]
    confidence: float
    question: Question
    evidence: Evidence
    channels: Channels


class Finder:
    """The index of a pack. One caller at a time."""

    def __init__(
        self,
        pack: Pack,
        embed: Embed,
        *,
        kept: Path | None = None,
        progress: Progress | None = None,
        weights: Weights | None = None,
    ) -> None:
        self._ids = tuple(pack.entries)
        self._talk = tuple(entry.kind == "talk" for entry in pack.entries.values())
        self._embed = embed
        self._weights = weights or shipped_weights()
        phrases = phrases_of(pack)
        self.reader = Reader(_texts(phrases))
        self._index = index_of(phrases, embed, kept=kept, progress=progress)
        owners = np.array([phrase.owner for phrase in phrases])
        self._wording = Wording(self._index, owners, entries=len(self._ids))
        self._centres = _centres(self._index)
        self._meanings = _meanings(self._index, self._centres, entries=len(self._ids))

    def find(self, text: str, language: Language) -> Finding:
        """Rank the entries for a question; `language` where it does not tell its own. Raises ModelError."""
        question = self.reader.read(text, self.reader.language(text, language))
        channels = self._channels(question)
        fused = fused_ranks(channels, self._weights.fusion)
        order = np.argsort(-fused, kind="stable")
        first = int(order[0])
        evidence = evidence_for(
            first,
            channels,
            fused,
            coverage=self._wording.coverage(question.words, question.language, entry=first),
            question_words=len(question.words),
            mended=question.mended,
            talk=self._talk[first],
        )
        confidence = self._weights.refusal.confidence(evidence.row(), question.language)
        return Finding(tuple(self._ids[place] for place in order), confidence, question, evidence, channels)

    def _channels(self, question: Question) -> Channels:
        own, other = question.language, other_language(question.language)
        vector = self._centres[own].seen(self._embed([question.meaning])[0])
        return Channels(
            asks=self._meanings[own, Part.ASKS].nearness(vector),
            # The encoder puts translations close together, so the other language's questions help.
            other=self._meanings[other, Part.ASKS].nearness(vector),
            tells=self._meanings[own, Part.TELLS].nearness(vector),
            words=self._wording.fits(question.words, own),
            outside=float(self._meanings[own, Part.OUTSIDE].nearness(vector).best[-1]),
        )


def fused_ranks(channels: Channels, fusion: Fusion) -> Float32:
    """Sum of weight / (k + rank) over the channels that each entry is in; `[entries]`."""
    scores = {
        "asks": channels.asks.both,
        "other": channels.other.both,
        "words": np.where(channels.words > 0, channels.words, NOWHERE),
        "tells": channels.tells.best,
    }
    fused = np.zeros(len(channels.words))
    for name, weight in fusion.weights.items():
        ranks = np.empty(len(fused))
        ranks[np.argsort(-scores[name], kind="stable")] = np.arange(len(fused))
        fused += np.where(scores[name] > NOWHERE, weight / (fusion.k + ranks), 0.0)
    return fused.astype(np.float32)


def other_language(language: Language) -> Language:
    """English for Arabic, Arabic for English."""
    return Language.EN if language is Language.AR else Language.AR


def _texts(phrases: tuple[Phrase, ...]) -> dict[Language, list[str]]:
    """What the pack itself says, in each language."""
    own = [phrase for phrase in phrases if phrase.part is not Part.OUTSIDE]
    return {language: [row.text for row in own if row.language is language] for language in Language}


def _centres(index: Index) -> dict[Language, Centre]:
    rows = {
        language: [row for row, phrase in enumerate(index.phrases) if phrase.language is language]
        for language in Language
    }
    return {language: Centre(index.vectors[own]) for language, own in rows.items()}


def _meanings(
    index: Index, centres: Mapping[Language, Centre], *, entries: int
) -> dict[tuple[Language, Part], Meaning]:
    made = {}
    for language in Language:
        for part in Part:
            wanted = (language, part)
            rows = [row for row, own in enumerate(index.phrases) if (own.language, own.part) == wanted]
            owners = [index.phrases[row].owner for row in rows]
            vectors = centres[language].seen(index.vectors[rows])
            made[wanted] = Meaning(vectors, owners, entries=entries + (part is Part.OUTSIDE))
    return made
