"""`lisan models add`: what all tasks have in common; each makes its model directory in its own module."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from app.core.errors import ModelError
from app.inference.budget import ThreadBudget
from app.inference.manifest import ModelDirectory
from app.registry import ctc_task
from app.registry.exporter import Exporter
from app.registry.job import Job, Order, Task, Tell
from app.registry.shelf import Shelf

_HUB_ID: Final = re.compile(r"[\w.-]+(/[\w.-]+)?")


Make = Callable[[Job, Exporter, Tell], None]

_MAKERS: Final[Mapping[Task, Make]] = {Task.ALIGN: ctc_task.make}


def add(order: Order, shelf: Shelf, budget: ThreadBudget, *, tell: Tell) -> ModelDirectory:
    """Export, check, measure and register a model; `tell` hears each step. Raises ModelError.

    What fails leaves nothing behind.
    """
    name = shelf.free_name(order.name or Path(order.source).name)
    folder = Path(order.source)
    if not folder.is_dir() and (folder.exists() or not _HUB_ID.fullmatch(order.source)):
        raise ModelError(f"{order.source} is not a folder: give a folder with config.json, or a hub id")
    with shelf.staging() as scratch:
        exporter = Exporter(scratch)
        if not folder.is_dir():
            tell(f"{order.source} is no folder here: asking the hub for it")
            folder = exporter.fetched(order.source)
        made = scratch / name
        made.mkdir()
        job = Job(folder, made, name, order.source, order.language, order.licence, budget)
        _MAKERS[order.task](job, exporter, tell)
        return shelf.accept(made, name)
