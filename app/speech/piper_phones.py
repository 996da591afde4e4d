"""Reads Piper's symbols: phones with the word that each belongs to, and how long each lasts.

Piper names sounds by single characters of espeak-ng's IPA, decomposed; one of our phones can be several of
them (`t` `ʃ`, `a` `ɪ`, `i` `ː`). Stress marks and spaces belong to the phone after them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final

from app.core.errors import SpeechError
from app.core.phones import SILENCE, base
from app.core.types import Language
from app.speech.ipa import from_espeak
from app.speech.phone_events import Event

Symbol = tuple[str, int | None]
"""A symbol and the samples that it lasts, None where the voice does not tell."""

_LONGEST: Final = 4
_BORDERS: Final = frozenset("^$")
_PAUSES: Final = frozenset(".,;:!?…،؛؟—–()\"'«»")
_MARKS: Final = frozenset("ˈˌ_ ")
_APART: Final = _BORDERS | _PAUSES | _MARKS


@dataclass(frozen=True, slots=True)
class Heard:
    """A phone that Piper said, the samples it lasts (0: unknown) and its group between spaces."""

    ipa: str
    samples: int
    group: int


def heard(symbols: Sequence[Symbol], language: Language) -> list[Heard]:
    """The phones of a sequence of symbols, pauses included; symbols without a row only cost time."""
    return list(_heard(symbols, language))


def _heard(symbols: Sequence[Symbol], language: Language) -> Iterator[Heard]:
    waiting, group, spoken = 0, 0, False
    place = 0
    while place < len(symbols):
        symbol, samples = symbols[place]
        if symbol in _BORDERS or symbol in _PAUSES:
            yield Heard(SILENCE, waiting + (samples or 0), group)
            waiting, place = 0, place + 1
            continue
        if symbol in _MARKS:
            if symbol == " " and spoken:
                group, spoken = group + 1, False
            waiting, place = waiting + (samples or 0), place + 1
            continue
        size, phones = _longest([name for name, _ in symbols[place : place + _LONGEST]], language)
        lasts = waiting + sum(part or 0 for _, part in symbols[place : place + size])
        place += size
        if not phones:
            waiting = lasts
            continue
        waiting, spoken = 0, True
        for index, ipa in enumerate(phones):
            yield Heard(ipa, lasts * (index + 1) // len(phones) - lasts * index // len(phones), group)


def _longest(names: Sequence[str], language: Language) -> tuple[int, tuple[str, ...]]:
    """The most symbols that are one row of the table, and its phones; (1, ()) when there is none."""
    within = next((index for index, name in enumerate(names) if name in _APART), len(names))
    for size in range(within, 0, -1):
        phones = _row(unicodedata.normalize("NFC", "".join(names[:size])), language)
        if phones is not None:
            return size, phones
    return 1, ()


@lru_cache(maxsize=4096)
def _row(name: str, language: Language) -> tuple[str, ...] | None:
    try:
        return from_espeak(name, language)
    except SpeechError:
        return None


def owned(
    phones: Sequence[Heard], audible: Sequence[int], spell: Callable[[], Sequence[Sequence[Heard]]]
) -> list[int | None]:
    """The word of each phone; `audible` are the words that are said, in order.

    One group is one word, as a rule. Where the voice joins words (`of the`) or parts one, `spell` is asked
    for each word alone, and what is said is matched with that, phone by phone.
    """
    groups = sorted({phone.group for phone in phones if phone.ipa != SILENCE})
    if len(groups) == len(audible):
        word_of = dict(zip(groups, audible, strict=True))
        return [None if phone.ipa == SILENCE else word_of[phone.group] for phone in phones]
    alone = [[phone.ipa for phone in one if phone.ipa != SILENCE] for one in spell()]
    return _matched(phones, [(ipa, word) for word, one in zip(audible, alone, strict=True) for ipa in one])


def _matched(phones: Sequence[Heard], spelled: Sequence[tuple[str, int]]) -> list[int | None]:
    sounding = [index for index, phone in enumerate(phones) if phone.ipa != SILENCE]
    said = [base(phones[index].ipa) for index in sounding]
    matcher = SequenceMatcher(None, said, [base(ipa) for ipa, _ in spelled], autojunk=False)
    owners: list[int | None] = [None] * len(phones)
    for _, begin, end, first, last in matcher.get_opcodes():
        for offset in range(end - begin):
            # What has no partner goes to the word that is said there.
            partner = first + offset * max(1, last - first) // (end - begin)
            owners[sounding[begin + offset]] = spelled[min(partner, len(spelled) - 1)][1] if spelled else None
    return owners


def events(phones: Sequence[Heard], owners: Sequence[int | None], *, shift: int) -> tuple[Event, ...]:
    """When each phone starts, in samples of the voice; `shift` is how late the sound is behind the times."""
    starts, reached = [], 0
    for phone in phones:
        starts.append(max(0, reached + shift) if reached else 0)
        reached += phone.samples
    return tuple(
        Event(start, phone.ipa, owner) for phone, owner, start in zip(phones, owners, starts, strict=True)
    )
