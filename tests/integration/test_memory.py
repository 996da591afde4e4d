"""Cases R1 and R9 in their short forms; `python -m tests.benchmarks.memory` has the long ones."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from app.align.aligner import build_aligner
from app.align.ladder import LadderAligner
from app.core.resources import models_dir
from app.inference.budget import ThreadBudget
from app.speech.voices import build_voices
from tests.benchmarks.memory import (
    MOST_MB,
    MOST_SHARE,
    grown_by_lengths,
    levels,
    reopening,
    share_grown,
    speaking,
)


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("compiled")


@pytest.fixture(scope="module")
def aligner(cache: Path) -> LadderAligner:
    return build_aligner(models_dir(), cache, budget=ThreadBudget())


def test_a_thousand_lengths_leave_memory_flat(aligner: LadderAligner) -> None:
    """Case R1."""
    assert grown_by_lengths(aligner, 1000, longest=1.5) < MOST_MB


def test_switching_languages_leaves_memory_flat(aligner: LadderAligner) -> None:
    """Case R9."""
    with closing(build_voices()) as voices:
        assert share_grown(list(levels(speaking(voices, aligner), 24))) < MOST_SHARE


def test_opening_and_letting_go_of_networks_leaves_memory_flat(cache: Path) -> None:
    """Case R9, for whoever makes a session at each switch."""
    assert share_grown(list(levels(reopening(cache), 15))) < MOST_SHARE
