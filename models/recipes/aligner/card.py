"""Writes the model cards: `python -m models.recipes.aligner.card MODELS FIGURES.json`.

The figures go into each directory's README.md and into its manifest.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from app.core.types import Language
from app.inference.manifest import ModelDirectory, Quality
from models.recipes.aligner.manifest_file import write_manifest

NAMES = {Language.EN: "English", Language.AR: "Arabic"}
CAVEATS = {
    Language.EN: (
        "All test voices are synthesisers, none of them neural: these figures say nothing exact about human\n"
        "speakers or about neural voices, whose labels are themselves coarse."
    ),
    Language.AR: (
        "**All Arabic speech, for training and for test, comes from one synthesiser (espeak-ng).** The\n"
        "test variants and sentences were never trained on, but another voice, or a human speaker, may be\n"
        "aligned far less well than these figures say."
    ),
}
BASELINES = {
    Language.EN: (
        "The throw-away prototype, trained on releases, on the same clips with the same search: all four\n"
        "variants 8.9 ms (91 % within 20 ms), flite awb 11.6 ms (85 %), festival ked 17.9 ms (73 %)."
    ),
    Language.AR: (
        "The throw-away prototype, trained on releases, on the same clips with the same search: all four\n"
        "variants 9.7 ms (89 % within 20 ms)."
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
- 64 log-mel bands with fixed statistics inside the network, eight depthwise-separable blocks of 192
  channels, 1.27 million weights, 320 ms of sight on each side. Nothing depends on the utterance as a whole:
  zeros behind the sound change no logit before its end.
- `openvino_model.xml`: FP32. `openvino_model_int8.xml`: static INT8 (NNCF, calibrated on training speech; the
  log-mel front end keeps full precision). Run with inference precision f32: bf16, which OpenVINO prefers on
  some processors, costs accuracy.
- One network for both languages; the directories differ in golden speech and figures.
- `ðˤ` is said by no training voice: it shares the output of `ð`, a little less likely.

## Measured

Onset errors of forced alignment with the reference's own phones, on voices and sentences that are in no
training set; *read* is the share of 10 ms steps named right without any text.

| test voice | precision | onsets | mean error | bias | ≤ 20 ms | ≤ 50 ms | mean posterior | read |
|---|---|---|---|---|---|---|---|---|
{rows}

espeak-ng stamps a stop at its release; the reference gives it back the silence before, which is what the ear
and the lips need. In +f4 and +Alicia an echo fills that silence, so their reference stays at the release
and the network, which hears the closure, counts as early there.
{baseline}

{caveat}

## Training

Made by `models/recipes/aligner` alone, from sound that the recipe makes: espeak-ng (English and Arabic
voices and their variants), flite slt and rms, festival kal, hibari (realigned by a first pass of this
network), texts written for this project, dictionary words and pseudo-words. Never trained on: espeak-ng
variants +f4 +Alicia +m7 +linda, flite awb, festival ked, any Piper voice, Kokoro. {training}

Licence: Apache-2.0 (the weights are this project's own; no sound of the voices is included).
"""


def table_rows(figures: list[dict[str, Any]]) -> Iterator[str]:
    """Markdown rows, grouped by voice."""
    for row in sorted(figures, key=lambda one: (one["voice"], one["precision"])):
        yield (
            f"| {row['voice']} | {row['precision'].upper()} | {row['onsets']} | {row['mae_ms']:.1f} ms"
            f" | {row['median_ms']:+.1f} ms | {row['within_20_ms']:.1%} | {row['within_50_ms']:.1%}"
            f" | {row['confidence']:.2f} | {row['read_right']:.0%} |"
        )


def qualities(figures: list[dict[str, Any]]) -> tuple[Quality, ...]:
    """The figures as the manifest keeps them."""
    measures = {"mae_ms": "mean onset error in ms", "within_20_ms": "share of onsets within 20 ms"}
    return tuple(
        Quality(
            precision=row["precision"],
            language=Language(row["language"]),
            measure=f"{measure}, {row['voice']}",
            value=row[key],
            cases=row["onsets"],
        )
        for row in figures
        for key, measure in measures.items()
    )


def write_card(folder: Path, figures: list[dict[str, Any]], training: str) -> None:
    """README.md and the manifest's figures of one directory."""
    directory = ModelDirectory.open(folder)
    language = directory.manifest.languages[0]
    own = [row for row in figures if row["language"] == language]
    card = CARD.format(
        name=folder.name,
        language=language,
        spoken=NAMES[language],
        rows="\n".join(table_rows(own)),
        caveat=CAVEATS[language],
        baseline=BASELINES[language],
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
    figures = json.loads(arguments.figures.read_text(encoding="utf-8"))
    for language in Language:
        write_card(arguments.models / f"phones-{language}", figures, arguments.training)


if __name__ == "__main__":
    main()
