"""The card's tables as files: what stands in them is what was measured."""

from __future__ import annotations

import csv
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from models.recipes.classifier.evaluation import score
from models.recipes.classifier.figures import write_figures
from models.recipes.classifier.head import TrainedHead

LABELS = ("calm", "loud")


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """Ten sentences; one loud one is taken for calm."""
    head = TrainedHead(np.eye(2, dtype=np.float32), np.zeros(2, np.float32), 1.0, 0.6, 0.9, 0.0, 1.0)
    truth = np.array([0] * 5 + [1] * 5)
    features = np.eye(2, dtype=np.float32)[truth] * 3
    features[9] = (1, 0)
    found = score(head, features, truth, plain=(features, truth), name=("int8", "en"))
    write_figures(tmp_path, [found], LABELS)
    return tmp_path


def test_confusions_count_each_sentence_once(written: Path) -> None:
    rows = list(csv.reader((written / "confusion_en_int8.csv").read_text("utf-8").splitlines()))
    assert rows == [["truth", "calm", "loud"], ["calm", "5", "0"], ["loud", "1", "4"]]


def test_reliability_is_a_dot_for_each_filled_tenth(written: Path) -> None:
    rows = list(csv.DictReader((written / "reliability.csv").read_text("utf-8").splitlines()))
    assert sum(int(row["sentences"]) for row in rows) == 10
    assert [float(row["right"]) for row in rows] == [0.0, 1.0]
    drawing = ET.fromstring((written / "reliability.svg").read_text(encoding="utf-8"))
    dots = drawing.findall(".//{http://www.w3.org/2000/svg}circle")
    assert len(dots) == len(rows)
    # Up is down in a drawing: all right stands at the top.
    assert float(dots[1].attrib["cy"]) == pytest.approx(0)
