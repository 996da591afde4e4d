"""What the ladder does with real sound that is not what the text says: always an answer, none of it wrong."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from app.align.aligner import build_aligner
from app.align.ladder import LadderAligner
from app.align.words import word_times
from app.core.phones import SILENCE
from app.core.ports import Synthesiser
from app.core.resources import models_dir
from app.core.types import (
    SPEECH_RATE,
    Alignment,
    Audio,
    Chunk,
    Float32,
    Language,
    SpokenChunk,
    TimingSource,
    WordTime,
    read_only,
)
from app.inference.budget import ThreadBudget
from app.speech.chunking import split
from app.speech.espeak import EspeakVoice
from app.speech.espeak_process import EspeakProcess
from app.speech.hibari import HibariVoice
from app.speech.recording import Recordings
from app.speech.warm_up import plain_chunk

SENTENCES = {
    Language.EN: "We close the old harbour gate every evening before the sun goes down.",
    Language.AR: "نُغْلِقُ بَابَ المَتْحَفِ القَدِيمِ كُلَّ مَسَاءٍ قَبْلَ غُرُوبِ الشَّمْسِ.",
}
OTHERS = {
    Language.EN: "Fresh juice and mint tea are sold upstairs.",
    Language.AR: "يَعْزِفُ أَخِي عَلَى القَانُونِ كُلَّ جُمْعَةٍ.",
}
MILLISECOND = SPEECH_RATE // 1000

Say = Callable[[str, Language], SpokenChunk]


@pytest.fixture(scope="module")
def aligner(tmp_path_factory: pytest.TempPathFactory) -> LadderAligner:
    built = build_aligner(models_dir(), tmp_path_factory.mktemp("compiled"), budget=ThreadBudget())
    built.warm_up()
    return built


@pytest.fixture(scope="module")
def say() -> Iterator[Say]:
    """espeak-ng says a text whose words are as they are written."""
    process = EspeakProcess()
    voices = {language: EspeakVoice(language, process) for language in Language}
    yield lambda text, language: voices[language].synthesise(plain_chunk(text, language))
    process.close()


@pytest.fixture(params=list(Language))
def language(request: pytest.FixtureRequest) -> Language:
    return Language(request.param)


def _with_text(sound: SpokenChunk, text: SpokenChunk) -> SpokenChunk:
    """The sound of one utterance with the words of another."""
    return replace(text, audio=sound.audio, engine_phones=None)


def _checked(alignment: Alignment, spoken: SpokenChunk) -> tuple[WordTime, ...]:
    """What holds whatever the sound is: phones tile it, every word has a time inside it."""
    assert alignment.phones.duration == len(spoken.audio.samples)
    assert alignment.source is TimingSource.ENERGY or alignment.phones.tiles
    assert alignment.confidence is not None
    words = word_times(spoken.chunk, alignment.phones)
    assert [word.text for word in words] == [word.shown for word in spoken.chunk.words]
    assert all(word.start < word.end <= len(spoken.audio.samples) for word in words)
    return words


def _without(text: str, *places: int) -> str:
    return " ".join(word for place, word in enumerate(text.split()) if place not in places)


def _exact_onset(spoken: SpokenChunk, word: int) -> int:
    assert spoken.engine_phones is not None
    return next(phone.start for phone in spoken.engine_phones if phone.word == word)


@pytest.mark.parametrize("gone", [(0,), (4,), (3, 4), (8,)])
def test_words_that_were_not_said_are_interpolated_and_the_others_found(
    aligner: LadderAligner, say: Say, language: Language, gone: tuple[int, ...]
) -> None:
    text = SENTENCES[language]
    spoken = say(_without(text, *gone), language)
    asked = _with_text(spoken, say(text, language))
    alignment = aligner.align(asked)
    assert alignment.source is TimingSource.ACOUSTIC, alignment.stepped_down
    words = _checked(alignment, asked)
    assert {word.index for word in words if word.interpolated} <= set(gone)
    said = [word for word in words if word.index not in gone]
    errors = [abs(word.start - _exact_onset(spoken, place)) / MILLISECOND for place, word in enumerate(said)]
    assert np.mean(errors) < 15
    whole = aligner.align(replace(spoken, engine_phones=None))
    assert alignment.confidence is not None and whole.confidence is not None
    assert alignment.confidence < whole.confidence


@pytest.mark.parametrize("added", [(1,), (4,), (3, 4), (7,)])
def test_words_that_the_text_lacks_bend_no_other_word(
    aligner: LadderAligner, say: Say, language: Language, added: tuple[int, ...]
) -> None:
    text = SENTENCES[language]
    spoken = say(text, language)
    asked = _with_text(spoken, say(_without(text, *added), language))
    alignment = aligner.align(asked)
    assert alignment.source is TimingSource.ACOUSTIC, alignment.stepped_down
    kept = [place for place in range(len(text.split())) if place not in added]
    words = _checked(alignment, asked)
    errors = [
        abs(word.start - _exact_onset(spoken, place)) / MILLISECOND
        for place, word in zip(kept, words, strict=True)
    ]
    assert np.median(errors) < 15
    assert max(errors) < 150
    first, last = _exact_onset(spoken, added[0]), _exact_onset(spoken, added[-1] + 1)
    moving = [p for p in alignment.phones if p.end > first and p.start < last and p.ipa != SILENCE]
    assert len(moving) >= 2  # the face goes on speaking where the text is silent


def test_another_text_is_not_believed(aligner: LadderAligner, say: Say, language: Language) -> None:
    asked = _with_text(say(SENTENCES[language], language), say(OTHERS[language], language))
    alignment = aligner.align(asked)
    assert alignment.source is TimingSource.RECOGNISED
    assert all(word.interpolated for word in _checked(alignment, asked))


def test_a_text_ten_times_too_long_is_not_squeezed_in(
    aligner: LadderAligner, say: Say, language: Language
) -> None:
    """Case A1."""
    spoken = say(SENTENCES[language], language)
    asked = _with_text(spoken, say(" ".join([SENTENCES[language]] * 10), language))
    alignment = aligner.align(asked)
    assert alignment.source is TimingSource.RECOGNISED
    assert "text longer than audio" in alignment.stepped_down[TimingSource.ACOUSTIC]


def _spoken_as_read(text: str, language: Language) -> list[SpokenChunk]:
    """The kiosk's own way from text to sound: numbers read out, each run by a voice of its language."""
    process = EspeakProcess()
    voices: dict[Language, Synthesiser] = {
        Language.EN: HibariVoice(),
        Language.AR: EspeakVoice(Language.AR, process),
    }
    try:
        return [voices[chunk.language].synthesise(chunk) for chunk in split(text, language)]
    finally:
        process.close()


