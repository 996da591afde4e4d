"""Fills the caches that a start reads, once for each state of program, models, content and machine."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from app.core.files import write_atomically


def prime(stamp: Path, facts: Iterable[str], fill: Callable[[], None]) -> bool:
    """Call `fill` unless `stamp` says that it was called for the same facts; whether it was called now.

    The stamp lies among the caches, so that whoever deletes them deletes it. A disk that refuses it
    costs the same work again.
    """
    state = hashlib.sha256("\n".join(facts).encode()).hexdigest()
    with contextlib.suppress(OSError, UnicodeDecodeError):
        if stamp.read_text("ascii") == state:
            return False
    fill()
    with contextlib.suppress(OSError):
        write_atomically(stamp, state.encode("ascii"))
    return True


def contents(folder: Path) -> Iterator[str]:
    """A fact for each file of a folder: its name, size and time of change."""
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        status = file.stat()
        yield f"{file.relative_to(folder)} {status.st_size} {status.st_mtime_ns}"
