"""Gives bare Arabic words the vowel marks without which no synthesiser can pronounce them."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any, Final

from app.core.errors import SpeechError

log = logging.getLogger(__name__)

MARKS: Final = frozenset(chr(code) for code in (*range(0x64B, 0x653), 0x670))
"""Tanween, the short vowels, shadda, sukun and the small alef."""

_MODEL: Final = "rawi-ensemble"  # inside the wheel; the others of its rank are fetched from a hub
_ENOUGH_MARKS: Final = 0.5


def _is_letter(character: str) -> bool:
    return "ء" <= character <= "ي" or "ٱ" <= character <= "ۓ"


def is_diacritised(word: str) -> bool:
    """Whether the word needs no help: marks on half of its letters, or no Arabic letters at all."""
    letters = sum(map(_is_letter, word))
    return sum(character in MARKS for character in word) >= _ENOUGH_MARKS * letters


class Diacritiser:
    """text2tashkeel with one thread; loaded at first use. One caller at a time.

    `count` is told of each text that stays bare since the model fails.
    """

    def __init__(self, count: Callable[[str], None] = lambda _name: None) -> None:
        self._model: Any = None
        self._broken = False
        self._told = False
        self._count = count

    def diacritise(self, words: Sequence[str]) -> tuple[str, ...]:
        """The same words with marks; letters and everything else unchanged, marked words left alone.

        Without its model the words stay bare (the log says so): poor speech is better than none.
        """
        if all(map(is_diacritised, words)):
            return tuple(words)
        marked = self._guessed(words)
        if len(marked) != len(words):
            return tuple(words)
        return tuple(
            word if is_diacritised(word) else _merged(word, guess)
            for word, guess in zip(words, marked, strict=True)
        )

    def _guessed(self, words: Sequence[str]) -> Sequence[str]:
        """What the model makes of the words; the words themselves when it fails."""
        try:
            if self._ready():
                return str(self._model.diacritize(" ".join(words))).split(" ")
        except Exception as error:  # noqa: BLE001 - whatever breaks it, Arabic is still spoken
            self._tell(f"fails ({type(error).__name__})")  # its message may quote the visitor
        self._count("diacritise.failed")
        return words

    def _ready(self) -> bool:
        if self._model is None and not self._broken:
            try:
                self._model = _load()
            except Exception as error:  # noqa: BLE001 - as above
                self._broken = True
                self._tell(f"does not load ({error})")
        return self._model is not None

    def _tell(self, fault: str) -> None:
        if not self._told:
            log.warning("text2tashkeel %s; install Lisan again", fault)
        self._told = True


def _load() -> Any:
    os.environ.setdefault("TT_ORT_THREADS", "1")  # the package's own switch; one thread never spins
    package = import_module("text2tashkeel")
    if _MODEL not in package.available_models(bundled_only=True):
        raise SpeechError(f"its model {_MODEL} is missing")
    model = package.Diacritizer(_MODEL)
    model.diacritize("مرحبا")  # it loads at first use
    return model


def _merged(word: str, guess: str) -> str:
    """`word` with the guessed marks where it has none; `word` itself when the guess changed its letters."""
    own, guessed = list(_letters(word)), list(_letters(guess))
    if [letter for letter, _ in own] != [letter for letter, _ in guessed]:
        return word
    return "".join(letter + (marks or more) for (letter, marks), (_, more) in zip(own, guessed, strict=True))


def _letters(word: str) -> Iterator[tuple[str, str]]:
    """Each character that is not a mark, with the marks on it."""
    letter, marks = "", ""
    for character in word:
        if character in MARKS:
            marks += character
            continue
        if letter or marks:
            yield letter, marks
        letter, marks = character, ""
    if letter or marks:
        yield letter, marks
