"""`lisan counts`: how many came, what they asked for, how long they stayed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from app.core.errors import LisanError
from app.core.files import write_atomically


def counts(
    context: typer.Context,
    *,
    out: Annotated[Path | None, typer.Option("--out", metavar="F.csv", help="File; else printed.")] = None,
) -> None:
    """Daily counts as CSV: visits, languages, answers by id, refusals, median stay. No visitor's words."""
    table = context.obj.counts().csv()
    if out is None:
        print(table, end="")
        return
    try:
        write_atomically(out, table.encode())
    except OSError as error:
        raise LisanError(f"cannot write {out}: {error.strerror}") from error
    print(f"lisan: {table.count(chr(10)) - 1} days in {out}")
