"""Prepared chunks on disk, so that what was said once is said again at once.

One file a chunk, named by the hash of everything that shapes it (words, voice, options, models), so a
changed model or voice never finds old sound. The text itself is not stored. The folder has a cap, the
longest unused files go first, and a damaged file or a full disk only means that the chunk is made anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
from pathlib import Path
from typing import Any, Final

import numpy as np

from app.core.files import write_atomically
from app.core.timeline import Timeline
from app.core.types import (
    Alignment,
    Audio,
    Behaviour,
    BehaviourLabel,
    Chunk,
    MouthTrack,
    Phone,
    PreparedChunk,
    SpokenChunk,
    TimingSource,
    WordTime,
    read_only,
)
from app.core.visemes import viseme_timeline
from app.diagnostics.counters import Counters

_FORMAT: Final = 2  # 2: the mouth knows phones, and reaches each shape
_FULL_SCALE: Final = 32767


class ChunkCache:
    """Prepared chunks under their key; `cap_bytes` 0 turns it off. Used from the engine's workers."""

    def __init__(self, folder: Path, cap_bytes: int, counters: Counters, *, fingerprint: str) -> None:
        self.folder = folder
        self._cap = cap_bytes
        self._counters = counters
        self._fingerprint = fingerprint

    def get(self, chunk: Chunk, voice: str) -> PreparedChunk | None:
        """The chunk as it was prepared before, or None."""
        if not self._cap:
            return None
        path = self._path(chunk, voice)
        try:
            prepared = _unpack(path.read_bytes(), chunk)
            os.utime(path)
        except FileNotFoundError:
            self._counters.add("cache.miss")
            return None
        except Exception:  # noqa: BLE001 - a torn archive can raise nearly anything
            self._counters.add("cache.damaged")
            with contextlib.suppress(OSError):
                path.unlink()
            return None
        self._counters.add("cache.hit")
        return prepared

    def put(self, prepared: PreparedChunk, voice: str) -> None:
        """Store a chunk and keep the folder under its cap. A disk that refuses is only counted."""
        if not self._cap:
            return
        try:
            write_atomically(self._path(prepared.spoken.chunk, voice), _pack(prepared))
            self._prune()
        except OSError:
            self._counters.add("cache.unwritable")

    def _path(self, chunk: Chunk, voice: str) -> Path:
        words = [(word.shown, word.spoken) for word in chunk.words]
        key = [_FORMAT, self._fingerprint, voice, chunk.language, chunk.text, words, chunk.pause_after]
        key += [chunk.pace] if chunk.pace != 1.0 else []
        return self.folder / f"{hashlib.sha256(json.dumps(key).encode()).hexdigest()[:40]}.npz"

    def _prune(self) -> None:
        files = [(file.stat(), file) for file in self.folder.iterdir()]
        total = sum(status.st_size for status, _ in files)
        for status, file in sorted(files, key=lambda pair: pair[0].st_mtime):
            if total <= self._cap:
                return
            file.unlink(missing_ok=True)
            total -= status.st_size


def _pack(prepared: PreparedChunk) -> bytes:
    pcm = np.round(np.clip(prepared.spoken.audio.samples, -1, 1) * _FULL_SCALE).astype(np.int16)
    meta = json.dumps(_meta(prepared)).encode()
    buffer = io.BytesIO()
    np.savez(
        buffer,
        pcm=pcm,
        mouth=prepared.mouth.values,
        meta=np.frombuffer(meta, np.uint8),
    )
    return buffer.getvalue()


def _meta(prepared: PreparedChunk) -> dict[str, Any]:
    alignment, behaviour = prepared.alignment, prepared.behaviour
    return {
        "rate": prepared.spoken.audio.rate,
        "voice": prepared.spoken.voice,
        "step": prepared.mouth.step,
        "phones": [[p.ipa, p.start, p.end, p.word, p.confidence] for p in alignment.phones],
        "source": alignment.source,
        "confidence": alignment.confidence,
        "warning": alignment.warning,
        "stepped_down": alignment.stepped_down,
        "words": [[w.index, w.start, w.end, w.interpolated] for w in prepared.words],
        "behaviour": [behaviour.label, behaviour.confidence, behaviour.ranked],
    }


def _unpack(data: bytes, chunk: Chunk) -> PreparedChunk:
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        pcm, mouth = arrays["pcm"], arrays["mouth"]
        meta = json.loads(arrays["meta"].tobytes())
    audio = Audio(read_only(pcm.astype(np.float32) / _FULL_SCALE), meta["rate"])
    phones = Timeline(tuple(Phone(*row) for row in meta["phones"]), len(pcm), meta["rate"])
    words = tuple(
        WordTime(chunk.words[index].shown, start, end, interpolated, index)
        for index, start, end, interpolated in meta["words"]
    )
    return PreparedChunk(
        SpokenChunk(chunk, audio, (), meta["voice"]),
        _alignment(meta, phones),
        viseme_timeline(phones),
        words,
        MouthTrack(read_only(mouth), meta["step"]),
        _behaviour(meta["behaviour"]),
    )


def _alignment(meta: dict[str, Any], phones: Timeline[Phone]) -> Alignment:
    stepped = {TimingSource(rung): reason for rung, reason in meta["stepped_down"].items()}
    return Alignment(
        phones, TimingSource(meta["source"]), meta["confidence"], meta["warning"], stepped_down=stepped
    )


def _behaviour(row: list[Any]) -> Behaviour:
    label, confidence, ranked = row
    return Behaviour(
        BehaviourLabel(label), confidence, tuple((BehaviourLabel(name), score) for name, score in ranked)
    )
