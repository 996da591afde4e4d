"""What naming a behaviour costs on one thread, tokenising included, beside two ways to run the same network.

`python -m tests.benchmarks.classifier` (in the train environment, which has PyTorch; without it the second
comparison is left out). Every text is run by all, turn by turn, so that whatever else the machine does hits
all alike. Times are processor time of the one thread that calculates; `--wall` takes the clock instead, for
a machine that does nothing else.

- ours: `BehaviourClassifier.classify`, as the engine calls it, texts that it has not seen;
- bare: ONNX Runtime's own `run` of the same file, on ids that were made beforehand;
- pipeline: the network in PyTorch behind Transformers' text-classification pipeline, full precision.
"""

# ruff: noqa: T201 - a command prints its figures

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

from app.classify.classifier import MODEL, build_classifier
from app.classify.settings import ClassifierConfig
from app.core.resources import models_dir
from app.core.types import Language
from app.inference.budget import ThreadBudget
from app.inference.manifest import ModelDirectory
from models.recipes.classifier.examples import read_examples

SHORTEST, LONGEST = 15, 80
"""Characters of a typical chunk; the engine makes none that is longer."""
WARM_UP = 10

Run = Callable[[str], Any]
Clock = Callable[[], float]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--texts", type=int, default=300)
    parser.add_argument("--wall", action="store_true", help="the clock's time instead of processor time")
    options = parser.parse_args()
    texts = chunks(options.texts + WARM_UP)
    with TemporaryDirectory() as cache:
        classifier = build_classifier(models_dir(), Path(cache), budget=ThreadBudget())
        ways: dict[str, Run] = {
            "ours": lambda text: classifier.classify(text, Language.EN).ranked[0][0].value,
            "bare": _bare(classifier.info()[0].variant, texts),
        }
        if find_spec("torch"):
            ways["pipeline"] = _pipeline()
        told: dict[str, list[Any]] = {name: [] for name in ways}
        clock = time.perf_counter if options.wall else time.thread_time
        times = measured(ways, texts, clock, told)
    kind = "the clock" if options.wall else "processor time"
    info = classifier.info()[0]
    print(f"{info.precision}, {len(texts) - WARM_UP} chunks, one thread, {kind}")
    for name, row in times.items():
        middle, late = np.percentile(row, (50, 99))
        against = f", {np.median(row / times['ours']):.2f} times ours" if name != "ours" else ""
        print(f"{name:9} p50 {middle:6.2f} ms  p99 {late:6.2f} ms  ({late / middle:.1f} times p50){against}")
    print(f"ours takes {np.median(times['ours'] / times['bare']):.3f} times the bare run (goal ≤ 1.10)")
    if "pipeline" in ways:
        same = np.mean([a == b for a, b in zip(told["ours"], told["pipeline"], strict=True)])
        print(f"the pipeline names the same behaviour for {same:.1%} of the chunks")


def chunks(count: int) -> list[str]:
    """Test sentences of a chunk's length, both languages by turns, none twice."""
    fitting = [one for one in read_examples("test") if SHORTEST <= len(one.text) <= LONGEST]
    rows = [[one.text for one in fitting if one.language == language] for language in Language]
    return list(dict.fromkeys(chain.from_iterable(zip(*rows, strict=False))))[:count]


def measured(
    ways: Mapping[str, Run], texts: Sequence[str], clock: Clock, told: Mapping[str, list[Any]]
) -> dict[str, np.ndarray[Any, Any]]:
    """Milliseconds of each way for each text behind the warm-up; what it said is added to `told`."""
    times: dict[str, list[float]] = {name: [] for name in ways}
    for number, text in enumerate(texts):
        order = sorted(ways) if number % 2 else sorted(ways, reverse=True)
        for name in order:
            begun = clock()
            said = ways[name](text)
            taken = (clock() - begun) * 1000
            if number >= WARM_UP:
                times[name].append(taken)
                told[name].append(said)
    return {name: np.array(row) for name, row in times.items()}


def _bare(variant: str, texts: Sequence[str]) -> Run:
    """The file in a session of one thread; ids are made before the clock runs."""
    directory = ModelDirectory.open(models_dir() / MODEL)
    tokenizer = Tokenizer.from_buffer(directory.read_named("tokenizer.json"))
    prefix = ClassifierConfig.of(directory).prefix
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(
        directory.path / variant, options, providers=["CPUExecutionProvider"]
    )
    made = {}
    for text in texts:
        ids = np.array([tokenizer.encode(prefix + text).ids], np.int64)
        made[text] = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
    return lambda text: session.run(["embedding", "features"], made[text])


def _pipeline() -> Run:
    from models.recipes.classifier.torch_pipeline import behaviour_pipeline

    directory = ModelDirectory.open(models_dir() / MODEL)
    pipe, prefix = behaviour_pipeline(directory), ClassifierConfig.of(directory).prefix
    return lambda text: pipe(prefix + text)[0]["label"]


if __name__ == "__main__":
    main()
