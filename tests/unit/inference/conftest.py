"""A tiny model directory without any runtime: its 'network' file says how it behaves."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.inference.manifest import MANIFEST, ModelDirectory, ModelFile

MakeDirectory = Callable[[], ModelDirectory]

INPUT = np.arange(8, dtype=np.float32)

_MANIFEST = """
name = "twice"
task = "classify"
languages = ["en", "ar"]
licence = "MIT"
version = "1"
labels = ["a", "b"]

[golden]
{golden}

[[variants]]
precision = "int8"
runtime = "onnxruntime"
tolerance = 0.05
files = [{{ {int8} }}]

[[variants]]
precision = "fp16"
runtime = "onnxruntime"
tolerance = 0.01
files = [{{ {fp16} }}]

[[files]]
{extra}
"""


def _entry(path: Path, separator: str) -> str:
    file = ModelFile.of(path)
    return separator.join((f'name = "{file.name}"', f"size = {file.size}", f'sha256 = "{file.sha256}"'))


@pytest.fixture
def make_directory(tmp_path: Path) -> MakeDirectory:
    """Writes the directory and opens it."""

    def make() -> ModelDirectory:
        path = tmp_path / "models عرض é" / "twice"
        path.mkdir(parents=True, exist_ok=True)
        arrays: dict[str, Any] = {"input.x": INPUT, "output.y": INPUT * 2}
        np.savez(path / "golden.npz", **arrays)
        for name in ("int8", "fp16", "extra"):
            (path / f"{name}.net").write_text(f"network {name}")
        text = _MANIFEST.format(
            golden=_entry(path / "golden.npz", "\n"),
            int8=_entry(path / "int8.net", ", "),
            fp16=_entry(path / "fp16.net", ", "),
            extra=_entry(path / "extra.net", "\n"),
        )
        (path / MANIFEST).write_text(text, encoding="utf-8")
        return ModelDirectory.open(path)

    return make
