from __future__ import annotations

import pytest

from app.classify.own_labels import Labels
from models.recipes.classifier.check_data import (
    LABELS,
    alike_share,
    duplicates,
    likeness,
    part_problems,
    problems,
    split_problems,
    zero_shot_problems,
)
from models.recipes.classifier.examples import Example
from models.recipes.classifier.zero_shot_sets import ZeroShotLabel, set_paths


def example(text: str, *, label: str = "greeting", domain: str = "bank") -> Example:
    return Example(text, label, "en", domain=domain)


def test_the_labelled_sentences_of_the_folder_have_no_problem() -> None:
    assert list(problems()) == []


def test_likeness_is_shared_words_over_all_words() -> None:
    found = likeness(["The red train.", "A blue boat"], ["the RED bus"])
    assert found[:, 0].tolist() == pytest.approx([0.5, 0])


def test_sentences_from_a_template_are_found() -> None:
    made = [f"Welcome to our lovely old {noun}, dear guests" for noun in ("bank", "mill", "farm")]
    assert alike_share(made) == 1
    assert any("share over" in text for text in part_problems("train", [example(text) for text in made]))


def test_duplicates_do_not_hide_behind_case_and_marks() -> None:
    assert list(duplicates(["أَهْلًا!", "أهلا", "Hello"])) == ["اهلا"]


def test_a_label_or_domain_that_does_not_belong_is_named() -> None:
    found = "\n".join(part_problems("test", [example("Hi", label="joy"), example("Ho", domain="coast")]))
    assert "'joy'" in found and "'coast'" in found and f"{LABELS[0]}: 1 texts" in found


def test_training_on_test_sentences_is_found_though_a_word_was_changed() -> None:
    held_out = [example("Please do not lean on the old brass railing")]
    copied = list(split_problems([example("please do not lean on the old brass railing!")], held_out))
    changed = list(split_problems([example("Please do not lean on the new brass railing")], held_out))
    apart = list(split_problems([example("Do not feed the birds please")], held_out))
    assert "in train and test" in copied[0] and "too near" in changed[0] and apart == []


def test_a_zero_shot_set_keeps_its_examples_out_of_its_tests() -> None:
    label = ZeroShotLabel("sea", "about the sea", examples=["A wave"], tests=["a wave!"])
    found = "\n".join(zero_shot_problems([label]))
    assert "1 examples instead of 6" in found and "twice: a wave" in found and "80 are needed" in found


def test_the_zero_shot_sets_are_labels_that_the_program_reads() -> None:
    sets = {path.stem: [label.name for label in Labels.read(path).labels] for path in set_paths()}
    assert sorted(sets) == ["audiences", "intents", "moods", "topics"]
    assert all(5 <= len(names) <= 7 for names in sets.values())
