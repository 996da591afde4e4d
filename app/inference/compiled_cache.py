"""Keeps compiled networks on disk under our own checksum: a blob that is not whole is never used.

A file is the SHA-256 of the rest, then the blob: both become durable in one rename, so two instances
that write at once, or a power cut, cannot leave a blob with another one's checksum.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from app.core.files import write_atomically

SUFFIX: Final = ".blob"
_DIGEST: Final = hashlib.sha256().digest_size
_ABANDONED_AFTER: Final = 3600.0
"""Seconds after which a half-written file cannot be another instance's work in progress."""


@dataclass(frozen=True, slots=True)
class CompiledCache:
    """Compiled networks in `folder`, at most `cap` bytes together; the least recently used go first.

    Never raises: on a disk that is full, read-only or gone, networks are compiled at every start.
    """

    folder: Path
    cap: int = 256 * 2**20

    def load(self, key: str) -> bytes | None:
        """The blob of `key`; None when there is none or it is damaged (which deletes it)."""
        path = self._path(key)
        try:
            stored = path.read_bytes()
        except OSError:
            return None
        blob = stored[_DIGEST:]
        if not blob or hashlib.sha256(blob).digest() != stored[:_DIGEST]:
            self.discard(key)
            return None
        with contextlib.suppress(OSError):
            os.utime(path)  # marks it as used: pruning goes by age
        return blob

    def refusal(self, size: int) -> str:
        """Why no blob of so many bytes is kept, for the panel; empty where it may be."""
        if size + _DIGEST <= self.cap:
            return ""
        return f"not cached: its {_megabytes(size)} MB are more than the cache's {_megabytes(self.cap)} MB"

    def store(self, key: str, blob: bytes) -> str:
        """Keep a blob and prune; returns what became of it, for the panel."""
        if refusal := self.refusal(len(blob)):
            return refusal
        self.prune(self.cap - len(blob) - _DIGEST)
        try:
            write_atomically(self._path(key), hashlib.sha256(blob).digest() + blob)
        except OSError as error:
            return f"not cached: {errno.errorcode.get(error.errno or 0, 'error')}"
        return "cached"

    def discard(self, key: str) -> None:
        """Delete a blob that proved useless."""
        with contextlib.suppress(OSError):
            self._path(key).unlink()

    def prune(self, room: int | None = None) -> None:
        """Delete the oldest files until `room` bytes (default: the cap) hold the rest."""
        left = self.cap if room is None else room
        for path, status in self._newest_first():
            left -= status.st_size
            abandoned = path.suffix != SUFFIX and time.time() - status.st_mtime > _ABANDONED_AFTER
            if left < 0 or abandoned:
                with contextlib.suppress(OSError):
                    path.unlink()  # needs the folder's permission, not the file's: read-only blobs go too

    def _newest_first(self) -> list[tuple[Path, os.stat_result]]:
        found = []
        with contextlib.suppress(OSError):
            for path in self.folder.iterdir():
                with contextlib.suppress(OSError):  # another instance may prune at the same time
                    found.append((path, path.stat()))
        return sorted(found, key=lambda entry: entry[1].st_mtime, reverse=True)

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}{SUFFIX}"


def _megabytes(size: int) -> str:
    return f"{size / 2**20:.0f}"
