"""A pack's index: words in SQLite FTS5, meaning as vectors, kept in one file that is rebuilt when damaged."""

from __future__ import annotations

import hashlib
import logging
import sqlite3
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from app.content.normalise import normalised
from app.content.phrases import Phrase
from app.content.stemming import skeleton, stem
from app.core.files import write_atomically
from app.core.ports import Progress
from app.core.types import Float32, Language, read_only

Embed = Callable[[Sequence[str]], Float32]
"""Texts → unit vectors `[texts, width]`."""

_FORMAT: Final = "1"
"""Changes with the tables, and with what is written into them."""

_SAME_ENCODER: Final = 1e-3
"""Largest difference in any dimension between a stored vector and the same encoder's new one."""

_BATCH: Final = 16
"""Texts embedded in one go: short enough that who shares the encoder hardly waits."""

_DIGEST: Final = hashlib.sha256().digest_size
_log = logging.getLogger(__name__)


class Index:
    """The phrases of a pack, searchable. May be used from any thread, by one at a time."""

    def __init__(self, phrases: Sequence[Phrase], database: sqlite3.Connection) -> None:
        self.phrases = phrases
        self._database = database
        weakref.finalize(self, database.close)
        stored = database.execute("SELECT vector FROM vectors ORDER BY rowid").fetchall()
        joined = np.frombuffer(b"".join(vector for (vector,) in stored), np.float32)
        self.vectors: Float32 = read_only(joined.reshape(len(phrases), -1))
        """Unit vectors of the phrases `[phrases, width]`."""

    def bm25(self, words: Sequence[str], language: Language) -> list[tuple[int, float]]:
        """Rows of phrases with any of the words (normalised), and how well they fit: more is better."""
        query = " OR ".join(f'"{term}"' for term in dict.fromkeys(terms(words)))
        found = f"SELECT rowid, -bm25(words_{language}) FROM words_{language} WHERE words_{language} MATCH ?"  # noqa: S608 - a language's own name
        return self._database.execute(found, (query,)).fetchall() if query else []

    def rows_with(self, word: str, language: Language) -> list[int]:
        """Rows of phrases that have a normalised word in any form."""
        query = " OR ".join(f'"{term}"' for term in terms([word]))
        found = f"SELECT rowid FROM words_{language} WHERE words_{language} MATCH ?"  # noqa: S608
        return [row for (row,) in self._database.execute(found, (query,))]


def terms(words: Sequence[str]) -> list[str]:
    """Index terms of normalised words: Arabic stems and their consonants; the rest is stemmed by SQLite."""
    stems = [stem(word) for word in words]
    consonants = [f"k{bones}" for bones in map(skeleton, stems) if bones]
    return stems + consonants


def index_of(
    phrases: Sequence[Phrase],
    embed: Embed,
    *,
    kept: Path | None = None,
    progress: Progress | None = None,
) -> Index:
    """The index of `phrases`, from the file `kept` where it still fits, else built and kept there.

    The file fits when it is whole, was made of the same phrases, and the encoder still says the same of
    the first one. A disk that cannot be written costs time at the next start and nothing else.
    `progress` is told the share that is embedded; what it raises ends the work, and nothing is kept.
    """
    key = _key(phrases)
    stored = _read(kept, key) if kept else None
    if stored is not None:
        index = Index(phrases, _opened(stored))
        if np.allclose(index.vectors[:1], embed([phrases[0].text]), atol=_SAME_ENCODER):
            return index
    database = _built(phrases, _embedded([phrase.text for phrase in phrases], embed, progress))
    if kept:
        _keep(kept, key, database.serialize())
    return Index(phrases, database)


def _key(phrases: Sequence[Phrase]) -> bytes:
    rows = (f"{row.language}\0{row.part}\0{row.owner}\0{row.text}" for row in phrases)
    return hashlib.sha256("\0\0".join((_FORMAT, *rows)).encode()).digest()


def _embedded(texts: Sequence[str], embed: Embed, progress: Progress | None) -> Float32:
    """Vectors of all texts, in order, a batch at a time."""
    rows = []
    for begun in range(0, len(texts), _BATCH):
        if progress:
            progress(begun / len(texts))
        rows.append(embed(texts[begun : begun + _BATCH]))
    if progress:
        progress(1.0)
    return np.concatenate(rows)


def _built(phrases: Sequence[Phrase], vectors: Float32) -> sqlite3.Connection:
    database = sqlite3.connect(":memory:", check_same_thread=False)
    database.execute("CREATE TABLE vectors(vector BLOB)")
    database.executemany(
        "INSERT INTO vectors(rowid, vector) VALUES (?, ?)",
        ((row, vector.astype(np.float32).tobytes()) for row, vector in enumerate(vectors)),
    )
    for language in Language:
        database.execute(
            f"CREATE VIRTUAL TABLE words_{language} USING fts5(terms, tokenize='porter unicode61')"
        )
        database.executemany(
            f"INSERT INTO words_{language}(rowid, terms) VALUES (?, ?)",  # noqa: S608
            (
                (row, " ".join(terms(normalised(phrase.text).split())))
                for row, phrase in enumerate(phrases)
                if phrase.language is language
            ),
        )
    database.commit()
    return database


def _opened(data: bytes) -> sqlite3.Connection:
    database = sqlite3.connect(":memory:", check_same_thread=False)
    database.deserialize(data)
    return database


def _read(path: Path, key: bytes) -> bytes | None:
    """The file is sha256(rest) · key · database; None when it is absent, damaged or of other phrases."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    digest, rest = data[:_DIGEST], data[_DIGEST:]
    if hashlib.sha256(rest).digest() != digest or rest[:_DIGEST] != key:
        return None
    return rest[_DIGEST:]


def _keep(path: Path, key: bytes, database: bytes) -> None:
    rest = key + database
    try:
        write_atomically(path, hashlib.sha256(rest).digest() + rest)
    except OSError as error:
        _log.info("%s is not kept: %s", path, error.strerror)
