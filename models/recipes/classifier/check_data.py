"""Checks the labelled sentences: counts, duplicates, the split, and that they were not made from templates.

`python -m models.recipes.classifier.check_data` prints a table and every problem; with one, exit code 1.
Likeness of two texts is the Jaccard index of their normalised words: shared words ÷ all words of both.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.content.normalise import normalised
from app.core.types import BehaviourLabel
from models.recipes.classifier.examples import Example, read_examples
from models.recipes.classifier.zero_shot_sets import LANGUAGES, ZeroShotLabel, read_set, set_paths

LABELS: Final = tuple(label.value for label in BehaviourLabel if label is not BehaviourLabel.NEUTRAL)
TEST_DOMAINS: Final = frozenset(
    {"railway", "planetarium", "hospital", "library", "coffee"}
    | {"football", "airport", "bank", "mountain", "textile"}
)
TRAIN_DOMAINS: Final = frozenset(
    {"coast", "archaeology", "history", "garden", "science", "zoo", "art", "heritage"}
    | {"desert", "shopping", "hotel", "school", "everyday", "technology", "cooking", "metro"}
)
ALIKE: Final = 0.6
ALIKE_SHARE: Final = 0.05
TOO_NEAR: Final = 0.75
"""A training text this like a test text is the same sentence with a word changed."""
_SHORT: Final = 4
"""Texts of fewer words ("Good morning!") may be in both parts only if they are not equal."""
TEST_MINIMUM: Final = 45
ZERO_SHOT_EXAMPLES: Final = 6
ZERO_SHOT_TESTS: Final = 80

Float32 = NDArray[np.float32]


@cache
def _plain(text: str) -> str:
    """`normalised`, once for each text: every check compares by it."""
    return normalised(text)


def likeness(left: Sequence[str], right: Sequence[str]) -> Float32:
    """Jaccard index of the words of every text on the left with every one on the right, `[left, right]`."""
    sets = [frozenset(_plain(text).split()) for text in (*left, *right)]
    places = {word: place for place, word in enumerate(sorted(frozenset().union(*sets)))}
    has = np.zeros((len(sets), max(1, len(places))), np.float32)
    for row, words in enumerate(sets):
        has[row, [places[word] for word in words]] = 1
    one, other = has[: len(left)], has[len(left) :]
    shared = one @ other.T
    either: Float32 = one.sum(axis=1)[:, None] + other.sum(axis=1)[None] - shared
    index: Float32 = (shared / np.maximum(either, 1)).astype(np.float32)
    return index


def alike_share(texts: Sequence[str]) -> float:
    """Share of the pairs of `texts` that share over 60 % of their words."""
    if len(texts) < 2:
        return 0.0
    pairs = np.triu_indices(len(texts), k=1)
    return float((likeness(texts, texts)[pairs] > ALIKE).mean())


def duplicates(texts: Sequence[str]) -> Iterator[str]:
    """Texts that occur more than once but for case, marks and punctuation."""
    counts = Counter(map(_plain, texts))
    return (text for text, count in counts.items() if count > 1)


def part_problems(part: str, examples: Sequence[Example]) -> Iterator[str]:
    """What is wrong within one part (`train` or `test`) of one language."""
    allowed = TEST_DOMAINS if part == "test" else TRAIN_DOMAINS
    for example in examples:
        if example.label not in LABELS:
            yield f"unknown label {example.label!r}: {example.text}"
        if not _plain(example.text):
            yield f"no words: {example.text!r}"
    if part == "test" or any(example.domain for example in examples):
        yield from (
            f"domain {example.domain!r} does not belong to {part}: {example.text}"
            for example in examples
            if example.domain not in allowed
        )
    yield from (f"twice: {text}" for text in duplicates([example.text for example in examples]))
    yield from _label_problems(part, examples)


def _label_problems(part: str, examples: Sequence[Example]) -> Iterator[str]:
    for label in LABELS:
        own = [example.text for example in examples if example.label == label]
        if part == "test" and len(own) < TEST_MINIMUM:
            yield f"{label}: {len(own)} texts, {TEST_MINIMUM} are needed"
        if (share := alike_share(own)) > ALIKE_SHARE:
            yield f"{label}: {share:.1%} of the pairs share over {ALIKE:.0%} of their words"


def split_problems(train: Sequence[Example], test: Sequence[Example]) -> Iterator[str]:
    """Training texts that are, or nearly are, test texts."""
    if not train or not test:
        return
    known, held_out = [example.text for example in train], [example.text for example in test]
    same = {_plain(text) for text in held_out}
    longer = np.array([len(_plain(text).split()) >= _SHORT for text in known])
    near = (likeness(known, held_out) >= TOO_NEAR) & longer[:, None]
    for text, row in zip(known, near, strict=True):
        if _plain(text) in same:
            yield f"in train and test: {text}"
        elif row.any():
            yield f"train {text!r} is too near to test {held_out[int(row.argmax())]!r}"


def zero_shot_problems(labels: Sequence[ZeroShotLabel]) -> Iterator[str]:
    """What is wrong with one zero-shot set in one language."""
    tests = [text for label in labels for text in label.tests]
    if len(tests) < ZERO_SHOT_TESTS:
        yield f"{len(tests)} test sentences, {ZERO_SHOT_TESTS} are needed"
    for label in labels:
        if len(label.examples) != ZERO_SHOT_EXAMPLES:
            yield f"{label.name}: {len(label.examples)} examples instead of {ZERO_SHOT_EXAMPLES}"
        if not label.description:
            yield f"{label.name}: its description is missing"
        if (share := alike_share([*label.examples, *label.tests])) > ALIKE_SHARE:
            yield f"{label.name}: {share:.1%} of the pairs share over {ALIKE:.0%} of their words"
    yield from (
        f"twice: {text}" for text in duplicates([*tests, *(t for own in labels for t in own.examples)])
    )


def problems() -> Iterator[str]:
    """Every problem of the data as it lies in the folder."""
    train, test = _by_language("train"), _by_language("test")
    for language in LANGUAGES:
        for part, rows in (("train", train[language]), ("test", test[language])):
            yield from (f"{part}_{language}: {text}" for text in part_problems(part, rows))
        yield from (f"{language}: {text}" for text in split_problems(train[language], test[language]))
        for path in set_paths():
            found = zero_shot_problems(read_set(path, language))
            yield from (f"{path.stem} {language}: {text}" for text in found)


def table() -> Iterator[str]:
    """Counts of labels and domains, and the largest share of like pairs within a label."""
    for part in ("train", "test"):
        for language, rows in _by_language(part).items():
            yield f"{part}_{language}: {len(rows)} texts"
            yield "  " + _counts(example.label for example in rows)
            yield "  " + _counts(example.domain or "(no domain)" for example in rows)
            own = {label: [row.text for row in rows if row.label == label] for label in LABELS}
            worst = max(own, key=lambda label: alike_share(own[label]))
            yield f"  most like pairs: {worst}, {alike_share(own[worst]):.2%}"
    for path in set_paths():
        for language in LANGUAGES:
            labels = read_set(path, language)
            tests = sum(len(label.tests) for label in labels)
            yield f"zero-shot {path.stem} {language}: {len(labels)} labels, {tests} test sentences"


def _by_language(part: str) -> dict[str, list[Example]]:
    examples = read_examples(part)
    return {language: [row for row in examples if row.language == language] for language in LANGUAGES}


def _counts(values: Iterator[str]) -> str:
    return ", ".join(f"{value} {count}" for value, count in sorted(Counter(values).items()))


def main() -> None:
    """Print the table and the problems."""
    print("\n".join(table()))
    found = list(problems())
    print("\n".join(found) if found else "no problems")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
