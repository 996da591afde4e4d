"""Forced alignment: the phones that were said, in order, fitted onto the emissions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.align.boundaries import Run, timed
from app.align.emissions import Emissions
from app.align.plausibility import FLOOR
from app.align.trellis import NOWHERE, Trellis, best_path
from app.core.errors import AlignmentError
from app.core.phones import SILENCE, base
from app.core.ports import Progress
from app.core.timeline import Timeline
from app.core.types import Phone, PhoneToken

PHONE_HOPS: Final = (2, 4)
"""Fewest hops of a phone in hasty and in unhurried speech; where the sound is too short for that, one."""
LEAST_SHARE: Final = 0.5
"""Of the mean hops of a phone in a sound, how many every phone has: measured best among 0.4 to 0.6."""
SILENT: Final = float(np.log(0.5))
"""Log-posterior of silence from which a hop is none of speech."""
SILENCE_HOPS: Final = 3
"""Fewest hops of a silence between words: shorter ones are closures."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A phone or an optional silence in the order of speech."""

    ipa: str
    column: int
    hops: int
    word: int | None = None

    @property
    def optional(self) -> bool:
        return self.ipa == SILENCE


def align_tokens(
    emissions: Emissions,
    tokens: Sequence[PhoneToken],
    progress: Progress | None = None,
    *,
    hasty: bool = False,
) -> Timeline[Phone]:
    """Time each token; silence may come before, after and between words, wherever it is heard.

    `hasty` lets every phone be as short as in hasty speech, whatever the pace of the sound. Raises
    AlignmentError when the sound is too short for the tokens.
    """
    pieces = list(pieces_of(emissions, tokens, hasty=hasty))
    trellis, owners = trellis_of(pieces)
    path = best_path(np.maximum(emissions.log_posteriors, np.float32(FLOOR)), trellis, progress)
    if path is None:
        raise AlignmentError("the phones do not fit into the audio")
    return timed(runs_of(pieces, owners[path]), emissions)


def pieces_of(emissions: Emissions, tokens: Sequence[PhoneToken], *, hasty: bool = False) -> Iterator[Piece]:
    """Tokens with one optional silence at both ends and wherever the word changes.

    Raises AlignmentError when nothing was said, or more than the sound has hops.
    """
    spoken = [token for token in tokens if token.ipa != SILENCE]
    if not spoken:
        raise AlignmentError("nothing to align: no phone was said")
    if len(spoken) > emissions.hops:
        raise AlignmentError(f"text longer than audio: {len(spoken)} phones in {emissions.hops} hops")
    pace = 0.0 if hasty else _pace(emissions, len(spoken))
    fewest = _fewest_hops(emissions, len(spoken), pace)
    silence = Piece(SILENCE, emissions.column(SILENCE), SILENCE_HOPS)
    yield silence
    pauses = _pauses(tokens)
    for index, token in enumerate(spoken):
        if index in pauses or (index and token.word != spoken[index - 1].word):
            yield silence
        yield Piece(token.ipa, emissions.column(base(token.ipa)), fewest, token.word)
    yield silence


def _pace(emissions: Emissions, phones: int) -> float:
    """Hops that a phone has on average where there is speech."""
    silence = emissions.log_posteriors[:, emissions.column(SILENCE)]
    return float(emissions.hops - np.count_nonzero(silence > SILENT)) / phones


def _fewest_hops(emissions: Emissions, phones: int, pace: float) -> int:
    """How long every phone is at least, at this pace.

    A phone that another voice says, or that noise covers, would else be squeezed between two that are heard.
    """
    wanted = int(np.clip(round(pace * LEAST_SHARE), *PHONE_HOPS))
    return wanted if phones * wanted <= emissions.hops else 1


def _pauses(tokens: Sequence[PhoneToken]) -> set[int]:
    """How many phones were said before each pause that the voice announces inside the text."""
    silent = np.array([token.ipa == SILENCE for token in tokens])
    before = np.cumsum(~silent)[silent]
    return {int(count) for count in before if 0 < count < (~silent).sum()}


def trellis_of(pieces: Sequence[Piece]) -> tuple[Trellis, NDArray[np.intp]]:
    """States of all pieces (as many as a piece has least hops) and the piece that owns each state."""
    sizes = np.array([piece.hops for piece in pieces])
    lasts = np.cumsum(sizes) - 1
    firsts = lasts - sizes + 1
    optional = np.array([piece.optional for piece in pieces])
    owners = np.repeat(np.arange(len(pieces)), sizes)
    loops, starts, ends = (np.zeros(len(owners), np.bool_) for _ in range(3))
    loops[lasts] = True
    starts[firsts[: 1 + int(optional[0])]] = True
    ends[lasts[-1 - int(optional[-1]) :]] = True
    skips = np.full(len(owners), NOWHERE)
    over = np.flatnonzero(optional[1:-1]) + 1
    skips[firsts[over + 1]] = lasts[over - 1]
    columns = np.array([piece.column for piece in pieces])[owners]
    return Trellis(columns, loops, skips, starts, ends), owners


def runs_of(pieces: Sequence[Piece], visited: NDArray[np.intp]) -> list[Run]:
    """One run of hops for each piece that the path visits."""
    firsts = np.concatenate(([0], np.flatnonzero(np.diff(visited)) + 1))
    lasts = np.concatenate((firsts[1:], [len(visited)]))
    return [
        Run(piece.ipa, piece.column, int(first), int(last), piece.word)
        for first, last in zip(firsts, lasts, strict=True)
        for piece in (pieces[visited[first]],)
    ]
