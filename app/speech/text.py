"""Cleans what a person wrote and cuts it into shown words; says which script each is in."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from app.core.types import Language

_TAG: Final = r"<[^\s<>](?:[^<>\n]{0,60}[^\s<>])?>[.,;:!?،؛؟]*"
_AT_ONCE: Final = 240
"""Characters without a space that are looked at together: a longer word comes in parts."""

_SHOWN: Final = re.compile(rf"{_TAG}|[^\s<]{{1,{_AT_ONCE}}}|<[^\s<]{{0,{_AT_ONCE - 1}}}")

_INVISIBLE: Final = {"Cc", "Cf", "Cs", "Co", "Cn"}
_ZERO_WIDTH_JOINER: Final = "\u200d"  # holds an emoji together
_ARABIC: Final = ((0x0600, 0x06FF), (0x0750, 0x077F), (0x08A0, 0x08FF), (0xFB50, 0xFDFF), (0xFE70, 0xFEFC))
_EUROPEAN: Final = (
    *((0x41, 0x24F), (0x400, 0x52F), (0x1E00, 0x1EFF), (0xFB00, 0xFB06), (0xFF21, 0xFF5A)),
    (0x1D400, 0x1D7FF),
)
"""Latin and Cyrillic, with Latin ligatures and Latin of full width and of mathematics."""

_USUAL: Final = " !-~\u00a1-\u00ac\u00ae-\u02ff\u0620-\u06dc"
_UNUSUAL: Final = re.compile(f"[^{_USUAL}]")
_TERMINAL: Final = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_PRESENTATION: Final = re.compile("[\ufb50-\ufdff\ufe70-\ufefc]+")


@dataclass(frozen=True, slots=True)
class Shown:
    """A word as shown, at `start`…`end` of the clean text; `script` is None where either language fits."""

    text: str
    start: int
    end: int
    script: Language | None
    new_line: bool = False
    """Whether it begins a line."""


def clean(text: str) -> str:
    """What a screen would show: NFC, no control, bidirectional or unpaired characters, no odd spaces."""
    kept = _UNUSUAL.sub(_visible, _TERMINAL.sub("", text))
    plain = _PRESENTATION.sub(lambda found: unicodedata.normalize("NFKC", found[0]), kept)
    return unicodedata.normalize("NFC", plain)


def _visible(found: re.Match[str]) -> str:
    character = found[0]
    if character in "\n\u2028\u2029\r\v\f":
        return "\n"
    if character == _ZERO_WIDTH_JOINER or not (
        character.isspace() or unicodedata.category(character) in _INVISIBLE
    ):
        return character
    return " " if character.isspace() or unicodedata.category(character) == "Cc" else ""


def shown_words(text: str) -> Iterator[Shown]:
    """The words of a clean text in order; `<Hall 3>` is one, and a change of script parts a word."""
    reached = 0
    for found in _SHOWN.finditer(text):
        new_line = "\n" in text[reached : found.start()]
        reached = found.end()
        for start, end, script in _script_runs(found[0]):
            place = found.start() + start
            yield Shown(found[0][start:end], place, found.start() + end, script, new_line and not start)


def _script_runs(word: str) -> Iterator[tuple[int, int, Language | None]]:
    """`(start, end, script)` of each run; what has no script stays with the run before it."""
    start, current = 0, None
    for index, character in enumerate(word):
        script = script_of(character)
        if script and current and script is not current:
            yield start, index, current
            start = index
        current = script or current
    yield start, len(word), current


def script_of(character: str) -> Language | None:
    """The language that alone uses the letter: Arabic, or Latin and Cyrillic; digits are anybody's."""
    code = ord(character)
    if any(first <= code <= last for first, last in _ARABIC):
        return Language.AR if character.isalpha() and character != "ـ" else None
    if character.isalpha() and any(first <= code <= last for first, last in _EUROPEAN):
        return Language.EN
    return None
