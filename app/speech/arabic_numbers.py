"""Numbers in formal Arabic: gender, case and form follow from what is counted and what governs them.

All words carry their marks: bare, many of them are mispronounced by every synthesiser.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

_STEMS: Final = {
    3: ("ثَلَاثَة", "ثَلَاث"),
    4: ("أَرْبَعَة", "أَرْبَع"),
    5: ("خَمْسَة", "خَمْس"),
    6: ("سِتَّة", "سِتّ"),
    7: ("سَبْعَة", "سَبْع"),
    8: ("ثَمَانِيَة", "ثَمَانِي"),
    9: ("تِسْعَة", "تِسْع"),
    10: ("عَشَرَة", "عَشْر"),
}
"""What counts masculine things, and what counts feminine ones: the reverse of their own gender."""

_TENS: Final = ("عِشْر", "ثَلَاث", "أَرْبَع", "خَمْس", "سِتّ", "سَبْع", "ثَمَان", "تِسْع")
_DIGITS: Final = (
    *("صِفْر", "وَاحِدْ", "اِثْنَانْ", "ثَلَاثَةْ", "أَرْبَعَةْ"),
    *("خَمْسَةْ", "سِتَّةْ", "سَبْعَةْ", "ثَمَانِيَةْ", "تِسْعَةْ"),
)
"""One after another, each as before a pause."""

_ORDINALS: Final = (*("", "أَوَّل", "ثَانِي", "ثَالِث", "رَابِع", "خَامِس", "سَادِس", "سَابِع", "ثَامِن", "تَاسِع", "عَاشِر"),)
_SUN: Final = "تثدذرزسشصضطظلن"
_SHADDA, _SUKUN = "\u0651", "\u0652"


@dataclass(frozen=True, slots=True)
class Manner:
    """How a number is said.

    `feminine` things are counted, a word before it governs it (`oblique`), and the noun that is counted
    follows it (`construct`).
    """

    feminine: bool = False
    oblique: bool = False
    construct: bool = False

    @property
    def case(self) -> str:
        """The ending of a noun in this place."""
        return ("\u0650" if self.oblique else "\u064f") if self.construct else self.tanween

    @property
    def tanween(self) -> str:
        """The ending of a noun that stands by itself."""
        return "\u064d" if self.oblique else "\u064c"

    def dual(self, stem: str) -> str:
        """`stem` as two; before a noun it has no n."""
        ending = "َي" if self.oblique else "َا"
        closed = _SUKUN if self.oblique else ""
        return stem + ending + (closed if self.construct else f"{closed}نِ")


@dataclass(frozen=True, slots=True)
class _Scale:
    """A power of thousand: as one, as three to ten with its ending before a pause, and as eleven."""

    size: int
    one: str
    few: str
    few_ending: str
    many: str


_SCALES: Final = (
    _Scale(10**12, "تِرِيلْيُون", "تِرِيلْيُونَات", "\u064d", "تِرِيلْيُونًا"),
    _Scale(10**9, "مِلْيَار", "مِلْيَارَات", "\u064d", "مِلْيَارًا"),
    _Scale(10**6, "مِلْيُون", "مَلَايِين", "\u064e", "مِلْيُونًا"),
    _Scale(10**3, "أَلْف", "آلَاف", "\u064d", "أَلْفًا"),
)


def cardinal(number: int, manner: Manner = Manner()) -> str:
    """A number from 0 to 10¹⁵ in words."""
    if number == 0:
        return "صِفْر" + manner.tanween
    parts: list[tuple[int, _Scale | None]] = []
    rest = number
    for scale in _SCALES:
        if group := rest // scale.size:
            parts.append((group, scale))
        rest %= scale.size
    parts += [(hundreds, None) for hundreds in (rest // 100 * 100, rest % 100) if hundreds]
    said = [
        _part(group, scale, replace(manner, construct=manner.construct and index == len(parts) - 1))
        for index, (group, scale) in enumerate(parts)
    ]
    return " وَ".join(said)


def _part(group: int, scale: _Scale | None, manner: Manner) -> str:
    if scale is not None:
        return _scaled(group, scale, manner)
    return _hundreds(group // 100, manner) if group >= 100 else _below_hundred(group, manner)


def _scaled(group: int, scale: _Scale, manner: Manner) -> str:
    """So many thousands, millions…: these are counted as any masculine noun is."""
    if group == 1:
        return scale.one + manner.case
    if group == 2:
        return manner.dual(scale.one)
    count = cardinal(group, Manner(oblique=manner.oblique, construct=True))
    if 3 <= group % 100 <= 10:
        return f"{count} {scale.few}{chr(0x650) if manner.construct else scale.few_ending}"
    if group % 100 > 10:
        return f"{count} {scale.one}{chr(0x64E)}" if manner.construct else f"{count} {scale.many}"
    return f"{count} {scale.one}{chr(0x650) if manner.construct else chr(0x64D)}"


def _hundreds(hundreds: int, manner: Manner) -> str:
    if hundreds == 1:
        return "مِئَة" + manner.case
    if hundreds == 2:
        return manner.dual("مِئَت")
    stem = "ثَمَان" if hundreds == 8 else _STEMS[hundreds][1]
    return f"{stem}{chr(0x650) if manner.oblique else chr(0x64F)}مِئَة{manner.case}"


def _below_hundred(number: int, manner: Manner) -> str:
    if number <= 10:
        return _unit(number, manner)
    if number < 20:
        return _teen(number - 10, manner)
    tens = _TENS[number // 10 - 2] + ("ِينَ" if manner.oblique else "ُونَ")
    if number % 10 == 0:
        return tens
    if number % 10 == 1 and manner.feminine:
        return f"إِحْدَى وَ{tens}"
    return f"{_unit(number % 10, replace(manner, construct=False))} وَ{tens}"


def _unit(number: int, manner: Manner) -> str:
    if number == 1:
        return ("وَاحِدَة" if manner.feminine else "وَاحِد") + manner.tanween
    if number == 2:
        return replace(manner, construct=False).dual("اِثْنَت" if manner.feminine else "اِثْن")
    if number == 8 and manner.feminine:
        return "ثَمَانِي" if manner.construct else "ثَمَانٍ"
    return _STEMS[number][manner.feminine] + manner.case


def _teen(unit: int, manner: Manner) -> str:
    """11 to 19: only the two of twelve has a case; ten agrees with what is counted, 3 to 9 do not."""
    ten = "عَشْرَةَ" if manner.feminine else "عَشَرَ"
    if unit == 1:
        return f"إِحْدَى {ten}" if manner.feminine else f"أَحَدَ {ten}"
    if unit == 2:
        return f"{replace(manner, construct=True).dual('اِثْنَت' if manner.feminine else 'اِثْن')} {ten}"
    return f"{_STEMS[unit][manner.feminine]}\u064e {ten}"


def ordinal(number: int, manner: Manner = Manner()) -> str | None:
    """`the third`, from 1 to 99, with its article; None beyond."""
    if not 1 <= number <= 99:
        return None
    ending = "\u0650" if manner.oblique else "\u064f"
    if number <= 10:
        return _definite(_ordinal_stem(number, first=True, feminine=manner.feminine), ending)
    tens, unit = divmod(number, 10)
    ten = "عَشْرَةَ" if manner.feminine else "عَشَرَ"
    if tens == 1:
        return f"{_definite(_ordinal_stem(unit, first=False, feminine=manner.feminine), chr(0x64E))} {ten}"
    of_tens = _definite(_TENS[tens - 2], "ِينَ" if manner.oblique else "ُونَ")
    if unit == 0:
        return of_tens
    stem = _ordinal_stem(unit, first=False, feminine=manner.feminine)
    return f"{_definite(stem, ending)} وَ{of_tens}"


def _ordinal_stem(unit: int, *, first: bool, feminine: bool) -> str:
    if unit == 1:
        if first:
            return "أُولَى" if feminine else "أَوَّل"
        return "حَادِيَة" if feminine else "حَادِي"
    stem = _ORDINALS[unit]
    return f"{stem}\u064eة" if feminine else stem


def _definite(stem: str, ending: str) -> str:
    """The article before a stem, and its ending where the stem can take one."""
    article = f"ال{stem[0]}{_SHADDA}{stem[1:]}" if stem[0] in _SUN else f"الْ{stem}"
    weak = stem.endswith(("ي", "ى")) and ending != "\u064e"
    return article if weak or stem.endswith("ى") else article + ending


def digit(number: int) -> str:
    """The name of one digit, as before a pause."""
    return _DIGITS[number]
