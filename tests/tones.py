"""A CTC network that hears tones, one a letter, made of OpenVINO's own operations; and sounds for it.

It is a true network with the shapes of the wav2vec2 family (hop 320 and field 400 at 16 kHz), and one
that hears: what a timeline of such a sound should say is known to the sample.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import openvino
from openvino import opset13 as ops

from app.align.ctc_emissions import MASK, tensors
from app.align.emissions import LOGITS, WAVEFORM
from app.core.types import SPEECH_RATE, Audio, Float32, read_only
from app.inference.manifest import Ctc, Manifest, ModelDirectory, ModelFile, Variant
from app.inference.manifest_file import write_manifest

RATE, HOP, FIELD = 16_000, 320, 400
LETTER = 0.12
"""Seconds of a letter's tone."""
_LOUD = 12.0
"""Logit of a tone that is there; a blank has 4, the delimiter a little less."""


def tone_network(folder: Path, labels: Sequence[str], **told: Any) -> ModelDirectory:
    """A model directory; `labels` begin with the blank and, where it is `|`, the delimiter.

    `told` are fields of `Ctc` and, as `name`, `languages` and `precision`, of the manifest.
    """
    folder.mkdir(parents=True)
    name, languages = told.pop("name", folder.name), told.pop("languages", ("en",))
    precision = told.pop("precision", "fp32")
    ctc = Ctc(
        **{"blank": 0, "delimiter": 1 if labels[1] == "|" else None, "field": FIELD, "mask": False}
        | {"normalise": True}
        | told
    )
    openvino.save_model(_network(labels, mask=ctc.mask), folder / "model.xml", compress_to_fp16=False)
    sound = tones("ab", [labels.index(one) for one in labels[2:4]])
    inputs = tensors(sound, RATE, ctc)
    outputs = openvino.compile_model(folder / "model.xml", "CPU")(inputs)
    arrays: dict[str, Any] = {f"input.{key}": value for key, value in inputs.items()}
    np.savez(folder / "golden.npz", **arrays, **{f"output.{LOGITS}": outputs[0]})
    files = tuple(ModelFile.of(folder / one) for one in ("model.xml", "model.bin"))
    manifest = Manifest(
        name=name,
        task="align",
        languages=languages,
        licence="Apache-2.0",
        version="1",
        labels=tuple(labels),
        sample_rate=RATE,
        hop=HOP,
        ctc=ctc,
        variants=(Variant(precision=precision, runtime="openvino", files=files, tolerance=0.01),),
        golden=ModelFile.of(folder / "golden.npz"),
    )
    write_manifest(folder, manifest)
    return ModelDirectory.open(folder)


def _network(labels: Sequence[str], *, mask: bool) -> openvino.Model:
    waveform = ops.parameter([1, -1], np.float32, name=WAVEFORM)
    waveform.output(0).set_names({WAVEFORM})
    inputs, real = [waveform], waveform
    if mask:  # without its mask the network is deaf
        given = ops.parameter([1, -1], np.int64, name=MASK)
        given.output(0).set_names({MASK})
        inputs.append(given)
        real = ops.multiply(waveform, ops.convert(given, "f32"))
    line = ops.unsqueeze(real, ops.constant(np.int64(1)))
    heard = ops.convolution(line, ops.constant(_filters(len(labels))), [HOP], [0], [0], [1])
    power = ops.multiply(heard, heard)
    sines, cosines = (
        ops.slice(power, [first], [last], [1], [1])
        for first, last in ((0, len(labels)), (len(labels), 2 * len(labels)))
    )
    clipped = ops.minimum(ops.add(sines, cosines), ops.constant(np.float32(1.0)))
    offset = np.zeros((1, len(labels), 1), np.float32)
    offset[0, :2, 0] = 4.0, 3.9 if labels[1] == "|" else -9.0
    logits = ops.add(ops.multiply(clipped, ops.constant(np.float32(_LOUD))), ops.constant(offset))
    result = ops.transpose(logits, ops.constant(np.array([0, 2, 1])))
    result.output(0).set_names({LOGITS})
    return openvino.Model([result], inputs)


def _filters(labels: int) -> Float32:
    """Sines, then cosines of each label's tone under a Hann window: a tone of amplitude 1 gives power 1."""
    window = np.hanning(FIELD)
    line = np.arange(FIELD) / RATE
    phase = 2 * np.pi * np.array([frequency(label) for label in range(labels)])[:, None] * line
    pairs = np.concatenate([np.sin(phase), np.cos(phase)]) * window / window.sum() * 2
    pairs[[0, 1, labels, labels + 1]] = 0.0  # neither blank nor delimiter has a tone
    return read_only(pairs[:, None])


def frequency(label: int) -> float:
    """Hertz of a label's tone."""
    return 400.0 + 170.0 * label


def tones(text: str, columns: Sequence[int], *, rate: int = RATE) -> Float32:
    """A tone for each column; `text` stands beside it for the reader: a space in it is a pause."""
    pieces, remaining = [], iter(columns)
    line = np.arange(round(LETTER * rate)) / rate
    for letter in text:
        tone = 0.0 if letter == " " else frequency(next(remaining))
        pieces.append(0.3 * np.sin(2 * np.pi * tone * line))
    return read_only(np.concatenate(pieces))


def sung(text: str, labels: Sequence[str]) -> Audio:
    """`text` in letters of `labels`; spaces are pauses, as long as a letter."""
    columns = [labels.index(letter) for letter in text if letter != " "]
    return Audio(tones(text, columns, rate=SPEECH_RATE), SPEECH_RATE)
