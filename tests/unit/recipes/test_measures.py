from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from app.core.timeline import Timeline
from app.core.types import SPEECH_RATE, Phone
from models.recipes.aligner.goals import MAE, SHUT, goal_of
from models.recipes.aligner.judging import judged_by_ear, judged_by_text
from models.recipes.aligner.matching import agreement, compare, partners
from models.recipes.aligner.sibilants import Span, edge_errors_ms
from models.recipes.aligner.speech import Row

MS = SPEECH_RATE // 1000


def heard(*phones: tuple[str, int, int]) -> Timeline[Phone]:
    """Phones with times in milliseconds."""
    items = tuple(Phone(ipa, start * MS, end * MS) for ipa, start, end in phones)
    return Timeline(items, items[-1].end, SPEECH_RATE)


def told(*phones: tuple[str, int, int]) -> list[Row]:
    return [Row(start / 1000, end / 1000, ipa) for ipa, start, end in phones]


def test_phones_stand_for_those_of_the_same_lips_and_extra_ones_for_none() -> None:
    assert partners(list("bət"), list("pədə")) == [(0, 0), (1, 1), (2, 2)]
    assert partners(["s", "t", "a"], ["s", "a"]) == [(0, 0), (2, 1)]


def test_a_vowel_is_never_paired_with_a_consonant() -> None:
    assert partners(["a"], ["t"]) == []


def test_errors_are_signed_and_those_of_other_lips_are_unmatched() -> None:
    reference = told(("b", 0, 100), ("a", 100, 200), ("t", 200, 300))
    found = compare(heard(("p", 0, 115), ("i", 115, 190), ("t", 190, 300)), reference)
    assert found.errors.tolist() == pytest.approx([0, -10])
    assert (found.phones, found.matched, found.paired) == (3, 2, 3)


def test_a_constant_shift_is_taken_off() -> None:
    reference = told(("b", 0, 100), ("a", 100, 200))
    found = compare(heard(("sil", 0, 20), ("b", 20, 120), ("a", 120, 200)), reference, shift_ms=20)
    assert found.errors.tolist() == pytest.approx([0, 0])
    assert found.aligned.tolist() == [1, 2]
    assert found.strays.tolist() == []


def test_a_phone_that_was_not_said_is_a_stray_and_never_in_place() -> None:
    reference = told(("b", 0, 100), ("a", 100, 200))
    timeline = heard(("b", 0, 100), ("a", 130, 190), ("s", 190, 200))
    sure = tuple(replace(one, confidence=0.9) for one in timeline)
    assert compare(timeline, reference).strays.tolist() == [2]
    assert judged_by_text(timeline, reference) is None  # pocketsphinx knows no confidence
    by_text = judged_by_text(replace(timeline, items=sure), reference)
    assert by_text is not None
    assert by_text.in_place.tolist() == [True, False, False]  # 30 ms late, and never said
    assert by_text.error() == pytest.approx(0.9 - 1 / 3)
    assert judged_by_ear(replace(timeline, items=sure), reference).in_place.tolist() == [True, False, False]


def test_agreement_counts_steps_of_the_same_viseme() -> None:
    reference = told(("sil", 0, 100), ("b", 100, 200), ("a", 200, 300), ("sil", 300, 400))
    found = agreement(heard(("sil", 0, 100), ("m", 100, 250), ("a", 250, 400)), reference)
    assert found.whole == pytest.approx(25 / 40)
    assert found.inside == pytest.approx(15 / 20)


def test_the_edges_of_a_hiss_are_found_where_they_are() -> None:
    rate = 16_000
    rng = np.random.default_rng(0)
    sound = 0.1 * np.sin(2 * np.pi * 200 * np.arange(rate) / rate)
    sound[rate * 400 // 1000 : rate * 600 // 1000] += rng.normal(0, 0.1, rate // 5)
    spans = [Span("a", 0.0, 0.42), Span("s", 0.42, 0.63), Span("a", 0.63, 1.0)]
    onset, offset = edge_errors_ms(spans, sound.astype(np.float32), rate)
    assert onset == pytest.approx(20, abs=4)
    assert offset == pytest.approx(30, abs=4)


def test_goals_belong_to_the_tests_that_they_name() -> None:
    assert goal_of("flite awb, from text", MAE) is None
    goal = goal_of("flite awb", MAE)
    assert goal is not None and goal.met(7) and not goal.met(7.1)
    closures = goal_of("lips of flite awb", SHUT)
    assert closures is not None and closures.met(98) and not closures.met(97.9)
