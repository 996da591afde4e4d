"""Recordings of every kind (case L2): decoded to the same speech, or refused in one line."""

from pathlib import Path

import numpy as np
import pytest
import soundfile

from app.core.errors import SpeechError
from app.core.types import SPEECH_RATE, Float32, Language, read_only
from app.speech.recording import read_recording, spoken_from_recording


def envelope(sound: Float32) -> Float32:
    """Loudness in steps of 20 ms: what opens a mouth."""
    step = SPEECH_RATE // 50
    steps = sound[: len(sound) // step * step].reshape(-1, step)
    return read_only(np.sqrt(np.mean(np.square(steps), axis=1)))


@pytest.mark.parametrize(
    "name",
    ["a15_8k", "a16_22050", "a17_44100_stereo", "a18_48k_24bit_extensible", "a19_int32", "a20_float32",
     "a21_float64", "a22_mulaw", "a29_stereo_antiphase", "a30_float32_with_nan"],
)  # fmt: skip
def test_every_format_has_the_same_mouth_energy(cases: Path, name: str) -> None:
    reference = envelope(read_recording(cases / "a01_en_16k.wav").samples)
    sound = read_recording(cases / f"{name}.wav").samples
    assert np.isfinite(sound).all()
    assert len(envelope(sound)) == pytest.approx(len(reference), abs=1)
    difference = np.abs(envelope(sound)[: len(reference)] - reference[: len(envelope(sound))])
    assert difference.mean() < 0.05 * reference.mean()


@pytest.mark.parametrize("name", ["a03_zero_samples.wav", "a27_header_only.wav"])
def test_a_file_without_sound_is_refused(cases: Path, name: str) -> None:
    with pytest.raises(SpeechError, match="holds no sound"):
        read_recording(cases / name)


@pytest.mark.parametrize("name", ["missing.wav", "cases.tsv"])
def test_what_is_no_recording_is_refused_by_name(cases: Path, name: str) -> None:
    with pytest.raises(SpeechError, match=f"{name} cannot be read"):
        read_recording(cases / name)


@pytest.mark.parametrize(("name", "samples"), [("a04_one_sample.wav", 2), ("a05_20ms.wav", 480)])
def test_tiny_clips_are_read(cases: Path, name: str, samples: int) -> None:
    (spoken,) = spoken_from_recording(cases / name)
    assert len(spoken.audio.samples) == pytest.approx(samples, abs=1)
    assert np.isfinite(spoken.audio.samples).all()
    assert spoken.tokens == ()


@pytest.mark.parametrize("kind", ["flac", "ogg", "mp3"])
def test_compressed_files_are_read_under_any_name(cases: Path, tmp_path: Path, kind: str) -> None:
    sound, rate = soundfile.read(cases / "a01_en_16k.wav")
    path = tmp_path / f"عرض é 会場.{kind}"
    soundfile.write(path, sound, rate)
    assert read_recording(path).seconds == pytest.approx(4.05, abs=0.1)


@pytest.mark.parametrize(("name", "language"), [("a01", Language.EN), ("a02", Language.AR)])
def test_a_transcript_gives_words_and_their_phones(cases: Path, name: str, language: Language) -> None:
    transcript = (cases / f"{name}.txt").read_text(encoding="utf-8")
    (spoken,) = spoken_from_recording(next(cases.glob(f"{name}_*.wav")), transcript)
    assert spoken.chunk.language is language
    assert [word.shown for word in spoken.chunk.words] == transcript.split()
    for word in spoken.chunk.words:
        assert spoken.chunk.text[word.start : word.end] == word.shown
    assert {token.word for token in spoken.tokens} == set(range(len(spoken.chunk.words)))
    assert spoken.engine_phones is None


def test_a_transcript_in_two_languages_is_read_by_both_front_ends(cases: Path) -> None:
    (spoken,) = spoken_from_recording(cases / "a01_en_16k.wav", "Welcome to the stand مرحبا بكم", Language.EN)
    assert spoken.chunk.language is Language.EN
    phones = {word: [token.ipa for token in spoken.tokens if token.word == word] for word in (0, 4)}
    assert phones[0][0] == "w"
    assert phones[4][:4] == ["m", "a", "r", "ħ"]
