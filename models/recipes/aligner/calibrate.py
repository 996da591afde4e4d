"""Calibrates confidence: `python -m models.recipes.aligner.calibrate MODELS`.

Training voices say new texts, clean and through bad lines; for each phone its mean posterior and whether its
onset lies within 20 ms of the voice's own. A rising curve (isotonic, cut to 16 points) of each kind of
timeline goes into `calibration.json` of each model directory. The test split is not heard.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.isotonic import IsotonicRegression

from app.align.calibration import CALIBRATION, MOST_POINTS, Calibration, Curve
from app.core.types import Language
from app.inference.manifest import ModelDirectory, ModelFile
from app.inference.manifest_file import write_manifest
from app.speech.recording import Recordings
from models.recipes.aligner.degrade import CONDITIONS
from models.recipes.aligner.evaluate import SCRATCH, Network
from models.recipes.aligner.goals import INT8
from models.recipes.aligner.judging import Judged, judged_by_ear, judged_by_text
from models.recipes.aligner.rehearsal import rehearsal_voices
from models.recipes.aligner.trials import Test, read_clips

DIGITS = 4


def curve(judged: Judged) -> Curve:
    """The isotonic curve through what was judged, by the means of at most 14 stretches and its two ends.

    Raw where nothing was judged.
    """
    if not len(judged.confidence):
        return Curve()
    order = np.argsort(judged.confidence, kind="stable")
    posterior, in_place = judged.confidence[order], judged.in_place[order]
    risen = IsotonicRegression(y_min=0.0, y_max=1.0).fit_transform(posterior, in_place)
    means = [(posterior[own].mean(), risen[own].mean()) for own in _stretches(posterior)]
    rows = [(0.0, risen[0]), *means, (1.0, risen[-1])]
    points = dict(reversed([(round(float(x), DIGITS), round(float(y), DIGITS)) for x, y in rows]))
    return Curve(posterior=tuple(sorted(points)), in_place=tuple(points[x] for x in sorted(points)))


def _stretches(posterior: NDArray[np.float64]) -> Iterator[slice]:
    """Stretches of a rising row that are even both in its values and in how many there are."""
    ranks = np.arange(len(posterior)) / len(posterior)
    edges = np.searchsorted((ranks + posterior) / 2, np.linspace(0, 1, MOST_POINTS - 1))
    edges[-1] = len(posterior)
    yield from (slice(low, high) for low, high in pairwise(edges) if low < high)


def judged(network: Network, tests: Iterator[Test]) -> tuple[Judged, Judged]:
    """Phones of known texts, and phones read by ear; none where a hardly trained network aligns nothing."""
    text, ear = [Judged.none()], [Judged.none()]
    for test in tests:
        for sample in test.samples:
            phones = network.align(sample.spoken)
            found = None if phones is None else judged_by_text(phones, sample.rows)
            text += [] if found is None else [found]
            ear.append(judged_by_ear(network.read(sample.spoken), sample.rows))
        print(f"judged: {test.name}", flush=True)
    return Judged.joined(text), Judged.joined(ear)


def rehearsals(language: Language, recordings: Recordings, *, scratch: Path) -> Iterator[Test]:
    """Training voices by their own phones and by the text's, and through each bad line."""
    for voice in rehearsal_voices(language, scratch):
        text = Test(voice.name, language, read_clips(voice, recordings))
        own = text.with_own_phones()
        yield from (own, text.named(f"{text.name}, from text"))
        yield from (own.degraded(condition) for condition in CONDITIONS)


def replaced(directory: ModelDirectory, calibration: Calibration | None) -> None:
    """Give the directory a calibration in the place of its own, or none."""
    path = directory.path / CALIBRATION
    files = [file for file in directory.manifest.files if file.name != CALIBRATION]
    path.unlink(missing_ok=True)
    if calibration is not None:
        told = json.dumps(calibration.model_dump(), indent=1)
        path.write_text(told + "\n", encoding="utf-8")
        files.append(ModelFile.of(path))
    write_manifest(directory.path, directory.manifest.model_copy(update={"files": tuple(files)}))


def main() -> None:
    """Calibrate the INT8 networks of both directories, from their raw posteriors."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("models", type=Path)
    parser.add_argument("--scratch", type=Path, default=SCRATCH, help="keeps the speech between runs")
    options = parser.parse_args()
    directories = [ModelDirectory.open(options.models / f"phones-{language}") for language in Language]
    for directory in directories:
        replaced(directory, None)
    with tempfile.TemporaryDirectory() as folder, closing(Recordings()) as recordings:
        network = Network(options.models, INT8, Path(folder))
        for directory, language in zip(directories, Language, strict=True):
            tests = rehearsals(language, recordings, scratch=options.scratch.resolve())
            text, ear = judged(network, tests)
            found = Calibration(text=curve(text), ear=curve(ear))
            replaced(directory, found)
            print(f"{directory.path}: error before {text.error():.3f} by text, {ear.error():.3f} by ear")


if __name__ == "__main__":
    main()
