"""Writes a manifest as TOML, the counterpart of `app.inference.manifest`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from app.inference.manifest import MANIFEST, Manifest, ModelDirectory


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write `manifest.toml` and prove that it reads back as the same manifest and fits its files."""
    fields = manifest.model_dump(exclude_none=True)
    plain = {name: value for name, value in fields.items() if not _is_rows(value)}
    rows = {name: value for name, value in fields.items() if _is_rows(value)}
    lines = [f"{name} = {_inline(value)}" for name, value in plain.items()]
    for name, tables in rows.items():
        for table in tables:
            lines += ["", f"[[{name}]]", *(f"{key} = {_inline(value)}" for key, value in table.items())]
    (folder / MANIFEST).write_text("\n".join(lines) + "\n", encoding="utf-8")
    read = ModelDirectory.open(folder)
    if read.manifest != manifest or read.verify():
        raise ValueError(f"{folder / MANIFEST} does not read back: {read.verify()}")


def _is_rows(value: Any) -> bool:
    return isinstance(value, Sequence) and bool(value) and isinstance(value[0], Mapping)


def _inline(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_inline(one)}" for key, one in value.items()) + " }"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(_inline(one) for one in value) + "]"
    return json.dumps(value, ensure_ascii=False)
