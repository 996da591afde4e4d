"""Remembers on disk which variants were fast enough here, so that a start does not measure again."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from app.core.files import write_atomically


class Decision(BaseModel):
    """The result of one side-by-side timing, in milliseconds per run."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    key: str
    """Model, runtime and processor that it holds for; repeated inside so that a copied file is noticed."""
    candidate_ms: float
    other_ms: float


@dataclass(frozen=True, slots=True)
class Decisions:
    """A folder of decisions, one small file each. Any file that does not fit is ignored."""

    folder: Path

    def recall(self, key: str) -> Decision | None:
        """The decision for `key`; None when there is none that can be trusted."""
        try:
            decision = Decision.model_validate_json(self._path(key).read_bytes())
        except (OSError, ValidationError):
            return None
        sound = decision.key == key and min(decision.candidate_ms, decision.other_ms) > 0
        return decision if sound else None

    def remember(self, decision: Decision) -> None:
        """Keep it if the disk lets us; without it the next start measures again."""
        with contextlib.suppress(OSError):
            write_atomically(self._path(decision.key), decision.model_dump_json().encode())

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}.json"
