"""The real behaviour model: right on its test set in both precisions, stable on hostile input (case C1)."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from app.classify.classifier import BehaviourClassifier, build_classifier
from app.core.resources import models_dir
from app.core.types import BehaviourLabel, Language
from app.inference.budget import ThreadBudget
from app.inference.manifest import ModelDirectory

DATA = Path(__file__).parents[2] / "models" / "recipes" / "classifier" / "data"
STRIDE = 5
"""Every fifth test sentence: enough to notice a broken model; the recipe measures all."""


@pytest.fixture(scope="module")
def classifier(tmp_path_factory: pytest.TempPathFactory) -> BehaviourClassifier:
    return build_classifier(models_dir(), tmp_path_factory.mktemp("cache"), budget=ThreadBudget())


@pytest.fixture(scope="module")
def fallback(tmp_path_factory: pytest.TempPathFactory) -> BehaviourClassifier:
    """The same model on a machine where the INT8 file was lost."""
    models = tmp_path_factory.mktemp("models عرض é 会場")
    (models / "behaviour").mkdir()
    for file in (models_dir() / "behaviour").iterdir():
        if file.name != "model_int8.onnx":
            (models / "behaviour" / file.name).symlink_to(file)
    return build_classifier(models, models / "cache", budget=ThreadBudget())


def labelled(language: Language) -> Iterator[tuple[str, BehaviourLabel]]:
    with (DATA / f"test_{language}.tsv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))
    yield from ((row["text"], BehaviourLabel(row["label"])) for row in rows[::STRIDE])


def accuracy(classifier: BehaviourClassifier, language: Language) -> float:
    return float(
        np.mean([classifier.classify(text, language).label is label for text, label in labelled(language)])
    )


def test_model_directory_is_whole() -> None:
    assert ModelDirectory.open(models_dir() / "behaviour").verify() == []


@pytest.mark.parametrize("language", list(Language))
def test_int8_knows_the_test_sentences(classifier: BehaviourClassifier, language: Language) -> None:
    assert classifier.info()[0].precision == "int8"
    assert accuracy(classifier, language) >= 0.8


@pytest.mark.parametrize("language", list(Language))
def test_fallback_knows_them_too_and_says_why_it_serves(
    fallback: BehaviourClassifier, language: Language
) -> None:
    info = fallback.info()[0]
    assert info.precision == "fp16"
    assert "int8 refused: " in info.reason
    assert "model_int8.onnx cannot be read" in info.reason
    assert accuracy(fallback, language) >= 0.8


@pytest.mark.parametrize("text", ["", "   ", "\n", "...", "؟", "🎉"])
def test_text_that_says_nothing_is_neutral(classifier: BehaviourClassifier, text: str) -> None:
    behaviour = classifier.classify(text, Language.EN)
    assert (behaviour.label, behaviour.confidence) == (BehaviourLabel.NEUTRAL, 0.0)


def hostile_inputs(cases: Path) -> list[str]:
    edges = json.loads((cases / "c01_classifier_edges.json").read_text(encoding="utf-8"))
    labels = json.loads((cases / "c02_classifier_labels.json").read_text(encoding="utf-8"))
    return [*edges["inputs"], *labels["labels"], labels["input"]]


def test_hostile_input_gets_one_stable_label(classifier: BehaviourClassifier, cases: Path) -> None:
    texts = hostile_inputs(cases)
    forwards = [classifier.classify(text, Language.EN) for text in texts]
    assert all(0 <= behaviour.confidence <= 1 for behaviour in forwards)
    fresh = {text: classifier.classify(f"{text} ", Language.EN) for text in reversed(texts)}
    assert [fresh[text].label for text in texts] == [behaviour.label for behaviour in forwards]


def test_long_text_needs_a_bounded_number_of_runs(tmp_path: Path, cases: Path) -> None:
    runs: list[str] = []
    subject = build_classifier(
        models_dir(), tmp_path, budget=ThreadBudget(), record=lambda stage, _ms: runs.append(stage)
    )
    for name in ("t26_long_one_sentence_en", "t27_long_one_sentence_ar", "t29_long_1000_sentences"):
        runs.clear()
        subject.classify((cases / f"{name}.txt").read_text(encoding="utf-8"), Language.EN)
        assert runs.count("encode") <= 6


def test_ranked_holds_all_nine_sorted_before_the_floor(classifier: BehaviourClassifier) -> None:
    behaviour = classifier.classify("Hello and welcome!", Language.EN)
    scores = [score for _, score in behaviour.ranked]
    assert {label for label, _ in behaviour.ranked} == set(BehaviourLabel) - {BehaviourLabel.NEUTRAL}
    assert scores == sorted(scores, reverse=True)
    assert sum(scores) == pytest.approx(1.0, abs=1e-5)
    assert behaviour.label is BehaviourLabel.GREETING


def test_unsure_is_neutral(classifier: BehaviourClassifier) -> None:
    behaviour = classifier.classify("qwx zzk vlrp", Language.EN)
    assert behaviour.label is BehaviourLabel.NEUTRAL
    assert behaviour.ranked[0][1] == behaviour.confidence


def test_embeddings_are_unit_vectors_in_any_company(classifier: BehaviourClassifier) -> None:
    texts = ["Where do pearls come from?", "من أين يأتي اللؤلؤ؟", "The bus leaves at nine."]
    together = classifier.embed(texts)
    assert together.shape == (3, 384)
    np.testing.assert_allclose(np.linalg.norm(together, axis=1), 1, atol=1e-5)
    np.testing.assert_array_equal(classifier.embed(texts[1:])[0], together[1])
    assert together[0] @ together[1] > together[0] @ together[2]
    assert classifier.embed([]).shape == (0, 384)


def test_vowel_signs_change_nothing(classifier: BehaviourClassifier) -> None:
    plain, marked = classifier.embed(["أهلا وسهلا بكم في المتحف", "أَهْلًا وَسَهْلًا بِكُمْ فِي الْمُتْحَفِ"])
    np.testing.assert_array_equal(plain, marked)


def test_damaged_model_falls_back(tmp_path: Path) -> None:
    source = models_dir() / "behaviour"
    (tmp_path / "behaviour").mkdir()
    for file in source.iterdir():
        (tmp_path / "behaviour" / file.name).symlink_to(file)
    damaged = bytearray((source / "model_int8.onnx").read_bytes())
    damaged[10_000_000:10_004_096] = bytes(4096)
    (tmp_path / "behaviour" / "model_int8.onnx").unlink()
    (tmp_path / "behaviour" / "model_int8.onnx").write_bytes(damaged)
    subject = build_classifier(tmp_path, tmp_path / "cache", budget=ThreadBudget())
    assert subject.info()[0].precision == "fp16"
    assert "model_int8.onnx is damaged" in subject.info()[0].reason


def test_test_sentences_are_not_training_sentences() -> None:
    for language in Language:
        lines = {
            part: set((DATA / f"{part}_{language}.tsv").read_text(encoding="utf-8").splitlines()[1:])
            for part in ("train", "test")
        }
        texts = {part: {line.split("\t")[1] for line in rows} for part, rows in lines.items()}
        assert len(texts["test"]) >= 225
        assert not texts["test"] & texts["train"]


def test_stated_quality_covers_both_languages_and_precisions() -> None:
    quality = ModelDirectory.open(models_dir() / "behaviour").manifest.quality
    measured = {
        (row.precision, row.language) for row in quality if row.measure == "accuracy" and row.cases >= 200
    }
    assert measured == {(precision, language) for precision in ("int8", "fp16") for language in Language}
