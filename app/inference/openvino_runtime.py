"""The only module that imports openvino: compiles a variant, or takes it from the compiled cache."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import openvino

from app.core.errors import ModelError
from app.inference.budget import ThreadBudget
from app.inference.compiled_cache import CompiledCache
from app.inference.machine import cpu_identity
from app.inference.manifest import ModelDirectory, Variant
from app.inference.runner import LoadedRunner, Tensors

RUNTIME: Final = f"openvino {openvino.__version__}"
_DEVICE: Final = "CPU"

_READ: Final = {
    "hint": "PERFORMANCE_HINT",
    "threads": "INFERENCE_NUM_THREADS",
    "streams": "NUM_STREAMS",
    "pinning": "ENABLE_CPU_PINNING",
    "precision": "INFERENCE_PRECISION_HINT",
}
"""Our names of the properties that a compiled model tells."""


class OpenVinoRunner:
    """A compiled network with one request; one thread at a time."""

    def __init__(
        self, compiled: openvino.CompiledModel, cache: str, forget: Callable[[], None] | None = None
    ) -> None:
        self._compiled = compiled
        self._request = compiled.create_infer_request()
        self._outputs = tuple(port.get_any_name() for port in compiled.outputs)
        self._forget = forget
        self.cache = cache
        self.facts = _facts(compiled)

    def another(self) -> OpenVinoRunner:
        """A request of its own in the same compiled network, for another thread."""
        return OpenVinoRunner(self._compiled, self.cache)

    def distrust(self) -> bool:
        """Delete the blob that it was made from, where it was made from one."""
        if self._forget is None:
            return False
        self._forget()
        return True

    def run(self, inputs: Tensors) -> Tensors:
        """Infer; outputs are copies, so they outlive the next run. Raises ModelError."""
        try:
            self._request.infer(dict(inputs), share_inputs=True)
            return {name: np.array(self._request.get_tensor(name).data) for name in self._outputs}
        except (RuntimeError, TypeError) as error:
            raise ModelError(f"OpenVINO failed: {_last_line(error)}") from error


@dataclass(frozen=True, slots=True)
class OpenVinoLoader:
    """Loads OpenVINO variants; a `Load` for `app.inference.variants.Chooser`."""

    budget: ThreadBudget
    cache: CompiledCache
    distrusted: set[str] = field(default_factory=set)
    """Keys of blobs that were whole and yet gave wrong outputs; the disk may not let us delete them."""

    def __call__(self, directory: ModelDirectory, variant: Variant) -> LoadedRunner:
        """Import from the cache or compile. Raises ModelError when neither works."""
        xml, weights = _network(directory, variant)
        config = _config(self.budget, "bf16" if variant.precision == "bf16" else "f32")
        key = _key(xml, weights, config)
        core = openvino.Core()
        if variant.precision == "bf16" and "BF16" not in core.get_property(
            _DEVICE, "OPTIMIZATION_CAPABILITIES"
        ):
            raise ModelError("this processor does not calculate in bfloat16")
        refusal = self.cache.refusal(len(weights))  # a blob holds the weights: spare it the export
        imported = None if refusal else self._import(core, key, config)
        if imported is not None:
            return OpenVinoRunner(imported, "from cache", lambda: self._distrust(key))
        try:
            compiled = core.compile_model(core.read_model(xml, weights), _DEVICE, config)
        except RuntimeError as error:
            raise ModelError(f"{variant.files[0].name} does not compile: {_last_line(error)}") from error
        return OpenVinoRunner(compiled, f"compiled, {refusal}" if refusal else self._store(key, compiled))

    def _import(self, core: openvino.Core, key: str, config: dict[str, Any]) -> openvino.CompiledModel | None:
        blob = None if key in self.distrusted else self.cache.load(key)
        if blob is None:
            return None
        try:
            return core.import_model(blob, _DEVICE, config)
        except RuntimeError:  # whole, yet not to this runtime's liking
            self.cache.discard(key)
            return None

    def _distrust(self, key: str) -> None:
        self.distrusted.add(key)
        self.cache.discard(key)

    def _store(self, key: str, compiled: openvino.CompiledModel) -> str:
        stream = io.BytesIO()
        try:
            compiled.export_model(stream)
        except RuntimeError as error:
            return f"not cached: {_last_line(error)}"
        return f"compiled, {self.cache.store(key, stream.getvalue())}"


def _network(directory: ModelDirectory, variant: Variant) -> tuple[bytes, bytes]:
    """Bytes of the .xml and the .bin, proven; read by us, so that no path can trouble the runtime."""
    named = {file.name.rpartition(".")[2]: file for file in variant.files}
    if not {"xml", "bin"} <= named.keys():
        raise ModelError(f"{directory.path}: variant {variant.precision} needs an .xml and a .bin file")
    return directory.read(named["xml"]), directory.read(named["bin"])


def _config(budget: ThreadBudget, precision: str) -> dict[str, Any]:
    config = {
        "PERFORMANCE_HINT": budget.openvino_hint.upper(),
        "INFERENCE_NUM_THREADS": budget.openvino_threads,
        "ENABLE_CPU_PINNING": budget.openvino_pinning,
        "INFERENCE_PRECISION_HINT": precision,  # the runtime's own default is bf16 where the CPU has it
    }
    return config | ({"NUM_STREAMS": budget.openvino_streams} if budget.openvino_streams else {})


def _facts(compiled: openvino.CompiledModel) -> dict[str, Any]:
    """The properties of the running model, in plain values."""
    read = {name: compiled.get_property(key) for name, key in _READ.items()}
    plain = {name: value if isinstance(value, int) else _plain(value) for name, value in read.items()}
    return {"runtime": RUNTIME, **plain}


def _plain(value: Any) -> str:
    """An enumeration's or a type's own word: `PerformanceMode.LATENCY` and `<Type: 'float32'>`."""
    return str(value).strip("<>").rpartition(".")[2].rpartition(": ")[2].strip("'").lower()


def _key(xml: bytes, weights: bytes, config: dict[str, Any]) -> str:
    facts = (hashlib.sha256(xml).hexdigest(), hashlib.sha256(weights).hexdigest(), RUNTIME, cpu_identity())
    return hashlib.sha256(json.dumps((facts, config)).encode()).hexdigest()[:32]


def _last_line(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else type(error).__name__
