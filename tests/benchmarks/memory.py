"""Memory that must not grow: cases R1 and R9 in full: `python -m tests.benchmarks.memory [--lengths N] …`.

R1: utterances of distinct lengths through the aligner, each spoken once. R9: speech and alignment in
English and Arabic in turn, and networks opened and let go. Prints the resident memory on the way; the exit
code is 1 when R1 grew by more than 24 MB, or R9 by more than a tenth of its level after the fifth switch.
"""

# ruff: noqa: T201 - a command prints its figures
from __future__ import annotations

import argparse
import gc
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import psutil

from app.align.aligner import build_aligner
from app.align.emissions import BUCKETS
from app.align.ladder import LadderAligner
from app.core.resources import models_dir
from app.core.types import (
    SPEECH_RATE,
    Audio,
    Chunk,
    Language,
    PhoneToken,
    SpokenChunk,
    TimingSource,
    read_only,
)
from app.diagnostics.memory import limit_arenas, release_freed
from app.inference.budget import ThreadBudget
from app.speech.voices import VoiceSet, build_voices

MOST_MB = 24.0
MOST_SHARE = 0.10
SETTLED = 5
"""Switches after which the level is taken."""

_TEXTS = {
    Language.EN: "Welcome to hall {}, please come closer.",
    Language.AR: "أَهْلًا بِكُمْ فِي القَاعَةِ {}، تَفَضَّلُوا.",
}


def resident_mb() -> float:
    """What this process holds once rubbish is gone, in MB."""
    gc.collect()
    release_freed()
    return psutil.Process().memory_info().rss / 2**20


def grown_by_lengths(aligner: LadderAligner, count: int, *, longest: float = 4.0) -> float:
    """MB that `count` clips of distinct length add to what the buckets take."""
    noise = read_only(0.05 * np.random.default_rng(3).normal(size=round(BUCKETS[-1] * SPEECH_RATE)))
    tokens = tuple(PhoneToken(ipa, 0) for ipa in ("m", "a", "s", "a"))
    chunk = Chunk(0, "", Language.EN, ())

    def align(samples: int) -> None:
        spoken = SpokenChunk(chunk, Audio(noise[:samples]), tokens, voice="")
        aligner.align(spoken, TimingSource.ACOUSTIC)

    for seconds in BUCKETS:
        align(round(seconds * SPEECH_RATE))
    before = resident_mb()
    lengths = np.linspace(0.3 * SPEECH_RATE, longest * SPEECH_RATE, count).astype(int)
    assert len(set(lengths)) == count
    for samples in np.random.default_rng(4).permutation(lengths):
        align(int(samples))
    return resident_mb() - before


def levels(switch: Callable[[int], None], count: int) -> Iterator[float]:
    """Resident MB after each switch."""
    for number in range(count):
        switch(number)
        yield resident_mb()


def share_grown(megabytes: list[float]) -> float:
    """How much of the level after switch `SETTLED` was added since."""
    level = megabytes[SETTLED - 1]
    return (float(np.median(megabytes[-3:])) - level) / level


def speaking(voices: VoiceSet, aligner: LadderAligner) -> Callable[[int], None]:
    """One switch: the other language speaks a new text and is aligned."""

    def switch(number: int) -> None:
        language = (Language.EN, Language.AR)[number % 2]
        for chunk in voices.chunks(_TEXTS[language].format(number % 90), language):
            aligner.align(voices.synthesise(chunk), TimingSource.ACOUSTIC)

    return switch


def reopening(cache: Path) -> Callable[[int], None]:
    """One switch: networks are opened from the cache, run, and let go."""

    def switch(_number: int) -> None:
        build_aligner(models_dir(), cache, budget=ThreadBudget()).warm_up()

    return switch


def main() -> int:
    """Run both cases; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lengths", type=int, default=1000)
    parser.add_argument("--switches", type=int, default=500)
    options = parser.parse_args()
    limit_arenas()
    with tempfile.TemporaryDirectory() as cache, closing(build_voices()) as voices:
        aligner = build_aligner(models_dir(), Path(cache), budget=ThreadBudget())
        grown = grown_by_lengths(aligner, options.lengths, longest=12.0)
        print(f"R1: {options.lengths} lengths: {grown:+.1f} MB (at most {MOST_MB:g})")
        shares = {
            "en and ar in turn": _report("en and ar in turn", speaking(voices, aligner), options.switches),
            "networks reopened": _report("networks reopened", reopening(Path(cache)), options.switches),
        }
    return int(grown > MOST_MB or max(shares.values()) > MOST_SHARE)


def _report(name: str, switch: Callable[[int], None], count: int) -> float:
    found = list(levels(switch, count))
    share = share_grown(found)
    print(
        f"R9: {name}, {count} times: {found[SETTLED - 1]:.0f} → {found[-1]:.0f} MB, {share:+.1%} (most: 10 %)"
    )
    return share


if __name__ == "__main__":
    raise SystemExit(main())
