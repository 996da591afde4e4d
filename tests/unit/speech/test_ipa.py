"""Every name that a synthesiser gives to a sound leads to phones of the shared inventory."""

import pytest

from app.core.errors import SpeechError
from app.core.phones import PHONES, base
from app.core.types import Language
from app.speech.ipa import from_cmu, from_espeak, from_kokoro

# Every event name seen when espeak-ng 1.52 read 20,000 words in each voice.
SEEN_ENGLISH = [
    *("z", "n", "s", "ə", "k", "l", "t", "ɹ", "ɪ", "d", "m", "b", "ˈæ", "p", "ɚ", "ˈɛ", "ᵻ", "ɡ", "f"),
    *("ˈɪ", "i", "ŋ", "ˈɑː", "ˈeɪ", "v", "ʃ", "ɾ", "ˈiː", "dʒ", "w", "ɐ", "ˈʌ", "ˈoʊ", "h", "əl"),
    *("oʊ", "ˈuː", "tʃ", "ˈaɪ", "j", "æ", "ɛ", "ˈɜː", "ˈɑːɹ", "iə", "ˈɔː", "θ", "uː", "ˈɔːɹ", "aɪ"),
    *("ʌ", "ˈaʊ", "ˈɔ", "ˈʊ", "ˈɔɪ", "ˈɛɹ", "ʒ", "ð", "ˈʊɹ", "ˈɪɹ", "ˈaɪɚ", "ˈaɪə", "ɔɪ", "ʔ", "n̩"),
    *("r", "x", "ɬ", "o", "ʲ", "ç", "ˈɒ", "ˈəʊ", "ˈeə", "ˈa", "ɜ", "e", "ˈeː", "oː", "ʉ", "ʉː", "ˈa:"),
    *("aː", "ˈʌʉ", "ˈʌɹ", "ˈʉɹ", "ˈəɹ", "ʍ", "t̪", "ˈɑə", "ˈoə", "ˈaa", "ɔə", "(en)", "(base)", "ei"),
    *("ɛə", "ʌʊ", "əu", "æʊ", "oɪ", "əɪ"),
]
SEEN_ARABIC = [
    *("ʔ", "n", "ˈa", "u", "a", "t", "ð", "ˈi", "i", "ˌu", "s", "f", "ħ", "r", "l", "ʕ", "χ", "z"),
    *("ɣ", "h", "θ", "ʃ", "m", "k", "b", "s̪", "d", "t̪", "dʒ", "dˤ", "q", "w", "j", "ˈu.", "u."),
    *("ˈe", "(en)", "(ar)", "ˈa.", "i.", "ɡ", "p", "ə", "tʃ", "ʒ", "(base)", "x", "aː", "uː", "iː"),
    *("u.ː", "a.ː", "i.ː", "eː", "ʔː", "tː", "dˤdˤ", "dʒː", "qː", "s̪ː", "ʕʕ", "hh", "ðð", "rr", "mː"),
]


@pytest.mark.parametrize(
    ("language", "names"), [(Language.EN, SEEN_ENGLISH), (Language.AR, SEEN_ARABIC)], ids=["en", "ar"]
)
def test_every_name_that_espeak_uses_has_a_row(language: Language, names: list[str]) -> None:
    for name in names:
        assert all(base(phone) in PHONES for phone in from_espeak(name, language)), name


@pytest.mark.parametrize(
    ("name", "phones"),
    [
        ("ˈɑːɹ", ("ɑː", "r")),
        ("ˈiː", ("iː",)),
        ("", ("sil",)),
        ("_:", ("sil",)),
        ("(ar)", ()),
        ("əl", ("ə", "l")),
    ],
)
def test_english_names_lose_stress_and_keep_length(name: str, phones: tuple[str, ...]) -> None:
    assert from_espeak(name, Language.EN) == phones


def test_the_same_spelling_is_a_dental_in_english_and_an_emphatic_in_arabic() -> None:
    assert from_espeak("t̪", Language.EN) == ("t",)
    assert from_espeak("t̪", Language.AR) == ("tˤ",)


def test_a_doubled_consonant_and_a_long_vowel_are_one_long_phone() -> None:
    assert from_espeak("dˤdˤ", Language.AR) == ("dˤː",)
    assert from_espeak("dʒː", Language.AR) == ("dʒː",)
    assert from_espeak("ˈuː", Language.AR) == ("uː",)


@pytest.mark.parametrize("name", ["ǃ", "ʘ", "qq+", "ø"])
def test_a_name_without_a_row_is_an_error_that_names_it(name: str) -> None:
    with pytest.raises(SpeechError, match="has no row"):
        from_espeak(name, Language.EN)
    with pytest.raises(SpeechError, match="has no row"):
        from_kokoro(f"a{name}")
    with pytest.raises(SpeechError, match="has no row"):
        from_cmu(name)


def test_a_kokoro_string_becomes_phones_with_one_silence_for_each_run_of_punctuation() -> None:
    assert from_kokoro("həlˈO…! ʤˈuː") == ("h", "ə", "l", "oʊ", "sil", "dʒ", "uː")


def test_r_joins_its_vowel_unless_another_vowel_follows() -> None:
    assert from_kokoro("wˈɜɹd") == ("w", "ɜ", "d")
    assert from_kokoro("bˈʌTəɹ") == ("b", "ʌ", "t", "ɜ")
    assert from_kokoro("hˈɜɹi əɹˈWnd") == ("h", "ɜ", "r", "i", "ə", "r", "aʊ", "n", "d")


def test_cmu_names_are_read_with_or_without_stress_digits_and_case() -> None:
    assert from_cmu("AA1") == from_cmu("aa") == ("ɑ",)
    assert from_cmu("pau") == ("sil",)
