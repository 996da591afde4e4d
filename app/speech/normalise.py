"""Shown words → spoken words, one reading for each: by the rules of their language."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import emoji

from app.core.types import Language
from app.speech import arabic, english
from app.speech.numerals import western
from app.speech.rules import Place, read_by
from app.speech.scripts import folded
from app.speech.telephone import is_telephone
from app.speech.text import Shown

_RULES: Final = {Language.EN: english.RULES, Language.AR: arabic.RULES}
_CUES: Final = {Language.EN: english.CUES, Language.AR: arabic.CUES}
_KNOWN_SIGNS: Final = frozenset(english.KNOWN_SIGNS | arabic.KNOWN_SIGNS | {"™", "®"})

OPENING: Final = "\\,;:!?،؛؟([{<\"'«“‘„‚‹¿¡*_~`|•·–—―…‒‣◦▪►▶■□●○★☆✓✔✗✘†‡¶¦﴾﴿「『【《〈"
CLOSING: Final = "\\([{)]}>\"'»”’‚›*_~`|–—―‒.,;:!?،؛؟…‥。！？、，；：｡۔†‡¶¦•·﴾﴿」』】》〉™®"
"""What stands around a word and is no part of it: brackets, quotes, bullets, emphasis, punctuation."""

_WORD: Final = re.compile(r"[^\W\d_]+(?:\.[^\W\d_]+)*")

_ENGLISH_PAUSES: Final = dict(zip("؟،؛…‥。！？、，；：｡۔—–―", "?,;...!?,,;:..,,,", strict=True))
_ARABIC_PAUSES: Final = dict(zip("?,;…‥。！？、，；：｡۔—–―", "؟،؛...!؟،،؛:..،،،", strict=True))
PAUSES: Final = {Language.EN: _ENGLISH_PAUSES, Language.AR: _ARABIC_PAUSES}
AUDIBLE_PAUSES: Final = ".,;:!?،؛؟"

_BRACKETED: Final = re.compile(r"<(/?)\s*([^<>]*?)\s*/?>(\W*)", re.DOTALL)
_TAGS: Final = frozenset(
    "a abbr audio b big blockquote body br break button center code dd del div dl dt em emphasis font "
    "form h1 h2 h3 h4 h5 h6 head hr html i img input ins lang li link main mark meta nav ol p phoneme pre "
    "prosody q s say-as script section small span speak strong style sub sup table tbody td th thead "
    "title tr tt u ul video voice !-- !doctype".split()
)
"""Names of HTML and SSML tags: markup that somebody pasted, not words; `<Hall 3>` is words."""

SILENT: Final = re.compile(
    "[ـ\u06d6-\u06ed\u0610-\u061a\u0653-\u065f\u08d3-\u08ff\ufe00-\ufe0f\u20e3\u200d\ufffd]"
)
"""Tatweel, marks of recitation, what emoji leave behind, and the sign of a broken character."""

_FEET: Final = re.compile(r"""(\d+)['′](?:(\d+)["″]?)?(?=[.,;:!?)]*$)""")


def spoken_word(words: Sequence[Shown], index: int, language: Language) -> str:
    """How word `index` of a sentence is said by a voice of `language`; empty for one without sound."""
    text = words[index].text
    if (found := _BRACKETED.fullmatch(text)) and (found[1] or found[2]):
        return _bracketed(found, language)
    core, tail = _core(text)
    if not core:
        return ""
    reading = unicodedata.normalize("NFC", read_by(_RULES[language], _place(words, index, language)))
    initial = len(reading.rpartition(" ")[2]) == 1 and index + 1 < len(words)
    abbreviated = tail == "." and (
        initial or (_WORD.fullmatch(core) and reading.casefold() != core.casefold())
    )
    return reading + _pause("" if abbreviated else tail, language) if reading else ""


def core_of(word: Shown) -> str:
    """The word as the rules and lexicons see it: without what surrounds it."""
    return _core(word.text)[0]


def pause_of(word: Shown, language: Language) -> str:
    """The sign of the pause after the word, if there is one."""
    return _pause(_core(word.text)[1], language)


def _place(words: Sequence[Shown], index: int, language: Language) -> Place:
    def look(place: int) -> tuple[str, str]:
        return _core(words[place].text) if 0 <= place < len(words) else ("", "")

    core, tail = look(index)
    before = look(index - 1)[0]
    has_digit = any(map(str.isdecimal, core))
    return Place(
        word=core,
        before=before.casefold(),
        earlier=look(index - 2)[0].casefold(),
        after=look(index + 1)[0].casefold(),
        later=look(index + 2)[0].casefold(),
        dotted=tail.startswith(".") or _pause(tail, language) == ".",
        pause=any(sign in AUDIBLE_PAUSES for sign in tail),
        name_before=before[:1].isupper() and before[1:2].islower(),
        telephone=has_digit and is_telephone(look, index, _CUES[language]),
        shouted=core.isupper() and _is_shouted([look(index + step)[0] for step in (-2, -1, 1, 2)]),
    )


def _is_shouted(around: Sequence[str]) -> bool:
    words = [word for word in around if len(word) > 1 and word.isalpha()]
    return len(words) > 1 and all(map(str.isupper, words))


def _bracketed(found: re.Match[str], language: Language) -> str:
    """What stands in angle brackets: nothing for a tag, else its own words."""
    name = found[2].split(maxsplit=1)[0].casefold() if found[2] else ""
    if name in _TAGS or found[1]:
        return ""
    inner = [Shown(word, 0, 0, None) for word in found[2].split()]
    said = " ".join(filter(None, (spoken_word(inner, index, language) for index in range(len(inner)))))
    return said + _pause(found[3], language) if said else ""


@lru_cache(maxsize=4096)  # a word is looked at from each of its neighbours
def _core(text: str) -> tuple[str, str]:
    """The word in western digits without what surrounds it, and what follows it."""
    plain = folded(SILENT.sub("", western(html.unescape(text))), _KNOWN_SIGNS)
    plain = re.sub(r"^~(?=\d)", "≈", _FEET.sub(_as_feet, _without_emoji(plain)))
    body = plain.lstrip(OPENING)
    core = body.rstrip(CLOSING)
    if re.match(r"<=?\d", plain):
        core = plain.rstrip(CLOSING)
        return core, plain[len(core) :]
    if not core and re.fullmatch(r"[<>]|[-–—―]", plain.strip("\"'")):  # a lone sign between two words
        return plain.strip("\"'").replace("―", "—"), ""
    return " ".join(core.split()), body[len(core) :]


def _as_feet(found: re.Match[str]) -> str:
    return f"{found[1]}ft{found[2]}in" if found[2] else found[0]


def _without_emoji(text: str) -> str:
    if text.isascii() or all(unicodedata.category(one)[0] in "LMNP" for one in text if not one.isascii()):
        return text  # the common case, without a search through thousands of emoji
    return "".join(one if isinstance(one, str) else " " for one in _emoji_or_text(text))


def _emoji_or_text(text: str) -> list[str | None]:
    parts: list[str | None] = []
    reached = 0
    for found in emoji.emoji_list(text):
        parts.append(text[reached : found["match_start"]])
        parts.append(found["emoji"] if found["emoji"] in _KNOWN_SIGNS else None)
        reached = found["match_end"]
    return [*parts, text[reached:]]


def _pause(tail: str, language: Language) -> str:
    """The last pause in the punctuation after a word, in the language's own sign."""
    signs = (PAUSES[language].get(sign, sign) for sign in tail)
    return next((sign for sign in reversed(list(signs)) if sign in AUDIBLE_PAUSES), "")
