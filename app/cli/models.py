"""`lisan models`: the model artifacts of this installation."""

from __future__ import annotations

import typer
from rich.console import Console
from rich.table import Table

from app.cli.composition import ModelReport

app = typer.Typer(help="List the models, or verify their files.", rich_markup_mode=None)


@app.command("list")
def list_(context: typer.Context) -> None:
    """List the model artifacts with their variants, best first."""
    Console().print(_table(context.obj.model_reports(verify=False)))


@app.command()
def verify(context: typer.Context) -> None:
    """Compare every model file with its manifest; exit code 1 when one differs."""
    reports = context.obj.model_reports(verify=True)
    for report in reports:
        print(f"{report.name}: {'; '.join(report.problems) or 'ok'}")
    raise typer.Exit(int(any(report.problems for report in reports)))


def _table(reports: list[ModelReport]) -> Table:
    table = Table("model", "task", "languages", "variants", "MB")
    for report in reports:
        row = (report.name, report.task, " ".join(report.languages), " ".join(report.variants))
        table.add_row(*row, f"{report.megabytes:.1f}")
    return table
