"""`lisan models`: the model artifacts of this installation."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import typer
from rich.console import Console
from rich.table import Table

from app.cli.options import JsonOption
from app.core.ports import ModelInfo
from app.core.resources import models_dir
from app.inference.manifest import ModelDirectory, discover

app = typer.Typer(help="List the models, or verify their files.", rich_markup_mode=None)


@app.command("list")
def list_(context: typer.Context, *, json_: JsonOption = False) -> None:
    """List the model artifacts, which variant runs on this machine, and why; opens each of them."""
    opened = {info.name: info for info in context.obj.models()}
    directories = discover(models_dir())
    if json_:
        rows = [_facts(directory, opened.get(directory.manifest.name)) for directory in directories]
        print(json.dumps(rows, ensure_ascii=False))
        return
    Console().print(_table(directories, opened))
    for info in opened.values():
        print(f"{info.name}: {info.reason}")


@app.command()
def verify() -> None:
    """Compare every model file with its manifest; exit code 1 when one differs."""
    found = {directory: directory.verify() for directory in discover(models_dir())}
    for directory, problems in found.items():
        print(f"{directory.manifest.name}: {'; '.join(problems) or 'ok'}")
    raise typer.Exit(int(any(found.values()) or not found))


def _facts(directory: ModelDirectory, opened: ModelInfo | None) -> dict[str, Any]:
    """What the manifest says, and how the network runs here; `running` is null for one that nothing opens."""
    told = directory.manifest
    return {
        "name": told.name,
        "task": told.task,
        "languages": list(told.languages),
        "licence": told.licence,
        "variants": [variant.precision for variant in told.variants],
        "running": asdict(opened) if opened else None,
    }


def _table(directories: Sequence[ModelDirectory], opened: Mapping[str, ModelInfo]) -> Table:
    table = Table("model", "task", "languages", "variants", "MB", "licence", "runs here")
    for directory in directories:
        told = directory.manifest
        size = sum(file.size for file in directory.all_files()) / 1e6
        variants = " ".join(variant.precision for variant in told.variants)
        info = opened.get(told.name)
        runs = info.precision if info else "not opened"
        table.add_row(
            told.name, told.task, " ".join(told.languages), variants, f"{size:.1f}", told.licence, runs
        )
    return table
