"""`lisan run`: opens the kiosk."""

from __future__ import annotations

from typing import Annotated

import typer

from app.cli.composition import RunOptions
from app.cli.options import PackOption
from app.core.types import Language


def run(
    context: typer.Context,
    *,
    pack: PackOption = None,
    lang: Annotated[Language | None, typer.Option("--lang", help="Language of the first screen.")] = None,
    windowed: Annotated[
        bool, typer.Option("--windowed", help="In a window, with F12 for the panel.")
    ] = False,
    headless: Annotated[
        bool,
        typer.Option(
            "--headless",
            help="No screen, no device: speak one greeting in each language, print the latency table and "
            "one JSON line, and exit 0 only if both were spoken.",
        ),
    ] = False,
    seconds: Annotated[
        float | None, typer.Option("--seconds", min=0.0, help="Close by itself after so many seconds.")
    ] = None,
) -> None:
    """Open the kiosk: a face that answers aloud."""
    raise typer.Exit(context.obj.open_kiosk(RunOptions(pack, lang, windowed, headless, seconds)))
