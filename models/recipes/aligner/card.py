"""Writes the model cards: `python -m models.recipes.aligner.card MODELS FIGURES.json`.

The figures go into each directory's README.md and into its manifest.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from app.core.types import Language
from app.inference.manifest import ModelDirectory, Quality
from app.inference.manifest_file import write_manifest
from models.recipes.aligner import goals
from models.recipes.aligner.goals import FP32, INT8, Figure, goal_of

NAMES = {Language.EN: "English", Language.AR: "Arabic"}
PEERS = (
    "pocketsphinx aligns the same clips with its own English model and dictionary (words that it does not\n"
    "know are given in our front end's pronunciation); *linear* spreads the phones evenly, over the whole\n"
    "clip or from the first to the last sound."
)
SECTIONS = {
    "Onsets": (
        *(goals.MAE, goals.BIAS, goals.WITHIN_20, goals.WITHIN_50, goals.UNMATCHED, goals.REFUSED),
        *(goals.EDGES, goals.EDGES_IQR, goals.IN_PLACE),
    ),
    "Bad microphones, rooms and lines": (goals.RATIO,),
    "Lips and reading": (goals.SHUT, goals.VOWEL_SHUT, goals.VISEMES, goals.VISEMES_INSIDE),
    "INT8 against FP32": (goals.ONE_HOP,),
    "Confidence": (goals.CALIBRATED,),
}
MOST = frozenset({goals.MAE, goals.WITHIN_20, goals.IN_PLACE, goals.VISEMES_INSIDE, goals.CALIBRATED})
CAVEATS = {
    Language.EN: (
        "Kokoro's and Piper's own times are coarse (25 ms steps, 12 ms frames) and shifted by a constant,\n"
        "which is measured on their sibilants and taken off; part of the error there is theirs. One human\n"
        "speaker is measured, by her sibilants' edges alone: other people may be aligned less well."
    ),
    Language.AR: (
        "**All Arabic speech, for training and for test, comes from one synthesiser (espeak-ng).** The\n"
        "test variants and sentences were never trained on, but another voice, or a human speaker, may be\n"
        "aligned far less well than these figures say."
    ),
}
CARD = """\
---
license: apache-2.0
language: {language}
library_name: openvino
tags: [forced-alignment, phoneme-recognition, lip-sync]
---

# {name}: phones in time for {spoken} speech

A compact network that says for every 10 ms of sound which phone is heard. Lisan aligns known text with it
(Viterbi, `app/align`), or reads the phones when there is no text.

- In: `input_values`, float32 `[1, samples]`, mono at 16 kHz, any length. Out: `logits`, `[1, hops, 52]`,
  hop `t` centred on sample `160 t`, labels in `vocab.json` (the shared inventory of `app/core/phones.py`).
- 64 log-mel bands with fixed statistics inside the network, ten depthwise-separable blocks of 192 channels
  with dilations, 1.57 million weights, 560 ms of sight on each side. Nothing depends on the utterance as a
  whole: zeros behind the sound change no logit before its end.
- `openvino_model.xml`: FP32. `openvino_model_int8.xml`: static INT8 (NNCF, calibrated on training speech; the
  log-mel front end keeps full precision). Run with inference precision f32: bf16, which OpenVINO prefers on
  some processors, costs accuracy.
- `calibration.json`: what a phone's mean posterior is worth, as the share of onsets within 20 ms: one rising
  curve for phones of a known text and one for phones read by ear, measured on training voices saying new
  texts, clean and through bad lines. Timelines carry the calibrated confidence. *ECE* below is how far it is
  from the truth on the test split, which the curves never saw; where a voice's own times are coarse (Kokoro,
  Piper) their error is in it, too.
- One network for both languages; the directories differ in golden speech, calibration and figures.
- `ðˤ` is said by no training voice: it shares the output of `ð`, a little less likely.

## Measured

On voices and sentences that are in no training set, by `python -m models.recipes.aligner.evaluate`: each
clip is read as a recording, aligned, checked and drawn as the product does it. *From text*: with the phones
that our front end reads from the transcript, matched to the voice's own by edit distance over viseme classes;
otherwise with the voice's own phones. ✗ marks a missed goal, – what does not apply.