@pytest.mark.parametrize(
    ("name", "language"),
    [("t11_digits_mix", Language.EN), ("t24_oov_scripts", Language.EN), ("t19_mixed_ar_first", Language.AR),
     ("t16_diacritized", Language.AR), ("t18_quranic_marks_presentation_forms", Language.AR)],
)  # fmt: skip
def test_digits_and_foreign_letters_have_times(
    aligner: LadderAligner, cases: Path, name: str, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cases A3 and A5: every word has start < end, and one that was not said says so."""
    sounds = logging.getLogger("app.speech.ipa")
    monkeypatch.setattr(sounds, "disabled", True)  # it tells of each foreign sound that a voice leaves out
    for spoken in _spoken_as_read((cases / f"{name}.txt").read_text(encoding="utf-8"), language):
        alignment = aligner.align(replace(spoken, engine_phones=None))
        assert alignment.source is TimingSource.ACOUSTIC, alignment.stepped_down
        words = _checked(alignment, spoken)
        voiced = {token.word for token in spoken.tokens}
        assert all(word.interpolated for word in words if word.index not in voiced)
        assert sum(word.interpolated for word in words) <= 0.3 * len(words)


def test_repeated_sounds_each_get_their_time(aligner: LadderAligner, say: Say) -> None:
    spoken = say("This small bus stops seven times.", Language.EN)
    alignment = aligner.align(replace(spoken, engine_phones=None))
    assert alignment.source is TimingSource.ACOUSTIC
    said = [(phone.ipa, phone.word) for phone in alignment.phones if phone.ipa != SILENCE]
    assert said == [(token.ipa, token.word) for token in spoken.tokens if token.ipa != SILENCE]
    assert sum(a[0] == b[0] for a, b in pairwise(said)) >= 3
    assert min(phone.end - phone.start for phone in alignment.phones) >= 2 * MILLISECOND


def _chords(seconds: float) -> Float32:
    """A slow progression of plucked triads with overtones."""
    roots = (220.0, 174.6, 261.6, 196.0)
    length = round(seconds * SPEECH_RATE / len(roots))
    at = np.arange(length) / SPEECH_RATE
    tones = [
        sum(np.sin(2 * np.pi * root * step * n * at) / n for step in (1, 1.26, 1.5) for n in (1, 2, 3))
        * np.exp(-2 * at)
        for root in roots
    ]
    return read_only(0.08 * np.concatenate(tones))


def _noise(seconds: float) -> Float32:
    return read_only(np.random.default_rng(5).normal(size=round(seconds * SPEECH_RATE)) * 0.1)


def _silence(seconds: float) -> Float32:
    return read_only(np.zeros(round(seconds * SPEECH_RATE)))


@pytest.mark.parametrize("sound", [_chords, _noise, _silence])
def test_what_is_no_speech_is_not_taken_for_the_text(
    aligner: LadderAligner, say: Say, language: Language, sound: Callable[[float], Float32]
) -> None:
    asked = replace(say(SENTENCES[language], language), audio=Audio(sound(4.0)), engine_phones=None)
    alignment = aligner.align(asked)
    assert alignment.source in (TimingSource.RECOGNISED, TimingSource.ENERGY)
    assert alignment.stepped_down[TimingSource.ACOUSTIC]
    assert all(word.interpolated for word in _checked(alignment, asked))


@pytest.mark.parametrize("sound", [_chords, _noise, _silence])
def test_speech_after_something_else_is_found(
    aligner: LadderAligner, say: Say, language: Language, sound: Callable[[float], Float32]
) -> None:
    spoken = say(SENTENCES[language], language)
    lead = sound(2.0)
    joined = Audio(read_only(np.concatenate((lead, spoken.audio.samples))))
    asked = replace(spoken, audio=joined, engine_phones=None)
    alignment = aligner.align(asked)
    assert alignment.source is TimingSource.ACOUSTIC, alignment.stepped_down
    words = _checked(alignment, asked)
    for word in words[1:]:
        exact = len(lead) + _exact_onset(spoken, word.index)
        assert abs(word.start - exact) < 60 * MILLISECOND


@pytest.mark.parametrize("name", ["a04_one_sample", "a05_20ms"])
def test_a_clip_of_no_length_has_an_answer(aligner: LadderAligner, cases: Path, name: str) -> None:
    """Case A4."""
    recordings = Recordings()
    for text in ("", "Welcome to the stand."):
        spoken = recordings.read(cases / f"{name}.wav", text, Language.EN)
        alignment = aligner.align(spoken)
        assert alignment.source in (TimingSource.RECOGNISED, TimingSource.ENERGY)
        assert alignment.phones.duration == len(spoken.audio.samples)
    recordings.close()


def test_one_bad_chunk_costs_the_others_nothing(aligner: LadderAligner, say: Say, language: Language) -> None:
    good, other = say(SENTENCES[language], language), say(OTHERS[language], language)
    bad = replace(good, audio=Audio(_noise(3.0)))
    row: Sequence[SpokenChunk] = [replace(one, engine_phones=None) for one in (good, bad, other)]
    alone = [aligner.align(row[0]), aligner.align(row[2])]
    first, middle, last = (aligner.align(one) for one in row)
    assert (first.source, last.source) == (TimingSource.ACOUSTIC, TimingSource.ACOUSTIC)
    assert middle.source is not TimingSource.ACOUSTIC
    assert (first.phones, last.phones) == (alone[0].phones, alone[1].phones)


def test_a_chunk_of_nothing_is_answered(aligner: LadderAligner) -> None:
    nothing = SpokenChunk(Chunk(0, "", Language.EN, ()), Audio(read_only(np.zeros(0))), (), "")
    assert aligner.align(nothing).phones.duration == 0
