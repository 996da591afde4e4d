"""Answers questions from a content pack: the port `app.core.ports.Librarian`."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from app.content.finder import ANSWERS, Finder, Finding, other_language
from app.content.index import Embed
from app.content.manners import Manner, manner_of
from app.content.normalise import normalised, without_diacritics
from app.content.pack import Entry, Pack, load_pack
from app.content.subject import follows_on, names_a_subject, says_more, subject_stems, with_subject
from app.core.ports import Progress
from app.core.types import Answer, Language, Source

_LONGEST_QUESTION: Final = 500
"""Characters of a question that are read."""

_NEAREST: Final = 3
"""Questions offered when nothing fits."""


class PackLibrarian:
    """Speaks for one pack. One caller at a time.

    Between questions it remembers the subject of the last answer, for follow-ups, until the next greeting.
    """

    def __init__(self, pack: Pack, finder: Finder) -> None:
        self._pack = pack
        self._finder = finder
        titles = {
            (language, normalised(entry.title[language])): entry
            for entry in pack.entries.values()
            for language in Language
        }
        self._verbatim = titles | {
            (language, normalised(question)): entry
            for entry in pack.entries.values()
            for language in Language
            for question in entry.questions[language]
        }
        self._subjects = {language: subject_stems(pack.entries.values(), language) for language in Language}
        self._last: Entry | None = None

    def answer(self, question: str, language: Language | None = None) -> Answer:
        """Answer in the language that the question is written in; `language` where it has no letters.

        `matched` is False for the limitation (nothing fits) and the prompt (nothing was asked).
        Raises ModelError.
        """
        asked = question[:_LONGEST_QUESTION]
        spoken_in = self._finder.reader.language(asked, language or Language.EN)
        key = normalised(asked)
        if not key:
            return self._nothing_asked(spoken_in)
        if manner := manner_of(asked):
            return self._calmed(manner, spoken_in)
        entry = self._verbatim.get((spoken_in, key)) or self._verbatim.get((other_language(spoken_in), key))
        return self._from(entry, spoken_in, confidence=1.0) if entry else self._searched(asked, spoken_in)

    def greeting(self, language: Language) -> Answer:
        """What is said to a visitor who arrives, and who asked nothing yet."""
        self._last = None
        return self._said(self._pack.header.greeting[language], language, id_="greeting")

    def farewell(self, language: Language) -> Answer:
        """What is said to a visitor who leaves."""
        return self._said(self._pack.header.farewell[language], language, id_="farewell")

    def teasers(self, language: Language) -> Sequence[Answer]:
        """Lines that invite passers-by."""
        return tuple(self._said(line, language, id_="teaser") for line in self._pack.header.teasers[language])

    def suggestions(self, language: Language) -> Sequence[str]:
        """Questions for the buttons of the first screen."""
        return self._asking(self._pack.header.suggestions, language)

    def name(self, language: Language) -> str:
        """What the pack is called."""
        return self._shown(self._pack.header.name[language])

    def _searched(self, question: str, language: Language) -> Answer:
        found = self._found(question, language)
        if found.confidence >= ANSWERS:
            return self._from(self._pack.entries[found.ids[0]], language, confidence=found.confidence)
        topics = [id_ for id_ in found.ids if self._pack.entries[id_].kind != "talk"]
        # The same question gets the same words, another one most likely others.
        lines = self._pack.header.limitations[language]
        line = lines[zlib.crc32(normalised(question).encode()) % len(lines)]
        return self._unmatched(line, language, topics[:_NEAREST], confidence=found.confidence)

    def _found(self, question: str, language: Language) -> Finding:
        """What is found for a question, or for what it means after the last answer."""
        last = self._last
        leans = (
            last
            and follows_on(question, language)
            and not names_a_subject(question, self._subjects[language])
        )
        if last is None or not leans:
            return self._finder.find(question, language)
        meant = self._finder.find(with_subject(question, last, language), language)
        if meant.confidence >= ANSWERS or not says_more(question, language):
            return meant
        alone = self._finder.find(question, language)
        return alone if alone.confidence >= ANSWERS else meant

    def _calmed(self, manner: Manner, language: Language) -> Answer:
        """A calm word that neither repeats nor remembers what was written."""
        header = self._pack.header
        line = {
            Manner.UNKIND: header.unkind,
            Manner.PRIVATE: header.private,
            Manner.DISTRESS: header.distress,
        }[manner][language]
        return replace(self._unmatched(line, language, header.suggestions, confidence=0.0), forget=True)

    def _nothing_asked(self, language: Language) -> Answer:
        header = self._pack.header
        return self._unmatched(header.prompt[language], language, header.suggestions, confidence=0.0)

    def _from(self, entry: Entry, language: Language, *, confidence: float) -> Answer:
        if entry.kind != "talk":
            self._last = entry
        return Answer(
            text=self._shown(entry.answer[language]),
            spoken=entry.answer[language],
            language=language,
            confidence=confidence,
            matched=True,
            id=entry.id,
            sources=self._sources(entry, language),
            suggestions=self._asking(entry.follow_ups, language),
        )

    def _sources(self, entry: Entry, language: Language) -> tuple[Source, ...]:
        if entry.source is None:
            return ()
        return (Source(entry.id, self._shown(f"{entry.source[language]} · {entry.title[language]}")),)

    def _unmatched(self, line: str, language: Language, ids: Iterable[str], *, confidence: float) -> Answer:
        return Answer(
            text=self._shown(line),
            spoken=line,
            language=language,
            confidence=confidence,
            matched=False,
            suggestions=self._asking(ids, language),
        )

    def _said(self, line: str, language: Language, *, id_: str) -> Answer:
        """A line of the pack's own, with the first screen's questions."""
        asking = self._asking(self._pack.header.suggestions, language)
        return Answer(self._shown(line), line, language, 1.0, matched=True, id=id_, suggestions=asking)

    def _asking(self, ids: Iterable[str], language: Language) -> tuple[str, ...]:
        """The words that stand for each entry."""
        return tuple(self._shown(self._pack.entries[id_].stands_for(language)) for id_ in ids)

    def _shown(self, text: str) -> str:
        return text if self._pack.header.show_diacritics else without_diacritics(text)


def build_librarian(
    pack_dir: Path, embed: Embed, *, cache_dir: Path | None = None, progress: Progress | None = None
) -> PackLibrarian:
    """Read, check and index the pack in `pack_dir`; the phrases' vectors are kept in `cache_dir`.

    `progress` is told the share of the phrases that is embedded. Raises ContentError, ModelError, and
    what `progress` raises.
    """
    pack = load_pack(pack_dir)
    kept = cache_dir / "packs" / f"{pack.header.id}.index" if cache_dir else None
    return PackLibrarian(pack, Finder(pack, embed, kept=kept, progress=progress))