{tables}

espeak-ng stamps a stop at its release; the reference gives it back the silence before, which is what the ear
and the lips need. {peers}

{caveat}

## Training

Made by `models/recipes/aligner` alone, from sound that the recipe makes: espeak-ng (English and Arabic
voices and their variants), flite slt and rms, festival kal, hibari, Kokoro jf_alpha, jf_nezumi and
jf_tebukuro and voices blended of the three (the neural ones realigned by earlier passes of this network),
texts written for this project, dictionary words and pseudo-words. Never trained on: espeak-ng variants +f4
+Alicia +m7 +linda, flite awb, festival ked, any Piper voice, Kokoro jm_kumo and jf_gongitsune.
{training}

Licence: Apache-2.0 (the weights are this project's own; no sound of the voices is included).
"""


def tables(figures: Sequence[Figure]) -> Iterator[str]:
    """Markdown: accuracy, then conditions, lips and reading, and INT8 against FP32; systems across."""
    for title, measures in SECTIONS.items():
        own = [one for one in figures if one.measure in measures and _shown(one)]
        if own:
            yield f"**{title}**\n\n" + "\n".join(_table(own))


def _shown(figure: Figure) -> bool:
    """Every figure with a goal, and of the others those that say most."""
    return goal_of(figure.test, figure.measure) is not None or figure.measure in MOST


def _table(figures: Sequence[Figure]) -> Iterator[str]:
    systems = list(dict.fromkeys(one.system for one in figures))
    values = {(one.test, one.measure, one.system): one for one in figures}
    yield "| " + " | ".join(("test", "measure", "cases", "goal", *systems)) + " |"
    yield "|---" * (4 + len(systems)) + "|"
    for test, measure in dict.fromkeys((one.test, one.measure) for one in figures):
        row = [values.get((test, measure, system)) for system in systems]
        cases = next(one.cases for one in row if one is not None)
        told = [_told(one) for one in row]
        yield "| " + " | ".join((test, measure, str(cases), str(goal_of(test, measure) or ""), *told)) + " |"


def _told(figure: Figure | None) -> str:
    if figure is None:
        return "–"
    goal = goal_of(figure.test, figure.measure)
    missed = figure.system in {INT8, FP32} and goal is not None and not goal.met(figure.value)
    digits = 2 if figure.measure == goals.RATIO else 1
    return f"{figure.value:.{digits}f}{' ✗' if missed else ''}"


def qualities(figures: Sequence[Figure]) -> tuple[Quality, ...]:
    """What the manifest keeps: the networks' figures that have a goal."""
    return tuple(
        Quality(
            precision=one.system.lower(),
            language=Language(one.language),
            measure=f"{one.measure}: {one.test}",
            value=one.value,
            cases=one.cases,
        )
        for one in figures
        if one.system in {INT8, FP32} and goal_of(one.test, one.measure)
    )


def write_card(folder: Path, figures: Sequence[Figure], training: str) -> None:
    """README.md and the manifest's figures of one directory."""
    directory = ModelDirectory.open(folder)
    language = directory.manifest.languages[0]
    own = [one for one in figures if one.language == language]
    card = CARD.format(
        name=folder.name,
        language=language,
        spoken=NAMES[language],
        tables="\n\n".join(tables(own)),
        peers=PEERS if any(one.system == "pocketsphinx" for one in own) else "",
        caveat=CAVEATS[language],
        training=training,
    )
    (folder / "README.md").write_text(card, encoding="utf-8")
    write_manifest(folder, directory.manifest.model_copy(update={"quality": qualities(own)}))


def main() -> None:
    """Write both cards."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("models", type=Path)
    parser.add_argument("figures", type=Path)
    parser.add_argument("--training", default="", help="a sentence on how long and on what it was trained")
    arguments = parser.parse_args()
    figures = [Figure(**row) for row in json.loads(arguments.figures.read_text(encoding="utf-8"))]
    for language in Language:
        write_card(arguments.models / f"phones-{language}", figures, arguments.training)


if __name__ == "__main__":
    main()
