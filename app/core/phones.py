"""The shared phone inventory of English and Arabic, as the aligner's classes.

The order is the order of the aligner's outputs: append, never reorder. Vowel length is not a class;
it is kept on the token (`aː`) because it decides how long the mouth holds.
"""

from __future__ import annotations

from typing import Final

SILENCE: Final = "sil"

PHONES: Final[tuple[str, ...]] = (
    SILENCE,
    *("p", "b", "t", "d", "k", "ɡ", "q", "ʔ"),  # plosives
    *("f", "v", "θ", "ð", "s", "z", "ʃ", "ʒ", "h", "ħ", "ʕ", "χ", "ɣ"),  # fricatives
    *("tʃ", "dʒ"),  # affricates
    *("m", "n", "ŋ", "l", "r", "w", "j"),  # sonorants
    *("tˤ", "dˤ", "sˤ", "ðˤ"),  # emphatics
    *("i", "ɪ", "ɛ", "æ", "a", "ɑ", "ɔ", "ʌ", "ə", "ɜ", "ʊ", "u"),  # vowels
    *("eɪ", "aɪ", "ɔɪ", "aʊ", "oʊ"),  # diphthongs
)

VOWELS: Final = frozenset(PHONES[PHONES.index("i") :])
LENGTH_MARK: Final = "ː"


def base(ipa: str) -> str:
    """The aligner's class of a token: the phone without its length mark."""
    return ipa.rstrip(LENGTH_MARK)


def is_vowel(ipa: str) -> bool:
    """Whether the token is a vowel or a diphthong."""
    return base(ipa) in VOWELS
