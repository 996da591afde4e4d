"""Mouth against sound as a visitor gets them: a patch of the X window and the sink's monitor, from outside.

The observer is a process of its own and knows nothing of the kiosk's clocks; both of its senses are
stamped with the monotonic clock. It finds what to watch by itself: the patch that differs most
between sound and silence during the calibration claps.

    python -m tests.benchmarks.mouth_offset --events 50 [--inject-ms 60]
"""

# ruff: noqa: T201 - a command prints its figures
from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.core.types import SPEECH_RATE
from tests.benchmarks.clapper import CALIBRATION_CLAPS, CALIBRATION_LENGTH, CALIBRATION_PERIOD
from tests.display import Eye, VirtualDisplay
from tests.pulse import Ear, PulseServer

_PATCH: Final = 12  # pixels a side
_COARSE: Final = 4  # every fourth pixel is enough to find it by
_LEAST_CONTRAST: Final = 20.0  # of 255
_LOOKS_APART: Final = 0.04
_SETTLED: Final = 0.15  # seconds after which a picture surely belongs to the sound
_GAP: Final = 0.15  # silence that separates two claps
_NEAR: Final = 0.2  # farther from its clap, an opening is not its own
_PATIENCE: Final = 60.0


@dataclass(frozen=True)
class Spot:
    """A patch of pixels that shows whether the mouth is open: brighter or darker than `threshold`."""

    x: int
    y: int
    threshold: float
    brighter: bool
    contrast: float


@dataclass(frozen=True)
class Offsets:
    """Mouth minus sound for each clap in order, in milliseconds; NaN where no opening was seen."""

    milliseconds: NDArray[np.float64]
    looks_per_second: float

    def of(self, first: int, every: int = 1) -> NDArray[np.float64]:
        """Those that were seen among claps `first`, `first + every`, …"""
        own = self.milliseconds[first::every]
        return own[np.isfinite(own)]


def observe(events: int, late_ms: Sequence[float] = (0.0,)) -> Offsets:
    """Run the clapper on a private display and sound server and watch it."""
    server, display = PulseServer(), VirtualDisplay()
    try:
        ear = server.add_sink()
        eye = Eye(display)
        try:
            return _watch(_clapper(events, late_ms, server.env | display.env), eye, ear)
        finally:
            eye.close()
    finally:
        display.close()
        server.close()


def _clapper(events: int, late_ms: Sequence[float], env: dict[str, str]) -> subprocess.Popen[bytes]:
    command = (sys.executable, "-m", "tests.benchmarks.clapper", "--events", str(events), "--late-ms")
    return subprocess.Popen((*command, *map(str, late_ms)), env=os.environ | env)


def _watch(clapper: subprocess.Popen[bytes], eye: Eye, ear: Ear) -> Offsets:
    try:
        began = _first_sound(clapper, ear)
        spot = _calibrate(eye, began)
        since = time.monotonic()
        openings, looks = _openings(clapper, eye, spot)
        lasted = time.monotonic() - since
    finally:
        clapper.terminate()
        clapper.wait(_PATIENCE)
    sounds = ear.heard(since).onsets(quiet=_GAP)
    return Offsets(_matched(np.array(sounds), np.array(openings)), looks / lasted)


def _first_sound(clapper: subprocess.Popen[bytes], ear: Ear) -> float:
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline and clapper.poll() is None:
        if onsets := ear.heard(time.monotonic() - 1.0).onsets():
            return onsets[0]
        time.sleep(0.05)
    raise RuntimeError("the clapper made no sound")


