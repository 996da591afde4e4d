"""`lisan operator`: what staff need before they can work at the screen."""

from __future__ import annotations

import sys

import typer

from app.core.errors import SettingsError
from app.kiosk.pin import hashed

app = typer.Typer(help="Staff's own door to the kiosk.", rich_markup_mode=None)


@app.callback()
def _root() -> None:
    """Staff's own door to the kiosk."""


@app.command("set-pin")
def set_pin(context: typer.Context) -> None:
    """Set the PIN of the staff's screens: asked twice, or read from a pipe. Only its hash is stored."""
    context.obj.settings_store().change("operator_pin", hashed(_typed()))
    print("lisan: the PIN is set; touch the top corners left, right, left, right, left to use it")


def _typed() -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().strip()
    pin = str(typer.prompt("PIN", hide_input=True))
    if pin != str(typer.prompt("Once more", hide_input=True)):
        raise SettingsError("the two PINs differ; nothing was changed")
    return pin
