"""Loose alignment: what of a text fits the sound, where words are missing from it or were added to it.

The same search as forced alignment with two liberties, each at a price: between words any sound may be
passed over, and a word may be left out. What is passed over is read freely, so that the face still moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from app.align.boundaries import Run, timed
from app.align.emissions import Emissions
from app.align.forced import Piece, pieces_of, runs_of, trellis_of
from app.align.free import read_runs
from app.align.plausibility import FLOOR
from app.align.trellis import Trellis, best_path
from app.core.errors import AlignmentError
from app.core.phones import SILENCE
from app.core.ports import Progress
from app.core.timeline import Timeline
from app.core.types import Float32, Phone, PhoneToken

UNSAID: Final = 2.0
"""What a hop of sound that is no word costs, in log-posterior below the best label."""
OMITTED: Final = 6.0
"""What leaving out a word costs, for each of its phones."""
ENTRY: Final = 10.0
"""What sound that is no word costs once, unless it begins in silence: a slurred word is no two words."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A timeline, and the share of the text's phones that are in it; the other words were not said."""

    phones: Timeline[Phone]
    share: float


def align_loosely(
    emissions: Emissions, tokens: Sequence[PhoneToken], progress: Progress | None = None
) -> Fit:
    """Time the words that were said. Raises AlignmentError when no path fits into the sound."""
    gap = len(emissions.labels)
    pieces = [replace(p, column=gap) if p.optional else p for p in pieces_of(emissions, tokens, hasty=True)]
    strict, owners = trellis_of(pieces)
    path = best_path(_with_gap(emissions), _with_liberties(strict, pieces), progress)
    if path is None:
        raise AlignmentError("the phones do not fit into the audio")
    found = _joined(runs_of(pieces, owners[path]))
    runs = [run for one in found for run in (_read(one, emissions) if one.column == gap else (one,))]
    fitted = sum(run.column != gap for run in found)
    return Fit(timed(runs, emissions), fitted / sum(not piece.optional for piece in pieces))


def _with_gap(emissions: Emissions) -> Float32:
    """The log-posteriors, and two labels for the sound between words: any of it, and what it begins with."""
    logs = emissions.log_posteriors
    silence = logs[:, emissions.column(SILENCE)]
    sound = logs.max(axis=1) - np.float32(UNSAID)
    gap, entry = np.maximum(silence, sound), np.maximum(silence, sound - np.float32(ENTRY))
    return np.column_stack((np.maximum(logs, np.float32(FLOOR)), gap, entry))


def _with_liberties(trellis: Trellis, pieces: Sequence[Piece]) -> Trellis:
    """The same search, which pays to enter a gap, and may go on to the next without the word between."""
    sizes = np.array([piece.hops for piece in pieces])
    lasts = np.cumsum(sizes) - 1
    gaps = np.flatnonzero([piece.optional for piece in pieces])
    columns = trellis.columns.copy()
    columns[lasts[gaps] - sizes[gaps] + 1] += 1
    skips, tolls = trellis.skips.copy(), np.zeros(len(trellis.skips))
    skips[lasts[gaps[1:]]] = lasts[gaps[:-1]]
    tolls[lasts[gaps[1:]]] = -OMITTED * (np.diff(gaps) - 1)
    return replace(trellis, columns=columns, skips=skips, tolls=tolls)


def _joined(runs: Iterable[Run]) -> list[Run]:
    """Gaps that follow one another as one."""
    result: list[Run] = []
    for run in runs:
        if result and run.ipa == result[-1].ipa == SILENCE:
            result[-1] = replace(result[-1], last=run.last)
        else:
            result.append(run)
    return result


def _read(gap: Run, emissions: Emissions) -> Sequence[Run]:
    """A gap as what is heard in it: silence, or the phones of words that are not in the text."""
    logs = emissions.log_posteriors[gap.first : gap.last]
    silence = emissions.column(SILENCE)
    if (logs.max(axis=1) - logs[:, silence]).mean() <= UNSAID:
        return (replace(gap, column=silence),)
    return read_runs(emissions, gap.first, gap.last)
