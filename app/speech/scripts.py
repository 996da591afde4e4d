"""Letters that a voice cannot say as they stand: folded into its alphabet, transliterated, or named.

What leaves here for a voice is of `SPEAKABLE` only: both languages' front ends were seen to skip, to spell
out or to misread everything else.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from app.core.types import Language

SPEAKABLE: Final[Mapping[Language, re.Pattern[str]]] = {
    Language.EN: re.compile("[A-Za-zÀ-ÖÙ-Ýà-öù-ýÿ]"),
    Language.AR: re.compile("[ء-غف-يٱپچڤگ\u064b-\u0652\u0670]"),
}
"""One letter or vowel mark that the language's voices know."""

_FOLDED: Final = {
    "ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "þ": "th", "Þ": "Th",
    "ð": "d", "Ð": "D", "đ": "d", "Đ": "D", "ł": "l", "Ł": "L", "ı": "i", "ŋ": "ng", "ħ": "h", "Ħ": "H",
    "č": "ch", "Č": "Ch", "ć": "ch", "Ć": "Ch", "š": "sh", "Š": "Sh", "ş": "sh", "Ş": "Sh", "ž": "zh",
    "Ž": "Zh", "ğ": "gh", "ə": "e", "ʻ": "'", "ʼ": "'", "ʿ": "'", "ʾ": "'", "′": "'", "‘": "'", "’": "'",
    "ک": "ك", "ڪ": "ك", "ی": "ي", "ے": "ي", "ې": "ي", "ۍ": "ي", "ہ": "ه", "ھ": "ه", "ە": "ه", "ۀ": "ه",
    "ۂ": "ه", "ۃ": "ة", "ٲ": "أ", "ٳ": "إ", "ٵ": "أ", "ۆ": "و", "ۇ": "و", "ۈ": "و", "ۋ": "و", "ۏ": "و",
    "ژ": "ج", "ٹ": "ت", "ڈ": "د", "ڑ": "ر", "ں": "ن", "ڭ": "ك", "ڠ": "غ", "ݣ": "گ", "ڨ": "ق", "ٻ": "ب",
    "‐": "-", "‑": "-", "⁃": "-", "⁄": "/", "∕": "/", "∼": "~", "⋅": "×", "∙": "×", "⟶": "→", "⇒": "→",
    "➔": "→", "➜": "→", "➝": "→", "➞": "→", "⇐": "←", "μ": "µ", "Ω": "Ω", "º": "°", "˚": "°",
}  # fmt: skip
"""Letters and signs of other alphabets, each by what our alphabets write for its sound."""

SILENT_SIGNS: Final = frozenset("؈؍؎؏؞٭۞۩۽۾‖‗‛‟․‧″‴‵‶‷‸※‾‿⁀⁁⁂⁄⁅⁆⁊⁋⁌⁍⁎⁏⁐⁑⁒⁓⁔⁕⁖⁗⁘⁙⁚⁛⁜⁝⁞∝∩∪؝⁇⁈⁉‼‽‰‐‑⁃′٪٫٬∼∙")
"""Signs that no language reads; some are folded into others before anybody looks."""

_CYRILLIC: Final = dict(
    zip(
        "абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґў",
        "a b v g d e yo zh z i y k l m n o p r s t u f kh ts ch sh sh - y - e yu ya i yi ye g w".replace(
            "-", ""
        ).split(" "),
        strict=True,
    )
)

_GREEK_NAMES: Final = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma sigma tau "
    "upsilon phi chi psi omega"
).split()
_GREEK_IN_ARABIC: Final = (
    "ألفا بيتا غاما دلتا إبسيلون زيتا إيتا ثيتا أيوتا كابا لامدا ميو نيو كساي أوميكرون باي رو سيغما سيغما "
    "تاو أبسيلون فاي كاي بساي أوميغا"
).split()
_GREEK: Final = {
    Language.EN: {chr(0x3B1 + place): name for place, name in enumerate(_GREEK_NAMES)},
    Language.AR: {chr(0x3B1 + place): name for place, name in enumerate(_GREEK_IN_ARABIC)},
}

_SCRIPTS: Final = {
    "CJK": ("Chinese", "صينية"),
    "HIRAGANA": ("Japanese", "يابانية"),
    "KATAKANA": ("Japanese", "يابانية"),
    "HANGUL": ("Korean", "كورية"),
    "HEBREW": ("Hebrew", "عبرية"),
    "DEVANAGARI": ("Hindi", "هندية"),
    "BENGALI": ("Bengali", "بنغالية"),
    "TAMIL": ("Tamil", "تاميلية"),
    "THAI": ("Thai", "تايلاندية"),
    "GREEK": ("Greek", "يونانية"),
    "CYRILLIC": ("Russian", "روسية"),
    "GEORGIAN": ("Georgian", "جورجية"),
    "ARMENIAN": ("Armenian", "أرمنية"),
    "ETHIOPIC": ("Amharic", "أمهرية"),
}
_UNKNOWN: Final = ("foreign", "أجنبية")


@lru_cache(maxsize=4096)
def folded(text: str, kept: frozenset[str]) -> str:
    """`text` with signs and letters of the same meaning made one; those in `kept` stay what they are."""
    if text.isascii():
        return text
    return "".join(one if one in kept else _folded(one) for one in unicodedata.normalize("NFC", text))


def _folded(one: str) -> str:
    if one in _FOLDED:
        return _FOLDED[one]
    if one.isascii() or any(alphabet.match(one) for alphabet in SPEAKABLE.values()):
        return one
    plain = unicodedata.normalize("NFKC", one)
    if plain != one:
        return "".join(_FOLDED.get(part, part) for part in plain)
    base = unicodedata.normalize("NFD", one)[0]
    return _FOLDED.get(base, base) if base.isascii() and base.isalpha() else one


def letters(run: str, language: Language) -> str:
    """A run of letters as a voice of `language` can say it; never empty for one that has a letter."""
    alphabet = SPEAKABLE[language]
    if all(map(alphabet.match, run)):
        return run
    parts = re.findall(f"{alphabet.pattern}+|(?:(?!{alphabet.pattern}).)+", run, re.DOTALL)
    said = (_strange(part, language) if not alphabet.match(part) else part for part in parts)
    return " ".join(part for part in said if any(map(str.isalpha, part)))


def _strange(run: str, language: Language) -> str:
    lower = run.lower()
    if language is Language.EN and all(one in _CYRILLIC for one in lower):
        said = "".join(_CYRILLIC[one] for one in lower)
        if said:
            return said.capitalize() if run[0].isupper() else said
    plain = "".join(one for one in unicodedata.normalize("NFD", lower) if unicodedata.category(one) != "Mn")
    if len(plain) <= 2 and all(one in _GREEK[language] for one in plain):
        return " ".join(_GREEK[language][one] for one in plain)
    names = [_SCRIPTS.get(unicodedata.name(one, "").split(" ")[0], _UNKNOWN) for one in run if one.isalpha()]
    if not names:
        return ""
    name = next((found for found in names if found[0] == "Japanese"), names[0])
    return f"{name[0]} word" if language is Language.EN else f"كلمة {name[1]}"
