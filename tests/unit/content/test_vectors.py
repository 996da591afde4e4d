"""Vectors are computed once, and again whenever the file cannot be trusted."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from app.content.vectors import vectors_of
from tests.fakes.embedding import SpellingEncoder

TEXTS = ("Why do frogs croak?", "لماذا تنق الضفادع؟", "Hello newt")


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A file that holds the vectors of `TEXTS`."""
    path = tmp_path / "packs" / "pond.vectors"
    vectors_of(TEXTS, SpellingEncoder().embed, kept=path)
    return path


def test_kept_vectors_spare_the_encoder(kept: Path) -> None:
    encoder = SpellingEncoder()
    again = vectors_of(TEXTS, encoder.embed, kept=kept)
    np.testing.assert_array_equal(again, SpellingEncoder().embed(TEXTS))
    assert encoder.asked == 1  # the sample that proves it is the same encoder
    assert not again.flags.writeable


@pytest.mark.parametrize("where", [0, 40, 70, 200, -1])
def test_a_damaged_file_is_rebuilt(kept: Path, where: int) -> None:
    data = bytearray(kept.read_bytes())
    whole = bytes(data)
    data[where] ^= 0xFF
    kept.write_bytes(bytes(data))
    np.testing.assert_array_equal(
        vectors_of(TEXTS, SpellingEncoder().embed, kept=kept), SpellingEncoder().embed(TEXTS)
    )
    assert kept.read_bytes() == whole


@pytest.mark.parametrize("size", [0, 10, 64, 100])
def test_a_torn_file_is_rebuilt(kept: Path, size: int) -> None:
    kept.write_bytes(kept.read_bytes()[:size])
    vectors_of(TEXTS, SpellingEncoder().embed, kept=kept)
    encoder = SpellingEncoder()
    vectors_of(TEXTS, encoder.embed, kept=kept)
    assert encoder.asked == 1


def test_other_texts_or_another_encoder_make_the_file_stale(kept: Path) -> None:
    others = ("Why do toads croak?", *TEXTS[1:])
    np.testing.assert_array_equal(
        vectors_of(others, SpellingEncoder().embed, kept=kept), SpellingEncoder().embed(others)
    )
    other = SpellingEncoder(seed=7)
    np.testing.assert_array_equal(
        vectors_of(others, other.embed, kept=kept), SpellingEncoder(seed=7).embed(others)
    )


def test_a_disk_that_refuses_costs_only_time(tmp_path: Path) -> None:
    (tmp_path / "packs").write_text("a file where the folder should be")
    vectors = vectors_of(TEXTS, SpellingEncoder().embed, kept=tmp_path / "packs" / "pond.vectors")
    np.testing.assert_array_equal(vectors, SpellingEncoder().embed(TEXTS))
