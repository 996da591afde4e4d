"""Diacritised Arabic as espeak-ng has to see it, and marks added to bare words."""

import pytest

from app.speech.arabic_spelling import spelled_for_espeak
from app.speech.tashkeel import MARKS, _merged


@pytest.mark.parametrize(
    ("written", "spelled"),
    [
        ("السُك\u064e\u0651ر", "السُك\u0651\u064eر"),  # shadda before its vowel
        ("مَرْحَبًا", "مَرْحَبًا"),
        ("فِي الْبَيْتِ.", "فِي لْبَيْت."),
        ("فِي السَّاحِلِ الْجَمِيلِ", "فِي سَّاحِلِ لْجَمِيل"),
        ("عَنْ الْبَحْرِ هُنَا", "عَنْ الْبَحْرِ هُنَا"),  # no vowel to link to
        ("سَاعَةٌ، سَاعَةٌ جَمِيلَةٌ", "سَاعَه، سَاعَةٌ جَمِيلَه"),
        ("كَتَبُوا", "كَتَبُو"),
        ("هُوَ", "هُوَ"),
        ("ٱلْبَحْرُ", "الْبَحْر"),
        ("وَالْبَحْرُ", "وَلْبَحْر"),
    ],
)
def test_words_are_spelled_as_people_say_them_in_their_phrase(written: str, spelled: str) -> None:
    assert _canonical(" ".join(spelled_for_espeak(written.split()))) == _canonical(spelled)


def _canonical(text: str) -> str:
    """Shadda before the vowel, as the speller writes it."""
    for vowel in "\u064e\u064f\u0650":
        text = text.replace(vowel + "\u0651", "\u0651" + vowel)
    return text


def test_words_stay_one_for_one() -> None:
    words = ["قَالَ", "الَّذِي", "فِي", "السُّوقِ:", "نَعَمْ،", "الْبَحْرُ!"]
    assert len(spelled_for_espeak(words)) == len(words)
    assert spelled_for_espeak([]) == ()


def test_guessed_marks_are_added_where_there_are_none_and_letters_never_change() -> None:
    assert _merged("مرحبا", "مَرْحَبًا") == "مَرْحَبًا"
    assert _merged("محطّة", "مَحَطَة") == "مَحَطّة"
    assert _merged("مرحبا", "مَرْحَبَة") == "مرحبا"
    assert [one for one in _merged("(بحر،", "(بَحْرٌ،") if one not in MARKS] == list("(بحر،")
