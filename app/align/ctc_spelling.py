"""What was said → the symbols that a CTC network should have heard, each with its word."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from app.align.ctc_emissions import CtcEmissions
from app.align.ctc_tables import ALIF, JOINED, MARKS, OTHERS, SHADDA
from app.core.phones import SILENCE, base
from app.core.types import Chunk, PhoneToken

_MARK_BEFORE_SHADDA: Final = re.compile(f"([\u064b-\u0650]){SHADDA}")
"""How normalising orders what people type, and hear, the other way round."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """One output that the sound should show, once, and the word that it belongs to.

    `token` is the phone's place among those that were said, for a network of phones.
    """

    column: int
    word: int | None
    token: int | None = None
    delimiter: bool = False


def symbols_of_phones(emissions: CtcEmissions, said: Sequence[PhoneToken]) -> list[Symbol]:
    """One symbol a phone; `said` holds no silence."""
    columns = {name: index for index, name in enumerate(emissions.names)}
    return [Symbol(columns[base(one.ipa)], one.word, index) for index, one in enumerate(said)]


def symbols_of_words(emissions: CtcEmissions, chunk: Chunk, said: Sequence[PhoneToken]) -> list[Symbol]:
    """The letters of each word, the delimiter between two words.

    A word that was said and that the network cannot spell is one symbol `anything`.
    """
    columns = {name: index for index, name in enumerate(emissions.names) if len(name) == 1}
    heard = {token.word for token in said if token.word is not None}
    parts: list[list[Symbol]] = []
    for index in sorted(heard | set(range(len(chunk.words)))):
        spoken = chunk.words[index].spoken if index < len(chunk.words) else ""
        spelled = [[Symbol(columns[one], index) for one in part] for part in _parts(spoken, columns)]
        parts += spelled or ([[Symbol(emissions.anything, index)]] if index in heard else [])
    return list(_joined(parts, emissions.delimiter))


def _parts(spoken: str, columns: Mapping[str, int]) -> list[str]:
    """The spoken words of one shown word, in the vocabulary's letters; those without any are left out."""
    return [part for part in (spelled(word, columns) for word in spoken.split()) if part]


def _joined(parts: Sequence[Sequence[Symbol]], delimiter: int | None) -> Iterator[Symbol]:
    for before, part in pairwise([[], *parts]):
        if before and delimiter is not None:
            same = before[-1].word == part[0].word
            yield Symbol(delimiter, part[0].word if same else None, delimiter=True)
        yield from part


def spelled(word: str, vocabulary: Mapping[str, object]) -> str:
    """`word` in letters of `vocabulary`; letters that have no spelling there are left out.

    Romanised, or in whichever case the vocabulary has; composed letters are tried whole.
    """
    result = ""
    for letter in _prepared(word, vocabulary):
        if letter == SHADDA and letter not in vocabulary:
            result += _doubled(result)
        else:
            result += _letter(letter, vocabulary)
    return result


def _prepared(word: str, vocabulary: Mapping[str, object]) -> str:
    written = _MARK_BEFORE_SHADDA.sub(rf"{SHADDA}\1", unicodedata.normalize("NFKC", word))
    if ALIF not in vocabulary:
        for pattern, said in JOINED:
            written = pattern.sub(said, written)
    return written


def _doubled(before: str) -> str:
    """The last letter again, where it is a Latin one: Arabic writes a doubled letter once."""
    return before[-1] if before and before[-1].isascii() and before[-1].isalpha() else ""


def _letter(letter: str, vocabulary: Mapping[str, object]) -> str:
    """The first spelling whose letters the vocabulary has; an empty one where there is none."""
    tried = [letter, *OTHERS.get(letter.lower(), ()), *MARKS.get(letter, ())]
    plain = unicodedata.normalize("NFD", letter)[0]
    if plain != letter:
        tried += [plain, *OTHERS.get(plain.lower(), ())]
    for spelling in tried:
        found = [_cased(one, vocabulary) for one in spelling]
        if all(found):
            return "".join(found)
    return ""


def _cased(letter: str, vocabulary: Mapping[str, object]) -> str:
    """The letter as the vocabulary writes it; empty where it does not."""
    return next((one for one in (letter, letter.upper(), letter.lower()) if one in vocabulary), "")


def without_silence(tokens: Sequence[PhoneToken]) -> list[PhoneToken]:
    """The phones that were said."""
    return [token for token in tokens if token.ipa != SILENCE]
