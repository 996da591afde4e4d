"""What is aligned: each clip of the test split as the product reads it, clean or through a bad line."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from app.core.timeline import Timeline
from app.core.types import SPEECH_RATE, Audio, Language, Phone, PhoneToken, SpokenChunk
from app.speech.levels import matched, resampled
from app.speech.recording import Recordings
from models.recipes.aligner.degrade import CONDITIONS, Sound
from models.recipes.aligner.held_out import HeldOut
from models.recipes.aligner.speech import RATE, Row


@dataclass(frozen=True, slots=True)
class Sample:
    """A clip as the product reads it, and with the tokens that this test gives the aligner."""

    spoken: SpokenChunk
    rows: tuple[Row, ...]
    raw: Sound
    read: SpokenChunk
    """With the tokens of our own front end, whatever the test."""


@dataclass(frozen=True, slots=True)
class Test:
    """Samples under one name; the reference's times are `shift_ms` early."""

    name: str
    language: Language
    samples: tuple[Sample, ...]
    shift_ms: float = 0.0

    def with_own_phones(self) -> Test:
        """The same, aligned with the reference's phones instead of those of the text."""
        return replace(self, samples=tuple(_own_phones(sample) for sample in self.samples))

    def named(self, name: str) -> Test:
        """The same under another name."""
        return replace(self, name=name)

    def degraded(self, condition: str) -> Test:
        """The same sentences through a bad line, room or microphone."""
        damage = CONDITIONS[condition]
        samples = tuple(_with_sound(sample, damage(sample.raw)) for sample in self.samples)
        return replace(self, name=f"{self.name} in {condition}", samples=samples)


def read_clips(voice: HeldOut, recordings: Recordings) -> tuple[Sample, ...]:
    """The voice's clips as recordings with a transcript."""
    spoken = [recordings.read(clip.path, clip.text, clip.language) for clip in voice.clips]
    pairs = zip(voice.clips, spoken, strict=True)
    return tuple(Sample(one, clip.rows, clip.sound(), one) for clip, one in pairs)


def _own_phones(sample: Sample) -> Sample:
    tokens = tuple(PhoneToken(row.phone) for row in sample.rows)
    return replace(sample, spoken=replace(sample.read, tokens=tokens))


def _with_sound(sample: Sample, sound: Sound) -> Sample:
    wave = matched(resampled(sound.astype(np.float32) / 32768, RATE))
    return replace(sample, spoken=replace(sample.spoken, audio=Audio(wave)))


def own_times(sample: Sample) -> Timeline[Phone]:
    """The reference as a timeline: what the mouth would do if the aligner made no mistake."""
    duration = len(sample.spoken.audio.samples)
    edges = [min(round(row.start * SPEECH_RATE), duration) for row in sample.rows] + [duration]
    spans = zip(sample.rows, edges, edges[1:], strict=False)
    phones = tuple(Phone(row.phone, start, end) for row, start, end in spans if start < end)
    return Timeline(phones, duration, SPEECH_RATE)
