"""The mouth's shape for each viseme, and how strongly each insists on it against its neighbours."""

from __future__ import annotations

from typing import Final

import numpy as np

from app.core.mouth import POSE_FIELDS
from app.core.types import Float32, Language, read_only
from app.core.visemes import VISEMES

JAW: Final = POSE_FIELDS.index("jaw")

CLOSURES: Final = frozenset({"PP", "FF"})
"""Shapes that must be reached however short they are: without them the eye catches the fault."""

_Row = tuple[float, float, float, float, float, float, float, float, float]

#        jaw  width round press under upper lower  tip  back
_ROWS: Final[dict[str, _Row]] = {
    "sil": (0.00, 0.00, 0.00, 0.15, 0.0, 0.0, 0.0, 0.0, 0.0),  # lips touch
    "PP": (0.00, -0.05, 0.05, 1.00, 0.0, 0.0, 0.0, 0.0, 0.0),  # p b m: bilabial closure
    "FF": (0.10, 0.05, 0.00, 0.00, 1.0, 0.9, 0.0, 0.0, 0.0),  # f v: lower lip to upper teeth
    "TH": (0.22, 0.10, 0.00, 0.00, 0.0, 0.6, 0.1, 1.0, 0.0),  # θ ð: tip between the teeth
    "DD": (0.22, 0.12, 0.00, 0.00, 0.0, 0.5, 0.1, 0.6, 0.0),  # t d: tip on the ridge behind them
    "kk": (0.30, 0.05, 0.00, 0.00, 0.0, 0.3, 0.2, 0.0, 0.8),  # k ɡ ŋ: back of the tongue on the palate
    "CH": (0.15, -0.35, 0.60, 0.00, 0.0, 0.8, 0.6, 0.2, 0.0),  # tʃ ʃ: teeth near, lips pushed out
    "SS": (0.06, 0.40, 0.00, 0.00, 0.0, 1.0, 0.7, 0.2, 0.0),  # s z: teeth together, lips spread
    "nn": (0.18, 0.08, 0.00, 0.00, 0.0, 0.4, 0.0, 0.5, 0.0),  # n l: tip up, mouth a little open
    "RR": (0.20, -0.22, 0.45, 0.00, 0.0, 0.3, 0.0, 0.2, 0.4),  # English r: bunched tongue, some rounding
    "aa": (0.90, 0.10, 0.00, 0.00, 0.0, 0.5, 0.2, 0.0, 0.0),  # a ɑ æ: open
    "E": (0.50, 0.42, 0.00, 0.00, 0.0, 0.6, 0.1, 0.0, 0.0),  # ɛ ə: mid, spread
    "I": (0.25, 0.80, 0.00, 0.00, 0.0, 0.8, 0.2, 0.1, 0.0),  # i ɪ j: close, widest
    "O": (0.58, -0.50, 0.80, 0.00, 0.0, 0.1, 0.0, 0.0, 0.2),  # ɔ oʊ: round and open
    "U": (0.30, -0.85, 1.00, 0.00, 0.0, 0.0, 0.0, 0.0, 0.3),  # ʊ u w: round and small
}

_ARABIC: Final[dict[str, _Row]] = {
    # Arabic r is tapped with the tip: the lips take no part, unlike in English.
    "RR": (0.26, 0.10, 0.00, 0.00, 0.0, 0.3, 0.0, 0.7, 0.0),
}

# What single phones do to the pose of their viseme, and how much of the vowel after them they colour.
# Changes are added, in the order of POSE_FIELDS; limits hold afterwards.
_Change = dict[str, float]
EMPHATIC: Final[_Change] = {"jaw": 0.05, "width": -0.2, "round": 0.25, "tongue_back": 0.3}
"""tˤ dˤ sˤ ðˤ: the root of the tongue draws back, the jaw sinks and the lips come forward a little."""
EMPHATICS: Final = frozenset({"tˤ", "dˤ", "sˤ", "ðˤ"})
EMPHATIC_COLOUR: Final = 0.4
"""How far the vowel after an emphatic goes from its own pose towards a dark open one."""
DARK_VOWEL: Final = ("O", "aa")

PHONE_CHANGES: Final[dict[str, _Change]] = {
    **dict.fromkeys(sorted(EMPHATICS), EMPHATIC),
    "q": {"jaw": 0.05, "tongue_back": 0.2},  # behind the velum: lower than k
    "χ": {"jaw": 0.05, "tongue_back": 0.1},
    "ɣ": {"jaw": 0.05, "tongue_back": 0.1},
    "ħ": {"tongue_back": 0.25},  # the throat narrows: lips of the vowel, jaw held low
    "ʕ": {"tongue_back": 0.35},
}
OPEN_THROAT: Final = frozenset({"ħ", "ʕ", "h"})
OPEN_THROAT_JAW: Final = 0.4
"""These cannot be said with the teeth together, whatever vowel lends them its lips."""

LONG_HOLD: Final = 3.0
"""How much more a long vowel insists on its pose: it holds it for its full length."""

