"""Which prepared chunk is being heard at a stream sample, and the mouth that belongs to it."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from app.core.mouth import POSE_FIELDS
from app.core.types import PreparedChunk
from app.ui.caption_words import Span

Pose = tuple[float, ...]
"""The mouth's parameters in the order of `POSE_FIELDS`."""

REST: Final[Pose] = tuple(0.15 if field == "press" else 0.0 for field in POSE_FIELDS)
"""Lips together, as in silence (ART, row `sil`)."""

JOINING_SECONDS: Final = 0.06
"""The mouth of one chunk goes over into that of the next within this."""

CLOSING_SECONDS: Final = 0.1
"""The mouth is at rest this long after the sound was cut; 150 ms is what a visitor may not notice."""


@dataclass(frozen=True, slots=True)
class HeardChunk:
    """A chunk in the sink's stream, with the place of each of its timed words in the caption."""

    prepared: PreparedChunk
    begins: int
    spans: Sequence[Span | None]
    items: Sequence[int] = ()
    """Samples of the chunk at which an item of its list begins; empty where there is no list."""

    @property
    def ends(self) -> int:
        """Stream sample after its last."""
        return self.begins + len(self.prepared.spoken.audio.samples)

    def mouth(self, sample: float) -> Pose:
        """The mouth at a stream sample."""
        return tuple(float(value) for value in self.prepared.mouth.at(sample - self.begins))

    def item(self, sample: float) -> int:
        """How many items of its list have begun at a stream sample."""
        return bisect_right(self.items, sample - self.begins)

    def word(self, sample: float) -> Span | None:
        """Where the newest word that has begun stands in the caption."""
        words = self.prepared.words
        reached = bisect_right(words, sample - self.begins, key=lambda word: word.start) - 1
        return self.spans[words[reached].index] if reached >= 0 else None


class HeardChunks:
    """The chunks of one utterance; those that have been heard are forgotten."""

    def __init__(self) -> None:
        self._chunks: deque[HeardChunk] = deque()

    def clear(self) -> None:
        """Forget all: nothing of them will be heard any more."""
        self._chunks.clear()

    def add(self, chunk: HeardChunk) -> None:
        """Append the chunk that sounds after all others."""
        self._chunks.append(chunk)

    def at(self, sample: float) -> HeardChunk | None:
        """The last chunk that has begun at `sample`; None before the first."""
        while len(self._chunks) > 1 and self._chunks[1].begins <= sample:
            self._chunks.popleft()
        return self._chunks[0] if self._chunks and self._chunks[0].begins <= sample else None


class MouthCloser:
    """Eases the mouth to rest from wherever it was when the sound ended, was cut or ran dry.

    Where the next chunk sounds before the mouth was at rest, it goes over into it without a jump.
    """

    def __init__(self) -> None:
        self._from = REST
        self._since = 0.0
        self._chunk = -1
        self._apart: Pose = ()
        self._joined = -math.inf

    def follow(self, pose: Pose, now: float, chunk: int) -> Pose:
        """The pose to show at `now` (any steady clock) of the chunk that begins at stream sample `chunk`."""
        if chunk != self._chunk:
            shown = self.close(now) if self._chunk >= 0 else REST
            self._chunk, self._joined = chunk, now
            self._apart = tuple(old - new for old, new in zip(shown, pose, strict=True))
        left = max(1.0 - (now - self._joined) / JOINING_SECONDS, 0.0)
        share = left * left * (3.0 - 2.0 * left)
        joined = tuple(new + share * apart for new, apart in zip(pose, self._apart, strict=True))
        self._from, self._since = joined, now
        return joined

    def close(self, now: float) -> Pose:
        """The pose on the way to rest."""
        passed = min((now - self._since) / CLOSING_SECONDS, 1.0)
        left = (1.0 - passed) ** 2 * (1.0 + 2.0 * passed)  # smooth at both ends
        return tuple(rest + (value - rest) * left for value, rest in zip(self._from, REST, strict=True))
