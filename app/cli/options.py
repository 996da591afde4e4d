"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final

import typer

from app.core.errors import LisanError
from app.core.types import Language


class LanguageChoice(StrEnum):
    """A language, or by script."""

    AUTO = "auto"
    EN = "en"
    AR = "ar"

    @property
    def language(self) -> Language | None:
        """None for `auto`."""
        return None if self is LanguageChoice.AUTO else Language(self.value)


LanguageOption = Annotated[LanguageChoice, typer.Option("--lang", help="Language; auto goes by the script.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
ModelOption = Annotated[
    str | None,
    typer.Option(
        "--model",
        metavar="NAME_OR_DIR",
        help="Alignment model of its language in place of ours: see `lisan models list`.",
    ),
]
PackOption = Annotated[
    str | None,
    typer.Option("--pack", metavar="DIR", help="Content pack: a folder, or the name of one we ship."),
]

MAX_CHARACTERS: Final = 200_000


def checked_text(text: str, name: str) -> str:
    """Refuse what no visitor says, before anything slow starts. Raises LisanError."""
    if len(text) > MAX_CHARACTERS:
        raise LisanError(
            f"{name} has {len(text):,} characters; the limit is {MAX_CHARACTERS:,}: split it into parts"
        )
    return text


@contextmanager
def reading(path: Path, wanted: str) -> Iterator[None]:
    """Say plainly why a file that somebody named cannot be read. Raises LisanError."""
    try:
        yield
    except FileNotFoundError as error:
        raise LisanError(f"no such file: {path}") from error
    except OSError as error:
        if path.is_dir():
            raise LisanError(f"{path} is a folder: give {wanted}") from error
        raise LisanError(f"{path} cannot be read: {error.strerror}") from error


def checked_folder(path: Path, option: str) -> Path:
    """Refuse a folder that could not be made, before anything slow starts. Raises LisanError."""
    try:
        there = next(one for one in (path, *path.absolute().parents) if one.exists())
    except OSError as error:
        raise LisanError(f"cannot write to {path}: {error.strerror}") from error
    if not there.is_dir():
        raise LisanError(f"{there} is a file: give {option} a folder")
    return path
