"""The texts that are measured and the labelled sentences that quality is measured on; all of them shipped."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from app.core.resources import assets_dir
from app.core.types import BehaviourLabel, Chunk, Language
from app.speech.chunking import split


@cache
def texts(language: Language, length: str) -> tuple[str, ...]:
    """Texts of one length (`short`, `medium`, `long`); each is one chunk or begins with one."""
    told = tomllib.loads((assets_dir() / "bench" / "chunks.toml").read_text(encoding="utf-8"))
    return tuple(told[language][length])


@cache
def questions(language: Language) -> tuple[tuple[str, str], ...]:
    """Entry of the pack that we ship, and a question that it answers in words that the pack does not have."""
    told = tomllib.loads((assets_dir() / "bench" / "questions.toml").read_text(encoding="utf-8"))
    return tuple(told[language].items())


def shipped_pack() -> Path:
    """The pack that questions are put to."""
    return assets_dir() / "packs" / "coast"


def chunks(language: Language, length: str) -> tuple[Chunk, ...]:
    """The first chunk of each text, normalised and cut as the kiosk does."""
    return tuple(first for text in texts(language, length) if (first := _longest(split(text, language))))


def answers() -> tuple[tuple[str, Language], ...]:
    """Answers of production length, the languages in turns: three sentences each."""
    made = []
    for row in range(len(texts(Language.EN, "long"))):
        for language in Language:
            parts = (texts(language, length)[row] for length in ("short", "medium", "long"))
            made.append((" ".join(parts), language))
    return tuple(made)


@cache
def labelled(language: Language) -> tuple[tuple[BehaviourLabel, str], ...]:
    """Sentences with the behaviour that fits them."""
    file = assets_dir() / "bench" / f"labelled_{language}.tsv"
    with file.open(encoding="utf-8", newline="") as stream:
        return tuple(
            (BehaviourLabel(row["label"]), row["text"]) for row in csv.DictReader(stream, delimiter="\t")
        )


def _longest(parts: Sequence[Chunk]) -> Chunk | None:
    return max(parts, key=lambda part: len(part.text), default=None)
