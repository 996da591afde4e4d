"""Translates what each synthesiser calls its sounds into the phones of `app.core.phones`.

Stress marks are dropped and ː is kept. A sound may become two phones (`ɑːɹ` → ɑː r) or none: marks such
as ʲ or `(en)` say nothing of their own, their time belongs to the phone before them. A name without a
row raises SpeechError.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from app.core.errors import SpeechError
from app.core.phones import LENGTH_MARK, PHONES, SILENCE, VOWELS, base
from app.core.types import Language

log = logging.getLogger(__name__)

Phones = tuple[str, ...]

_STRESS: Final = "ˈˌ"
_PAUSES: Final = frozenset({"", "_", "_:", "_::", "_!", "_|"})


def _rows(table: str) -> dict[str, Phones]:
    """One row a line: a name, then the phones that it stands for."""
    lines = (line.split() for line in table.strip().splitlines())
    return {name: tuple(phones) for name, *phones in lines}


_ESPEAK_ENGLISH: Final = _rows(
    """
    ɹ   r
    ɾ   t
    ɾʲ  t
    ʍ   w
    ɫ   l
    ɬ   l
    x   χ
    ç   h
    c   k
    ʀ   r
    ɣ   ɣ
    t̪   t
    d̪   d
    n̩   n
    m̩   m
    l̩   l
    əl  ə l
    ʲ
    ̃
    iː  iː
    i   i
    ᵻ   ɪ
    iə  i ə
    eə  ɛː
    e   eɪ
    eː  eɪ
    ɐ   ʌ
    aa  aː
    a:  aː
    aː  aː
    ɒ   ɔ
    ɑː  ɑː
    ɔː  ɔː
    o   oʊ
    oː  oʊ
    əʊ  oʊ
    ɔə  ɔ ə
    oə  ɔ ə
    ɑə  ɑ ə
    ʊə  ʊ ə
    uː  uː
    ʉ   u
    ʉː  uː
    ʌʉ  aʊ
    æʊ  aʊ
    ʌʊ  oʊ
    əu  uː
    ei  eɪ
    oɪ  ɔɪ
    ɛə  æ
    əɪ  ɜː
    ɜː  ɜː
    ɚ   ɜ
    aɪə aɪ ə
    aɪɚ aɪ ɜ
    aʊə aʊ ə
    ɑːɹ ɑː r
    ɔːɹ ɔː r
    oːɹ ɔː r
    ɛɹ  ɛ r
    ɪɹ  ɪ r
    iːɹ iː r
    ʊɹ  ʊ r
    ʌɹ  ɜ
    əɹ  ɜ
    ʉɹ  u r
    """
)
"""espeak-ng's names in its English voices that are not already phones. ɚ and ɜː are one class, as in
CMU's `er`; the flap is a t; the British LOT vowel is rounded, so it goes with ɔ."""

_ESPEAK_ARABIC: Final = _rows(
    """
    s̪   sˤ
    t̪   tˤ
    x   χ
    a.  ɑ
    i.  i
    u.  u
    aː  aː
    iː  iː
    uː  uː
    a.ː ɑː
    i.ː iː
    u.ː uː
    e   ɛ
    eː  ɛ
    o   ɔ
    oː  ɔː
    ɫ   l
    """
)
"""espeak-ng writes the emphatics as dentals (s̪ t̪) and the vowels beside them with a dot. It has one
name for ذ and ظ."""

_KOKORO: Final = _rows(
    """
    A  eɪ
    I  aɪ
    O  oʊ
    Q  oʊ
    W  aʊ
    Y  ɔɪ
    ʤ  dʒ
    ʧ  tʃ
    T  t
    ɾ  t
    ɹ  r
    ᵊ  ə
    ᵻ  ɪ
    ɐ  ə
    ɒ  ɔ
    ɚ  ɜ
    a  a
    e  eɪ
    o  oʊ
    x  χ
    ʲ
    ̃
    """
)
"""hibari, Kokoro and misaki write one character for each sound."""

_KOKORO_PUNCTUATION: Final = frozenset(';:,.!?—…"“”()')

