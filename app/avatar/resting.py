"""A mouth at rest, for those who want the times of a recording and draw no face."""

from __future__ import annotations

import numpy as np

from app.core.mouth import POSE_FIELDS
from app.core.timeline import Timeline
from app.core.types import Audio, Language, MouthTrack, Phone, Viseme, read_only

_REST = MouthTrack(read_only(np.zeros((1, len(POSE_FIELDS)))), 1)


class Resting:
    """A `MouthArtist` that costs nothing."""

    def draw(
        self,
        visemes: Timeline[Viseme],  # noqa: ARG002 - silence is drawn alike
        audio: Audio,  # noqa: ARG002
        language: Language,  # noqa: ARG002
        phones: Timeline[Phone] | None = None,  # noqa: ARG002
    ) -> MouthTrack:
        """One pose for the whole sound."""
        return _REST

    def from_energy(self, audio: Audio) -> MouthTrack:  # noqa: ARG002 - silence is drawn alike
        """One pose for the whole sound."""
        return _REST
