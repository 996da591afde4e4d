"""Reads the manifest of `lisan align`: which recordings to time, in which language, with which text."""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from app.cli.options import checked_text, reading
from app.core.errors import LisanError
from app.core.types import Language

COLUMNS: Final = ("audio", "language", "text")

_FIELD: Final = re.compile(r'"((?:[^"\t]|"")*)"(?=[\t\r\n]|\Z)|[^\t\r\n]*')
"""A field in quotes, as spreadsheets write one with quotes or line ends inside, or a field as it stands."""
_LINE_END: Final = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a recording stands in the manifest: rows count from 1 after the header, lines from the top."""

    row: int
    line: int
    audio: str

    def __str__(self) -> str:
        return f"row {self.row} (line {self.line}), {self.audio or 'no audio'}"

    @property
    def stem(self) -> str:
        """The recording's name without folder and ending: the name of its timeline."""
        return unicodedata.normalize("NFC", Path(self.audio).stem)


@dataclass(frozen=True, slots=True)
class Clip:
    """A recording to time; without `text` its phones are recognised."""

    place: Place
    path: Path
    language: Language
    text: str


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row that cannot be used, and why."""

    place: Place
    reason: str


def read_clips(manifest: Path) -> list[Clip | BadRow]:
    """All rows of a tab-separated manifest, in order. Raises LisanError when it is none."""
    rows = _rows(_text(manifest))
    _, header = next(rows, (0, []))
    columns = _columns(header, manifest)
    found = [
        _clip(number, line, fields, columns=columns, folder=manifest.parent)
        for number, (line, fields) in enumerate(rows, 1)
    ]
    if not found:
        raise LisanError(f"{manifest} has no row below its header: nothing to align")
    _require_own_stems(found, manifest)
    return found


def _text(manifest: Path) -> str:
    with reading(manifest, "a manifest"):
        data = manifest.read_bytes()
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))  # what spreadsheets call Unicode text
    try:
        return data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise LisanError(f"{manifest} is not UTF-8 text (byte {error.start}): save it as UTF-8") from error


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Line and fields of each row that is not blank."""
    place, line = 0, 1
    while place < len(text):
        fields: list[str] = []
        begun = line
        while not fields or text[place : place + 1] == "\t":
            found = _FIELD.match(text, place + bool(fields))
            assert found is not None
            fields.append(found[0] if found[1] is None else found[1].replace('""', '"'))
            line += len(_LINE_END.findall(found[0]))
            place = found.end()
        end = _LINE_END.match(text, place)
        place, line = (end.end() if end else place), line + 1
        if any(field.strip() for field in fields):
            yield begun, [field.strip() for field in fields]


def _columns(header: Sequence[str], manifest: Path) -> dict[str, int]:
    names = [name.casefold() for name in header]
    wrong = [name for name in COLUMNS if names.count(name) != 1]
    if wrong:
        raise LisanError(
            f"{manifest}: the header must name {', '.join(COLUMNS)} once each, with tabs between; "
            f"see to {', '.join(wrong)}"
        )
    return {name: place for place, name in enumerate(names)}


def _clip(
    number: int, line: int, fields: Sequence[str], *, columns: dict[str, int], folder: Path
) -> Clip | BadRow:
    audio, language, text = (fields[columns[name]] if columns[name] < len(fields) else "" for name in COLUMNS)
    place = Place(number, line, audio)
    if len(fields) > len(columns):
        return BadRow(place, f"{len(fields)} columns under a header of {len(columns)}: is a tab in the text?")
    if not audio or "\0" in audio:
        return BadRow(place, "it names no audio file")
    try:
        return Clip(place, _there(folder / audio), _language(language), checked_text(text, "the text"))
    except LisanError as error:
        return BadRow(place, str(error))


def _language(name: str) -> Language:
    """`en`, `EN` or `en-GB`. Raises LisanError."""
    try:
        return Language(re.split("[-_]", name.casefold())[0])
    except ValueError as error:
        raise LisanError(f"language {name!r} is not one of {', '.join(Language)}") from error


def _there(path: Path) -> Path:
    """The file under either spelling of its accents: file systems differ in which they keep."""
    spellings = (path, *(Path(unicodedata.normalize(form, str(path))) for form in ("NFC", "NFD")))
    return next((one for one in spellings if one.exists()), path)


def _require_own_stems(rows: Sequence[Clip | BadRow], manifest: Path) -> None:
    first: dict[str, Place] = {}
    for row in rows:
        stem = row.place.stem.casefold()  # some file systems know no capitals
        if stem and stem in first:
            raise LisanError(
                f"{manifest}: rows {first[stem].row} and {row.place.row} would both write "
                f"{row.place.stem}.timeline.json; rename one of the recordings"
            )
        first[stem] = row.place
