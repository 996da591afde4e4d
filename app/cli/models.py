"""`lisan models`: the model artifacts of this machine, ours and those that were added."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from app.cli.composition import Composition
from app.cli.options import JsonOption
from app.core.ports import ModelInfo
from app.core.types import Language
from app.inference.manifest import ModelDirectory
from app.registry.job import Order, Task

app = typer.Typer(help="List the models, verify their files, add one or remove it.", rich_markup_mode=None)


@app.command("list")
def list_(context: typer.Context, *, json_: JsonOption = False) -> None:
    """List the models, which variant runs on this machine, and why; opens those that the settings choose."""
    opened = {info.name: info for info in context.obj.models()}
    directories = context.obj.shelf.directories()
    _tell_broken(context.obj)
    if json_:
        rows = [_facts(directory, opened.get(directory.manifest.name)) for directory in directories]
        print(json.dumps(rows, ensure_ascii=False))
        return
    Console().print(_table(directories, opened))
    for info in opened.values():
        print(f"{info.name}: {info.reason}")


@app.command()
def verify(context: typer.Context) -> None:
    """Compare every model file with its manifest; exit code 1 when one differs."""
    found = {directory: directory.verify() for directory in context.obj.shelf.directories()}
    for directory, problems in found.items():
        print(f"{directory.manifest.name}: {'; '.join(problems) or 'ok'}")
    broken = _tell_broken(context.obj)
    raise typer.Exit(int(broken or any(found.values()) or not found))


@app.command()
def add(
    context: typer.Context,
    source: Annotated[
        str,
        typer.Argument(
            metavar="DIR_OR_ID", help="Folder of a Hugging Face model; or its hub id, which asks the network."
        ),
    ],
    *,
    task: Annotated[Task, typer.Option("--task", help="What it is for: align times speech by its text.")],
    lang: Annotated[Language, typer.Option("--lang", help="Language that it hears.")],
    name: Annotated[
        str | None, typer.Option("--name", help="Name on this machine; else the folder's.")
    ] = None,
    licence: Annotated[str | None, typer.Option("--licence", help="If its card does not say it.")] = None,
) -> None:
    """Take in a model: export it, quantise it where that costs nothing, check and measure it, keep it.

    Needs the export tools (`python packaging/bootstrap.py setup --with export`); running it does not.
    """
    order = Order(source, task, lang, name, licence)
    made = context.obj.add_model(order, lambda line: print(line, file=sys.stderr, flush=True))
    told = made.manifest
    print(f"{told.name}: added as {', '.join(one.precision for one in told.variants)} in {made.path}")
    print(f"use it: --model {told.name}, or the setting aligner_{lang}")


@app.command()
def remove(
    context: typer.Context, name: Annotated[str, typer.Argument(help="An added model, as `list` names it.")]
) -> None:
    """Delete a model that was added; one of ours stays."""
    context.obj.shelf.remove(name)
    print(f"{name}: removed")


def _tell_broken(composition: Composition) -> bool:
    """Added models that cannot be read, on stderr; whether there are any."""
    problems = composition.shelf.problems()
    for problem in problems:
        print(f"lisan: {problem}", file=sys.stderr)
    return bool(problems)


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
