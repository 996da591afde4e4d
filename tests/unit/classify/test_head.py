"""The head's probabilities and the checks of what is read from disk."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.classify.settings import ClassifierConfig, Head
from app.core.errors import ModelError
from app.core.types import BehaviourLabel
from app.inference.manifest import Manifest, ModelDirectory, ModelFile

GOOD: dict[str, Any] = {
    "prefix": "query: ",
    "max_tokens": 64,
    "temperature": 1.0,
    "floor": 0.4,
    "model_type": "bert",
}


def directory(path: Path, config: dict[str, Any] | None = None, **head: Any) -> ModelDirectory:
    (path / "config.json").write_text(json.dumps(GOOD if config is None else config))
    np.savez(path / "head.npz", **head)
    files = [ModelFile.of(path / name).model_dump() for name in ("config.json", "head.npz")]
    content = {
        "name": "behaviour",
        "task": "classify",
        "languages": ["en"],
        "licence": "MIT",
        "version": "1",
        "labels": ["greeting", "farewell"],
        "golden": files[0],
        "variants": [{"precision": "int8", "runtime": "onnxruntime", "tolerance": 0.1, "files": files[:1]}],
        "files": files,
    }
    return ModelDirectory(path, Manifest.model_validate(content))


def test_probabilities_sum_to_one_and_follow_the_scores(tmp_path: Path) -> None:
    weights = np.array([[1, 0], [0, 1]], np.float32)
    head = Head.of(directory(tmp_path, weights=weights, bias=np.zeros(2, np.float32)))
    assert head.labels == (BehaviourLabel.GREETING, BehaviourLabel.FAREWELL)
    probabilities = head.probabilities(np.array([2, 1], np.float32), 0.5)
    assert probabilities.tolist() == pytest.approx([1 / (1 + np.exp(-2)), 1 / (1 + np.exp(2))])


def test_huge_scores_do_not_overflow(tmp_path: Path) -> None:
    weights = np.full((2, 2), 1e6, np.float32)
    head = Head.of(directory(tmp_path, weights=weights, bias=np.zeros(2, np.float32)))
    assert head.probabilities(np.ones(2, np.float32), 0.01).tolist() == [0.5, 0.5]


@pytest.mark.parametrize(
    "arrays",
    [
        {"weights": np.zeros((3, 2)), "bias": np.zeros(2)},
        {"weights": np.zeros((2, 2)), "bias": np.zeros(3)},
        {"weights": np.zeros((2, 2))},
    ],
)
def test_head_that_does_not_fit_is_a_model_error(tmp_path: Path, arrays: dict[str, Any]) -> None:
    with pytest.raises(ModelError, match=r"head\.npz"):
        Head.of(directory(tmp_path, **arrays))


@pytest.mark.parametrize(
    ("field", "value"), [("temperature", 0), ("floor", 2), ("max_tokens", "many"), ("prefix", None)]
)
def test_bad_configuration_names_the_field(tmp_path: Path, field: str, value: object) -> None:
    with pytest.raises(ModelError, match=rf"config\.json: {field}: "):
        ClassifierConfig.of(directory(tmp_path, GOOD | {field: value}, weights=np.zeros(1)))
