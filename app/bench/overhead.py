"""Our way through a network against the bare runtime's, turn by turn in one process: what ours adds.

Both have the same file, shape, threads and precision. Each turn gives one ratio of two medians; the median
of those ratios is told, so that what else the machine does meets both alike.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from app.align.emissions import WAVEFORM
from app.bench.bare import bare_onnxruntime, bare_openvino
from app.bench.factors import ONNXRUNTIME, OPENVINO
from app.bench.inputs import texts
from app.bench.statistics import median_ratio
from app.bench.work import noise, only
from app.classify.classifier import MODEL
from app.classify.encoder import read_tokenizer
from app.classify.settings import ClassifierConfig
from app.core.resources import models_dir
from app.core.types import Language
from app.inference.budget import ThreadBudget
from app.inference.compiled_cache import CompiledCache
from app.inference.manifest import ModelDirectory
from app.inference.onnx_runtime import OnnxLoader
from app.inference.openvino_runtime import OpenVinoLoader
from app.inference.runner import Tensors

ROUNDS: Final = 15
"""Pairs of calls in a turn."""

SECONDS: Final = 3.0
Work = Callable[[], object]


def measure_overhead(cache: Path, turns: int) -> dict[str, Any]:
    """Ours ÷ bare for the aligner's network and for the classifier's, INT8, one thread."""
    return {
        "aligner": {"against": OPENVINO, **in_turns(*aligner_pair(cache), turns)},
        "classifier": {"against": ONNXRUNTIME, **in_turns(*classifier_pair(), turns)},
    }


def in_turns(ours: Work, bare: Work, turns: int) -> Mapping[str, Any]:
    """Medians of both in milliseconds, and the median ratio of the turns.

    Within a turn the two run call by call, each going first every second time.
    """
    spent: tuple[list[float], list[float]] = ([], [])
    for _ in range(ROUNDS):
        ours()
        bare()
    for _ in range(turns):
        pairs = [_pair(ours, bare, swapped=bool(turn % 2)) for turn in range(ROUNDS)]
        for row, taken in zip(spent, zip(*pairs, strict=True), strict=True):
            row.append(float(np.median(taken)))
    ms = {"ours_ms": round(float(np.median(spent[0])), 4), "bare_ms": round(float(np.median(spent[1])), 4)}
    return {**median_ratio(*spent), **ms, "turns": turns}


def _pair(ours: Work, bare: Work, *, swapped: bool) -> tuple[float, float]:
    if swapped:
        theirs = timed_ms(bare)
        return timed_ms(ours), theirs
    return timed_ms(ours), timed_ms(bare)


def timed_ms(work: Work) -> float:
    """Milliseconds of one call."""
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


def aligner_pair(cache: Path, precision: str = "int8") -> tuple[Work, Work]:
    """Our runner and a bare request over the English network at 3 s."""
    directory = only(ModelDirectory.open(models_dir() / f"phones-{Language.EN}"), precision)
    variant = directory.manifest.variants[0]
    runner = OpenVinoLoader(ThreadBudget(), CompiledCache(cache / "overhead"))(directory, variant)
    sound = noise(SECONDS, 16_000)
    bare = bare_openvino(network_file(precision), sound, threads=1)
    return (lambda: runner.run({WAVEFORM: sound})), bare


def network_file(precision: str = "int8") -> Path:
    """The English aligner's .xml."""
    directory = only(ModelDirectory.open(models_dir() / f"phones-{Language.EN}"), precision)
    files = directory.manifest.variants[0].files
    return directory.path / next(file.name for file in files if file.name.endswith(".xml"))


def classifier_pair(precision: str = "int8") -> tuple[Work, Work]:
    """Our runner and a bare session over the classifier with a typical chunk."""
    directory = only(ModelDirectory.open(models_dir() / MODEL), precision)
    variant = directory.manifest.variants[0]
    runner = OnnxLoader(ThreadBudget())(directory, variant)
    inputs = _tokens(directory)
    bare = bare_onnxruntime(directory.path / variant.files[0].name, inputs, threads=1)
    return (lambda: runner.run(inputs)), bare


def _tokens(directory: ModelDirectory) -> Tensors:
    config = ClassifierConfig.of(directory)
    tokenizer = read_tokenizer(directory.read_named("tokenizer.json"), max_tokens=config.max_tokens)
    ids = np.array([tokenizer.encode(config.prefix + texts(Language.EN, "medium")[0]).ids], np.int64)
    return {"input_ids": ids, "attention_mask": np.ones_like(ids)}
