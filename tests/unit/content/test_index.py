"""A pack's index is made once, and again whenever its file cannot be trusted."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from app.content.index import index_of
from app.content.pack import load_pack
from app.content.phrases import Phrase, phrases_of
from app.core.types import Language
from tests.fakes.embedding import SpellingEncoder


@pytest.fixture
def phrases(pond: Path) -> list[Phrase]:
    return list(phrases_of(load_pack(pond)))


@pytest.fixture
def kept(tmp_path: Path, phrases: list[Phrase]) -> Path:
    """A file that holds the index of the pond."""
    path = tmp_path / "packs" / "pond.index"
    index_of(phrases, SpellingEncoder().embed, kept=path)
    return path


def test_a_kept_index_spares_the_encoder(kept: Path, phrases: list[Phrase]) -> None:
    encoder = SpellingEncoder()
    again = index_of(phrases, encoder.embed, kept=kept)
    expected = SpellingEncoder().embed([phrase.text for phrase in phrases])
    np.testing.assert_array_equal(again.vectors, expected)
    assert encoder.asked == 1  # the sample that proves it is the same encoder
    assert not again.vectors.flags.writeable
    assert again.bm25(["croak"], Language.EN)


@pytest.mark.parametrize("where", [0, 40, 70, 200, -1])
def test_a_damaged_file_is_rebuilt(kept: Path, phrases: list[Phrase], where: int) -> None:
    data = bytearray(kept.read_bytes())
    whole = bytes(data)
    data[where] ^= 0xFF
    kept.write_bytes(bytes(data))
    assert index_of(phrases, SpellingEncoder().embed, kept=kept).bm25(["croak"], Language.EN)
    assert kept.read_bytes()[:32] == whole[:32]


def test_a_torn_database_is_rebuilt(kept: Path, phrases: list[Phrase], cases: Path) -> None:
    kept.write_bytes((cases / "k07_sqlite_torn.db").read_bytes())
    assert index_of(phrases, SpellingEncoder().embed, kept=kept).bm25(["croak"], Language.EN)
    encoder = SpellingEncoder()
    index_of(phrases, encoder.embed, kept=kept)
    assert encoder.asked == 1


def test_whoever_follows_the_progress_can_end_the_work(tmp_path: Path, phrases: list[Phrase]) -> None:
    def stop(_share: float) -> None:
        raise InterruptedError

    path = tmp_path / "pond.index"
    with pytest.raises(InterruptedError):
        index_of(phrases, SpellingEncoder().embed, kept=path, progress=stop)
    assert not path.exists()
