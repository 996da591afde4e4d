"""Blobs come back whole or not at all; the folder stays below its cap and never stops the kiosk."""

import os
import stat
import time
from pathlib import Path

import pytest

from app.inference.compiled_cache import CompiledCache

BLOB = bytes(range(256)) * 64


def only_file(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


def test_stored_blob_comes_back(tmp_path: Path) -> None:
    cache = CompiledCache(tmp_path / "عرض é")
    assert cache.store("key", BLOB) == "cached"
    assert cache.load("key") == BLOB
    assert cache.load("other") is None


def test_hole_in_the_middle_is_noticed_and_deleted(tmp_path: Path) -> None:
    cache = CompiledCache(tmp_path)
    cache.store("key", BLOB)
    path = only_file(tmp_path)
    damaged = bytearray(path.read_bytes())
    damaged[8192:12288] = bytes(4096)
    path.write_bytes(damaged)
    assert cache.load("key") is None
    assert not path.exists()


@pytest.mark.parametrize("size", [0, 1, 31, 32, 33, 5000])
def test_truncated_blob_is_noticed(tmp_path: Path, size: int) -> None:
    cache = CompiledCache(tmp_path)
    cache.store("key", BLOB)
    os.truncate(only_file(tmp_path), size)
    assert cache.load("key") is None


def test_foreign_file_is_not_loaded(tmp_path: Path) -> None:
    (tmp_path / "key.blob").write_bytes(os.urandom(1000))
    assert CompiledCache(tmp_path).load("key") is None


def test_least_recently_used_goes_first_even_read_only(tmp_path: Path) -> None:
    cache = CompiledCache(tmp_path, cap=3 * (len(BLOB) + 32))
    for age, key in enumerate(("c", "b", "a")):
        cache.store(key, BLOB)
        os.utime(tmp_path / f"{key}.blob", (1000 - age, 1000 - age))
        (tmp_path / f"{key}.blob").chmod(stat.S_IRUSR)
    cache.load("a")  # the oldest, yet used just now
    assert cache.store("d", BLOB) == "cached"
    assert {path.name for path in tmp_path.iterdir()} == {"a.blob", "c.blob", "d.blob"}


def test_blob_over_the_cap_is_not_kept(tmp_path: Path) -> None:
    cache = CompiledCache(tmp_path, cap=2**20)
    assert cache.store("key", bytes(3 * 2**20)) == "not cached: its 3 MB are more than the cache's 1 MB"
    assert cache.refusal(2**20)  # our checksum needs room too
    assert not cache.refusal(2**20 - 32)
    assert list(tmp_path.iterdir()) == []


def test_abandoned_parts_are_cleared_and_fresh_ones_left(tmp_path: Path) -> None:
    (tmp_path / ".old.part").write_bytes(b"half")
    long_ago = time.time() - 7200
    os.utime(tmp_path / ".old.part", (long_ago, long_ago))
    (tmp_path / ".new.part").write_bytes(b"half")
    CompiledCache(tmp_path).prune()
    assert [path.name for path in tmp_path.iterdir()] == [".new.part"]


def test_unusable_folder_is_bypassed(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    cache = CompiledCache(tmp_path / "file" / "cache")
    assert cache.load("key") is None
    assert cache.store("key", BLOB) == "not cached: ENOTDIR"
    cache.prune()


def test_twenty_upgrades_stay_below_the_cap(tmp_path: Path) -> None:
    """Case R4: each new runtime or model has a new key, and nobody deletes the old ones by hand."""
    cache = CompiledCache(tmp_path, cap=4 * (len(BLOB) + 32))
    for upgrade in range(20):
        assert cache.store(f"key {upgrade}", BLOB) == "cached"
        age = 100.0 - upgrade
        os.utime(tmp_path / f"key {upgrade}.blob", (time.time() - age, time.time() - age))
        assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= cache.cap
    assert {path.stem for path in tmp_path.iterdir()} == {f"key {upgrade}" for upgrade in range(16, 20)}
