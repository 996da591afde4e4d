"""Clicks to set the visual lead by ear and eye: the mouth opens exactly while each one sounds."""

from __future__ import annotations

from typing import Final

import numpy as np

from app.core.ports import MouthArtist
from app.core.timeline import Timeline
from app.core.types import (
    SPEECH_RATE,
    Alignment,
    Audio,
    Behaviour,
    BehaviourLabel,
    Chunk,
    Language,
    Phone,
    PreparedChunk,
    SpokenChunk,
    TimingSource,
    Word,
    WordTime,
    read_only,
)

CLICKS: Final = "1 2 3 4 5 6 7 8"
"""What is shown: one word a click."""
_APART: Final = SPEECH_RATE
_LASTS: Final = SPEECH_RATE // 12
_PITCH: Final = 880.0


def metronome(artist: MouthArtist, language: Language) -> PreparedChunk:
    """One chunk: a click a second, each a word of its own."""
    shown = CLICKS.split()
    samples = len(shown) * _APART
    sound = Audio(read_only(_clicks(samples)))
    words = tuple(Word(word, "", 2 * index, 2 * index + 1) for index, word in enumerate(shown))
    chunk = Chunk(0, CLICKS, language, words)
    silence: Timeline[Phone] = Timeline((), samples, SPEECH_RATE)
    return PreparedChunk(
        SpokenChunk(chunk, sound, (), "metronome"),
        Alignment(silence, TimingSource.ENERGY, None),
        Timeline((), samples, SPEECH_RATE),
        tuple(
            WordTime(shown[index], start, start + _LASTS, index=index)
            for index, start in enumerate(range(_APART // 2, samples, _APART))
        ),
        artist.from_energy(sound),
        Behaviour(BehaviourLabel.NEUTRAL, 1.0),
    )


def _clicks(samples: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    time = np.arange(_LASTS) / SPEECH_RATE
    click = 0.5 * np.sin(2 * np.pi * _PITCH * time) * np.exp(-30 * time)
    sound = np.zeros(samples)
    for start in range(_APART // 2, samples, _APART):
        sound[start : start + _LASTS] = click
    return sound
