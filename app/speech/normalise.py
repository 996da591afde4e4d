"""Shown words → spoken words, one reading for each: by the rules of their language."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Sequence
from typing import Final

import emoji

from app.core.types import Language
from app.speech import arabic, english
from app.speech.numerals import western
from app.speech.rules import Place, read_by
from app.speech.text import Shown

_RULES: Final = {Language.EN: english.RULES, Language.AR: arabic.RULES}

_OPENING: Final = "([{<\"'«“‘„‹¿¡*_~`|•·—–…"
_CLOSING: Final = ")]}>\"'»”’‚›*_~`|—–.,;:!?،؛؟…。！？、"
_WORD: Final = re.compile(r"[^\W\d_]+(?:\.[^\W\d_]+)*")

_PAUSES: Final = {
    Language.EN: {
        "؟": "?",
        "،": ",",
        "؛": ";",
        "…": ".",
        "。": ".",
        "！": "!",
        "？": "?",
        "、": ",",
        "—": ",",
        "–": ",",
    },
    Language.AR: {
        "?": "؟",
        ",": "،",
        ";": "؛",
        "…": ".",
        "。": ".",
        "！": "!",
        "？": "؟",
        "、": "،",
        "—": "،",
        "–": "،",
    },
}
_AUDIBLE_PAUSES: Final = ".,;:!?،؛؟"

_BRACKETED: Final = re.compile(r"<(/?)\s*([^<>]*?)\s*/?>(\W*)", re.DOTALL)
_TAGS: Final = frozenset(
    {
        *(
            "a",
            "abbr",
            "audio",
            "b",
            "big",
            "blockquote",
            "body",
            "br",
            "break",
            "center",
            "code",
            "div",
            "em",
        ),
        *(
            "emphasis",
            "font",
            "h1",
            "h2",
            "h3",
            "h4",
            "h5",
            "h6",
            "head",
            "hr",
            "html",
            "i",
            "img",
            "lang",
            "li",
        ),
        *(
            "mark",
            "ol",
            "p",
            "phoneme",
            "pre",
            "prosody",
            "q",
            "s",
            "say-as",
            "script",
            "small",
            "span",
            "speak",
        ),
        *(
            "strong",
            "style",
            "sub",
            "sup",
            "table",
            "tbody",
            "td",
            "th",
            "thead",
            "title",
            "tr",
            "tt",
            "u",
            "ul",
        ),
        *("voice", "!--", "!doctype"),
    }
)
"""Names of HTML and SSML tags: markup that somebody pasted, not words; `<Hall 3>` is words."""

_SILENT: Final = re.compile("[ـ\u06d6-\u06ed\u0610-\u061a\ufe00-\ufe0f\u20e3\u200d\ufffd]")
"""Tatweel, marks of recitation, what emoji leave behind, and the sign of a broken character."""


def spoken_word(words: Sequence[Shown], index: int, language: Language) -> str:
    """How word `index` of a sentence is said by a voice of `language`; empty for one without sound."""
    text = words[index].text
    if (found := _BRACKETED.fullmatch(text)) and (found[1] or found[2]):
        return _bracketed(found, language)
    core, tail = _core(text)
    before, earlier, after = (_neighbour(words, index + step) for step in (-1, -2, 1))
    place = Place(core, before, earlier, after, tail.startswith("."))
    reading = read_by(_RULES[language], place)
    abbreviated = tail == "." and _WORD.fullmatch(core) and reading.casefold() != core.casefold()
    return reading + _pause("" if abbreviated else tail, language) if reading else ""


def _bracketed(found: re.Match[str], language: Language) -> str:
    """What stands in angle brackets: nothing for a tag, else its own words."""
    name = found[2].split(maxsplit=1)[0].casefold() if found[2] else ""
    if name in _TAGS or found[1]:
        return ""
    inner = [Shown(word, 0, 0, None) for word in found[2].split()]
    said = " ".join(filter(None, (spoken_word(inner, index, language) for index in range(len(inner)))))
    return said + _pause(found[3], language) if said else ""


def _neighbour(words: Sequence[Shown], index: int) -> str:
    return _core(words[index].text)[0].casefold() if 0 <= index < len(words) else ""


def _core(text: str) -> tuple[str, str]:
    """The word in western digits without what surrounds it, and what follows it."""
    plain = _SILENT.sub("", western(_without_emoji(html.unescape(text)))).replace("’", "'")
    body = plain.lstrip(_OPENING)
    core = body.rstrip(_CLOSING)
    if not core and re.search("[<>]", plain):  # a lone sign of comparison
        return plain.strip("\"'"), ""
    return " ".join(core.split()), body[len(core) :]


def _without_emoji(text: str) -> str:
    if text.isascii() or all(unicodedata.category(one)[0] in "LMNP" for one in text if not one.isascii()):
        return text  # the common case, without a search through thousands of emoji
    return str(emoji.replace_emoji(text, " "))


def _pause(tail: str, language: Language) -> str:
    """The last pause in the punctuation after a word, in the language's own sign."""
    signs = (_PAUSES[language].get(sign, sign) for sign in tail)
    return next((sign for sign in reversed(list(signs)) if sign in _AUDIBLE_PAUSES), "")
