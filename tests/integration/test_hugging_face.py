"""A classifier exported from Hugging Face: a tiny network and tokenizer, made here, used as they would be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace

from app.classify.hugging_face import open_hugging_face
from app.core.errors import ModelError
from app.inference.budget import ThreadBudget

WORDS = ("[UNK]", "sea", "sky", "بحر", "سماء")
MEANING = np.array([[0, 0], [4, 0], [0, 4], [4, 0], [0, 4]], np.float32)
"""Logits that each word adds to the labels water and air."""


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    """A directory as an exporter leaves it: the mean of the words' logits."""
    from transformers import PreTrainedTokenizerFast

    words = Tokenizer(WordLevel({word: index for index, word in enumerate(WORDS)}, unk_token="[UNK]"))
    words.pre_tokenizer = Whitespace()
    fast: Any = PreTrainedTokenizerFast
    fast(tokenizer_object=words, unk_token="[UNK]").save_pretrained(tmp_path)
    (tmp_path / "config.json").write_text(json.dumps({"id2label": {"0": "water", "1": "air"}}))
    nodes = [
        helper.make_node("Gather", ["meaning", "input_ids"], ["each"]),
        helper.make_node("ReduceMean", ["each", "axis"], ["logits"], keepdims=0),
    ]
    graph = helper.make_graph(
        nodes,
        "tiny",
        [helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["batch", "length"])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 2])],
        [numpy_helper.from_array(MEANING, "meaning"), numpy_helper.from_array(np.array([1]), "axis")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
    onnx.save(model, tmp_path / "model.onnx")
    return tmp_path


def test_its_own_labels_are_scored_best_first(exported: Path) -> None:
    classifier = open_hugging_face(exported, ThreadBudget())
    assert [label for label, _ in classifier.scores("sea sea sky")] == ["water", "air"]
    ranked = classifier.scores("سماء")
    assert ranked[0][0] == "air"
    assert ranked[0][1] == pytest.approx(1 / (1 + np.exp(-4)), abs=1e-6)
    assert sum(score for _, score in ranked) == pytest.approx(1)


def test_a_multi_label_model_scores_each_label_by_itself(exported: Path) -> None:
    config = {"id2label": {"0": "water", "1": "air"}, "problem_type": "multi_label_classification"}
    (exported / "config.json").write_text(json.dumps(config))
    assert dict(open_hugging_face(exported, ThreadBudget()).scores("sea"))["air"] == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("missing", "named"), [("config.json", r"config\.json"), ("model.onnx", "holds no network")]
)
def test_what_is_missing_is_named(exported: Path, missing: str, named: str) -> None:
    (exported / missing).unlink()
    with pytest.raises(ModelError, match=named):
        open_hugging_face(exported, ThreadBudget())


def test_a_broken_network_is_named(exported: Path) -> None:
    (exported / "model.onnx").write_bytes(b"not a network")
    with pytest.raises(ModelError, match=r"model\.onnx does not load"):
        open_hugging_face(exported, ThreadBudget())
