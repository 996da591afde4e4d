"""`lisan classify`: the behaviour that the face would show for a text."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from app.cli.options import JsonOption, LanguageChoice, LanguageOption, checked_text
from app.core.errors import LisanError
from app.core.types import Behaviour, Language


def classify(
    context: typer.Context,
    texts: Annotated[list[str] | None, typer.Argument(metavar="TEXT…", help="What the avatar says.")] = None,
    *,
    file: Annotated[
        Path | None,
        typer.Option("--file", help="Texts from a UTF-8 file, one a line; - reads standard input."),
    ] = None,
    lang: LanguageOption = LanguageChoice.AUTO,
    json_: JsonOption = False,
) -> None:
    """Choose the behaviour for each TEXT: greeting, explanation, listing … or neutral when unsure."""
    given = [*(texts or ()), *(_lines(file) if file else ())]
    if not given:
        raise LisanError("nothing to classify: give a TEXT or --file FILE")
    classifier = context.obj.classifier()
    for text in given:
        language = lang.language or _by_script(text)
        behaviour = classifier.classify(checked_text(text, "a text"), language)
        row = _document(text, language, behaviour)
        print(json.dumps(row, ensure_ascii=False) if json_ else _line(row))


def _lines(file: Path) -> Sequence[str]:
    try:
        raw = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
        return raw.decode("utf-8-sig").splitlines()
    except OSError as error:
        raise LisanError(f"{file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise LisanError(f"{file} is not UTF-8 text (byte {error.start}): save it as UTF-8") from error


def _by_script(text: Iterable[str]) -> Language:
    """Arabic when most letters are."""
    letters = [letter for letter in text if letter.isalpha()]
    arabic = sum("\u0600" <= letter <= "\u06ff" for letter in letters)
    return Language.AR if arabic * 2 > len(letters) else Language.EN


def _document(text: str, language: Language, behaviour: Behaviour) -> dict[str, Any]:
    return {
        "text": text,
        "language": language,
        "label": behaviour.label,
        "confidence": round(behaviour.confidence, 4),
        "labels": [label for label, _ in behaviour.ranked],
        "scores": [round(score, 4) for _, score in behaviour.ranked],
    }


def _line(row: dict[str, Any]) -> str:
    return f"{row['label']:<12} {row['confidence']:.2f}  {row['text']}"
