"""The text for the voice knows the way back to the chunk's words; marks are added without other change."""

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import SpeechError
from app.core.types import Language
from app.speech.espeak_process import EspeakProcess, worker_command
from app.speech.said import Said
from app.speech.tashkeel import Diacritiser, is_diacritised
from app.speech.voices import VoiceSet, build_voices
from app.speech.warm_up import plain_chunk


def test_each_character_leads_to_its_word() -> None:
    said = Said(("one", "", "twenty two", "", "three"))
    assert said.text == "one twenty two three"
    assert [said.word_at(position) for position in (0, 2, 4, 11, 15, 99)] == [0, 0, 2, 2, 4, 4]
    assert said.audible() == [0, 2, 4]


@given(st.lists(st.sampled_from(["", "a", "bc", "d e"]), max_size=8))
def test_the_start_of_every_word_is_its_own(words: list[str]) -> None:
    said = Said(tuple(words))
    position = 0
    for index, word in enumerate(words):
        if word:
            assert said.word_at(position) == index
            position += len(word) + 1


@pytest.mark.parametrize(
    ("word", "marked"),
    [("مرحبا", False), ("مَرْحَبًا", True), ("محطّة", False), ("12", True), ("Hall", True), ("في", False)],
)
def test_a_word_with_marks_on_half_of_its_letters_is_left_alone(word: str, marked: bool) -> None:
    assert is_diacritised(word) is marked


def test_words_that_need_no_marks_never_load_the_model() -> None:
    words = ("مَرْحَبًا", "Hall", "3")
    diacritiser = Diacritiser()
    assert diacritiser.diacritise(words) == words
    assert diacritiser._model is None


def test_the_default_voice_of_each_language_comes_first() -> None:
    voices = build_voices("espeak-en")
    assert list(voices.names(Language.EN)) == ["espeak-en", "hibari"]
    assert list(voices.names(Language.AR)) == ["espeak-ar"]


def test_an_unknown_voice_is_an_error_that_names_the_known_ones() -> None:
    with pytest.raises(SpeechError, match=r"hal.*hibari"):
        build_voices("hal")
    with pytest.raises(SpeechError, match="espeak-ar"):
        build_voices("espeak-ar")
    with pytest.raises(SpeechError, match=r"hal.*hibari"):
        build_voices().synthesise(plain_chunk("Hello", Language.EN), "hal")


def test_without_a_voice_for_the_language_nothing_is_spoken() -> None:
    with pytest.raises(SpeechError, match="no voice could speak"):
        VoiceSet([]).synthesise(plain_chunk("Hello", Language.EN))


def test_a_child_that_cannot_start_is_an_error_that_names_it() -> None:
    with pytest.raises(SpeechError, match="no-such-program does not start"):
        EspeakProcess(["no-such-program"]).ask({"voice": "ar", "spell": []})


def test_the_frozen_child_is_the_program_beside_the_kiosk(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "lisan.exe"))
    assert worker_command()[0] == [str(tmp_path / "lisan-espeak.exe")]
