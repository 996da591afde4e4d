"""Reads the training speech and cuts augmented examples from it, for the trainer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

import numpy as np
import scipy.fft
from numpy.typing import NDArray

from app.core.phones import PHONES
from models.recipes.aligner.degrade import room_response
from models.recipes.aligner.network import HOP, RATE

IGNORED = 255
SILENT = PHONES.index("sil")
HOPS = 300
WEIGHTS = {"espeak-en": 22, "espeak-ar": 20, "flite": 22, "hibari": 16, "festival": 8, "kokoro": 20}
Generator = np.random.Generator


@dataclass(frozen=True, slots=True)
class Recordings:
    """Utterances of one file: sound int16, class of every sample (IGNORED where times are coarse)."""

    sound: NDArray[np.int16]
    classes: NDArray[np.uint8]
    offsets: NDArray[np.int64]

    @classmethod
    def read(cls, path: Path) -> Recordings:
        """Read what `make_data` or `realign` wrote."""
        with np.load(path) as stored:
            sound, offsets, rows, edge_ms = (stored[name] for name in ("sound", "offsets", "rows", "edge_ms"))
        classes = np.full(len(sound), SILENT, np.uint8)
        for number, start, end, phone, _ in rows:
            classes[offsets[number] + start : offsets[number] + end] = phone
        _mask_split_symbols(classes, rows, offsets)
        _mask_edges(classes, int(edge_ms) * RATE // 1000)
        return cls(sound, classes, offsets)


def _mask_split_symbols(classes: NDArray[np.uint8], rows: NDArray[Any], offsets: NDArray[Any]) -> None:
    """Between two phones of one symbol nobody knows the border: leave out the middle half."""
    for (number, start, middle, one, sure), (_, _, end, other, sure2) in pairwise(rows):
        if not (sure or sure2) and one != other and end > middle:
            begin = offsets[number]
            classes[begin + (start + middle) // 2 : begin + (middle + end) // 2] = IGNORED


def _mask_edges(classes: NDArray[np.uint8], reach: int) -> None:
    if reach:
        for border in np.flatnonzero(np.diff(classes)) + 1:
            classes[max(0, border - reach) : border + reach] = IGNORED


@dataclass(frozen=True, slots=True)
class Batch:
    """Sound `[batch, samples]`; two classes a hop and the share of the second; which hops count."""

    sound: NDArray[np.float32]
    first: NDArray[np.int64]
    second: NDArray[np.int64]
    share: NDArray[np.float32]
    counts: NDArray[np.bool_]


class Corpus:
    """Draws batches, files weighted by voice family."""

    def __init__(self, folder: Path) -> None:
        paths = sorted(folder.glob("*.npz"))
        self._files = [Recordings.read(path) for path in paths]
        families = [next(name for name in WEIGHTS if path.stem.startswith(name)) for path in paths]
        weights = np.asarray([WEIGHTS[family] / families.count(family) for family in families])
        self._weights = weights / weights.sum()

    def batches(self, size: int, seed: tuple[int, ...]) -> Iterator[Batch]:
        """Endless batches, made ahead in one background thread."""
        ahead: Queue[Batch] = Queue(maxsize=6)
        rng = np.random.default_rng(seed)

        def fill() -> None:
            while True:
                ahead.put(self._batch(size, rng))

        Thread(target=fill, daemon=True).start()
        while True:
            yield ahead.get()

    def _batch(self, size: int, rng: Generator) -> Batch:
        examples = [self._example(rng) for _ in range(size)]
        sounds, classes = (np.stack(part) for part in zip(*examples, strict=True))
        return Batch(sounds, *_hop_targets(classes))

    def _example(self, rng: Generator) -> tuple[NDArray[np.float32], NDArray[np.uint8]]:
        sound, classes = self._cut(rng)
        if rng.random() < 0.15:  # a second talker, low
            sound = sound + self._cut(rng)[0] * 10 ** rng.uniform(-1.7, -1.0)
        return augmented(sound, rng), classes

    def _cut(self, rng: Generator) -> tuple[NDArray[np.float32], NDArray[np.uint8]]:
        """A window over a random utterance at a random speed, silence where it reaches beyond."""
        file = self._files[rng.choice(len(self._files), p=self._weights)]
        number = rng.integers(len(file.offsets) - 1)
        begin, end = file.offsets[number : number + 2]
        size = HOPS * HOP
        speed = rng.uniform(0.86, 1.16) if rng.random() < 0.5 else 1.0
        places = np.arange(size) * speed
        slack = int(rng.choice([0, RATE // 10, RATE]))
        start = rng.integers(-slack, max(1, end - begin - size + slack))
        places += start
        inside = (places >= 0) & (places < end - begin - 1)
        whole = np.clip(places, 0, end - begin - 1).astype(np.int64)
        after = np.minimum(whole + 1, end - begin - 1)
        here = file.sound[begin + whole].astype(np.float32)
        mixed = here + (file.sound[begin + after] - here) * (places - whole).astype(np.float32)
        return mixed * inside / 32768, np.where(inside, file.classes[begin + whole], SILENT).astype(np.uint8)


def _hop_targets(classes: NDArray[np.uint8]) -> tuple[NDArray[Any], ...]:
    """Soft targets: hop t covers the samples from half a hop before its centre to half a hop after."""
    half = HOP // 2
    padded = np.pad(classes, ((0, 0), (half, 0)), mode="edge")[:, : HOPS * HOP]
    blocks = padded.reshape(len(classes), HOPS, HOP)
    first, second = blocks[:, :, 0], blocks[:, :, -1]
    share = (blocks != first[:, :, None]).mean(axis=2)
    counts = (blocks != IGNORED).all(axis=2)
    safe = [np.where(counts, part, 0).astype(np.int64) for part in (first, second)]
    return (*safe, share.astype(np.float32), counts)


def augmented(sound: NDArray[np.float32], rng: Generator) -> NDArray[np.float32]:
    """Room, colour, band limits, noise, codec steps and level, as recordings and devices bring them."""
    spectrum = scipy.fft.rfft(sound, 2 * len(sound))
    spectrum *= _response(len(spectrum), rng)
    if rng.random() < 0.4:
        spectrum *= scipy.fft.rfft(_room(rng), 2 * len(sound))
    shaped = scipy.fft.irfft(spectrum)[: len(sound)].astype(np.float32)
    level = np.sqrt(np.mean(shaped**2)) + 1e-5
    noisy = shaped + _noise(len(sound), rng) * level * 10 ** (-rng.uniform(5, 60) / 20)
    gain = 10 ** (rng.uniform(-42, -10) / 20) / level
    scaled = np.clip(noisy * gain, -1, 1)
    return (_mu_law(scaled) if rng.random() < 0.05 else scaled).astype(np.float32)


def _response(bins: int, rng: Generator) -> NDArray[np.float32]:
    """Gain by frequency: tilt, slow ripple, and sometimes a telephone's or a codec's band."""
    hertz = np.linspace(0, RATE / 2, bins, dtype=np.float32)
    octaves = np.log2(np.maximum(hertz, 60) / 1000)
    decibel = rng.uniform(-3, 3) * octaves
    decibel += rng.uniform(0, 5) * np.sin(octaves * rng.uniform(1, 5) + rng.uniform(0, 6))
    kind = rng.random()
    if kind < 0.12:
        decibel += _cut_below(hertz, 300) + _cut_above(hertz, 3400)
    elif kind < 0.3:
        decibel += _cut_above(hertz, rng.uniform(3500, 7500))
    elif kind < 0.4:
        decibel += _cut_below(hertz, rng.uniform(80, 300))
    return (10 ** (decibel / 20)).astype(np.float32)


def _cut_above(hertz: NDArray[np.float32], corner: float) -> NDArray[np.float32]:
    return np.clip((corner - hertz) / 250, -1, 0) * 60


def _cut_below(hertz: NDArray[np.float32], corner: float) -> NDArray[np.float32]:
    return np.clip((hertz - corner) / corner * 2, -1, 0) * 40


def _room(rng: Generator) -> NDArray[np.float32]:
    """A direct path and an exponential tail of up to a third of a second, or one of the drawn rooms."""
    if rng.random() < 0.5:
        rooms = drawn_rooms()
        return rooms[rng.integers(len(rooms))]
    length = int(rng.uniform(0.05, 0.35) * RATE)
    decay = np.exp(-np.arange(length) / (length / rng.uniform(3, 7)))
    tail = rng.standard_normal(length) * decay * rng.uniform(0.01, 0.12)
    tail[0] = 1.0
    return tail.astype(np.float32)


@cache
def drawn_rooms(count: int = 60) -> list[NDArray[np.float32]]:
    """Responses of rooms of any size, furnishing and distance that an exhibit may have."""
    rng = np.random.default_rng(5)
    return [_drawn_room(rng) for _ in range(count)]


def _drawn_room(rng: Generator) -> NDArray[np.float32]:
    length, width, height = rng.uniform(2.5, 9), rng.uniform(2.2, 7), rng.uniform(2.2, 4)
    size = (length, width, height)
    talker, microphone = ((rng.uniform(0.4, side - 0.4) for side in size) for _ in range(2))
    return room_response(size, tuple(talker), tuple(microphone), wall=rng.uniform(0.5, 0.9)).astype(
        np.float32
    )


def _noise(length: int, rng: Generator) -> NDArray[np.float32]:
    """White to brown noise with a slow swell, unit level."""
    spectrum = scipy.fft.rfft(rng.standard_normal(length, dtype=np.float32))
    spectrum *= np.maximum(np.arange(len(spectrum)), 60) ** np.float32(-rng.uniform(0, 1.2))
    noise = scipy.fft.irfft(spectrum, length)
    return (noise / (np.std(noise) + 1e-9)).astype(np.float32)


def _mu_law(sound: NDArray[np.float32]) -> NDArray[np.float32]:
    squeezed = np.sign(sound) * np.log1p(255 * np.abs(sound)) / np.log(256)
    steps = np.round(squeezed * 127) / 127
    return np.sign(steps) * (256 ** np.abs(steps) - 1) / 255
