"""Notices what is not searched and not kept: abuse, distress, and what nobody should tell a screen."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache
from typing import Final

from app.content.normalise import normalised, without_diacritics
from app.content.stemming import without_article
from app.core.resources import assets_dir

# What belongs to one person: numbers and secrets that are told to the screen, or asked of it about others.
_SECRETS: Final = re.compile(
    r"\b(?:"
    r"(?:my|your|his|her|their|our|s|phone|mobile|bank|passport|card|id|credit|social security)\s+"
    r"(?:phone number|number|password|passcode|pin|address|salary|passport|credit card|bank card|iban)"
    r"|password is|pin is|passport number|card number|credit card|phone number|bank account"
    r"|visitor before me|who was here before|(?:where|tell me where) .{1,20} lives?"
    r"|(?:رقم|ارقام) (?:هاتف|جوال|تلفون|بطاق|جواز|حساب|هوي)\w*"
    r"|كلمه (?:سري|مروري|سر\w*ي)|رقمي السري|الرقم السري|راتب\w*|عنوان بيت\w*|بطاقتي (?:البنكيه|الايتمانيه)"
    r"|الزاير (?:اللي|الذي) قبلي|اين يسكن|وين ساكن\w*"
    r")(?!\w)"
)

_ADDRESS: Final = re.compile(r"[\w.+-]+@[\w-]+\.\w+")
_LONG_NUMBER: Final = re.compile(r"(?:\d[\s().+-]?){7,}")
"""Seven digits and more in a row are a telephone, card or passport; no exhibit's year or speed is."""


_DISTRESS: Final = re.compile(
    r"\b(?:(?:kill|hurt|harm) myself|want to die|suicide|end my life"
    r"|(?:اقتل|اوذي|اذبح) نفسي|(?:اريد|ابغي|بدي|ابي) (?:ان )?اموت|انتحر|الانتحار|انهي حياتي)(?!\w)"
)


class Manner(StrEnum):
    """Why a question is not searched."""

    UNKIND = "unkind"
    PRIVATE = "private"
    DISTRESS = "distress"


def manner_of(text: str) -> Manner | None:
    """What is the matter with a visitor's words; None for nearly all of them."""
    plain = normalised(text)
    if _DISTRESS.search(plain):
        return Manner.DISTRESS
    digits = "".join(
        str(int(character)) if character.isdecimal() else character for character in without_diacritics(text)
    )
    if _SECRETS.search(plain) or _ADDRESS.search(text) or _LONG_NUMBER.search(digits):
        return Manner.PRIVATE
    bare = " ".join(map(without_article, plain.split()))
    return Manner.UNKIND if _unkind().search(f" {plain}  {bare} ") else None


@cache
def _unkind() -> re.Pattern[str]:
    lines = (assets_dir() / "retrieval" / "unkind.txt").read_text(encoding="utf-8").splitlines()
    phrases = {normalised(line) for line in lines if line and not line.startswith("#")}
    return re.compile(f" (?:{'|'.join(map(re.escape, sorted(phrases, key=len, reverse=True)))})(?= )")