def _calibrate(eye: Eye, began: float) -> Spot:
    """Watch the whole screen during the calibration claps; the patch that follows the sound is the mouth."""
    period, length = CALIBRATION_PERIOD / SPEECH_RATE, CALIBRATION_LENGTH / SPEECH_RATE
    opened: list[NDArray[np.float32]] = []
    closed: list[NDArray[np.float32]] = []
    while time.monotonic() < began + CALIBRATION_CLAPS * period:
        moment, picture = eye.look(0, 0, *eye.size)
        phase = (moment - began) % period
        if _SETTLED < phase < length:
            opened.append(picture[::_COARSE, ::_COARSE])
        elif phase > length + _SETTLED:
            closed.append(picture[::_COARSE, ::_COARSE])
        time.sleep(_LOOKS_APART)
    return _clearest(np.array(opened), np.array(closed))


def _clearest(opened: NDArray[np.float32], closed: NDArray[np.float32]) -> Spot:
    """The patch whose brightness differs most between the two, measured against how it wavers.

    A patch, not a pixel: it lies within the mouth, where a swaying head does not move an edge over it.
    """
    opened, closed = _patches(opened), _patches(closed)
    difference = opened.mean(axis=0) - closed.mean(axis=0)
    wavering = opened.std(axis=0) + closed.std(axis=0) + 4.0
    row, column = np.unravel_index(int(np.argmax(np.abs(difference) / wavering)), difference.shape)
    contrast = float(difference[row, column])
    threshold = float(closed[:, row, column].mean() + contrast / 2)
    return Spot(int(column) * _COARSE, int(row) * _COARSE, threshold, contrast > 0, abs(contrast))


def _patches(pictures: NDArray[np.float32]) -> NDArray[np.float32]:
    """Mean brightness of the patch that begins at each place, for all pictures `[n, rows, columns]`."""
    size = _PATCH // _COARSE
    summed = np.pad(pictures.astype(np.float64), ((0, 0), (1, 0), (1, 0))).cumsum(axis=1).cumsum(axis=2)
    corners = summed[:, size:, size:] - summed[:, :-size, size:]
    corners -= summed[:, size:, :-size] - summed[:, :-size, :-size]
    return np.asarray(corners / size**2, dtype=np.float32)


def _openings(clapper: subprocess.Popen[bytes], eye: Eye, spot: Spot) -> tuple[list[float], int]:
    """Look at the spot about a thousand times a second until the clapper ends."""
    openings: list[float] = []
    before, was_open, looks = time.monotonic(), True, 0
    while clapper.poll() is None:
        moment, picture = eye.look(spot.x, spot.y, _PATCH, _PATCH)
        is_open = bool((picture.mean() > spot.threshold) == spot.brighter)
        if is_open and not was_open:
            openings.append((before + moment) / 2)
        before, was_open = moment, is_open
        looks += 1
        time.sleep(0.0005)
    return openings, looks


def _matched(sounds: NDArray[np.float64], openings: NDArray[np.float64]) -> NDArray[np.float64]:
    """For each sound the nearest opening's distance in milliseconds, NaN beyond `_NEAR`."""
    if not len(openings):
        return np.full(len(sounds), np.nan)
    distances = openings[None, :] - sounds[:, None]
    nearest = distances[np.arange(len(sounds)), np.abs(distances).argmin(axis=1)]
    return np.where(np.abs(nearest) < _NEAR, 1e3 * nearest, np.nan)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=50)
    parser.add_argument("--inject-ms", type=float, default=0.0, help="draw the mouth so much too late")
    options = parser.parse_args()
    offsets = observe(options.events, (options.inject_ms,))
    seen = offsets.of(0)
    median, spread = np.median(seen), np.percentile(np.abs(seen), 95)
    print(f"claps {options.events}, seen {len(seen)}, {offsets.looks_per_second:.0f} looks a second")
    print(f"mouth - sound, ms: median {median:+.1f}, mean {seen.mean():+.1f}, sd {seen.std():.1f}")
    print(f"range {seen.min():+.1f} … {seen.max():+.1f}, p95 of the absolute offset {spread:.1f}")
    good = len(seen) == options.events and abs(median - options.inject_ms) <= 10
    return 0 if good and (options.inject_ms or spread <= 25) else 1


if __name__ == "__main__":
    sys.exit(main())
