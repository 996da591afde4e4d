"""The naive path's networks: what one would take from Transformers for alignment and for behaviours.

A wav2vec2 CTC network of base size and a BERT of multilingual-e5-small's shape with all its words. Their
weights are random, because none can be fetched offline: time does not depend on them, quality is not claimed.
`build` writes what the steps load; it needs torch, transformers and onnx.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Float32 = NDArray[np.float32]
Networks = tuple[Callable[[Float32], object], Callable[[NDArray[np.int64]], object]]
"""Aligner and classifier: sound `[1, samples]` at 16 kHz, and token ids `[1, tokens]`."""

ALIGNER: Final = "aligner"
CLASSIFIER: Final = "classifier"
VOCABULARY: Final = 250_037
SAMPLES: Final = 48_000
TOKENS: Final = 24


def _libraries() -> tuple[Any, Any]:
    """torch and transformers, which the environment of the checks need not have."""
    return import_module("torch"), import_module("transformers")


def transformers_classes() -> tuple[Any, Any]:
    """The two networks, untrained. Raises ImportError without torch and transformers."""
    torch, hub = _libraries()
    torch.manual_seed(0)
    shape = hub.BertConfig(
        vocab_size=VOCABULARY,
        hidden_size=384,
        num_hidden_layers=12,
        num_attention_heads=12,
        intermediate_size=1536,
    )
    return hub.Wav2Vec2ForCTC(hub.Wav2Vec2Config()).eval(), hub.BertModel(
        shape, add_pooling_layer=False
    ).eval()


def build(folder: Path) -> None:
    """Write both as Transformers directories, as ONNX in full precision and as dynamic INT8."""
    if (folder / "done").exists():
        return
    torch, _ = _libraries()
    folder.mkdir(parents=True, exist_ok=True)
    aligner, classifier = transformers_classes()
    aligner.save_pretrained(folder / ALIGNER)
    classifier.save_pretrained(folder / CLASSIFIER)
    sound, ids = torch.zeros(1, SAMPLES), torch.ones(1, TOKENS, dtype=torch.int64)
    _export(aligner, sound, folder / "aligner.onnx")
    _export(classifier, ids, folder / "classifier.onnx")
    from onnxruntime.quantization import QuantType, quantize_dynamic

    for name in (ALIGNER, CLASSIFIER):
        quantize_dynamic(
            folder / f"{name}.onnx",
            folder / f"{name}_int8.onnx",
            weight_type=QuantType.QInt8,
            op_types_to_quantize=["MatMul", "Gemm", "Gather"],
        )
    (folder / "done").touch()


def _export(network: Any, example: Any, path: Path) -> None:
    torch, _ = _libraries()
    module: Any = torch.nn.Module

    class First(module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.network = network

        def forward(self, given: Any) -> Any:
            return self.network(given)[0]

    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")  # the exporter warns of itself
        torch.onnx.export(
            First().eval(),
            (example,),
            str(path),
            input_names=["given"],
            output_names=["result"],
            dynamic_axes={"given": {1: "length"}, "result": {1: "steps"}},
            opset_version=17,
            dynamo=False,
        )


def in_torch(folder: Path) -> Networks:
    """Both through Transformers, threads as torch chooses."""
    torch, hub = _libraries()
    aligner = hub.Wav2Vec2ForCTC.from_pretrained(folder / ALIGNER).eval()
    classifier = hub.BertModel.from_pretrained(folder / CLASSIFIER, add_pooling_layer=False).eval()

    def run(network: Any, given: NDArray[Any]) -> object:
        with torch.no_grad():
            return network(torch.from_numpy(given))[0].numpy()

    return (lambda sound: run(aligner, sound)), (lambda ids: run(classifier, ids))


def in_onnxruntime(folder: Path, suffix: str) -> Networks:
    """Both in ONNX Runtime as it comes: all cores, spinning."""
    import onnxruntime

    def opened(name: str) -> Callable[[NDArray[Any]], object]:
        session = onnxruntime.InferenceSession(
            str(folder / f"{name}{suffix}.onnx"), providers=["CPUExecutionProvider"]
        )
        return lambda given: session.run(None, {"given": given})[0]

    return opened(ALIGNER), opened(CLASSIFIER)
