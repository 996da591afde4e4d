"""Teaches the encoder to put a text near the description of what it is, for labels that nobody foresaw."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from models.recipes.classifier.label_sets import LANGUAGES, LabelSet

TEXTS: Final = 20
"""Texts of a batch, beside the descriptions of all labels of their set."""
ACROSS: Final = 0.25
"""Share of batches whose descriptions are in the other language."""
SHARPNESS: Final = 12.0
SMOOTHING: Final = 0.1

Encode = Callable[[Sequence[str]], Tensor]
"""Texts → vectors `[texts, width]`, with gradients."""


class Describing:
    """Draws a set, a language and texts, and measures how surely each text finds its description."""

    def __init__(self, sets: Sequence[LabelSet], centres: Mapping[str, Tensor]) -> None:
        self._sets = sets
        self._centres = centres
        sizes = np.sqrt([len(one.texts["en"]) for one in sets])
        self._shares = sizes / sizes.sum()

    def loss(self, encode: Encode, rng: np.random.Generator) -> Tensor:
        """Cross-entropy over the labels of one set."""
        drawn = self._sets[rng.choice(len(self._sets), p=self._shares)]
        spoken, told = self._languages(rng)
        texts = drawn.texts[spoken]
        chosen = [texts[place] for place in rng.choice(len(texts), min(TEXTS, len(texts)), replace=False)]
        descriptions = drawn.descriptions[told]
        vectors = encode([*(text for text, _ in chosen), *descriptions])
        seen = functional.normalize(vectors[: len(chosen)] - self._centres[spoken], dim=1)
        described = functional.normalize(vectors[len(chosen) :] - self._centres[told], dim=1)
        labels = torch.tensor([label for _, label in chosen])
        return functional.cross_entropy(seen @ described.T * SHARPNESS, labels, label_smoothing=SMOOTHING)

    def _languages(self, rng: np.random.Generator) -> tuple[str, str]:
        spoken, other = rng.permutation(LANGUAGES)
        return str(spoken), str(other if rng.random() < ACROSS else spoken)
