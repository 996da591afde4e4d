"""`lisan classify`: the behaviour that the face would show for a text."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from app.cli.composition import LabelScorer, Scorer, tell_dropped_settings
from app.cli.options import JsonOption, LanguageChoice, LanguageOption, checked_text, reading
from app.core.errors import LisanError
from app.core.ports import Classifier
from app.core.types import Language

Judge = Callable[[str, Language], dict[str, Any]]


def classify(
    context: typer.Context,
    texts: Annotated[list[str] | None, typer.Argument(metavar="TEXT…", help="What the avatar says.")] = None,
    *,
    file: Annotated[
        Path | None,
        typer.Option("--file", help="Texts from a UTF-8 file, one a line; - reads standard input."),
    ] = None,
    lang: LanguageOption = LanguageChoice.AUTO,
    model: Annotated[
        Path | None,
        typer.Option(
            "--model", metavar="DIR", help="Score by a Hugging Face classifier exported to ONNX instead."
        ),
    ] = None,
    labels: Annotated[
        Path | None,
        typer.Option("--labels", metavar="FILE", help="Score labels of your own: a TOML file or a pack."),
    ] = None,
    multi_label: Annotated[
        bool, typer.Option("--multi-label", help="With --labels: each score by itself, not summing to 1.")
    ] = False,
    json_: JsonOption = False,
) -> None:
    """Choose the behaviour for each TEXT: greeting, explanation, listing … or neutral when unsure."""
    given = [*(texts or ()), *(_lines(file) if file else ())]
    if not given:
        raise LisanError("nothing to classify: give a TEXT or --file FILE")
    tell_dropped_settings(context.obj)
    if labels:
        if model:
            raise LisanError("--model has its own labels: leave out --labels or --model")
        judge = _labelled(context.obj.label_scorer(labels, multi_label=multi_label))
    elif multi_label:
        raise LisanError("--multi-label is for labels of your own: add --labels FILE")
    else:
        judge = _foreign(context.obj.scorer(model)) if model else _own(context.obj.classifier())
    for text in given:
        language = lang.language or _by_script(text)
        row = {"text": text, "language": language} | judge(checked_text(text, "a text"), language)
        print(json.dumps(row, ensure_ascii=False) if json_ else _line(row))


def _own(classifier: Classifier) -> Judge:
    def judge(text: str, language: Language) -> dict[str, Any]:
        behaviour = classifier.classify(text, language)
        return _verdict(behaviour.label, behaviour.confidence, behaviour.ranked)

    return judge


def _foreign(scores: Scorer) -> Judge:
    def judge(text: str, _language: Language) -> dict[str, Any]:
        ranked = scores(text)
        return _verdict(*ranked[0], ranked)

    return judge


def _labelled(scores: LabelScorer) -> Judge:
    """Also what Transformers' zero-shot pipeline calls the text."""

    def judge(text: str, language: Language) -> dict[str, Any]:
        ranked = scores(text, language)
        return {"sequence": text} | _verdict(*ranked[0], ranked)

    return judge


def _lines(file: Path) -> Sequence[str]:
    with reading(file, "a text file"):
        raw = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    try:
        return raw.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise LisanError(f"{file} is not UTF-8 text (byte {error.start}): save it as UTF-8") from error


def _by_script(text: Iterable[str]) -> Language:
    """Arabic when most letters are."""
    letters = [letter for letter in text if letter.isalpha()]
    arabic = sum("\u0600" <= letter <= "\u06ff" for letter in letters)
    return Language.AR if arabic * 2 > len(letters) else Language.EN


def _verdict(label: str, confidence: float, ranked: Sequence[tuple[str, float]]) -> dict[str, Any]:
    return {
        "label": label,
        "confidence": round(confidence, 4),
        "labels": [name for name, _ in ranked],
        "scores": [round(score, 4) for _, score in ranked],
    }


def _line(row: dict[str, Any]) -> str:
    return f"{row['label']:<12} {row['confidence']:.2f}  {row['text']}"
