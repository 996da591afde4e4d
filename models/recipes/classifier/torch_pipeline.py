"""The behaviour model as a Transformers user would run it: a BERT in PyTorch behind the pipeline."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any

import numpy as np
import onnx
import torch
import transformers
from torch import Tensor, nn
from torch.nn import functional

from app.classify.settings import ClassifierConfig, Head
from app.inference.manifest import ModelDirectory
from models.recipes.classifier.encoder_graph import feature_layers

hugging_face: Any = transformers

_PARTS = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "fi": "intermediate.dense",
    "fo": "output.dense",
}
_NORMS = {"aln": "attention.output.LayerNorm", "oln": "output.LayerNorm"}


def behaviour_pipeline(directory: ModelDirectory) -> Any:
    """A text-classification pipeline with the weights of `model_fp16.onnx`, computed in full precision."""
    torch.set_num_threads(1)
    tokenizer = hugging_face.PreTrainedTokenizerFast(
        tokenizer_file=str(directory.path / "tokenizer.json"),
        pad_token="<pad>",
        model_input_names=["input_ids", "attention_mask"],
        model_max_length=ClassifierConfig.of(directory).max_tokens,
    )
    hugging_face.logging.set_verbosity(logging.CRITICAL)  # a class that it does not know is an error to it
    return hugging_face.TextClassificationPipeline(
        model=_BertBehaviour.of(directory), tokenizer=tokenizer, device="cpu"
    )


class _BertBehaviour(hugging_face.BertPreTrainedModel):  # type: ignore[misc]
    """Ids and mask → logits, by the means of two layers."""

    def __init__(self, config: Any) -> None:
        super().__init__(config)
        self.bert = hugging_face.BertModel(config, add_pooling_layer=False)
        self.pooled = feature_layers(config.num_hidden_layers)
        self.head = nn.Linear(config.hidden_size * 2, len(config.id2label))

    def forward(self, input_ids: Tensor, attention_mask: Tensor, **_: Any) -> Any:
        hidden = self.bert(input_ids, attention_mask, output_hidden_states=True).hidden_states
        mask = attention_mask[:, :, None].float()
        means = [(hidden[layer] * mask).sum(1) / mask.sum(1) for layer in self.pooled]
        features = torch.cat([functional.normalize(mean, dim=1) for mean in means], 1)
        return hugging_face.modeling_outputs.SequenceClassifierOutput(logits=self.head(features))

    @classmethod
    def of(cls, directory: ModelDirectory) -> _BertBehaviour:
        told = json.loads(directory.read_named("config.json"))
        names = ("hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size")
        labels = {int(number): label for number, label in told["id2label"].items()}
        config = hugging_face.BertConfig(
            **{name: told[name] for name in (*names, "max_position_embeddings", "vocab_size")},
            type_vocab_size=1,
            id2label=labels,
            label2id={label: number for number, label in labels.items()},
        )
        model = cls(config).eval()
        with torch.no_grad():
            model.bert.embeddings.token_type_embeddings.weight.zero_()  # ours are part of the positions
        head, temperature = Head.of(directory), ClassifierConfig.of(directory).temperature
        state = {name: torch.from_numpy(value) for name, value in _tensors(directory)}
        state["head.weight"] = torch.from_numpy(head.weights / temperature)
        state["head.bias"] = torch.from_numpy(head.bias / temperature)
        missing, unexpected = model.load_state_dict(state, strict=False)
        left = {name for name in missing if "token_type" not in name and "position_ids" not in name}
        if left or unexpected:
            raise ValueError(f"the network is another one: {sorted(left)[:3]}, {sorted(unexpected)[:3]}")
        return model


def _tensors(directory: ModelDirectory) -> Iterator[tuple[str, np.ndarray[Any, Any]]]:
    """The weights of the graph under BERT's names."""
    graph = onnx.load(directory.path / "model_fp16.onnx").graph
    stored = {one.name.removesuffix(".half"): one for one in graph.initializer}

    def read(name: str) -> np.ndarray[Any, Any]:
        return onnx.numpy_helper.to_array(stored[name]).astype(np.float32)

    yield "bert.embeddings.word_embeddings.weight", read("words")
    yield "bert.embeddings.position_embeddings.weight", read("positions")
    yield "bert.embeddings.LayerNorm.weight", read("emb.ln.scale")
    yield "bert.embeddings.LayerNorm.bias", read("emb.ln.shift")
    for layer in range(len([name for name in stored if name.endswith(".q.weight")])):
        to = f"bert.encoder.layer.{layer}."
        for ours, theirs in _PARTS.items():
            yield f"{to}{theirs}.weight", np.ascontiguousarray(read(f"l{layer}.{ours}.weight").T)
            yield f"{to}{theirs}.bias", read(f"l{layer}.{ours}.bias")
        for ours, theirs in _NORMS.items():
            yield f"{to}{theirs}.weight", read(f"l{layer}.{ours}.scale")
            yield f"{to}{theirs}.bias", read(f"l{layer}.{ours}.shift")
