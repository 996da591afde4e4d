"""Confidence is what experience made of a posterior; without experience it is the posterior."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from pydantic import ValidationError

from app.align.calibration import CALIBRATION, RAW, Calibration, Curve
from app.align.free import recognise
from app.align.known_text import align_text
from app.align.listeners import Listeners
from app.core.errors import ModelError
from app.core.resources import models_dir
from app.core.timeline import Timeline
from app.core.types import SPEECH_RATE, Language, Phone, PhoneToken
from app.inference.decisions import Decisions
from app.inference.manifest import ModelDirectory, ModelFile
from app.inference.manifest_file import write_manifest
from app.inference.runner import Tensors
from app.inference.variants import Chooser, Golden
from tests.unit.align.conftest import MakeEmissions

SPELLED = [("sil", 10), ("m", 9), ("aː", 20), ("sil", 10)]
TOKENS = (PhoneToken("m", 0), PhoneToken("aː", 0))


def _phones(*confidences: float | None) -> Timeline[Phone]:
    items = tuple(Phone("m", n * 100, n * 100 + 100, 0, one) for n, one in enumerate(confidences))
    return Timeline(items, len(items) * 100, SPEECH_RATE)


def _copied(language: Language, folder: Path, told: str | None) -> ModelDirectory:
    """The shipped directory's manifest with a calibration of the test's own, or with none."""
    shipped = ModelDirectory.open(models_dir() / f"phones-{language}")
    for file in shipped.all_files():
        if file.name != CALIBRATION:
            (folder / file.name).symlink_to((shipped.path / file.name).resolve())
    files = [file for file in shipped.manifest.files if file.name != CALIBRATION]
    if told is not None:
        (folder / CALIBRATION).write_text(told, encoding="utf-8")
        files.append(ModelFile.of(folder / CALIBRATION))
    write_manifest(folder, shipped.manifest.model_copy(update={"files": tuple(files)}))
    return ModelDirectory.open(folder)


def test_the_curve_is_applied_between_its_points_and_unknown_stays_unknown() -> None:
    found = Curve(posterior=(0.0, 0.5, 1.0), in_place=(0.2, 0.6, 0.9)).applied(_phones(0.0, 0.25, None, 1.0))
    assert [one.confidence for one in found] == [pytest.approx(0.2), pytest.approx(0.4), None, 0.9]
    assert [(one.start, one.end) for one in found] == [(0, 100), (100, 200), (200, 300), (300, 400)]


def test_more_posterior_is_never_less_confidence() -> None:
    for language in Language:
        shipped = Calibration.of(ModelDirectory.open(models_dir() / f"phones-{language}"))
        assert shipped != RAW
        for curve in (shipped.text, shipped.ear):
            told = curve.applied(_phones(*np.linspace(0, 1, 101).tolist()))
            confidences = [one.confidence or 0.0 for one in told]
            assert all(0 <= one <= 1 for one in confidences)
            assert confidences == sorted(confidences)
            assert confidences[-1] - confidences[0] > 0.2


@pytest.mark.parametrize(
    ("posterior", "in_place"),
    [
        ((0.0, 0.0), (0.0, 1.0)),
        ((0.0, 1.0), (1.0, 0.0)),
        ((0.0, 1.0), (0.0, 0.5, 1.0)),
        ((0.0, 2.0), (0.0, 1.0)),
    ],
)
def test_a_curve_that_does_not_rise_is_refused(
    posterior: tuple[float, ...], in_place: tuple[float, ...]
) -> None:
    with pytest.raises(ValidationError):
        Curve(posterior=posterior, in_place=in_place)


def test_the_check_keeps_raw_posteriors_and_the_timeline_carries_calibrated_ones(
    emissions_of: MakeEmissions,
) -> None:
    raw = emissions_of(SPELLED)
    humble = Calibration(
        text=Curve(posterior=(0.0, 1.0), in_place=(0.01, 0.05)),
        ear=Curve(posterior=(0.0, 1.0), in_place=(0.0, 0.5)),
    )
    known = type(raw)(raw.log_posteriors, raw.labels, raw.hop, raw.duration, humble)
    phones, confidence = align_text(known, TOKENS)  # 0.05 would be unheard, were the check to see it
    before, sure = align_text(raw, TOKENS)
    assert [one.start for one in phones] == [one.start for one in before]
    assert confidence == pytest.approx(0.01 + 0.04 * sure)
    assert [one.confidence for one in recognise(known)] == [one.confidence for one in recognise(raw)]


def test_a_directory_without_the_file_gives_raw_confidence(tmp_path: Path) -> None:
    assert Calibration.of(_copied(Language.EN, tmp_path, None)) == RAW
    assert RAW.text.applied(_phones(0.3)).items[0].confidence == pytest.approx(0.3)


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        ("{", "Invalid JSON"),
        (json.dumps({"text": {"posterior": [1, 0], "in_place": [0, 1]}}), "must rise"),
        (json.dumps({"within_ms": 50}), "less than or equal to 20"),
    ],
)
def test_a_file_that_is_no_calibration_is_named_with_the_remedy(
    tmp_path: Path, told: str, reason: str
) -> None:
    with pytest.raises(ModelError, match=f"calibration.json.*{reason}.*install the models again"):
        Calibration.of(_copied(Language.AR, tmp_path, told))


class _Deaf:
    """A network that is only opened."""

    cache = ""
    facts: ClassVar[Mapping[str, Any]] = {"threads": 1}

    def run(self, inputs: Tensors) -> Tensors:
        return Golden.of(ModelDirectory.open(models_dir() / "phones-en")).outputs

    def another(self) -> _Deaf:
        return self

    def distrust(self) -> bool:
        return False


def test_a_damaged_file_costs_only_the_calibration_and_the_panel_says_so(tmp_path: Path) -> None:
    (tmp_path / "phones-en").mkdir()
    told = json.dumps({"text": {"posterior": [0, 1], "in_place": [0, 0.5]}})
    directory = _copied(Language.EN, tmp_path / "phones-en", told)
    (directory.path / CALIBRATION).write_text("{", encoding="utf-8")
    chooser = Chooser(lambda *_: _Deaf(), "no runtime", Decisions(tmp_path / "decisions"))
    listeners = Listeners(tmp_path, chooser, threads=1)
    listeners.of(Language.EN)
    (shown,) = listeners.info()
    assert shown.precision == "int8"
    assert "confidence is not calibrated" in shown.reason
    assert "calibration.json is damaged" in shown.reason
