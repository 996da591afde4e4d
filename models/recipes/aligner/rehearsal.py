"""Training voices saying texts that are in no file of the training speech: what anything may be tuned on.

Choosing a constant or a curve by the test split would spoil it; these voices were trained on, so they are
aligned a little better than strangers are.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from app.core.types import Language
from app.speech.arabic_spelling import spelled_for_espeak
from models.recipes.aligner.held_out import HeldOut, kept
from models.recipes.aligner.sentences import training_text
from models.recipes.aligner.speech import Prosody, Spoken, espeak, festival, flite

TEXTS = 16
SEED = 7_000_000
"""Far from the seeds of `make_data`."""
VARIANTS = {
    Language.EN: (
        "en-us",
        "en-us+m3",
        "en-us+f2",
        "en-gb-x-rp+Andrea",
        "en-gb-scotland+klatt",
        "en-029+steph",
    ),
    Language.AR: ("ar", "ar+m1", "ar+f5", "ar+adam", "ar+belinda", "ar+klatt3"),
}
"""Of espeak-ng's training voices."""


def rehearsal_voices(language: Language, scratch: Path) -> Iterator[HeldOut]:
    """The training voices that know their own times, as clips in the scratch folder."""
    for number, voice in enumerate(VARIANTS[language]):
        texts = rehearsal_texts(language, SEED + number)
        yield kept(
            f"rehearsal espeak-ng {voice}",
            language,
            lambda v=voice, t=texts: list(_espeak(t, language, v)),
            scratch,
            texts=texts,
        )
    if language is Language.EN:
        yield from _other_synthesisers(scratch)


def _other_synthesisers(scratch: Path) -> Iterator[HeldOut]:
    for number, voice in enumerate(("slt", "rms")):
        texts = rehearsal_texts(Language.EN, SEED + 100 + number)
        yield kept(
            f"rehearsal flite {voice}",
            Language.EN,
            lambda v=voice, t=texts: [flite(text, v) for text in t],
            scratch,
            texts=texts,
        )
    texts = rehearsal_texts(Language.EN, SEED + 200)
    yield kept(
        "rehearsal festival kal", Language.EN, lambda: festival(texts, "kal_diphone"), scratch, texts=texts
    )


def rehearsal_texts(language: Language, seed: int) -> tuple[str, ...]:
    """New texts of the training mix."""
    rng = random.Random(seed)
    return tuple(training_text(language, rng) for _ in range(TEXTS))


def _espeak(texts: Sequence[str], language: Language, voice: str) -> Iterator[Spoken]:
    for text in texts:
        said = " ".join(spelled_for_espeak(text.split())) if language is Language.AR else text
        yield espeak(said, language, voice=voice, prosody=Prosody(165))
