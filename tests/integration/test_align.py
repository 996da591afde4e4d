"""The real networks on real speech: times, padding, precision, memory, and sound that is no speech."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import psutil
import pytest

from app.align.aligner import build_aligner
from app.align.emissions import BUCKETS, LOGITS, WAVEFORM, PhoneListener
from app.align.forced import align_tokens
from app.align.ladder import LadderAligner
from app.align.words import word_times
from app.core.phones import SILENCE
from app.core.resources import models_dir
from app.core.timeline import Timeline
from app.core.types import (
    SPEECH_RATE,
    Alignment,
    Audio,
    Language,
    Phone,
    SpokenChunk,
    TimingSource,
    read_only,
)
from app.inference.budget import ThreadBudget
from app.inference.compiled_cache import CompiledCache
from app.inference.manifest import ModelDirectory
from app.inference.openvino_runtime import OpenVinoLoader
from app.inference.runner import Runner
from app.speech.espeak import EspeakVoice
from app.speech.espeak_process import EspeakProcess
from app.speech.recording import spoken_from_recording
from app.speech.warm_up import plain_chunk

SENTENCES = {
    Language.EN: "The pharaoh's beard was a badge of power.",
    Language.AR: "طَبَخَ جَدِّي الأَرُزَّ مَعَ الزَّعْفَرَانِ.",
}
MILLISECOND = SPEECH_RATE // 1000


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("compiled")


@pytest.fixture(scope="module")
def aligner(cache: Path) -> LadderAligner:
    built = build_aligner(models_dir(), cache, budget=ThreadBudget())
    built.warm_up()
    return built


@pytest.fixture(scope="module")
def voices() -> Iterator[dict[Language, EspeakVoice]]:
    process = EspeakProcess()
    yield {language: EspeakVoice(language, process) for language in Language}
    process.close()


@pytest.fixture(params=list(Language))
def language(request: pytest.FixtureRequest) -> Language:
    return Language(request.param)


@pytest.fixture
def spoken(voices: dict[Language, EspeakVoice], language: Language) -> SpokenChunk:
    return voices[language].synthesise(plain_chunk(SENTENCES[language], language))


def _onsets(phones: Timeline[Phone]) -> np.ndarray:
    return np.array([phone.start for phone in phones if phone.ipa != SILENCE])


def _check(alignment: Alignment, spoken: SpokenChunk) -> None:
    """What holds for every alignment, whatever the sound and the text were."""
    assert alignment.phones.duration == len(spoken.audio.samples)
    assert alignment.source is TimingSource.ENERGY or alignment.phones.tiles
    assert alignment.confidence is not None
    assert 0 <= alignment.confidence <= 1
    words = word_times(spoken.chunk, alignment.phones)
    assert [word.index for word in words] == list(range(len(spoken.chunk.words)))
    assert all(word.start <= word.end for word in words)


def test_known_text_lands_where_the_voice_says_it_was(aligner: LadderAligner, spoken: SpokenChunk) -> None:
    exact = spoken.engine_phones
    assert exact is not None
    alignment = aligner.align(spoken, TimingSource.ACOUSTIC)
    assert alignment.warning is None
    _check(alignment, spoken)
    errors = np.abs(_onsets(alignment.phones) - _onsets(exact)) / MILLISECOND
    assert errors.mean() < 12
    assert (errors <= 50).mean() >= 0.95


def test_without_text_most_of_the_sound_is_still_read_right(
    aligner: LadderAligner, spoken: SpokenChunk
) -> None:
    exact = spoken.engine_phones
    assert exact is not None
    alignment = aligner.align(replace(spoken, tokens=(), engine_phones=None))
    assert alignment.source is TimingSource.RECOGNISED
    steps = range(0, exact.duration, 10 * MILLISECOND)
    pairs = [(exact.at(step), alignment.phones.at(step)) for step in steps]
    right = [wanted and heard and wanted.ipa.rstrip("ː") == heard.ipa for wanted, heard in pairs]
    assert np.mean([bool(one) for one in right]) > 0.6


def test_the_text_of_another_utterance_is_not_believed(
    aligner: LadderAligner, voices: dict[Language, EspeakVoice], spoken: SpokenChunk
) -> None:
    others = {
        Language.EN: "Go down the ramp and push the blue button.",
        Language.AR: "يَعْزِفُ أَخِي عَلَى القَانُونِ كُلَّ جُمْعَةٍ.",
    }
    language = spoken.chunk.language
    tokens = voices[language].tokens(plain_chunk(others[language], language))
    alignment = aligner.align(replace(spoken, tokens=tokens, engine_phones=None))
    assert alignment.source is not TimingSource.ACOUSTIC
    assert TimingSource.ACOUSTIC in alignment.stepped_down


@pytest.mark.parametrize("name", ["a01_en_16k", "a02_ar_16k"])
def test_a_recording_with_its_transcript_is_aligned(aligner: LadderAligner, cases: Path, name: str) -> None:
    """Case A5: Arabic text with and without marks has real times, not zeros."""
    language = Language.EN if "_en_" in name else Language.AR
    transcript = (cases / f"{name[:3]}.txt").read_text(encoding="utf-8")
    (spoken,) = spoken_from_recording(cases / f"{name}.wav", transcript, language)
    alignment = aligner.align(spoken)
    assert alignment.source is TimingSource.ACOUSTIC, alignment.stepped_down
    _check(alignment, spoken)
    words = word_times(spoken.chunk, alignment.phones)
    assert sum(word.interpolated for word in words) <= 0.3 * len(words)


@pytest.mark.parametrize("name", ["a11_cut_to_0p4s", "a12_fast_speech"])
def test_text_longer_than_the_sound_never_stops_the_speech(
    aligner: LadderAligner, cases: Path, name: str
) -> None:
    """Case A1."""
    transcript = (cases / "a01.txt").read_text(encoding="utf-8")
    (spoken,) = spoken_from_recording(cases / f"{name}.wav", transcript * 3, Language.EN)
    alignment = aligner.align(spoken)
    assert alignment.source is not TimingSource.ACOUSTIC
    assert "text longer than audio" in alignment.stepped_down[TimingSource.ACOUSTIC]
    _check(alignment, spoken)


@pytest.mark.parametrize("milliseconds", [0, 1 / 24, 1, 5, 10, 20, 25])
@pytest.mark.parametrize("loudness", [0.0, 0.1])
def test_a_clip_of_a_few_samples_is_no_trouble(
    aligner: LadderAligner, milliseconds: float, loudness: float, spoken: SpokenChunk
) -> None:
    """Case A4."""
    noise = np.random.default_rng(0).normal(size=round(milliseconds * MILLISECOND)) * loudness
    clip = replace(spoken, audio=Audio(read_only(noise)), engine_phones=None)
    for tokens in ((), spoken.tokens):
        _check(aligner.align(replace(clip, tokens=tokens)), clip)


def test_silence_is_a_mouth_at_rest(aligner: LadderAligner, spoken: SpokenChunk) -> None:
    still = replace(spoken, audio=Audio(read_only(np.zeros(SPEECH_RATE))), engine_phones=None)
    alignment = aligner.align(still)
    assert {phone.ipa for phone in alignment.phones} <= {SILENCE}
    _check(alignment, still)


def test_noise_is_not_taken_for_the_text(aligner: LadderAligner, spoken: SpokenChunk) -> None:
    noise = np.random.default_rng(1).normal(size=len(spoken.audio.samples)) * 0.1
    noisy = replace(spoken, audio=Audio(read_only(noise)), engine_phones=None)
    alignment = aligner.align(noisy)
    assert alignment.source is not TimingSource.ACOUSTIC
    _check(alignment, noisy)


@pytest.fixture(params=["int8", "fp32"])
def runner(request: pytest.FixtureRequest, language: Language, cache: Path) -> Runner:
    return _runner(language, request.param, cache)


def _runner(language: Language, precision: str, cache: Path) -> Runner:
    directory = ModelDirectory.open(models_dir() / f"phones-{language}")
    variants = {variant.precision: variant for variant in directory.manifest.variants}
    return OpenVinoLoader(ThreadBudget(), CompiledCache(cache))(directory, variants[precision])  # type: ignore[index]


def test_zeros_behind_the_sound_change_no_real_hop(runner: Runner) -> None:
    speech = np.random.default_rng(2).normal(size=(1, 30_011)).astype(np.float32) * np.float32(0.05)
    padded = np.pad(speech, ((0, 0), (0, 17_989)))
    plain = runner.run({WAVEFORM: speech})[LOGITS]
    longer = runner.run({WAVEFORM: padded})[LOGITS]
    assert plain.shape[1] == 30_011 // 160 + 1
    np.testing.assert_allclose(longer[:, : plain.shape[1]], plain, atol=2e-3)


def test_int8_and_full_precision_agree_on_the_times(spoken: SpokenChunk, cache: Path) -> None:
    language = spoken.chunk.language
    directory = ModelDirectory.open(models_dir() / f"phones-{language}")
    onsets = [
        _onsets(
            align_tokens(
                PhoneListener(directory, _runner(language, precision, cache)).listen(spoken.audio),
                spoken.tokens,
            )
        )
        for precision in ("int8", "fp32")
    ]
    # The recipe finds 99.7 % of 3,500; in thirty, one that hangs between two places may fall either way.
    assert (np.abs(onsets[0] - onsets[1]) > 10 * MILLISECOND).sum() <= 2


def test_windows_of_a_long_recording_join_without_a_seam(
    aligner: LadderAligner, spoken: SpokenChunk, cache: Path
) -> None:
    language = spoken.chunk.language
    directory = ModelDirectory.open(models_dir() / f"phones-{language}")
    listener = PhoneListener(directory, _runner(language, "fp32", cache))
    repeats = round(30 * SPEECH_RATE / len(spoken.audio.samples))
    long = np.tile(spoken.audio.samples[: len(spoken.audio.samples) // 240 * 240], repeats)
    windowed = listener.listen(Audio(read_only(long))).log_posteriors
    around = slice(10 * SPEECH_RATE, 16 * SPEECH_RATE)
    alone = listener.listen(Audio(read_only(long[around]))).log_posteriors
    np.testing.assert_allclose(windowed[1050:1550], alone[50:550], atol=0.05)


def test_lengths_that_differ_do_not_cost_memory(aligner: LadderAligner, spoken: SpokenChunk) -> None:
    """Case R1, in its short form: the soak command has the long one."""
    noise = np.random.default_rng(3).normal(size=round(BUCKETS[-1] * SPEECH_RATE)) * 0.05

    def align(seconds: float) -> None:
        clip = read_only(noise[: round(seconds * SPEECH_RATE)])
        aligner.align(replace(spoken, audio=Audio(clip), engine_phones=None))

    for seconds in BUCKETS:
        align(seconds)
    before = psutil.Process().memory_info().rss
    for seconds in np.linspace(0.3, 4.0, 60):
        align(float(seconds))
    assert psutil.Process().memory_info().rss - before < 24 * 2**20


def test_the_models_are_whole_and_shown(aligner: LadderAligner) -> None:
    shown = {info.name: info for info in aligner.info()}
    assert set(shown) == {"phones-en", "phones-ar"}
    for info in shown.values():
        assert info.precision in ("int8", "fp32")
        assert info.reason
        assert ModelDirectory.open(models_dir() / info.name).verify() == []
