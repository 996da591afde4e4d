"""Measures a model directory on the test voices: `python -m models.recipes.aligner.evaluate MODELS`.

Test voices and test sentences are in no training set. Phones are the reference's own, so that the figures
are about times alone. Prints a table and writes it to `--out` for the model cards.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.align.emissions import PhoneListener
from app.align.forced import align_tokens
from app.align.free import recognise
from app.align.plausibility import confidence_of
from app.core.phones import SILENCE, base
from app.core.timeline import Timeline
from app.core.types import SPEECH_RATE, Audio, Language, Phone, PhoneToken, read_only
from app.inference.budget import ThreadBudget
from app.inference.compiled_cache import CompiledCache
from app.inference.manifest import ModelDirectory
from app.inference.openvino_runtime import OpenVinoLoader
from models.recipes.aligner.make_data import HELD_OUT_VARIANTS
from models.recipes.aligner.sentences import test_sentences
from models.recipes.aligner.speech import RATE, Prosody, Spoken, espeak, festival, flite

MILLISECONDS = SPEECH_RATE / 1000


@dataclass(frozen=True, slots=True)
class Figures:
    """Onset errors in milliseconds and shares of onsets within a bound: one precision, one test voice."""

    voice: str
    language: Language
    precision: str
    utterances: int
    onsets: int
    mae_ms: float
    median_ms: float
    within_20_ms: float
    within_50_ms: float
    confidence: float
    read_right: float
    """Share of 10 ms steps at which free reading names the reference's phone."""


def test_voices(language: Language) -> Iterator[tuple[str, list[Spoken]]]:
    """Each test voice of a language with its speech."""
    sentences = test_sentences(language)
    bases = ("en-us", "en-gb-x-rp") if language is Language.EN else ("ar",)
    variants = {
        variant: [
            espeak(text, language, voice=bases[number % len(bases)] + variant, prosody=Prosody(165))
            for number, text in enumerate(sentences)
        ]
        for variant in HELD_OUT_VARIANTS
    }
    yield from ((f"espeak-ng {language} {variant}", speech) for variant, speech in variants.items())
    yield f"espeak-ng {language}, all four", [one for speech in variants.values() for one in speech]
    if language is Language.EN:
        yield "flite awb", [flite(text, "awb") for text in sentences]
        yield "festival ked", festival(sentences, "ked_diphone")


def reference(spoken: Spoken) -> list[tuple[int, bool]]:
    """Onset of each spoken phone in samples at `SPEECH_RATE`, and whether it is exact."""
    sounds = [row for row in spoken.rows if row.phone != SILENCE]
    second = [not row.certain and index and not sounds[index - 1].certain for index, row in enumerate(sounds)]
    return [(round(row.start * SPEECH_RATE), not part) for row, part in zip(sounds, second, strict=True)]


def aligned(listener: PhoneListener, spoken: Spoken) -> tuple[Timeline[Phone], Timeline[Phone]]:
    """The forced and the freely read timeline."""
    emissions = listener.listen(Audio(read_only(spoken.sound / np.float32(32768)), RATE))
    tokens = [PhoneToken(row.phone) for row in spoken.rows]
    return align_tokens(emissions, tokens), recognise(emissions)


def onset_errors(forced: Timeline[Phone], spoken: Spoken) -> NDArray[np.float64]:
    """Signed errors in milliseconds of the onsets that the reference knows exactly."""
    onsets = [phone.start for phone in forced if phone.ipa != SILENCE]
    pairs = zip(onsets, reference(spoken), strict=True)
    return np.array([(onset - true) / MILLISECONDS for onset, (true, exact) in pairs if exact])


def read_right(read: Timeline[Phone], spoken: Spoken) -> float:
    """Share of steps of 10 ms whose phone class is the reference's."""
    step = SPEECH_RATE // 100
    rows = ((round(row.start * SPEECH_RATE), round(row.end * SPEECH_RATE), row.phone) for row in spoken.rows)
    wanted = np.full(read.duration // step + 1, SILENCE, dtype=object)
    for start, end, phone in rows:
        wanted[-(-start // step) : -(-end // step)] = base(phone)
    heard = [read.at(index * step) for index in range(len(wanted) - 1)]
    return float(
        np.mean([phone is not None and phone.ipa == want for phone, want in zip(heard, wanted, strict=False)])
    )


def figures_of(
    name: str, speech: list[Spoken], listener: PhoneListener, *, language: Language, precision: str
) -> tuple[Figures, NDArray[np.float64]]:
    """One row of the table, and all signed errors."""
    pairs = [aligned(listener, spoken) for spoken in speech]
    forced = [pair[0] for pair in pairs]
    errors = np.concatenate([onset_errors(*both) for both in zip(forced, speech, strict=True)])
    distance = np.abs(errors)
    reading = [read_right(read, spoken) for (_, read), spoken in zip(pairs, speech, strict=True)]
    row = Figures(
        voice=name,
        language=language,
        precision=precision,
        utterances=len(speech),
        onsets=len(errors),
        mae_ms=round(float(distance.mean()), 2),
        median_ms=round(float(np.median(errors)), 2),
        within_20_ms=round(float((distance <= 20).mean()), 4),
        within_50_ms=round(float((distance <= 50).mean()), 4),
        confidence=round(float(np.mean([confidence_of(phones) for phones in forced])), 3),
        read_right=round(float(np.mean(reading)), 3),
    )
    return row, errors


def evaluate(directory: ModelDirectory) -> list[Figures]:
    """All test voices of the directory's language, each variant; prints as it goes."""
    language = directory.manifest.languages[0]
    speech = dict(test_voices(language))
    rows: list[Figures] = []
    errors: dict[str, dict[str, NDArray[np.float64]]] = {}
    with tempfile.TemporaryDirectory() as cache:
        loader = OpenVinoLoader(ThreadBudget(), CompiledCache(Path(cache)))
        for variant in directory.manifest.variants:
            listener = PhoneListener(directory, loader(directory, variant))
            for name, spoken in speech.items():
                row, signed = figures_of(
                    name, spoken, listener, language=language, precision=variant.precision
                )
                rows.append(row)
                errors.setdefault(name, {})[variant.precision] = signed
                print(*asdict(row).values(), sep="\t", flush=True)
    for name, by_precision in errors.items():
        first, second = by_precision.values()
        same = float((np.abs(first - second) <= 10).mean())
        print(f"{name}: {same:.2%} of onsets within one hop, INT8 against FP32", flush=True)
    return rows


def main() -> None:
    """Measure both directories."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("models", type=Path)
    parser.add_argument("--out", type=Path, default=Path("figures.json"))
    arguments = parser.parse_args()
    rows = [
        row
        for language in Language
        for row in evaluate(ModelDirectory.open(arguments.models / f"phones-{language}"))
    ]
    arguments.out.write_text(json.dumps([asdict(row) for row in rows], ensure_ascii=False, indent=1) + "\n")


if __name__ == "__main__":
    main()
