"""`lisan models`: the model artifacts of this installation."""

from __future__ import annotations

from collections.abc import Sequence

import typer
from rich.console import Console
from rich.table import Table

from app.core.resources import models_dir
from app.inference.manifest import ModelDirectory, discover

app = typer.Typer(help="List the models, or verify their files.", rich_markup_mode=None)


@app.command("list")
def list_() -> None:
    """List the model artifacts with their variants, best first."""
    Console().print(_table(discover(models_dir())))


@app.command()
def verify() -> None:
    """Compare every model file with its manifest; exit code 1 when one differs."""
    found = {directory: directory.verify() for directory in discover(models_dir())}
    for directory, problems in found.items():
        print(f"{directory.manifest.name}: {'; '.join(problems) or 'ok'}")
    raise typer.Exit(int(any(found.values()) or not found))


def _table(directories: Sequence[ModelDirectory]) -> Table:
    table = Table("model", "task", "languages", "variants", "MB", "licence")
    for directory in directories:
        told = directory.manifest
        size = sum(file.size for file in directory.all_files()) / 1e6
        variants = " ".join(variant.precision for variant in told.variants)
        table.add_row(told.name, told.task, " ".join(told.languages), variants, f"{size:.1f}", told.licence)
    return table
