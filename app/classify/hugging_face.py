"""A sequence-classification model of the operator's own, exported from Hugging Face to ONNX.

The directory is what the exporters write: `model_int8.onnx` or `model.onnx`, `config.json` with `id2label`,
and the tokenizer's files. Its tokenizer may be of any kind, so transformers reads it; that costs seconds,
which is why nothing else in Lisan imports it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from pydantic import BaseModel, ConfigDict, ValidationError

from app.core.errors import ModelError
from app.core.types import Float32, read_only
from app.inference.budget import ThreadBudget
from app.inference.onnx_runtime import OnnxRunner, open_network

_NETWORKS: Final = ("model_int8.onnx", "model_quantized.onnx", "model.onnx")
"""File names in order of preference: Lisan's, Optimum's, the exporter's."""


class _Config(BaseModel):
    """What we read of Hugging Face's `config.json`."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id2label: dict[int, str]
    problem_type: str | None = None


@dataclass(frozen=True, slots=True)
class HuggingFaceClassifier:
    """Scores a text against the model's own labels. One thread at a time."""

    tokenizer: Any
    network: OnnxRunner
    labels: tuple[str, ...]
    multi_label: bool

    def scores(self, text: str) -> tuple[tuple[str, float], ...]:
        """Labels with their scores, best first: summing to 1, or each by itself for a multi-label model.

        Text beyond the model's length is cut, as its own pipeline does. Raises ModelError.
        """
        encoded = self.tokenizer(text, truncation=True, return_tensors="np")
        inputs = {
            name: np.asarray(ids, np.int64) for name, ids in encoded.items() if name in self.network.inputs
        }
        logits = self.network.run(inputs)["logits"][0]
        scores = _sigmoid(logits) if self.multi_label else _softmax(logits)
        return tuple(sorted(zip(self.labels, map(float, scores), strict=True), key=lambda row: -row[1]))


def open_hugging_face(path: Path, budget: ThreadBudget) -> HuggingFaceClassifier:
    """Open an exported directory. Raises ModelError that names what is missing."""
    config = _config(path / "config.json")
    network = next((path / name for name in _NETWORKS if (path / name).is_file()), None)
    if network is None:
        raise ModelError(
            f"{path} holds no network: export the model to ONNX as one of {', '.join(_NETWORKS)}"
        )
    labels = tuple(label for _, label in sorted(config.id2label.items()))
    return HuggingFaceClassifier(
        _tokenizer(path),
        open_network(network, budget),
        labels,
        config.problem_type == "multi_label_classification",
    )


def _config(file: Path) -> _Config:
    try:
        return _Config.model_validate_json(file.read_bytes())
    except OSError as error:
        raise ModelError(
            f"{file} cannot be read ({error.strerror}): give a directory exported to ONNX"
        ) from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise ModelError(f"{file}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from error


def _tokenizer(path: Path) -> Any:
    try:
        from transformers import AutoTokenizer
    except ImportError as error:
        raise ModelError("transformers is not part of this build: use an installation from source") from error
    try:
        return AutoTokenizer.from_pretrained(path, local_files_only=True)
    except Exception as error:  # whatever a foreign tokenizer raises
        raise ModelError(
            f"{path}: its tokenizer does not load: {' '.join(str(error).split())[:200]}"
        ) from error


def _softmax(logits: Float32) -> Float32:
    raised = np.exp(logits - logits.max())
    return read_only(raised / raised.sum())


def _sigmoid(logits: Float32) -> Float32:
    return read_only(1 / (1 + np.exp(-logits)))
