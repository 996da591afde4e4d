"""Makes model directories: `python -m models.recipes.aligner.convert CHECKPOINT DATA MODELS`.

Writes for each language the FP32 and INT8 networks, vocabulary, golden outputs and the manifest.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import nncf
import numpy as np
import openvino
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

from app.align.emissions import LOGITS, WAVEFORM
from app.core.phones import PHONES
from app.core.types import Language
from app.inference.manifest import Manifest, ModelFile, Provenance, Variant
from app.inference.manifest_file import write_manifest
from models.recipes.aligner.corpus import Recordings
from models.recipes.aligner.network import HOP, RATE, AlignerNetwork, Classifier
from models.recipes.aligner.sentences import test_sentences
from models.recipes.aligner.speech import Prosody, espeak

CALIBRATION_CLIPS = 300
BORROWED = {"ðˤ": "ð"}
"""Phones that no training voice says, and the one whose output they share, a little less likely."""
BORROWED_COST = 1.5
INT8_TOLERANCE, FP32_TOLERANCE = 0.12, 0.01


def fused(classifier: Classifier) -> Classifier:
    """Fold normalisation into the convolutions beside it, so that quantising sees plain convolutions."""
    classifier.eval()
    for block in classifier.blocks:
        block.depthwise = fuse_conv_bn_eval(block.depthwise, block.norm)
        block.norm = nn.Identity()
    norm, exit_layer = classifier.norm, classifier.exit
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    shift = norm.bias - norm.running_mean * scale
    with torch.no_grad():
        exit_layer.bias += exit_layer.weight[:, :, 0, 0] @ shift
        exit_layer.weight *= scale[None, :, None, None]
        for phone, lender in BORROWED.items():
            own, other = PHONES.index(phone), PHONES.index(lender)
            exit_layer.weight[own] = exit_layer.weight[other]
            exit_layer.bias[own] = exit_layer.bias[other] - BORROWED_COST
    classifier.norm = nn.Identity()
    return classifier


def full_precision(checkpoint: Path) -> openvino.Model:
    """The whole network, waveform to logits, as an OpenVINO model with a dynamic length."""
    classifier = Classifier()
    classifier.load_state_dict(torch.load(checkpoint, weights_only=True)["network"])
    network = AlignerNetwork(fused(classifier)).eval()
    example = torch.zeros(1, RATE)
    model = openvino.convert_model(network, example_input=example, input=[1, -1])
    model.inputs[0].set_names({WAVEFORM})
    model.outputs[0].set_names({LOGITS})
    return model


def quantised(model: openvino.Model, clips: Sequence[NDArray[np.float32]]) -> openvino.Model:
    """Static INT8 of the classifier; the log-mel front end keeps full precision."""
    return nncf.quantize(
        model,
        nncf.Dataset([clip[None] for clip in clips]),
        preset=nncf.QuantizationPreset.MIXED,
        subset_size=len(clips),
        ignored_scope=nncf.IgnoredScope(patterns=[".*features.*"]),
    )


def calibration_clips(data: Path) -> list[NDArray[np.float32]]:
    """Training utterances of all voices, cut to at most 3 s, at the levels of the kiosk's voices."""
    rng = np.random.default_rng(0)
    files = [Recordings.read(path) for path in sorted(data.glob("*.npz"))]
    clips = []
    for number in range(CALIBRATION_CLIPS):
        file = files[number % len(files)]
        begin, end = file.offsets[rng.integers(len(file.offsets) - 1) :][:2]
        clip = file.sound[begin : min(end, begin + 3 * RATE)].astype(np.float32)
        level = 10 ** (rng.uniform(-30, -16) / 20)
        clips.append(clip * (level / (np.sqrt(np.mean(clip**2)) + 1.0)).astype(np.float32))
    return clips


def golden(model: openvino.Model, language: Language) -> dict[str, NDArray[Any]]:
    """Two seconds of speech and what full precision says about them."""
    voice = "en-us" if language is Language.EN else "ar"
    spoken = espeak(test_sentences(language)[0], language, voice=voice, prosody=Prosody())
    waveform = (spoken.sound[: 2 * RATE] / 32768).astype(np.float32)[None]
    compiled = openvino.compile_model(model, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
    return {f"input.{WAVEFORM}": waveform, f"output.{LOGITS}": compiled(waveform)[0]}


def write_directory(
    folder: Path,
    language: Language,
    *,
    full: openvino.Model,
    int8: openvino.Model,
    licence: str = "Apache-2.0",
) -> None:
    """One model directory, but for its card and its figures."""
    folder.mkdir(parents=True, exist_ok=True)
    openvino.save_model(full, folder / "openvino_model.xml", compress_to_fp16=False)
    openvino.save_model(int8, folder / "openvino_model_int8.xml", compress_to_fp16=False)
    np.savez_compressed(folder / "golden.npz", **golden(full, language))
    _write_reader(folder)
    manifest = Manifest(
        name=folder.name,
        task="align",
        languages=(language,),
        licence=licence,
        version="1",
        labels=PHONES,
        sample_rate=RATE,
        hop=HOP,
        variants=(
            _variant(folder, "int8", "openvino_model_int8", tolerance=INT8_TOLERANCE),
            _variant(folder, "fp32", "openvino_model", tolerance=FP32_TOLERANCE),
        ),
        golden=ModelFile.of(folder / "golden.npz"),
        files=tuple(ModelFile.of(folder / name) for name in ("vocab.json", "preprocessor_config.json")),
        provenance=(
            Provenance(
                what="weights",
                source="trained by models/recipes/aligner on synthetic speech made by the recipe itself",
                licence=licence,
            ),
        ),
    )
    write_manifest(folder, manifest)


def _write_reader(folder: Path) -> None:
    """What Hugging Face's processors want to know of the network."""
    vocabulary = {phone: index for index, phone in enumerate(PHONES)}
    (folder / "vocab.json").write_text(json.dumps(vocabulary, ensure_ascii=False, indent=0) + "\n")
    settings = {
        "feature_extractor_type": "Wav2Vec2FeatureExtractor",
        "sampling_rate": RATE,
        "hop_length": HOP,
        "feature_size": 1,
        "padding_value": 0.0,
        "do_normalize": False,
        "return_attention_mask": False,
    }
    (folder / "preprocessor_config.json").write_text(json.dumps(settings, indent=2) + "\n")


def _variant(folder: Path, precision: Any, stem: str, *, tolerance: float) -> Variant:
    files = tuple(ModelFile.of(folder / f"{stem}.{kind}") for kind in ("xml", "bin"))
    return Variant(precision=precision, runtime="openvino", files=files, tolerance=tolerance)


def main() -> None:
    """Write the directories of both languages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("data", type=Path)
    parser.add_argument("models", type=Path)
    arguments = parser.parse_args()
    full = full_precision(arguments.checkpoint)
    int8 = quantised(full_precision(arguments.checkpoint), calibration_clips(arguments.data))
    for language in Language:
        write_directory(arguments.models / f"phones-{language}", language, full=full, int8=int8)


if __name__ == "__main__":
    main()
