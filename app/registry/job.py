"""What `lisan models add` is asked for, and what a task then makes; imports nothing heavy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from app.core.types import Language
from app.inference.budget import ThreadBudget

Tell = Callable[[str], None]
"""Hears each step, in a line."""


class Task(StrEnum):
    """What an added model is for."""

    ALIGN = "align"


@dataclass(frozen=True, slots=True)
class Order:
    """Take in `source`, a folder or an id on the Hugging Face hub; `name` and `licence` may be found out."""

    source: str
    task: Task
    language: Language
    name: str | None = None
    licence: str | None = None


@dataclass(frozen=True, slots=True)
class Job:
    """Make the model directory `made`, empty so far, from `folder`; `source` is what was typed."""

    folder: Path
    made: Path
    name: str
    source: str
    language: Language
    licence: str | None
    budget: ThreadBudget
