"""`lisan ask`: one question to the content pack, without sound."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from app.cli.composition import tell_dropped_settings
from app.cli.options import JsonOption, LanguageChoice, LanguageOption, PackOption, checked_text
from app.core.errors import LisanError
from app.core.types import Answer


def ask(
    context: typer.Context,
    question: Annotated[str, typer.Argument(help="What a visitor would ask.")],
    *,
    lang: LanguageOption = LanguageChoice.AUTO,
    pack: PackOption = None,
    json_: JsonOption = False,
) -> None:
    """Answer QUESTION from the content pack, with its sources and the confidence."""
    asked = checked_text(question, "the question")
    if not asked.strip():
        raise LisanError("the question is empty: give what a visitor would ask")
    tell_dropped_settings(context.obj)
    answer = context.obj.librarian(pack).answer(asked, lang.language)
    print(json.dumps(_document(question, answer), ensure_ascii=False) if json_ else _page(answer))


def _document(question: str, answer: Answer) -> dict[str, Any]:
    return {
        "question": question,
        "language": answer.language,
        "answer": answer.text,
        "matched": answer.matched,
        "id": answer.id,
        "confidence": round(answer.confidence, 4),
        "sources": [{"id": source.id, "title": source.title} for source in answer.sources],
        "suggestions": list(answer.suggestions),
    }


def _page(answer: Answer) -> str:
    lines = [answer.text, "", f"confidence {answer.confidence:.2f}"]
    lines += [f"source: {source.title} ({source.id})" for source in answer.sources]
    lines += [f"ask next: {question}" for question in answer.suggestions]
    return "\n".join(lines)
