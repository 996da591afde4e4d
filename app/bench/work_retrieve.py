"""Retrieval as a stage to measure: a question in a visitor's words → an answer of the pack that we ship."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from app.bench.factors import Case, Configuration
from app.bench.inputs import questions, shipped_pack
from app.bench.work import Call, Quality
from app.bench.work_classify import TextNetwork
from app.content.librarian import build_librarian
from app.core.types import Float32, Language, read_only

ENOUGH_FOUND: Final = 0.8
"""Share of the questions that must find their own entry."""


class RetrieveWork:
    """The librarian over a network that remembers no text."""

    def __init__(self, configuration: Configuration, cache: Path) -> None:
        self._network = TextNetwork(configuration, cache)
        self._librarian = build_librarian(shipped_pack(), self._embed, cache_dir=cache)

    def calls(self, case: Case, count: int) -> Sequence[Call]:
        """Each asks the language's questions in turn; the librarian serves one caller at a time."""
        asked = questions(case.language)

        def run(turn: int) -> float:
            self._librarian.answer(asked[turn % len(asked)][1], case.language)
            return 0.0

        return [run] * count

    def quality(self, language: Language) -> Quality:
        """Share of questions answered by their entry."""
        asked = questions(language)
        right = sum(self._librarian.answer(question, language).id == entry for entry, question in asked)
        share = right / len(asked)
        return Quality("answers right", round(share, 4), ENOUGH_FOUND, share >= ENOUGH_FOUND, len(asked))

    def facts(self) -> dict[str, Any]:
        return dict(self._network.runner.facts)

    def _embed(self, texts: Sequence[str]) -> Float32:
        rows = [self._network.run(self._network.runner, [text])["embedding"][0] for text in texts]
        return read_only(np.stack(rows))
