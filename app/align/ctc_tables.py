"""Other spellings of a letter, for vocabularies that lack it: most wanted first, an empty one drops it.

Case and combining marks need no rows: `ctc_spelling` tries those by itself, so Arabic diacritics stand here
only with what they sound like in Latin letters.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final


def _rows(table: str) -> dict[str, tuple[str, ...]]:
    """One row a line: a letter, then its other spellings; `-` is the empty one."""
    lines = (line.split() for line in table.strip().splitlines())
    return {letter: tuple("" if one == "-" else one for one in others) for letter, *others in lines}


_ARABIC: Final = _rows(
    """
    ا  a
    أ  ا a
    إ  ا i a
    آ  ا aa a
    ٱ  ا a
    ى  ي ا a
    ؤ  و u w
    ئ  ي i y
    ء  ' -
    ة  ه h t
    ب  b
    ت  t
    ث  th
    ج  j g
    ح  h
    خ  kh
    د  d
    ذ  dh
    ر  r
    ز  z
    س  s
    ش  sh
    ص  s
    ض  d
    ط  t
    ظ  z
    ع  ' a
    غ  gh
    ف  f
    ق  q k
    ك  k
    ل  l
    م  m
    ن  n
    ه  h
    و  w u
    ي  y i
    ـ  -
    پ  ب p
    چ  ج ch
    ژ  ز zh
    ڤ  ف v
    گ  ك ج g
    ک  ك k
    ی  ي y
    ھ  ه h
    """
)
"""Hamza forms and Persian letters fall back on plain Arabic ones, all of them on Latin letters."""

MARKS: Final = _rows(
    """
    \u064b  an -
    \u064c  un -
    \u064d  in -
    \u064e  a -
    \u064f  u -
    \u0650  i -
    \u0652  -
    \u0670  a -
    """
)
"""Tanween, short vowels, sukun and the small alif: said in Latin letters, dropped by an Arabic vocabulary
that lacks them."""

SHADDA: Final = "\u0651"
"""In Latin letters it doubles the letter before it."""

ALIF: Final = "ا"
"""A vocabulary that has it is an Arabic one."""

JOINED: Final = tuple(
    (re.compile(pattern), said)
    for pattern, said in (
        ("\u064b[اى]|[اى]\u064b", "\u064b"),
        ("أ\u064e", "\u064e"),
        ("إ\u0650", "\u0650"),
        ("أ\u064f", "\u064f"),
        ("\u064eا", "\u064e"),
        ("\u0650ي(?![\u064b-\u0651])", "\u0650"),
        ("\u064fو(?![\u064b-\u0651])", "\u064f"),
    )
)
"""Letters with their marks that are one vowel in Latin letters."""

_LATIN: Final = _rows(
    """
    a  ا
    b  ب
    c  ك
    d  د
    e  ي
    f  ف
    g  غ ج
    h  ه
    i  ي
    j  ج
    k  ك
    l  ل
    m  م
    n  ن
    o  و
    p  پ ب
    q  ق
    r  ر
    s  س
    t  ت
    u  و
    v  ڤ ف
    w  و
    x  كس
    y  ي
    z  ز
    ’  ' -
    '  -
    æ  ae
    ø  o
    ß  ss
    œ  oe
    ð  d
    þ  th
    ł  l
    """
)
"""Latin letters in an Arabic vocabulary, as names are commonly written there; and rare Latin ones."""

OTHERS: Final[Mapping[str, tuple[str, ...]]] = _ARABIC | _LATIN
