"""The runtimes without anything of ours around them: what our own way through them is measured against.

Also runs the classifier's ONNX file with OpenVINO, which the product does not do: runtime is a factor.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnxruntime
import openvino
from numpy.typing import NDArray

from app.core.errors import ModelError
from app.inference.budget import ThreadBudget
from app.inference.runner import Runner, Tensors

_DEVICE: Final = "CPU"


def bare_onnxruntime(file: Path, inputs: Tensors, threads: int) -> Callable[[], object]:
    """A call of `session.run`, spinning off; the loop that anyone would write. Raises ModelError."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        session = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the runtime's own errors share no base class
        raise ModelError(f"{file.name} does not load: {error}") from error
    given = dict(inputs)
    return lambda: session.run(None, given)


def bare_openvino(file: Path, sound: NDArray[np.float32], threads: int) -> Callable[[], object]:
    """A call of `request.infer` in full precision, one stream. Raises ModelError."""
    config = _config(threads, streams=1, hint="latency")
    request = _compiled(file, config).create_infer_request()
    return lambda: request.infer([sound])


class OnnxInOpenVino:
    """A classifier's ONNX file in OpenVINO; one thread at a time."""

    cache = ""

    def __init__(self, compiled: openvino.CompiledModel) -> None:
        self._compiled = compiled
        self._request = compiled.create_infer_request()
        self._names = tuple(port.get_any_name() for port in compiled.outputs)

    def run(self, inputs: Tensors) -> Tensors:
        """Infer. Raises ModelError."""
        try:
            self._request.infer(dict(inputs), share_inputs=True)
            return {name: np.array(self._request.get_tensor(name).data) for name in self._names}
        except RuntimeError as error:
            raise ModelError(f"OpenVINO failed: {error}") from error

    def another(self) -> Runner:
        """A request of its own in the same compiled network."""
        return OnnxInOpenVino(self._compiled)


def open_in_openvino(file: Path, budget: ThreadBudget) -> OnnxInOpenVino:
    """Compile within the budget. Raises ModelError, also where this build reads no ONNX."""
    config = _config(budget.openvino_threads, budget.openvino_streams, budget.openvino_hint)
    return OnnxInOpenVino(_compiled(file, config))


def _compiled(file: Path, config: dict[str, Any]) -> openvino.CompiledModel:
    core = openvino.Core()
    try:
        return core.compile_model(core.read_model(file), _DEVICE, config)
    except RuntimeError as error:
        reason = " ".join(str(error).split())[-200:]
        raise ModelError(f"{file.name} does not compile: {reason}") from error


def _config(threads: int, streams: int, hint: str) -> dict[str, Any]:
    config = {
        "PERFORMANCE_HINT": hint.upper(),
        "INFERENCE_NUM_THREADS": threads,
        "ENABLE_CPU_PINNING": False,
        "INFERENCE_PRECISION_HINT": "f32",
    }
    return config | ({"NUM_STREAMS": streams} if streams else {})
