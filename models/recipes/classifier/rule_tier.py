"""Whether rules before the model would earn their place: `python -m models.recipes.classifier.rule_tier`.

A rule is a text's first or last one to three words, or its last character. It is kept where it occurs often
enough in the training sentences and under one label only. A test sentence is answered where its rules agree.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

from models.recipes.classifier.examples import Example, read_examples

LEAST: Final = (4, 8, 12, 20)
"""Training sentences that a rule must have seen, in turn."""

Rules = Mapping[tuple[str, str], str]
"""(language, what the text has) → label."""


def main() -> None:
    """Print share and precision of what rules would answer."""
    train, test = read_examples("train"), read_examples("test")
    for least in LEAST:
        rules = learned(train, least)
        answers = [(answer(rules, one), one.label) for one in test]
        given = [told == label for told, label in answers if told]
        precision = sum(given) / max(1, len(given))
        print(
            f"seen {least} times: {len(rules)} rules answer {len(given) / len(test):.1%} of {len(test)} test "
            f"sentences, {precision:.1%} of those rightly ({len(given) - sum(given)} wrong)"
        )


def learned(examples: list[Example], least: int) -> Rules:
    """Rules that were seen `least` times, and never under a second label."""
    seen: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for example in examples:
        for mark in set(marks(example.text)):
            seen[example.language, mark][example.label] += 1
    return {
        key: next(iter(labels))
        for key, labels in seen.items()
        if len(labels) == 1 and labels.total() >= least
    }


def answer(rules: Rules, example: Example) -> str:
    """The label on which all rules of a text agree; empty where none speaks or two differ."""
    found = {rules.get((example.language, mark), "") for mark in marks(example.text)} - {""}
    return found.pop() if len(found) == 1 else ""


def marks(text: str) -> Iterator[str]:
    """What rules look at."""
    words = re.findall(r"\w+", text.lower())
    for count in range(1, min(3, len(words)) + 1):
        yield f"begins {' '.join(words[:count])}"
        yield f"ends {' '.join(words[-count:])}"
    yield f"closes {text.strip()[-1:]}"


if __name__ == "__main__":
    main()
