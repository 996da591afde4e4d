"""The one table from phone to viseme, and the rule for phones that borrow their vowel's lips.

Ids are the fifteen of the Oculus set, which most avatar tools read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from app.core.phones import PHONES, SILENCE, VOWELS, base
from app.core.timeline import Timeline, merged
from app.core.types import Phone, Viseme

REST: Final = "sil"

VISEMES: Final = (
    *(REST, "PP", "FF", "TH", "DD", "kk", "CH", "SS", "nn", "RR"),
    *("aa", "E", "I", "O", "U"),
)

BORROWED: Final = ""
"""Marks phones of the throat: the lips already have the shape of the vowel next to them."""

_ROWS: Final[tuple[tuple[str, str], ...]] = (
    (REST, SILENCE),
    ("PP", "p b m"),  # both lips shut
    ("FF", "f v"),  # lower lip under the upper teeth
    ("TH", "θ ð ðˤ"),  # tongue tip between the teeth
    ("DD", "t d tˤ dˤ"),  # tongue tip behind the teeth
    ("kk", "k ɡ ŋ q χ ɣ"),  # back of the tongue, lips idle
    ("CH", "tʃ dʒ ʃ ʒ"),  # lips pushed forward
    ("SS", "s z sˤ"),  # teeth together, lips spread
    ("nn", "n l"),  # tongue tip up, mouth a little open
    ("RR", "r"),
    ("aa", "a ɑ ʌ æ aɪ aʊ"),  # jaw low
    ("E", "ɛ ə ɜ eɪ"),
    ("I", "i ɪ j"),  # lips spread
    ("O", "ɔ oʊ ɔɪ"),
    ("U", "ʊ u w"),  # lips narrow and round
    (BORROWED, "h ħ ʕ ʔ"),
)

PHONE_TO_VISEME: Final = {phone: viseme for viseme, row in _ROWS for phone in row.split()}

if set(PHONE_TO_VISEME) != set(PHONES):  # pragma: no cover - a table that does not fit is a bug
    raise RuntimeError(f"phones without a viseme row: {set(PHONES) ^ set(PHONE_TO_VISEME)}")


def viseme_ids(phones: Sequence[str]) -> tuple[str, ...]:
    """One viseme id for each phone token; throat phones take the next vowel's, or the last one's."""
    return tuple(_id(phones, index) for index in range(len(phones)))


def _id(phones: Sequence[str], index: int) -> str:
    own = PHONE_TO_VISEME[base(phones[index])]
    return own if own != BORROWED else _borrowed(phones, index)


def _borrowed(phones: Sequence[str], index: int) -> str:
    after = _first_vowel(phones[index + 1 :])
    before = _first_vowel(reversed(phones[:index]))
    return after or before or "E"


def _first_vowel(phones: Iterable[str]) -> str | None:
    """Viseme of the nearest vowel, looking no further than a silence."""
    for phone in phones:
        if base(phone) in VOWELS:
            return PHONE_TO_VISEME[base(phone)]
        if phone == SILENCE:
            return None
    return None


def viseme_timeline(phones: Timeline[Phone]) -> Timeline[Viseme]:
    """Phones in time → visemes in time; equal neighbours merged."""
    ids = viseme_ids([phone.ipa for phone in phones])
    rows = (Viseme(id_, phone.start, phone.end) for id_, phone in zip(ids, phones, strict=True))
    joined = merged(rows, lambda a, b: a.id == b.id, lambda a, b: Viseme(a.id, a.start, b.end))
    return Timeline(joined, phones.duration, phones.rate)
