"""What people write is read as they would say it, in each language."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.types import Language
from app.speech.chunking import split


def said(text: str, language: Language | None = None) -> str:
    return " ".join(chunk.spoken for chunk in split(text, language))


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("12 birds", "twelve birds"),
        ("1,200 or 1.200,5", "one thousand two hundred or one thousand two hundred point five"),
        ("4,9 km", "four point nine kilometres"),
        ("1 km", "one kilometre"),
        ("12.5%", "twelve point five percent"),
        ("-5 °C", "minus five degrees Celsius"),
        ("at 10:45", "at ten forty-five"),
        ("at 9:05 am", "at nine oh five a m"),
        ("5pm", "five p m"),
        ("at 10:00", "at ten o'clock"),
        ("9:00-17:00", "nine o'clock to seventeen o'clock"),
        ("10–12 people", "ten to twelve people"),
        ("2026-03-12", "twelfth of March twenty twenty-six"),
        ("25/12/2024", "twenty-fifth of December twenty twenty-four"),
        ("12/25/2024", "twenty-fifth of December twenty twenty-four"),
        ("March 12, 2024", "March twelfth, twenty twenty-four"),
        ("in 1995", "in nineteen ninety-five"),
        ("1995 birds", "one thousand nine hundred and ninety-five birds"),
        ("the 1990s", "the nineteen nineties"),
        ("the 21st", "the twenty-first"),
        ("3/4", "three quarters"),
        ("$13.60", "thirteen dollars and sixty cents"),
        ("€1", "one euro"),
        ("20€", "twenty euros"),
        ("$5 million", "five million dollars"),
        ("AED 50", "fifty dirhams"),
        ("50 AED", "fifty dirhams"),
        ("version 2.0.1", "version two point zero point one"),
        ("Room 007", "Room zero zero seven"),
        ("3D", "three D"),
        ("Dr. Smith, e.g. Jones", "doctor Smith, for example Jones"),
        ("salt & pepper", "salt and pepper"),
        ("<Hall 3>, please", "Hall three, please"),
        ("a queue of < 5 people", "a queue of less than five people"),
        ("<b>Hall</b>&nbsp;B", "Hall B"),
        ("info@demo.example", "info at demo dot example"),
        ("No. 7", "number seven"),
        ("Hello 🎉 world 👋🏽", "Hello world"),
        ("١٢٫٥ metres", "twelve point five metres"),
        ("“Quoted” — (words)…", "Quoted words."),
    ],
)  # fmt: skip
def test_english_is_read_as_it_is_said(written: str, spoken: str) -> None:
    assert said(written, Language.EN) == spoken


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("١٢٫٥ كم", "اثنا عشر فاصلة خمسة كيلومترًا"),
        ("٣ كم", "ثلاثة كيلومترات"),
        ("2 كم", "كيلومتران"),
        ("و٣ زوار", "وثلاثة زوار"),
        ("٥٠%", "خمسون بالمئة"),
        ("٣٬٠٠٠ زائر", "ثلاثة آلاف زائر"),
        ("عام 1234", "عام ألف ومئتان وأربعة وثلاثون"),
        ("الساعة ١٠:٣٠", "الساعة العاشرة والنصف"),
        ("الساعة 2:05 م", "الساعة الثانية وخمس دقائق مساءً"),
        ("12/03/2026", "اثنا عشر مارس ألفان وستة وعشرون"),
        ("2026 م", "ألفان وستة وعشرون ميلادية"),
        ("من 9:00-17:00", "من التاسعة إلى الخامسة مساءً"),
        ("د. أحمد", "الدكتور أحمد"),
        ("$5 فقط", "خمسة دولارات فقط"),
        ("هَـٰذَا مُعْجِبٌ", "هَٰذَا مُعْجِبٌ"),
        ("ﻣﺮﺣﺒﺎ بكم", "مرحبا بكم"),
        ("لِلزُّوَّارِۖ", "لِلزُّوَّارِ"),
        ("كيف حالك?", "كيف حالك؟"),
    ],
)
def test_arabic_is_read_as_it_is_said(written: str, spoken: str) -> None:
    # NFC decides the order of marks: compare in its order.
    assert said(written, Language.AR) == said(spoken, Language.AR) == spoken


def test_a_word_keeps_its_shown_form_beside_its_reading() -> None:
    chunk = split("Entry 🎉 is $5.")[0]
    rows = [(word.shown, word.spoken) for word in chunk.words]
    assert rows == [("Entry", "Entry"), ("🎉", ""), ("is", "is"), ("$5.", "five dollars.")]
    assert [chunk.text[word.start : word.end] for word in chunk.words] == [word for word, _ in rows]


def test_control_and_bidirectional_characters_and_terminal_codes_vanish() -> None:
    chunk = split("\u202bHello\x00 \u200fvisitor\x07\x1b[31m and \ufeffgoodbye\ufffd")[0]
    assert chunk.spoken == "Hello visitor and goodbye"
    assert not any(ord(character) < 32 or character in "\u202b\u200f\ufeff" for character in chunk.text)


def test_text_in_nfd_is_shown_and_read_in_nfc() -> None:
    assert split("Cafe\u0301")[0].spoken == "Caf\u00e9"


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=200), st.sampled_from([None, *Language]))
def test_no_text_raises_and_positions_always_fit(text: str, language: Language | None) -> None:
    for chunk in split(text, language):
        assert 0 < len(chunk.text) <= 80
        assert chunk.spoken
        for word in chunk.words:
            assert chunk.text[word.start : word.end] == word.shown


_WRITTEN = st.text(st.sampled_from("ab zé1250.,:;-/%$€#°مرسنةًّ٣٫،؟!?()'\n"), max_size=60)


@settings(max_examples=150, deadline=None)
@given(_WRITTEN)
def test_a_sentence_with_letters_is_never_silent(text: str) -> None:
    if any(character.isalpha() for character in text):
        assert any(any(map(str.isalpha, chunk.spoken)) for chunk in split(text))


@settings(max_examples=100, deadline=None)
@given(_WRITTEN)
def test_no_digit_and_no_symbol_reaches_a_voice(text: str) -> None:
    for chunk in split(text):
        assert not any(character.isdecimal() or character in "$€#%°/()" for character in chunk.spoken)


@pytest.mark.parametrize(
    "text",
    [
        "At 10:45 on March 12, 2024 we paid $13.60 for 4,9 km.",
        "الساعة ١٠:٤٥ والسعر ١٢٫٥ درهم و٣ كم",
        "Dr. Who & co.",
    ],
)
def test_reading_what_was_read_changes_nothing(text: str) -> None:
    once = said(text)
    assert said(once) == once
