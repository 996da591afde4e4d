"""The only module that imports onnxruntime: makes a session within the thread budget."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import onnxruntime

from app.core.errors import ModelError
from app.inference.budget import ThreadBudget
from app.inference.manifest import ModelDirectory, Variant
from app.inference.runner import LoadedRunner, Tensors

RUNTIME: Final = f"onnxruntime {onnxruntime.__version__}"
_ERRORS_ONLY: Final = 3
_SPINNING: Final = "session.intra_op.allow_spinning"


class OnnxRunner:
    """A session; one thread at a time."""

    cache = ""

    def __init__(self, session: onnxruntime.InferenceSession) -> None:
        self._session = session
        self._outputs = [output.name for output in session.get_outputs()]
        self.inputs = frozenset(given.name for given in session.get_inputs())

    @property
    def facts(self) -> Mapping[str, Any]:
        """Options of the running session."""
        options = self._session.get_session_options()
        return {
            "runtime": RUNTIME,
            "providers": ", ".join(self._session.get_providers()),
            "threads": options.intra_op_num_threads,
            "inter_op_threads": options.inter_op_num_threads,
            "spinning": options.get_session_config_entry(_SPINNING) == "1",
        }

    def another(self) -> OnnxRunner:
        """For another thread: the session itself serves several."""
        return self

    def distrust(self) -> bool:
        """Nothing of it is cached."""
        return False

    def run(self, inputs: Tensors) -> Tensors:
        """Infer. Raises ModelError."""
        try:
            results = self._session.run(self._outputs, dict(inputs))
        except Exception as error:  # the runtime's own errors share no base class
            raise ModelError(f"ONNX Runtime failed: {_line(error)}") from error
        return dict(zip(self._outputs, results, strict=True))


@dataclass(frozen=True, slots=True)
class OnnxLoader:
    """Loads ONNX variants; a `Load` for `app.inference.variants.Chooser`."""

    budget: ThreadBudget

    def __call__(self, directory: ModelDirectory, variant: Variant) -> LoadedRunner:
        """Make a session from proven bytes. Raises ModelError."""
        file = variant.files[0]
        directory.read(file)
        return open_network(directory.path / file.name, self.budget)


def open_network(file: Path, budget: ThreadBudget) -> OnnxRunner:
    """A session within the budget. Raises ModelError."""
    try:
        session = onnxruntime.InferenceSession(
            _source(file), _options(budget), providers=["CPUExecutionProvider"]
        )
    except Exception as error:  # the runtime's own errors share no base class
        raise ModelError(f"{file.name} does not load: {_line(error)}") from error
    return OnnxRunner(session)


def _source(file: Path) -> str | bytes:
    """The path, because a session keeps bytes for good; on Windows bytes, for paths outside its code page."""
    return file.read_bytes() if os.name == "nt" else str(file)


def _options(budget: ThreadBudget) -> onnxruntime.SessionOptions:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = budget.onnxruntime_intra
    options.inter_op_num_threads = budget.onnxruntime_inter
    options.log_severity_level = _ERRORS_ONLY
    spinning = "1" if budget.onnxruntime_spinning else "0"
    options.add_session_config_entry(_SPINNING, spinning)
    options.add_session_config_entry("session.inter_op.allow_spinning", spinning)
    return options


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:200]
