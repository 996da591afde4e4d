"""Texts without a label, on which the tuned encoder has to agree with the untouched one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from app.content.pack import load_pack
from app.core.types import Language
from models.recipes.aligner.sentences import training_text
from models.recipes.classifier.examples import read_examples

PACK: Final = Path(__file__).parents[3] / "assets" / "packs" / "coast"
DRAWN: Final = 700
"""Texts of the aligner's training, a language: exhibit language, dictionary words."""
MOST: Final = 2800
"""Drawn texts and halves that are used: time is spent better on what is labelled."""


def general_texts() -> list[str]:
    """Texts of both languages: the demo pack's phrases, drawn texts, halves of training sentences."""
    texts = sorted({*_drawn(), *_halves()})
    return sorted({*_phrases(), *random.Random(11).sample(texts, min(MOST, len(texts)))})


def _phrases() -> Iterator[str]:
    for entry in load_pack(PACK).entries.values():
        for language in Language:
            yield from (*entry.questions[language], entry.answer[language])


def _drawn() -> Iterator[str]:
    rng = random.Random(7)
    for language in Language:
        yield from (training_text(language, rng) for _ in range(DRAWN))


def _halves() -> Iterator[str]:
    """Half sentences, so that what a text is about is not tied to how it begins."""
    for number, example in enumerate(read_examples("train")):
        words = example.text.split()
        if len(words) >= 6:
            half = len(words) // 2
            yield " ".join(words[:half] if number % 2 else words[half:])
