"""Collects the words of the texts that were written for this project, so that none is taken for a slip.

`python -m models.recipes.retrieval.words` writes assets/retrieval/words_en.txt and words_ar.txt (stems).
Test sentences and evaluation questions are not read.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Final

from app.content.normalise import language_of, normalised
from app.content.stemming import stem
from app.core.resources import assets_dir
from app.core.types import Language

_RECIPES: Final = Path(__file__).parents[1]


def main() -> None:
    """Write both lists."""
    words = set(chain.from_iterable(_words(path) for path in _sources()))
    found = {
        Language.EN: {word for word in words if language_of(word) is Language.EN and len(word) > 2},
        Language.AR: {stem(word) for word in words if language_of(word) is Language.AR},
    }
    for language, own in found.items():
        path = assets_dir() / "retrieval" / f"words_{language}.txt"
        path.write_text("\n".join(sorted(own)) + "\n", encoding="utf-8")
        print(f"{path.name}: {len(own)}")


def _sources() -> Iterator[Path]:
    data = _RECIPES / "classifier" / "data"
    for folder, pattern in ((data, "train_*.tsv"), (data / "label_sets", "*"), (data / "zero_shot", "*")):
        yield from sorted(folder.glob(pattern))
    yield from sorted((_RECIPES / "aligner" / "text").glob("train_*.txt"))


def _words(path: Path) -> list[str]:
    return normalised(path.read_text(encoding="utf-8")).split()


if __name__ == "__main__":
    main()
