"""A text becomes short chunks of one language each, lazily, without losing a word."""

import re
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import pytest

from app.core.types import SPEECH_RATE, Language
from app.speech.chunking import FIRST_LONGEST, LONGEST, split
from app.speech.normalise import spoken_word
from app.speech.text import Shown

MS = SPEECH_RATE // 1000


def test_each_sentence_is_its_own_chunk_and_pauses_are_ours() -> None:
    chunks = split("Welcome. I am your guide, and this is the coast.")
    assert [chunk.text for chunk in chunks] == ["Welcome.", "I am your guide, and this is the coast."]
    assert [chunk.pause_after for chunk in chunks] == [300 * MS, 0]
    assert [chunk.index for chunk in chunks] == [0, 1]


def test_a_long_sentence_is_cut_at_its_clauses() -> None:
    text = (
        "Falcons are the fastest birds, they hunt at dawn near the coast, and people have trained them here."
    )
    chunks = split(text)
    assert [chunk.text for chunk in chunks] == [
        "Falcons are the fastest birds,",
        "they hunt at dawn near the coast, and people have trained them here.",
    ]
    assert chunks[0].pause_after == 120 * MS


def test_a_first_chunk_without_a_comma_is_cut_before_a_linking_word() -> None:
    first = split("Falcons are the fastest birds in the world and they hunt at dawn near the coast")[0]
    assert first.text == "Falcons are the fastest birds"
    assert 0 < first.pause_after < 120 * MS


@pytest.mark.parametrize(
    "text",
    [
        "Dr. Smith met Mr. Jones.",
        "See e.g. the map.",
        "Version 2.0.1 is here.",
        "It costs 3.50 today.",
        "1. Go left.",
        "زار د. أحمد المعرض.",
    ],
)
def test_a_full_stop_inside_a_sentence_does_not_end_it(text: str) -> None:
    assert len(split(text)) == 1


def test_lines_are_sentences() -> None:
    assert [chunk.text for chunk in split("The coast\nThe desert")] == ["The coast", "The desert"]


def test_each_script_is_spoken_by_its_language(cases: Path) -> None:
    arabic_first = split((cases / "t19_mixed_ar_first.txt").read_text(encoding="utf-8"))
    assert [(chunk.language, chunk.text) for chunk in arabic_first] == [
        (Language.AR, "اضغط على زر"),
        (Language.EN, "Start"),
        (Language.AR, "ثم اختر"),
        (Language.EN, "Demo 2"),
        (Language.AR, "للبدء"),
    ]
    english_first = split((cases / "t20_mixed_en_first.txt").read_text(encoding="utf-8"))
    assert [chunk.language for chunk in english_first] == [Language.EN, Language.AR, Language.EN, Language.AR]


def test_arabic_under_an_english_screen_is_arabic(cases: Path) -> None:
    text = (cases / "t21_ar_only_sent_to_en_voice.txt").read_text(encoding="utf-8")
    assert {chunk.language for chunk in split(text, Language.EN)} == {Language.AR}


def test_digits_go_with_the_words_around_them_and_alone_with_the_screen() -> None:
    assert [chunk.spoken for chunk in split("لدينا 3 قاعات")] == ["لدينا ثَلَاثُ قاعات"]
    assert split("3", Language.AR)[0].spoken == "ثَلَاثَةٌ"
    assert split("3", Language.EN)[0].spoken == "three"
    assert split("3")[0].language is Language.EN
    assert split("٣")[0].language is Language.AR


def test_scripts_joined_in_one_word_are_parted() -> None:
    assert [chunk.language for chunk in split("الـWiFi مجاني")] == [Language.AR, Language.EN, Language.AR]


@pytest.mark.parametrize("name", ["t01_empty", "t02_whitespace", "t03_punct_only", "t04_punct_only_ar",
                                  "t05_emoji_only", "t09_repeat_exclaim"])  # fmt: skip
def test_nothing_to_say_is_no_chunk(cases: Path, name: str) -> None:
    chunks = split((cases / f"{name}.txt").read_bytes().decode("utf-8"))
    assert not chunks
    assert len(chunks) == 0


def test_an_emoji_after_the_sentence_is_still_shown() -> None:
    (chunk,) = split("Welcome! 🎉")
    assert (chunk.text, chunk.spoken) == ("Welcome! 🎉", "Welcome!")


@pytest.mark.parametrize("name", ["t26_long_one_sentence_en", "t27_long_one_sentence_ar", "t28_long_word",
                                  "t29_long_1000_sentences", "t07_stacked_suffix"])  # fmt: skip
def test_whatever_is_long_is_cut_and_no_letter_is_lost(cases: Path, name: str) -> None:
    text = (cases / f"{name}.txt").read_text(encoding="utf-8")
    chunks = split(text)
    assert len(chunks[0].text) <= FIRST_LONGEST or " " not in chunks[0].text
    assert all(len(chunk.text) <= LONGEST for chunk in chunks)
    shown = "".join(word.shown for chunk in chunks for word in chunk.words)
    assert shown == re.sub(r"\s", "", text)


def test_a_thousand_sentences_are_read_only_as_far_as_they_are_asked_for(
    cases: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []

    def counting(words: Sequence[Shown], index: int, language: Language) -> str:
        read.append(index)
        return spoken_word(words, index, language)

    monkeypatch.setattr("app.speech.chunking.spoken_word", counting)
    chunks = split((cases / "t29_long_1000_sentences.txt").read_text(encoding="utf-8"))
    assert not read
    assert [chunk.index for chunk in islice(chunks, 3)] == [0, 1, 2]
    assert len(read) < 60


def test_chunks_are_a_sequence_that_can_be_read_twice_and_from_behind() -> None:
    chunks = split("One. Two. Three.")
    assert [chunk.text for chunk in chunks] == [chunk.text for chunk in chunks]
    assert chunks[-1].text == "Three."
    assert [chunk.text for chunk in chunks[1:]] == ["Two.", "Three."]
    with pytest.raises(IndexError):
        chunks[3]


def test_what_is_short_to_see_and_long_to_hear_is_cut_by_what_is_heard() -> None:
    chunks = split("Call 0501234567 or 0507654321 or 0509998887 or write to the desk at 0123456789 now.")
    assert len(chunks) > 1
    assert all(len(chunk.spoken) <= 2 * LONGEST for chunk in chunks)