_CMU: Final = _rows(
    """
    aa  ɑ
    ae  æ
    ah  ʌ
    ao  ɔ
    aw  aʊ
    ax  ə
    axr ɜ
    ay  aɪ
    b   b
    ch  tʃ
    d   d
    dh  ð
    dx  t
    eh  ɛ
    el  ə l
    em  m
    en  n
    er  ɜ
    ey  eɪ
    f   f
    g   ɡ
    hh  h
    hv  h
    ih  ɪ
    ix  ɪ
    iy  i
    jh  dʒ
    k   k
    l   l
    m   m
    n   n
    ng  ŋ
    nx  n
    ow  oʊ
    oy  ɔɪ
    p   p
    r   r
    s   s
    sh  ʃ
    t   t
    th  θ
    uh  ʊ
    uw  u
    v   v
    w   w
    y   j
    z   z
    zh  ʒ
    pau sil
    h#  sil
    brth sil
    """
)
"""The names of flite and festival (radio and CMU phone sets)."""


def _with_inventory(rows: Mapping[str, Phones]) -> Mapping[str, Phones]:
    table = {phone: (phone,) for phone in PHONES} | dict(rows)
    strangers = {phone for phones in table.values() for phone in phones if base(phone) not in PHONES}
    if strangers:  # pragma: no cover - a table that does not fit is a bug
        raise RuntimeError(f"rows that lead to no phone: {sorted(strangers)}")
    return table


_ESPEAK: Final = {
    Language.EN: _with_inventory(_ESPEAK_ENGLISH),
    Language.AR: _with_inventory(_ESPEAK_ARABIC),
}
_KOKORO_TABLE: Final = _with_inventory(_KOKORO)


def from_espeak(name: str, language: Language, *, strict: bool = True) -> Phones:
    """Phones of one espeak-ng IPA name (an event's, or a piece of its transcription).

    A doubled consonant (`bː`, `hh`) is one long phone, as its event is one. A name without a row (a
    word of a third language can bring one) raises SpeechError; not `strict`, it is logged and skipped.
    """
    plain = name.strip(_STRESS + " ")
    if plain in _PAUSES:
        return (SILENCE,)
    if plain.startswith("(") or plain.isdecimal():  # `(en)`: other rules from here on; `1`: a tone
        return ()
    return _look_up(plain, _ESPEAK[language]) if strict else _skip_unknown(plain, language)


@lru_cache(maxsize=1024)  # also: each unknown name is logged once
def _skip_unknown(name: str, language: Language | None) -> Phones:
    try:
        return _look_up(name, _ESPEAK[language] if language else _KOKORO_TABLE)
    except SpeechError as error:
        log.warning("skipped: %s", error)
        return ()


def _look_up(name: str, table: Mapping[str, Phones]) -> Phones:
    if name in table:
        return table[name]
    half = name[: len(name) // 2]
    single = half if half * 2 == name else name.removesuffix(LENGTH_MARK)
    if single != name and single in table and not _is_vowel(table[single]):
        return tuple(phone + LENGTH_MARK for phone in table[single])
    raise SpeechError(f"the sound {name!r} has no row in app/speech/ipa.py; add one")


def _is_vowel(phones: Phones) -> bool:
    return any(base(phone) in VOWELS for phone in phones)


def from_cmu(name: str) -> Phones:
    """Phones of one flite or festival phone name. Raises SpeechError for a name without a row."""
    return _look_up(name.rstrip("012").lower(), _CMU)


def from_kokoro(phonemes: str, *, strict: bool = True) -> Phones:
    """Phones of a string in hibari's and Kokoro's alphabet; each run of punctuation is one silence.

    Spaces and stress vanish. `ɜɹ` and `əɹ` before anything but a vowel are the one class ɜ.
    A symbol without a row raises SpeechError; not `strict`, it is logged and skipped.
    """
    phones: list[str] = []
    for symbol in phonemes:
        phones += _kokoro_symbol(symbol, phones, strict=strict)
    return tuple(_rhotic(phones))


def _kokoro_symbol(symbol: str, before: list[str], *, strict: bool) -> Phones:
    if symbol in _KOKORO_PUNCTUATION:
        return () if before and before[-1] == SILENCE else (SILENCE,)
    if symbol == LENGTH_MARK and before:
        before[-1] = base(before[-1]) + symbol
        return ()
    if symbol in _STRESS or symbol.isspace():
        return ()
    return _look_up(symbol, _KOKORO_TABLE) if strict else _skip_unknown(symbol, None)


def _rhotic(phones: list[str]) -> Iterator[str]:
    """Joins ɜ r and ə r where no vowel follows: those are one sound."""
    skip = False
    for index, phone in enumerate(phones):
        if skip:
            skip = False
            continue
        after, later = [*phones[index + 1 : index + 3], "", ""][:2]
        skip = base(phone) in ("ɜ", "ə") and after == "r" and base(later) not in VOWELS
        yield "ɜ" if skip else phone
