"""Work that is done once for each state, and again when the state, or the stamp, is another."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.kiosk.priming import contents, prime


def test_the_work_is_done_once_for_the_same_facts(tmp_path: Path) -> None:
    done: list[str] = []
    stamp = tmp_path / "cache" / "prepared"
    for facts, wanted in ((["a", "b"], True), (["a", "b"], False), (["a", "c"], True), (["a", "c"], False)):
        assert prime(stamp, facts, lambda: done.append("work")) is wanted
    stamp.write_bytes(b"\xff\x00")  # damaged
    assert prime(stamp, ["a", "c"], lambda: done.append("work"))
    assert len(done) == 3


def test_work_that_fails_is_done_again(tmp_path: Path) -> None:
    def fails() -> None:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        prime(tmp_path / "prepared", ["a"], fails)
    assert prime(tmp_path / "prepared", ["a"], lambda: None)


def test_a_changed_file_is_another_fact(tmp_path: Path) -> None:
    file = tmp_path / "entries" / "one.md"
    file.parent.mkdir()
    file.write_text("old")
    os.utime(file, (1, 1))
    before = list(contents(tmp_path))
    assert list(contents(tmp_path)) == before
    file.write_text("new")
    assert list(contents(tmp_path)) != before
