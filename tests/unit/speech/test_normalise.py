"""What holds for every text: nothing is lost, nothing is read twice, nothing unspeakable reaches a voice."""

from __future__ import annotations

import re
import sys
import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.core.types import Language
from app.speech import arabic, english
from app.speech.chunking import PAUSE_BETWEEN, split
from app.speech.normalise import AUDIBLE_PAUSES, CLOSING, OPENING, PAUSES, SILENT, spoken_word
from app.speech.scripts import SPEAKABLE
from app.speech.text import clean, shown_words


def said(text: str, language: Language | None = None) -> str:
    return " ".join(chunk.spoken for chunk in split(text, language))


SPOKEN = {
    language: re.compile(rf"(?:{letter.pattern}|[-' {AUDIBLE_PAUSES}])*")
    for language, letter in SPEAKABLE.items()
}
"""All that may reach a voice."""


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


LIKELY = st.text(
    st.sampled_from("ab zéAM1250.,:;-/%$€#°مرسنةًّ٣٫،؟!?()'\"\n²½×<>&@+=~_*[]–…ـكthin会Жθ🎉️‍٪هـ"), max_size=60
)
"""Texts of what readings turn on."""

ANY = st.text(max_size=120)
LANGUAGES = st.sampled_from([None, *Language])


@settings(max_examples=150, deadline=None)
@given(st.one_of(LIKELY, ANY), LANGUAGES)
@example("1️⃣ ½ ﷼ 100 ₪ ℃ ㎡ №5 ﷺ", None)
@example("Ж ъ ь θ Ωμ ʷŋ ﬁ Ⅷ ª º", Language.EN)
def test_only_what_a_voice_can_say_reaches_it(text: str, language: Language | None) -> None:
    for chunk in split(text, language):
        assert SPOKEN[chunk.language].fullmatch(chunk.spoken), ascii(chunk.spoken)


@settings(max_examples=150, deadline=None)
@given(st.one_of(LIKELY, ANY), LANGUAGES)
def test_every_shown_word_keeps_its_place(text: str, language: Language | None) -> None:
    shown = [word for chunk in split(text, language) for word in chunk.words]
    written = [part for word in shown_words(clean(text)) for part in re.findall(r"(?s).{1,80}", word.text)]
    if any(word.spoken for word in shown):
        kept = [word.shown for word in shown]
        # What is silent and does not fit beside speech is dropped as a whole chunk, in order as all the rest.
        rest = iter(written)
        assert all(word in rest for word in kept)
        silent = [word for word in written if word not in kept]
        assert not any(
            spoken_word(list(shown_words(word)), 0, Language.EN) for word in silent if len(word) < 20
        )
    for chunk in split(text, language):
        assert 0 < len(chunk.text) <= 80
        assert chunk.spoken
        reached = 0
        for word in chunk.words:
            assert word.start >= reached
            assert chunk.text[word.start : word.end] == word.shown
            reached = word.end


@settings(max_examples=150, deadline=None)
@given(LIKELY)
def test_a_sentence_with_letters_is_never_silent(text: str) -> None:
    plain = SILENT.sub("", re.sub("[<&].*", "", text, flags=re.DOTALL))
    if any(map(str.isalpha, plain)):
        assert any(any(map(str.isalpha, chunk.spoken)) for chunk in split(plain))


@settings(max_examples=150, deadline=None)
@given(st.one_of(LIKELY, ANY), st.sampled_from(list(Language)))
@example("At 10:45 on March 12, 2024 we paid $13.60 for 4,9 km.", Language.EN)
@example("الساعة ١٠:٤٥ والسعر ١٢٫٥ درهم و٣ كم", Language.AR)
def test_reading_what_was_read_changes_nothing(text: str, language: Language) -> None:
    once = split(text, language)
    again = "".join(chunk.spoken + ("\n" if chunk.pause_after == PAUSE_BETWEEN else " ") for chunk in once)
    assert said(again, language) == " ".join(chunk.spoken for chunk in once)


RANGES = ((0x21, 0xFF), (0x600, 0x6FF), (0x2010, 0x205E), (0x20A0, 0x20C0), (0x2190, 0x2193))
SIGNS = [
    sign
    for sign in [
        *(chr(code) for first, last in RANGES for code in range(first, last + 1)),
        *"−√∞∑∫∏∂∆∈≈≅≠≡≤≥",
    ]
    if unicodedata.category(sign)[0] in "PS"
]


@pytest.mark.parametrize("language", list(Language))
def test_every_common_sign_has_a_row(language: Language) -> None:
    tables = {Language.EN: english, Language.AR: arabic}[language]
    known = tables.KNOWN_SIGNS | set(OPENING) | set(CLOSING) | set(PAUSES[language]) | tables.SILENT_SIGNS
    assert [sign for sign in SIGNS if sign not in known] == []


def test_every_letter_of_every_script_is_said_somehow() -> None:
    for code in range(0xA0, sys.maxunicode + 1, 7):
        letter = chr(code)
        modifies = unicodedata.category(letter) == "Lm"
        plain = unicodedata.normalize("NFKC", letter).replace("ـ", "")  # U+FCF4 is marks on a tatweel
        if any(map(str.isalpha, clean(plain))) and not modifies and not SILENT.search(letter):
            assert said(letter), f"U+{code:04X}"
