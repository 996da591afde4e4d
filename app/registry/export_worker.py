"""The child that holds torch, transformers and NNCF: exports a CTC model and quantises it.

Runs in the Python of the install group `export`, which knows nothing of Lisan's other packages: it imports
only the standard library, numpy and those tools. Started as `main(JOB.json)`; writes the job's `answer`
file, `{"error"}` for what fails. `sounds` are .npz files with arrays named `NUMBER.INPUT`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

LOGITS: Final = "logits"

Job = Mapping[str, Any]
Clips = list[dict[str, NDArray[Any]]]


def fetch(job: Job) -> Job:
    """The folder of a hub id, from the hub or its cache: only an id asks the network."""
    os.environ.pop("HF_HUB_OFFLINE", None)
    from huggingface_hub import snapshot_download

    wanted = ["*.json", "*.safetensors", "pytorch_model*.bin", "README.md"]
    try:
        return {"folder": snapshot_download(str(job["id"]), allow_patterns=wanted)}
    except Exception as error:  # noqa: BLE001 - the library's and the network's errors share no base class
        return {
            "error": f"{job['id']} is not a folder, and the hub does not give it ({type(error).__name__}): "
            "download it on a machine with a network and give its folder"
        }


def convert(job: Job) -> Job:
    """Export to OpenVINO IR in full precision, write golden outputs, compare with the original's logits."""
    import openvino
    import torch

    model, extractor = _original(job["source"])
    if isinstance(model, str):
        return {"error": model}
    clips = _clips(job["sounds"])
    example = {name: torch.from_numpy(value) for name, value in clips[0].items()}
    with torch.no_grad():
        converted = openvino.convert_model(model, example_input=example)
    converted.reshape({port: [1, -1] for port in converted.inputs})
    for port in converted.inputs:
        port.set_names({next(name for name in clips[0] if name in port.get_names())})
    converted.outputs[0].set_names({LOGITS})
    openvino.save_model(converted, job["model"], compress_to_fp16=False)
    wanted = [_torch_logits(model, clip) for clip in clips]
    given = _openvino_logits(job["model"], clips)
    golden: dict[str, Any] = {f"input.{name}": value for name, value in clips[0].items()}
    np.savez(job["golden"], **golden | {f"output.{LOGITS}": wanted[0]})
    heard = _feature_difference(extractor, np.load(job["raw"]), clips[0]["input_values"])
    return {**_compared(given, wanted), "features": heard, "parameters": model.num_parameters()}


def _original(source: str) -> tuple[Any, Any]:
    """The model and its feature extractor, or why there is none."""
    from transformers import AutoFeatureExtractor, AutoModelForCTC

    try:
        model, info = AutoModelForCTC.from_pretrained(
            source, local_files_only=True, attn_implementation="eager", output_loading_info=True
        )
        features: Any = AutoFeatureExtractor
        extractor = features.from_pretrained(source, local_files_only=True)
    except Exception as error:  # noqa: BLE001 - whatever a foreign directory raises
        return f"{source} does not load: {' '.join(str(error).split())[:300]}", None
    if any("lm_head" in name for name in info["missing_keys"]):
        return f"{source} has no CTC head: give a model that was fine-tuned for CTC", None
    model.config.return_dict = False
    return model.eval(), extractor


def quantise(job: Job) -> Job:
    """Static INT8 of the network in `model`, calibrated on `sounds`; what fits `ignored` stays as it is."""
    import nncf
    import openvino

    clips = _clips(job["sounds"])
    network = openvino.Core().read_model(job["model"])
    try:
        quantised = nncf.quantize(
            network,
            nncf.Dataset(clips),
            subset_size=len(clips),
            preset=nncf.QuantizationPreset.MIXED,
            model_type=nncf.ModelType.TRANSFORMER,
            ignored_scope=nncf.IgnoredScope(patterns=job["ignored"], validate=False),
        )
    except Exception as error:  # noqa: BLE001 - NNCF's errors share no base class
        return {"error": f"NNCF does not quantise it: {' '.join(str(error).split())[:200]}"}
    openvino.save_model(quantised, job["quantised"], compress_to_fp16=False)
    given, wanted = _openvino_logits(job["quantised"], clips), _openvino_logits(job["model"], clips)
    return _compared(given, wanted)


def _clips(file: str) -> Clips:
    """Inputs by clip and name."""
    clips: dict[int, dict[str, NDArray[Any]]] = {}
    with np.load(file) as stored:
        for key, value in stored.items():
            number, name = key.split(".")
            clips.setdefault(int(number), {})[name] = value
    return [clips[number] for number in sorted(clips)]


def _torch_logits(model: Any, clip: Mapping[str, NDArray[Any]]) -> NDArray[Any]:
    import torch

    with torch.no_grad():
        inputs = {name: torch.from_numpy(value) for name, value in clip.items()}
        logits: NDArray[Any] = model(**inputs)[0].numpy()
    return logits


def _openvino_logits(file: str, clips: Clips) -> list[NDArray[Any]]:
    import openvino

    compiled = openvino.Core().compile_model(file, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
    return [np.array(compiled(clip)[0]) for clip in clips]


def _feature_difference(extractor: Any, raw: NDArray[Any], ours: NDArray[Any]) -> float:
    """Largest difference between the original's front door and ours, on the real samples of one sound."""
    features = extractor(raw, sampling_rate=extractor.sampling_rate, return_tensors="np")["input_values"]
    return float(np.abs(features[0] - ours[0, : len(raw)]).max())


def _compared(given: list[NDArray[Any]], wanted: list[NDArray[Any]]) -> dict[str, float]:
    """Difference of logits over all clips: largest, and root mean square relative to the wanted ones'."""
    if any(a.shape != b.shape for a, b in zip(given, wanted, strict=True)):
        return {"difference": float("inf"), "relative": float("inf"), "same": 0.0}
    ours, theirs = (
        np.concatenate([one.reshape(-1, one.shape[-1]) for one in side]).astype(np.float64)
        for side in (given, wanted)
    )
    return {
        "difference": float(np.abs(ours - theirs).max()),
        "relative": float(np.sqrt(np.mean((ours - theirs) ** 2) / np.mean(theirs**2))),
        "same": float((ours.argmax(axis=1) == theirs.argmax(axis=1)).mean()),
    }


_COMMANDS: Final[Mapping[str, Callable[[Job], Job]]] = {
    "fetch": fetch,
    "convert": convert,
    "quantise": quantise,
}


def main(file: str) -> None:
    """Entry point of the child."""
    job = json.loads(Path(file).read_text(encoding="utf-8"))
    answer = _COMMANDS[job["command"]](job)
    Path(job["answer"]).write_text(json.dumps(answer), encoding="utf-8")
