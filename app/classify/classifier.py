"""Text → behaviour: the classifier that the engine runs beside the aligner."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from app.classify.encoder import Encoder, Record, read_tokenizer
from app.classify.pieces import pieces_of
from app.classify.settings import ClassifierConfig, Head
from app.core.ports import ModelInfo
from app.core.types import Behaviour, BehaviourLabel, Float32, Language, read_only
from app.inference.budget import ThreadBudget
from app.inference.manifest import ModelDirectory
from app.inference.onnx_runtime import RUNTIME, OnnxLoader
from app.inference.variants import Chooser

MODEL: Final = "behaviour"
WIDTH: Final = 384

_WARM_TEXTS: Final = (
    "Hello",
    "أهلا",
    "The mangroves stand where the tide brings salt water twice a day, and their roots breathe air.",
    "تقف أشجار القرم حيث يحمل المد ماء البحر مرتين كل يوم، وتتنفس جذورها الهواء فوق الطين.",
)


class BehaviourClassifier:
    """A linear head on a sentence encoder; the port `app.core.ports.Classifier`."""

    def __init__(self, encoder: Encoder, head: Head, *, config: ClassifierConfig, info: ModelInfo) -> None:
        self._encoder = encoder
        self._head = head
        self._config = config
        self._info = info

    def classify(self, text: str, language: Language) -> Behaviour:  # noqa: ARG002 - one head serves both
        """The behaviour of a text; pieces of a long one vote. Raises ModelError."""
        pieces = pieces_of(text)
        if not pieces:
            return Behaviour(BehaviourLabel.NEUTRAL, 0.0)
        votes = np.mean([self._probabilities(piece) for piece in pieces], axis=0)
        return _behaviour(self._head.labels, votes, floor=self._config.floor)

    def embed(self, texts: Sequence[str]) -> Float32:
        """Unit vectors `[texts, 384]`. Raises ModelError."""
        vectors = [self._encoder.encode(text).embedding for text in texts]
        return read_only(np.stack(vectors) if vectors else np.empty((0, WIDTH)))

    def warm_up(self) -> None:
        """Run short and long texts of both languages, so that no visitor pays for first use."""
        for text in _WARM_TEXTS:
            self.classify(text, Language.EN)

    def info(self) -> Sequence[ModelInfo]:
        """The one model behind it."""
        return (self._info,)

    def _probabilities(self, piece: str) -> Float32:
        features = self._encoder.encode(piece).features
        return self._head.probabilities(features, self._config.temperature)


def build_classifier(
    models_dir: Path, cache_dir: Path, *, budget: ThreadBudget, record: Record = lambda _stage, _ms: None
) -> BehaviourClassifier:
    """Load `models/behaviour` in its best variant.

    `record` is told the milliseconds of the stages `tokenise` and `encode`. Raises ModelError.
    """
    directory = ModelDirectory.open(models_dir / MODEL)
    config = ClassifierConfig.of(directory)
    head = Head.of(directory)
    tokenizer = read_tokenizer(directory.read_named("tokenizer.json"), max_tokens=config.max_tokens)
    chooser = Chooser.caching_in(cache_dir, OnnxLoader(budget), runtime=f"{RUNTIME} {budget}")
    chosen = chooser.choose(directory)
    encoder = Encoder(chosen.runner, tokenizer, prefix=config.prefix, record=record)
    info = chosen.info(MODEL, budget.onnxruntime_intra)
    return BehaviourClassifier(encoder, head, config=config, info=info)


def _behaviour(labels: Sequence[BehaviourLabel], votes: Float32, *, floor: float) -> Behaviour:
    ranked = tuple(sorted(zip(labels, map(float, votes), strict=True), key=lambda row: -row[1]))
    label, confidence = ranked[0]
    return Behaviour(label if confidence >= floor else BehaviourLabel.NEUTRAL, confidence, ranked)
