from __future__ import annotations

import itertools

import numpy as np
import pytest

from app.avatar.poses import CLOSURES, DOMINANCE, INDEX, JAW, REST, poses
from app.core.mouth import POSE_FIELDS
from app.core.types import Language
from app.core.visemes import VISEMES

WIDTH, ROUND, PRESS, LIP_UNDER_TEETH, TIP = (
    POSE_FIELDS.index(field) for field in ("width", "round", "press", "lip_under_teeth", "tongue_tip")
)


@pytest.mark.parametrize("language", Language)
def test_every_viseme_has_a_pose_inside_the_ranges(language: Language) -> None:
    table = poses(language)
    assert table.shape == (len(VISEMES), len(POSE_FIELDS))
    others = np.delete(table, WIDTH, axis=1)
    assert others.min() >= 0.0
    assert others.max() <= 1.0
    assert np.abs(table[:, WIDTH]).max() <= 1.0
    assert not table.flags.writeable


@pytest.mark.parametrize("language", Language)
def test_no_two_visemes_look_alike(language: Language) -> None:
    for one, other in itertools.combinations(VISEMES, 2):
        apart = np.abs(poses(language)[INDEX[one]] - poses(language)[INDEX[other]]).sum()
        assert apart > 0.25, f"{one} and {other}"


def test_dominance_is_positive_so_that_every_mean_exists() -> None:
    assert DOMINANCE.shape == (len(VISEMES), len(POSE_FIELDS))
    assert DOMINANCE.min() > 0.0


def test_closures_close_and_rest_is_closed_but_not_pressed() -> None:
    table = poses(Language.EN)
    assert table[INDEX["PP"], PRESS] == 1.0
    assert table[INDEX["PP"], JAW] == 0.0
    assert table[INDEX["FF"], LIP_UNDER_TEETH] == 1.0
    assert {"PP", "FF"} == CLOSURES
    assert REST[JAW] == 0.0
    assert REST[PRESS] < 0.3


def test_vowels_differ_as_lips_can_be_read() -> None:
    table = poses(Language.EN)
    assert table[:, JAW].argmax() == INDEX["aa"]
    assert table[:, WIDTH].argmax() == INDEX["I"]
    assert table[:, ROUND].argmax() == INDEX["U"]
    assert table[:, TIP].argmax() == INDEX["TH"]


def test_arabic_r_leaves_the_lips_alone() -> None:
    english, arabic = (poses(language)[INDEX["RR"]] for language in (Language.EN, Language.AR))
    assert english[ROUND] > 0.3
    assert arabic[ROUND] == 0.0
