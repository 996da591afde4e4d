"""Silence, loudness and peaks of a voice's sound."""

import numpy as np
import pyloudnorm
import pytest

from app.core.types import SPEECH_RATE, Float32
from app.speech.levels import (
    AUDIBLE,
    LEAD_S,
    PEAK,
    TARGET_LUFS,
    TRAIL_S,
    finished,
    integrated_loudness,
    matched,
    resampled,
)


def babble(seconds: float, *, level: float = 0.1, seed: int = 1) -> Float32:
    """Noise that swells and fades like syllables, with a little of it very quiet."""
    time = np.arange(int(seconds * SPEECH_RATE)) / SPEECH_RATE
    noise = np.random.default_rng(seed).standard_normal(len(time))
    smooth = np.convolve(noise, np.hanning(31) / np.hanning(31).sum(), "same")
    return (level * smooth * (1.05 + np.sin(2 * np.pi * 4 * time))).astype(np.float32)


@pytest.mark.parametrize("seconds", [0.45, 0.8, 1.3, 2.0, 5.0])
def test_loudness_agrees_with_an_independent_meter(seconds: float) -> None:
    sound = babble(seconds)
    meter = pyloudnorm.Meter(SPEECH_RATE)
    assert integrated_loudness(sound) == pytest.approx(meter.integrated_loudness(sound), abs=0.3)


@pytest.mark.parametrize("level", [0.03, 0.1, 0.6])
def test_every_level_comes_to_the_same_loudness(level: float) -> None:
    assert integrated_loudness(matched(babble(2.0, level=level))) == pytest.approx(TARGET_LUFS, abs=0.3)


def test_peaks_stay_below_minus_one_decibel() -> None:
    sound = babble(2.0)
    sound[10_000] = 0.99
    sound[20_000] = -0.99
    assert np.abs(matched(sound)).max() <= PEAK


@pytest.mark.parametrize("samples", [0, 1, 500])
def test_silence_and_nearly_nothing_stay_as_they_are(samples: int) -> None:
    silence = np.zeros(samples, dtype=np.float32)
    assert np.array_equal(matched(silence), silence)
    assert len(finished(silence)[0]) == 0
    assert integrated_loudness(silence) < -100


@pytest.mark.parametrize("level", [0.03, 0.5])
def test_finished_speech_has_only_the_margins_around_what_can_be_heard(level: float) -> None:
    silence = np.zeros(SPEECH_RATE // 2, dtype=np.float32)
    speech = babble(1.0, level=level)
    sound, start = finished(np.concatenate([silence, speech, silence]))
    audible = np.flatnonzero(np.abs(sound) > AUDIBLE)
    assert audible[0] <= LEAD_S * SPEECH_RATE
    assert len(sound) - audible[-1] <= TRAIL_S * SPEECH_RATE
    assert start == pytest.approx(len(silence) - LEAD_S * SPEECH_RATE, abs=SPEECH_RATE // 100)
    assert integrated_loudness(sound) == pytest.approx(TARGET_LUFS, abs=0.5)


def test_resampling_keeps_time() -> None:
    click = np.zeros(22_050, dtype=np.float32)
    click[11_025] = 1.0
    sound = resampled(click, 22_050)
    assert len(sound) == SPEECH_RATE
    assert int(np.argmax(np.abs(sound))) == 12_000
