"""Whether the mouth that is drawn shuts when the voice's lips do, and opens when they open."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from app.avatar.coarticulation import Coarticulation
from app.core.mouth import POSE_FIELDS
from app.core.phones import VOWELS, base
from app.core.timeline import Timeline
from app.core.types import SPEECH_RATE, Float32, MouthTrack, Phone, SpokenChunk
from app.core.visemes import viseme_timeline
from models.recipes.aligner.speech import Row

_GAP = np.array(
    [
        {"jaw": 70.0, "upper_teeth": 9.0, "lower_teeth": 5.0, "lip_under_teeth": -4.0}.get(name, 0.0)
        for name in POSE_FIELDS
    ]
)
"""How far the face draws the lips apart, in its own units (`app/ui/qml/face/MouthForm.qml`)."""
SHUT = 4.0
"""Units of the same: 6 % of the widest mouth."""
_STEP = SPEECH_RATE // 200
_BILABIAL = frozenset("pbm")


def mouth_track(spoken: SpokenChunk, phones: Timeline[Phone]) -> MouthTrack:
    """The mouth as the product draws it."""
    return Coarticulation().draw(viseme_timeline(phones), spoken.audio, spoken.chunk.language, phones)


def shut_at_closures(track: MouthTrack, rows: Sequence[Row]) -> list[bool]:
    """For each p, b, m of the reference: whether the lips meet at its middle."""
    middles = [
        (row.start + row.end) / 2 * SPEECH_RATE
        for row in rows
        if base(row.phone) in _BILABIAL and row.certain
    ]
    return [bool(_gap(track.at(middle)) <= SHUT) for middle in middles]


def shut_in_vowels(track: MouthTrack, rows: Sequence[Row]) -> list[bool]:
    """For each 5 ms of the reference's vowels: whether the lips meet."""
    spans = [(row.start, row.end) for row in rows if base(row.phone) in VOWELS]
    samples: list[NDArray[np.float64]] = [
        np.arange(round(start * SPEECH_RATE), round(end * SPEECH_RATE), _STEP) for start, end in spans
    ]
    return [bool(_gap(track.at(float(sample))) <= SHUT) for one in samples for sample in one]


def _gap(pose: Float32) -> float:
    return float(pose @ _GAP)
