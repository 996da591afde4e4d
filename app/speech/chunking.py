"""Cuts a text into chunks that are spoken in one go: one language, at most 80 shown characters each.

Sentences are never joined; a long one is cut at its clauses, then between words. The first chunk is
short, because the visitor waits for it. Nothing after a chunk is read before it is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, overload

from app.core.types import SPEECH_RATE, Chunk, Language, Word
from app.speech.normalise import spoken_word
from app.speech.text import Shown, clean, shown_words

LONGEST: Final = 80
"""Shown characters of a chunk."""

FIRST_LONGEST: Final = 40
"""Of the first chunk: some 2.3 seconds of speech, which the slowest voice makes in about 25 ms."""

PAUSE_INSIDE: Final = SPEECH_RATE * 120 // 1000
PAUSE_AT_JOINT: Final = SPEECH_RATE * 60 // 1000
"""Where the text has no comma: the voice's own edges add some 50 ms."""

PAUSE_BETWEEN: Final = SPEECH_RATE * 300 // 1000

_CLOSERS: Final = "\"'»”’)]}>"
_SENTENCE_END: Final = re.compile(rf"[.!?؟…。！？۔]+[{re.escape(_CLOSERS)}]*$")
_CLAUSE_END: Final = re.compile(rf"(?:[,;:،؛、]|[—–])[{re.escape(_CLOSERS)}]*$")
_NO_SENTENCE_END: Final = re.compile(
    r"[\"'(\[“‘«]*(?:(?:[a-z]\.)+|(?:dr|mr|mrs|ms|prof|st|mt|vs|no|fig|approx|e\.g|i\.e)\.|\d+\.\d+|[دأم]\.)",
    re.IGNORECASE,
)
"""A full stop that belongs to the word: titles, initials, abbreviations."""

_ARABIC_DIGIT: Final = re.compile("[٠-٩۰-۹]")

_LIST_NUMBER: Final = re.compile(r"\(?\d{1,2}[.)]+")

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
    for sentence in _sentences(shown_words(text)):
        for run_language, run in _runs(sentence, language):
            words = [part for word in run for part in _parts(word)]
            for start, stop in _rows(words, limit):
                row = tuple(words[start:stop])
                readings = tuple(spoken_word(words, index, run_language) for index in range(start, stop))
                yield _Piece(run_language, row, readings, _pause(row[-1], sentence[-1]))
                limit = LONGEST if any(readings) else limit


def _pause(last: Shown, of_sentence: Shown) -> int:
    if last.end == of_sentence.end:
        return PAUSE_BETWEEN
    return PAUSE_INSIDE if _CLAUSE_END.search(last.text) else PAUSE_AT_JOINT


def _sentences(words: Iterable[Shown]) -> Iterator[list[Shown]]:
    sentence: list[Shown] = []
    for word in words:
        if word.new_line and sentence:
            yield sentence
            sentence = []
        sentence.append(word)
        if _ends_sentence(word, first=len(sentence) == 1):
            yield sentence
            sentence = []
    if sentence:
        yield sentence


def _runs(sentence: Sequence[Shown], default: Language) -> Iterator[tuple[Language, list[Shown]]]:
    """The sentence by language; words without a script follow the one before, the first ones the next."""
    written = default if not any(_ARABIC_DIGIT.search(word.text) for word in sentence) else Language.AR
    current = next((word.script for word in sentence if word.script), written)
    languages = []
    for word in sentence:
        current = word.script or current
        languages.append(current)
    for language, group in groupby(zip(languages, sentence, strict=True), key=lambda pair: pair[0]):
        yield language, [word for _, word in group]


def _ends_sentence(word: Shown, *, first: bool) -> bool:
    if not _SENTENCE_END.search(word.text) or _NO_SENTENCE_END.fullmatch(word.text):
        return False
    return not (first and _LIST_NUMBER.fullmatch(word.text))


def _rows(words: Sequence[Shown], limit: int) -> Iterator[tuple[int, int]]:
    """Slices of at most `limit` characters for the first row and `LONGEST` for the others."""
    start = 0
    while start < len(words):
        stop = start + _fitting(words[start : start + limit], limit)
        yield start, stop
        start, limit = stop, LONGEST


def _parts(word: Shown) -> Iterator[Shown]:
    """A word that is longer than a chunk in pieces."""
    for start in range(0, len(word.text), LONGEST):
        piece = word.text[start : start + LONGEST]
        place = word.start + start
        yield Shown(piece, place, place + len(piece), word.script, word.new_line and not start)


def _fitting(words: Sequence[Shown], limit: int) -> int:
    """How many words the next row takes: all, up to the last clause that fits, or up to a good joint."""
    room = next((n for n, word in enumerate(words) if word.end - words[0].start > limit), len(words))
    if room == len(words):
        return room
    room = max(1, room)
    clauses = [n for n in range(1, room + 1) if _CLAUSE_END.search(words[n - 1].text)]
    joints = [n for n in range(max(2, room // 2), room + 1) if words[n].text.casefold() in _LINKS]
    return max(clauses or joints or [room])
