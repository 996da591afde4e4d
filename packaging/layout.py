"""The rules of the tree that no other tool checks: sizes of files, modules and functions, and addresses."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

FILE_MB = 90
MODELS_MB = 150
MODULE_LINES = 400
FUNCTION_LINES = 50
QML_LINES = 150

_TEXT = {".py", ".toml", ".txt", ".md", ".qml", ".json", ".yaml", ".yml", ".sh", ".spec", ".cfg", ".ini", ""}
_TEXT_BYTES = 3_000_000

_FORBIDDEN = {  # written so that no pattern matches its own line
    "a package registry's address": r"(?:pypi|pythonhosted|npmjs|download\.pytorch)\.(?:org|com)",
    "a path of one machine": r"/wor[k]/(?:main|shared)\b|/tmp/(?:tools)\b|/root/(?:\w)|/home/(?:\w)",
}


def faults(root: Path) -> list[str]:
    """Every broken rule in the tracked files of `root`, one line each."""
    files = [path for path in tracked(root) if path.is_file()]
    models = sum(path.stat().st_size for path in files if path.is_relative_to(root / "models"))
    found = [line for path in files for line in _file_faults(path, path.relative_to(root).as_posix())]
    if models > MODELS_MB * 1_000_000:
        found.append(f"models/: {models / 1e6:.0f} MB, at most {MODELS_MB} are allowed")
    return found


def tracked(root: Path) -> list[Path]:
    """The files that git knows or would add; in a copy without git, all but what builds and tools leave."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=root, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return sorted(path for path in root.rglob("*") if not _is_left_behind(path.relative_to(root)))
    return sorted(root / name.decode() for name in listed.stdout.split(b"\0") if name)


def _is_left_behind(path: Path) -> bool:
    return any(part.startswith(".") or part in {"build", "dist", "__pycache__"} for part in path.parts)


def _file_faults(path: Path, name: str) -> Iterator[str]:
    size = path.stat().st_size
    if size > FILE_MB * 1_000_000:
        yield f"{name}: {size / 1e6:.0f} MB, at most {FILE_MB} are allowed"
    if path.suffix not in _TEXT or size > _TEXT_BYTES:
        return
    text = path.read_text("utf-8", errors="replace")
    yield from _length_faults(path.suffix, name, text)
    for number, line in enumerate(text.splitlines(), start=1):
        for what, pattern in _FORBIDDEN.items():
            if re.search(pattern, line):
                yield f"{name}:{number}: names {what}"


def _length_faults(suffix: str, name: str, text: str) -> Iterator[str]:
    lines = text.count("\n")
    allowed = {".py": MODULE_LINES, ".qml": QML_LINES}.get(suffix)
    if allowed and lines > allowed:
        yield f"{name}: {lines} lines, at most {allowed} are allowed"
    if suffix == ".py":
        yield from _long_functions(name, text)


def _long_functions(name: str, text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > FUNCTION_LINES:
                yield f"{name}:{node.lineno}: {node.name} has {lines} lines, at most {FUNCTION_LINES}"
