"""Cuts a text into chunks that are spoken in one go: one language, at most 80 shown characters each.

Sentences are never joined; a long one is cut at its clauses, then between words. The first chunk is
short, because the visitor waits for it. Nothing after a chunk is read before it is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, overload

from app.core.types import SPEECH_RATE, Chunk, Language, Word
from app.speech.normalise import spoken_word
from app.speech.sentences import CLOSERS, runs, sentences
from app.speech.tashkeel import MARKS
from app.speech.text import Shown, clean

LONGEST: Final = 80
"""Shown characters of a chunk."""

FIRST_LONGEST: Final = 36
"""Of the first chunk: some two seconds of speech, which the slowest voice makes in about 30 ms."""

_SPOKEN_PER_SHOWN: Final = 1.6
"""A number is shorter to see than to hear: what is heard is bounded too."""

PAUSE_INSIDE: Final = SPEECH_RATE * 120 // 1000
PAUSE_AT_JOINT: Final = SPEECH_RATE * 60 // 1000
"""Where the text has no comma: the voice's own edges add some 50 ms."""

PAUSE_BETWEEN: Final = SPEECH_RATE * 300 // 1000

_CLAUSE_END: Final = re.compile(rf"[,;:،؛、—–][{re.escape(CLOSERS)}]*$")
_LINKS: Final = frozenset(
    {
        *(
            "and",
            "or",
            "but",
            "that",
            "which",
            "who",
            "where",
            "when",
            "while",
            "because",
            "if",
            "so",
            "than",
        ),
        *(
            "in",
            "on",
            "at",
            "of",
            "from",
            "to",
            "with",
            "for",
            "by",
            "near",
            "about",
            "after",
            "before",
            "into",
        ),
        *(
            "في",
            "من",
            "على",
            "إلى",
            "عن",
            "مع",
            "التي",
            "الذي",
            "الذين",
            "حيث",
            "حتى",
            "ثم",
            "أو",
            "لكن",
            "عند",
        ),
    }
)
"""Words that begin a phrase: a voice may breathe before them."""


class _Run:
    """Words of one sentence and language, each read when it is first asked for."""

    def __init__(self, words: Sequence[Shown], language: Language) -> None:
        self.words = words
        self.language = language
        self._readings: dict[int, str] = {}

    def reading(self, index: int) -> str:
        if index not in self._readings:
            self._readings[index] = spoken_word(self.words, index, self.language)
        return self._readings[index]

    def rows(self, limit: int) -> Iterator[tuple[int, int]]:
        """Slices of at most `limit` characters for the first row and `LONGEST` for the others."""
        start = 0
        while start < len(self.words):
            stop = start + self._fitting(start, limit)
            yield start, stop
            start, limit = stop, LONGEST

    def _fitting(self, start: int, limit: int) -> int:
        """How many words a row takes: all, up to the last clause that fits, or up to a good joint."""
        room = self._room(start, limit)
        if start + room == len(self.words):
            return room
        texts = [word.text.casefold() for word in self.words[start : start + room + 1]]
        clauses = [n for n in range(1, room + 1) if _CLAUSE_END.search(texts[n - 1])]
        joints = [n for n in range(max(1, room // 2), room + 1) if texts[n] in _LINKS]
        return max(clauses or joints or [room])

    def _room(self, start: int, limit: int) -> int:
        """How many words fit, as shown and as spoken; one in any case."""
        spoken = 0
        for index in range(start, len(self.words)):
            spoken += sum(one not in MARKS for one in self.reading(index)) + 1
            shown = self.words[index].end - self.words[start].start
            if index > start and (shown > limit or spoken > _SPOKEN_PER_SHOWN * limit):
                return index - start
        return len(self.words) - start


class _Drawn(Sequence[Chunk]):
    """Chunks that are made as they are reached; asking for the length or the end makes them all."""

    def __init__(self, chunks: Iterator[Chunk]) -> None:
        self._source = chunks
        self._drawn: list[Chunk] = []

    def _draw(self, upto: int | None) -> None:
        while upto is None or len(self._drawn) <= upto:
            chunk = next(self._source, None)
            if chunk is None:
                return
            self._drawn.append(chunk)

    @overload
    def __getitem__(self, index: int) -> Chunk: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Chunk]: ...
    def __getitem__(self, index: int | slice) -> Chunk | Sequence[Chunk]:
        self._draw(index if isinstance(index, int) and index >= 0 else None)
        return self._drawn[index]

    def __len__(self) -> int:
        self._draw(None)
        return len(self._drawn)

    def __bool__(self) -> bool:
        self._draw(0)
        return bool(self._drawn)


def split(text: str, language: Language | None = None) -> Sequence[Chunk]:
    """Chunks of `text`, made as they are asked for; none when there is nothing to say.

    Each run of words goes to the language of its script. Digits and signs go with the run before them,
    or after them at the start; where a sentence has nothing else, Arabic digits are Arabic, and the rest
    is in `language` (None: English).
    """
    return _Drawn(_chunks(clean(text), language or Language.EN))


@dataclass(frozen=True, slots=True)
class _Piece:
    """Words that will be one chunk, with their readings, and the pause after them unless they are last."""

    language: Language
    words: tuple[Shown, ...]
    readings: tuple[str, ...]
    pause: int

    @property
    def silent(self) -> bool:
        return not any(self.readings)

    def takes(self, other: _Piece) -> bool:
        """Whether `other`, which is silent, can be shown at the end of this one."""
        return other.words[-1].end - self.words[0].start <= LONGEST

    def plus(self, other: _Piece) -> _Piece:
        """Both in one; the longer pause counts."""
        words, readings = self.words + other.words, self.readings + other.readings
        return _Piece(self.language, words, readings, max(self.pause, other.pause))

    def chunk(self, text: str, index: int, *, last: bool) -> Chunk:
        """The chunk, its text cut from `text`."""
        base, end = self.words[0].start, self.words[-1].end
        words = (
            Word(shown.text, reading, shown.start - base, shown.end - base)
            for shown, reading in zip(self.words, self.readings, strict=True)
        )
        return Chunk(index, text[base:end], self.language, tuple(words), 0 if last else self.pause)


def _chunks(text: str, language: Language) -> Iterator[Chunk]:
    """Pieces as chunks, held until another follows; a silent one joins the one before it."""
    held: _Piece | None = None
    index = 0
    for piece in _pieces(text, language):
        if piece.silent:
            held = held.plus(piece) if held and held.takes(piece) else held
            continue
        if held:
            yield held.chunk(text, index, last=False)
            index += 1
        held = piece
    if held:
        yield held.chunk(text, index, last=True)


def _pieces(text: str, language: Language) -> Iterator[_Piece]:
    limit = FIRST_LONGEST
    for sentence, whole in sentences(text):
        for run_language, words in runs(sentence, default=language, longest=LONGEST):
            run = _Run(words, run_language)
            for start, stop in run.rows(limit):
                readings = tuple(map(run.reading, range(start, stop)))
                row = tuple(words[start:stop])
                yield _Piece(
                    run_language, row, readings, _pause(row[-1], ends=sentence[-1].end if whole else None)
                )
                limit = LONGEST if any(readings) else limit


def _pause(last: Shown, *, ends: int | None) -> int:
    """The silence after a row; `ends` is where its sentence does."""
    if last.end == ends:
        return PAUSE_BETWEEN
    return PAUSE_INSIDE if _CLAUSE_END.search(last.text) else PAUSE_AT_JOINT
