"""Rules that would stand before the model: only what the training sentences say without exception."""

from __future__ import annotations

from models.recipes.classifier.examples import Example
from models.recipes.classifier.rule_tier import answer, learned

TRAIN = [
    *(Example(f"Sorry, hall {number} is shut.", "apology", "en") for number in range(4)),
    *(Example(f"Hello, hall {number} is open.", "greeting", "en") for number in range(3)),
    Example("Hello, I must go now.", "farewell", "en"),
]


def test_a_mark_under_two_labels_is_no_rule() -> None:
    rules = learned(TRAIN, 3)
    assert rules["en", "begins sorry"] == "apology"
    assert ("en", "begins hello") not in rules


def test_rules_that_differ_say_nothing() -> None:
    rules = learned(TRAIN, 3)
    assert answer(rules, Example("Sorry, it broke", "apology", "en")) == "apology"
    assert not answer(rules, Example("Sorry, the shop is open", "apology", "en"))
    assert not answer(rules, Example("Sorry", "apology", "ar"))
