"""The chunk cache: the same chunk comes back, damage and full disks only cost time, the cap holds."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from app.core.types import Language, PreparedChunk
from app.diagnostics.counters import Counters
from app.diagnostics.latency import LatencyLedger
from app.engine.cache import ChunkCache
from app.engine.preparation import Preparation
from tests.fakes.parts import chunk_of, parts_in


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> PreparedChunk:
    parts = parts_in(tmp_path_factory.mktemp("parts"))
    with ThreadPoolExecutor(1) as pool:
        return Preparation(parts.stages, LatencyLedger(), pool).prepare(chunk_of("Hello dear friend", 3))


def cache_in(folder: Path, counters: Counters, *, cap: int = 10**7, fingerprint: str = "a") -> ChunkCache:
    return ChunkCache(folder, cap, counters, fingerprint=fingerprint)


def test_a_chunk_comes_back_as_it_was(tmp_path: Path, prepared: PreparedChunk) -> None:
    cache = cache_in(tmp_path, Counters())
    cache.put(prepared, "tone")
    back = cache.get(prepared.spoken.chunk, "tone")
    assert back is not None
    assert back.alignment.phones == prepared.alignment.phones
    assert (back.words, back.behaviour, back.visemes) == (
        prepared.words,
        prepared.behaviour,
        prepared.visemes,
    )
    assert (back.mouth.values == prepared.mouth.values).all()


def test_another_model_voice_or_language_is_another_chunk(tmp_path: Path, prepared: PreparedChunk) -> None:
    counters = Counters()
    cache = cache_in(tmp_path, counters)
    cache.put(prepared, "tone")
    assert cache.get(prepared.spoken.chunk, "other") is None
    assert cache_in(tmp_path, counters, fingerprint="b").get(prepared.spoken.chunk, "tone") is None
    assert cache.get(chunk_of("Hello dear friend", 3, Language.AR), "tone") is None
    assert counters.snapshot("cache.") == {"miss": 3}


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def hole(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes(512) + data[middle + 512 :]


@pytest.mark.parametrize("damage", [cut, hole, lambda _: b"", lambda _: b"not a zip"])
def test_a_damaged_file_is_made_anew(
    tmp_path: Path, prepared: PreparedChunk, damage: Callable[[bytes], bytes]
) -> None:
    counters = Counters()
    cache = cache_in(tmp_path, counters)
    cache.put(prepared, "tone")
    (file,) = tmp_path.iterdir()
    file.write_bytes(damage(file.read_bytes()))
    assert cache.get(prepared.spoken.chunk, "tone") is None
    assert counters.snapshot("cache.") == {"damaged": 1}
    assert not file.exists()


def test_the_oldest_unused_go_when_the_cap_is_reached(tmp_path: Path, prepared: PreparedChunk) -> None:
    cache = cache_in(tmp_path, Counters())
    cache.put(prepared, "first")
    (file,) = tmp_path.iterdir()
    os.utime(file, (1, 1))
    size = file.stat().st_size
    capped = cache_in(tmp_path, Counters(), cap=2 * size + size // 2)
    capped.put(prepared, "second")
    capped.put(prepared, "third")
    assert not file.exists()
    assert sum(1 for _ in tmp_path.iterdir()) == 2


def test_a_folder_that_cannot_be_written_only_counts(tmp_path: Path, prepared: PreparedChunk) -> None:
    counters = Counters()
    (tmp_path / "file").write_text("in the way")
    cache_in(tmp_path / "file" / "cache", counters).put(prepared, "tone")
    assert counters.snapshot("cache.") == {"unwritable": 1}


def test_the_text_is_not_stored(tmp_path: Path, prepared: PreparedChunk) -> None:
    cache_in(tmp_path, Counters()).put(prepared, "tone")
    (file,) = tmp_path.iterdir()
    assert b"friend" not in file.read_bytes()
