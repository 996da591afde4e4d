"""What a posterior is worth: how likely the phone's onset is within 20 ms of the right place.

A network is surer of some sounds than it is right, and less of others. Its recipe measures how often onsets
were right for each mean posterior, on voices of the training split, and keeps two rising curves beside the
network: for phones of a known text, and for phones that were read by ear. The plausibility check goes on with
the raw posteriors; timelines carry the calibrated ones.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Final, Self

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from app.core.errors import ModelError
from app.core.timeline import Timeline
from app.core.types import Phone
from app.inference.manifest import ModelDirectory

CALIBRATION: Final = "calibration.json"
WITHIN_MS: Final = 20
"""What counts as right: the onset is at most so far off."""
MOST_POINTS: Final = 16

_Share = Annotated[float, Field(ge=0, le=1)]
_Row = Annotated[tuple[_Share, ...], Field(min_length=2, max_length=MOST_POINTS)]


class Curve(BaseModel):
    """A rising curve through at most 16 points: mean posterior of a phone → share of onsets in place."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    posterior: _Row = (0.0, 1.0)
    in_place: _Row = (0.0, 1.0)

    @model_validator(mode="after")
    def _rises(self) -> Self:
        if len(self.posterior) != len(self.in_place):
            raise ValueError("posterior and in_place differ in length")
        if np.any(np.diff(self.posterior) <= 0) or np.any(np.diff(self.in_place) < 0):
            raise ValueError("a curve must rise")
        return self

    def applied(self, phones: Timeline[Phone]) -> Timeline[Phone]:
        """The same phones with calibrated confidence; one without any keeps none."""
        known = [phone for phone in phones if phone.confidence is not None]
        raw = [phone.confidence for phone in known]
        worth = iter(np.interp(np.array(raw, np.float64), self.posterior, self.in_place).tolist())
        items = (
            one if one.confidence is None else Phone(one.ipa, one.start, one.end, one.word, next(worth))
            for one in phones
        )
        return replace(phones, items=tuple(items))


class Calibration(BaseModel):
    """Both curves of a network; without a file, confidence is the posterior itself."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    within_ms: int = Field(default=WITHIN_MS, ge=WITHIN_MS, le=WITHIN_MS)
    text: Curve = Curve()
    ear: Curve = Curve()

    @classmethod
    def of(cls, directory: ModelDirectory) -> Calibration:
        """The directory's own; raw where its manifest names none. Raises ModelError for a damaged file."""
        if all(file.name != CALIBRATION for file in directory.manifest.files):
            return RAW
        try:
            return cls.model_validate_json(directory.read_named(CALIBRATION))
        except ValidationError as error:
            reason = error.errors(include_url=False)[0]["msg"]
            raise ModelError(f"{directory.path / CALIBRATION}: {reason}; install the models again") from error


RAW: Final = Calibration()
