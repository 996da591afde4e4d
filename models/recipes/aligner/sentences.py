"""First step of the recipe: draws the sentences that the training voices speak, and reads the test ones."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

from app.core.types import Language

_TEXT = Path(__file__).parent / "text"
_WORDS = {
    Language.EN: Path("/usr/share/dict/american-english"),
    Language.AR: Path("/usr/share/hunspell/ar.dic"),
}
_SHORT_VOWELS = "\u064e\u064f\u0650"
_TANWIN = "\u064b\u064c\u064d"
_SUKUN, _SHADDA = "\u0652", "\u0651"
_ONSETS = (
    *(
        "p",
        "b",
        "t",
        "d",
        "k",
        "g",
        "f",
        "v",
        "th",
        "s",
        "z",
        "sh",
        "h",
        "ch",
        "j",
        "m",
        "n",
        "l",
        "r",
        "w",
        "y",
    ),
    *(
        "bl",
        "br",
        "cr",
        "dr",
        "fl",
        "fr",
        "gl",
        "gr",
        "pl",
        "pr",
        "sk",
        "sl",
        "sm",
        "sn",
        "sp",
        "st",
        "tr",
        "kw",
    ),
)
_NUCLEI = ("a", "e", "i", "o", "u", "ay", "ee", "igh", "oa", "oo", "oy", "ow", "ar", "or", "er", "aw")
_CODAS = (
    *("", "p", "b", "t", "d", "ck", "g", "ff", "ve", "th", "ss", "z", "sh", "ch", "dge", "m", "n", "ng", "l"),
    *("nt", "nd", "mp", "st", "sk", "lt", "ft", "ks", "ns", "nk", "lz", "pt"),
)
_ARABIC_CONSONANTS = "بتثجحخدذرزسشصضطظعغفقكلمنهويء"


def test_sentences(language: Language) -> tuple[str, ...]:
    """The held-out sentences of a language."""
    return _lines(f"test_{language}.txt")


def training_text(language: Language, rng: random.Random) -> str:
    """One training utterance: exhibit language, dictionary words or pseudo-words for rare phone pairs."""
    maker: Callable[[random.Random], str] = rng.choices(
        (lambda r: _exhibit(language, r), lambda r: _word_list(language, r), lambda r: _pseudo(language, r)),
        weights=(5, 3, 2),
    )[0]
    text = maker(rng)
    return text if text not in test_sentences(language) else training_text(language, rng)


@cache
def _lines(name: str) -> tuple[str, ...]:
    rows = (_TEXT / name).read_text(encoding="utf-8").splitlines()
    return tuple(row.strip() for row in rows if row.strip() and not row.startswith("#"))


@cache
def _slots(language: Language) -> dict[str, tuple[str, ...]]:
    rows = (row.split(":", 1) for row in _lines(f"slots_{language}.txt"))
    return {name: tuple(part.strip() for part in parts.split(";")) for name, parts in rows}


def _exhibit(language: Language, rng: random.Random) -> str:
    slots = _slots(language)
    template = rng.choice(_lines(f"train_{language}.txt"))
    return re.sub(r"\{(\w+?)2?\}", lambda slot: rng.choice(slots[slot[1]]), template)


def _word_list(language: Language, rng: random.Random) -> str:
    words = rng.sample(_dictionary(language), rng.randint(3, 7))
    if language is Language.AR:
        words = [vocalised(word, rng) for word in words]
    return " ".join(words) + "."


@cache
def _dictionary(language: Language) -> tuple[str, ...]:
    rows = _WORDS[language].read_text(encoding="utf-8", errors="replace").splitlines()
    shape = re.compile("[a-z]{2,12}" if language is Language.EN else "[\u0621-\u064a]{2,9}")
    return tuple(word for row in rows if shape.fullmatch(word := row.split("/")[0].strip()))


def vocalised(word: str, rng: random.Random) -> str:
    """Random but pronounceable marks on a bare Arabic word, so that every letter meets every vowel."""
    marked = "".join(letter + _mark(letter, place, rng) for place, letter in enumerate(word[:-1]))
    endings = (*_SHORT_VOWELS, *_TANWIN, _SUKUN, _SUKUN)
    return marked + word[-1] + ("" if word[-1] in "اىآ" else rng.choice(endings))


def _mark(letter: str, place: int, rng: random.Random) -> str:
    if letter in "اىآ" or (letter in "وي" and place and rng.random() < 0.6):
        return ""
    if place and rng.random() < 0.25:
        return _SUKUN
    doubled = _SHADDA if place and rng.random() < 0.1 else ""
    return doubled + rng.choice(_SHORT_VOWELS)


def _pseudo(language: Language, rng: random.Random) -> str:
    make = _english_nonsense if language is Language.EN else _arabic_nonsense
    return " ".join(make(rng) for _ in range(rng.randint(3, 6))) + "."


def _english_nonsense(rng: random.Random) -> str:
    parts = (rng.choice(_ONSETS) + rng.choice(_NUCLEI) + rng.choice(_CODAS) for _ in range(rng.randint(1, 3)))
    return "".join(parts)


def _arabic_nonsense(rng: random.Random) -> str:
    letters = "".join(
        rng.choice(_ARABIC_CONSONANTS) + rng.choice(("", "", "ا", "و", "ي")) for _ in range(rng.randint(2, 4))
    )
    return vocalised(letters, rng)
