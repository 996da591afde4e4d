"""The classifier as a stage to measure: tokenising, network and head; nothing that remembers texts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from app.bench.factors import ONNXRUNTIME, Case, Configuration
from app.bench.inputs import labelled, texts
from app.bench.work import Call, Quality, only, require_precision
from app.classify.classifier import MODEL
from app.classify.encoder import read_tokenizer
from app.classify.settings import ClassifierConfig, Head
from app.core.resources import models_dir
from app.core.types import BehaviourLabel, Language
from app.inference.manifest import ModelDirectory
from app.inference.onnx_runtime import RUNTIME, OnnxLoader
from app.inference.runner import Runner, Tensors
from app.inference.variants import Chooser

ENOUGH_RIGHT: Final = 0.75
"""Share of the labelled sentences below which a variant is not ranked."""


class TextNetwork:
    """The classifier's network behind its tokenizer. Raises ModelError where it does not run as asked."""

    def __init__(self, configuration: Configuration, cache: Path) -> None:
        self.directory = only(ModelDirectory.open(models_dir() / MODEL), configuration.precision)
        self.config = ClassifierConfig.of(self.directory)
        tokenizer = self.directory.read_named("tokenizer.json")
        self._tokenizer = read_tokenizer(tokenizer, max_tokens=self.config.max_tokens)
        self.runner = _opened(self.directory, configuration, cache)

    def run(self, runner: Runner, batch: Sequence[str]) -> Tensors:
        """Vectors of a batch of texts, padded to the longest; each row one text."""
        rows = [self._tokenizer.encode(self.config.prefix + text).ids for text in batch]
        ids = np.zeros((len(rows), max(map(len, rows))), np.int64)
        mask = np.zeros_like(ids)
        for number, row in enumerate(rows):
            ids[number, : len(row)] = row
            mask[number, : len(row)] = 1
        return runner.run({"input_ids": ids, "attention_mask": mask})


class ClassifyWork:
    """A text, or a batch of them, → behaviours."""

    def __init__(self, configuration: Configuration, cache: Path) -> None:
        self._network = TextNetwork(configuration, cache)
        self._head = Head.of(self._network.directory)
        self._runner = self._network.runner

    def calls(self, case: Case, count: int) -> Sequence[Call]:
        """Each walks through the case's texts, a batch at a time."""
        said = texts(case.language, case.length)

        def call(runner: Any) -> Call:
            def run(turn: int) -> float:
                batch = [said[(turn + row) % len(said)] for row in range(case.batch)]
                self._behaviours(runner, batch)
                return 0.0

            return run

        runners = [self._runner, *(self._runner.another() for _ in range(count - 1))]
        return [call(runner) for runner in runners]

    def quality(self, language: Language) -> Quality:
        """Share of the labelled sentences whose likeliest behaviour is the right one."""
        cases = labelled(language)
        right = sum(self._behaviours(self._runner, [text])[0] is label for label, text in cases)
        share = right / len(cases)
        return Quality("behaviours right", round(share, 4), ENOUGH_RIGHT, share >= ENOUGH_RIGHT, len(cases))

    def facts(self) -> dict[str, Any]:
        return dict(getattr(self._runner, "facts", {}))

    def _behaviours(self, runner: Runner, batch: Sequence[str]) -> list[BehaviourLabel]:
        temperature = self._network.config.temperature
        features = self._network.run(runner, batch)["features"]
        rows = [self._head.probabilities(row, temperature) for row in features]
        return [self._head.labels[int(row.argmax())] for row in rows]


def _opened(directory: ModelDirectory, wanted: Configuration, cache: Path) -> Any:
    """A runner by the runtime that is asked for. Raises ModelError."""
    if wanted.runtime == ONNXRUNTIME:
        chosen = Chooser.caching_in(cache, OnnxLoader(wanted.budget), runtime=RUNTIME).choose(directory)
        require_precision(wanted.precision, chosen.variant.precision, chosen.reason)
        return chosen.runner
    from app.bench.bare import open_in_openvino

    file = directory.manifest.variants[0].files[0]
    directory.read(file)
    return open_in_openvino(directory.path / file.name, wanted.budget)
