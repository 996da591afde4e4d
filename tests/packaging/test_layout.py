"""The rules of the tree, each broken on purpose."""

from __future__ import annotations

import subprocess
from pathlib import Path

import layout
import pytest


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    return tmp_path


def _with(tree: Path, name: str, text: str) -> list[str]:
    path = tree / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return layout.faults(tree)


def test_a_clean_tree_has_no_faults(tree: Path) -> None:
    assert _with(tree, "app/a.py", "def f() -> int:\n    return 1\n") == []


def test_long_function_is_named(tree: Path) -> None:
    found = _with(tree, "app/a.py", "def long() -> None:\n" + "    print()\n" * 50)
    assert found == ["app/a.py:1: long has 51 lines, at most 50"]


@pytest.mark.parametrize(("name", "lines"), [("app/a.py", 401), ("app/ui/qml/A.qml", 151)])
def test_long_file_is_named(tree: Path, name: str, lines: int) -> None:
    (fault,) = _with(tree, name, "\n" * lines)
    assert fault.startswith(f"{name}: {lines} lines")


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("see https://py" + "pi.org/simple", "registry"),
        ("see https://files.python" + "hosted.org/x", "registry"),
        ("opened /wor" + "k/main/app", "machine"),
        ("opened /home/" + "someone/app", "machine"),
    ],
)
def test_addresses_and_machine_paths_are_found(tree: Path, line: str, what: str) -> None:
    (fault,) = _with(tree, "README.md", f"first\n{line}\n")
    assert fault.startswith("README.md:2: names ") and what in fault


def test_big_files_are_found(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "FILE_MB", 0.001)
    monkeypatch.setattr(layout, "MODELS_MB", 0.001)
    (file, models) = _with(tree, "models/a/model.onnx", "x" * 2000)
    assert file.startswith("models/a/model.onnx: ") and models.startswith("models/: ")


def test_ignored_files_do_not_count(tree: Path) -> None:
    (tree / ".gitignore").write_text("build/\n", "utf-8")
    assert _with(tree, "build/a.py", "\n" * 401) == []


def test_a_copy_without_git_is_checked_too(tmp_path: Path) -> None:
    for name in (".venv/lib/a.py", "build/a.py", "app/a.py"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text("\n" * 401, "utf-8")
    (fault,) = layout.faults(tmp_path)
    assert fault.startswith("app/a.py: 401 lines")