# Dominance of each row over its neighbours, in the order of POSE_FIELDS. Vowels own jaw and lips,
# sibilants own the jaw (the teeth must meet), consonants of the tongue own little but the tongue.
_VOWEL: Final[_Row] = (1.0, 1.2, 1.2, 0.4, 1.0, 0.8, 0.8, 0.3, 0.5)
_TONGUE: Final[_Row] = (0.5, 0.15, 0.15, 0.4, 1.0, 0.5, 0.5, 2.0, 2.0)
_SIBILANT: Final[_Row] = (3.0, 0.5, 0.3, 0.6, 1.0, 2.0, 2.0, 1.0, 0.5)
_PUSHED: Final[_Row] = (2.0, 1.2, 1.5, 0.6, 1.0, 2.0, 2.0, 1.0, 0.5)
_CLOSURE: Final[_Row] = (1.5, 0.3, 0.3, 2.0, 2.0, 1.0, 1.0, 0.5, 0.5)
_REST: Final[_Row] = (0.6, 0.3, 0.3, 0.6, 1.0, 0.6, 0.6, 0.6, 0.6)

_DOMINANCE: Final[dict[str, _Row]] = {
    "sil": _REST,
    **dict.fromkeys(("PP", "FF"), _CLOSURE),
    **dict.fromkeys(("TH", "DD", "kk", "nn"), _TONGUE),
    **dict.fromkeys(("CH", "RR"), _PUSHED),
    "SS": _SIBILANT,
    **dict.fromkeys(("aa", "E", "I", "O", "U"), _VOWEL),
}

INDEX: Final = {viseme: index for index, viseme in enumerate(VISEMES)}
DOMINANCE: Final[Float32] = read_only(np.array([_DOMINANCE[viseme] for viseme in VISEMES]))
"""`[visemes, fields]` in the order of `VISEMES` and `POSE_FIELDS`."""

_TABLES: Final[dict[Language, Float32]] = {
    Language.EN: read_only(np.array([_ROWS[viseme] for viseme in VISEMES])),
    Language.AR: read_only(np.array([(_ROWS | _ARABIC)[viseme] for viseme in VISEMES])),
}

REST: Final[Float32] = _TABLES[Language.EN][INDEX["sil"]]
"""The closed, unpressed mouth."""


def poses(language: Language) -> Float32:
    """Poses of a language, `[visemes, fields]` in the order of `VISEMES` and `POSE_FIELDS`."""
    return _TABLES[language]


_APART: Final[Float32] = read_only(np.array([1.6, 0.7, 1.0, 1.0, 1.6, 0.3, 0.3, 0.5, 0.4]))
"""How much each field counts when two mouths are compared, in the order of `POSE_FIELDS`."""
_KEPT: Final = 0.12
"""How much nearer another viseme must be than the one that is shown, or pictures would flicker."""


def nearest_viseme(pose: Float32, shown: str) -> str:
    """The viseme whose pose is nearest to `pose` `[fields]`, for those who have one picture for each."""
    apart = np.abs((poses(Language.EN) - pose) * _APART).sum(axis=1)
    best = VISEMES[int(apart.argmin())]
    return best if apart.min() < apart[INDEX[shown]] - _KEPT else shown


def named_poses() -> tuple[tuple[str, Float32], ...]:
    """Every pose of the tables with its name: English ones, then those that Arabic has of its own."""
    english = [(viseme, poses(Language.EN)[INDEX[viseme]]) for viseme in VISEMES]
    arabic = [(f"{viseme} (ar)", poses(Language.AR)[INDEX[viseme]]) for viseme in _ARABIC]
    changed = [(f"{ipa} (ar)", coloured(ipa, poses(Language.AR)[INDEX[id_]])) for ipa, id_ in _SHOWN_PHONES]
    return (*english, *arabic, *changed)


_SHOWN_PHONES: Final = (("tˤ", "DD"), ("sˤ", "SS"), ("ðˤ", "TH"), ("q", "kk"), ("ʕ", "I"))


def coloured(ipa: str, pose: Float32) -> Float32:
    """The pose of an emphatic, uvular or pharyngeal phone, from that of its viseme `[…, fields]`."""
    changed = pose + _CHANGES.get(ipa, _NONE)
    if ipa in OPEN_THROAT:
        changed[..., JAW] = np.maximum(changed[..., JAW], OPEN_THROAT_JAW)
    limited: Float32 = np.clip(changed, _LOWEST, 1.0)
    return limited


def darkened(pose: Float32) -> Float32:
    """The pose of a vowel after an emphatic consonant, from its own `[…, fields]`."""
    mixed: Float32 = pose + EMPHATIC_COLOUR * (_DARK - pose)
    return mixed


_CHANGES: Final = {
    ipa: np.array([change.get(field, 0.0) for field in POSE_FIELDS], np.float32)
    for ipa, change in PHONE_CHANGES.items()
}
_NONE: Final = np.zeros(len(POSE_FIELDS), np.float32)
_LOWEST: Final = np.array([-1.0 if field == "width" else 0.0 for field in POSE_FIELDS], np.float32)
_DARK: Final[Float32] = np.mean([_TABLES[Language.AR][INDEX[vowel]] for vowel in DARK_VOWEL], axis=0)
