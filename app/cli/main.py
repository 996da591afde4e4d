"""Assembles the `lisan` command and turns every foreseen error into one line and exit code 2."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from app import __version__
from app.cli import (
    align,
    ask,
    avatar,
    bench,
    classify,
    counts,
    doctor,
    models,
    operator,
    prepare,
    run,
    speak,
    tune,
)
from app.cli.composition import Composition, RunOptions
from app.core.errors import LisanError

BAD_INPUT = 2

_NOISE = "Value error, "
"""What the library that reads the options puts before its own list of allowed values."""

_HELP = """Lisan: a face that answers aloud in English and Arabic, offline, on this computer's CPU.

Without a command it opens the kiosk. `lisan COMMAND --help` tells more of each.
"""

_app = typer.Typer(
    help=_HELP,
    no_args_is_help=False,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
_app.command("run")(run.run)
_app.command("speak")(speak.speak)
_app.command("align")(align.align)
_app.command("classify")(classify.classify)
_app.command("ask")(ask.ask)
_app.add_typer(avatar.app, name="avatar")
_app.add_typer(models.app, name="models")
_app.command("doctor")(doctor.doctor)
_app.command("counts")(counts.counts)
_app.add_typer(operator.app, name="operator")
_app.command("prepare")(prepare.prepare)
_app.add_typer(bench.app, name="bench")
_app.command("tune")(tune.tune)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"lisan {__version__}")
        raise typer.Exit


@_app.callback(invoke_without_command=True)
def _root(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None and not version:
        raise typer.Exit(context.obj.open_kiosk(RunOptions()))


def main(arguments: Sequence[str], composition: Composition) -> int:
    """Run one command; returns the exit code."""
    command = typer.main.get_command(_app)
    try:
        return int(
            command.main(list(arguments), prog_name="lisan", standalone_mode=False, obj=composition) or 0
        )
    except typer.Abort:
        return 130
    except typer.BadParameter as error:  # its own text does not name the option
        return _refuse(error.format_message().replace(_NOISE, ""))
    except typer.TyperException as error:
        return _refuse(str(error))
    except LisanError as error:
        return _refuse(str(error))


def _refuse(message: str) -> int:
    print("lisan:", " ".join(message.split()), file=sys.stderr)
    return BAD_INPUT
