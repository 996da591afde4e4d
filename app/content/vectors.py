"""Vectors of a pack's phrases, kept on disk so that only the first start pays for them."""

from __future__ import annotations

import hashlib
import io
import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from app.core.files import write_atomically
from app.core.ports import Progress
from app.core.types import Float32, read_only

Embed = Callable[[Sequence[str]], Float32]
"""Texts → unit vectors `[texts, width]`."""

_SAME_ENCODER: Final = 1e-3
"""Largest difference in any dimension between a stored vector and the same encoder's new one."""

_BATCH: Final = 16
"""Texts embedded in one go: short enough that who shares the encoder hardly waits."""

_DIGEST: Final = hashlib.sha256().digest_size
_log = logging.getLogger(__name__)


def vectors_of(
    texts: Sequence[str], embed: Embed, *, kept: Path | None = None, progress: Progress | None = None
) -> Float32:
    """Unit vectors `[texts, width]`, from the file `kept` where it still fits, else computed and kept there.

    The file fits when it is whole, was made of the same texts, and the encoder still says the same of
    the first one. A disk that cannot be written costs time at the next start and nothing else.
    `progress` is told the share that is embedded; what it raises ends the work, and nothing is kept.
    """
    key = _key(texts)
    stored = _read(kept, key, rows=len(texts)) if kept else None
    if stored is not None and np.allclose(stored[:1], embed(texts[:1]), atol=_SAME_ENCODER):
        return stored
    fresh = read_only(_embedded(texts, embed, progress))
    if kept:
        _keep(kept, key, fresh)
    return fresh


def _embedded(texts: Sequence[str], embed: Embed, progress: Progress | None) -> Float32:
    """Vectors of all texts, in order, a batch at a time."""
    rows = []
    for begun in range(0, len(texts), _BATCH):
        if progress:
            progress(begun / len(texts))
        rows.append(embed(texts[begun : begun + _BATCH]))
    if progress:
        progress(1.0)
    return np.concatenate(rows) if rows else embed(())


def _key(texts: Sequence[str]) -> bytes:
    return hashlib.sha256("\0".join(texts).encode()).digest()


def _read(path: Path, key: bytes, *, rows: int) -> Float32 | None:
    """The file is sha256(rest) · key · npy; None when it is absent, damaged or of other texts."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    digest, rest = data[:_DIGEST], data[_DIGEST:]
    if hashlib.sha256(rest).digest() != digest or rest[:_DIGEST] != key:
        return None
    stored: Float32 = np.load(io.BytesIO(rest[_DIGEST:]), allow_pickle=False)
    return read_only(stored) if len(stored) == rows else None


def _keep(path: Path, key: bytes, vectors: Float32) -> None:
    buffer = io.BytesIO()
    np.save(buffer, vectors, allow_pickle=False)
    rest = key + buffer.getvalue()
    try:
        write_atomically(path, hashlib.sha256(rest).digest() + rest)
    except OSError as error:
        _log.info("%s is not kept: %s", path, error.strerror)
