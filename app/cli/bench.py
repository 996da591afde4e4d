"""`lisan bench`: how fast every part is on this machine, and what a request costs here."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from app.cli.options import checked_folder
from app.core.errors import LisanError

app = typer.Typer(
    help="Measure every stage, load and cost on this machine; compare two machines.",
    rich_markup_mode=None,
    invoke_without_command=True,
)


@app.callback()
def bench(
    context: typer.Context,
    *,
    quick: Annotated[bool, typer.Option("--quick", help="Under three minutes; the default.")] = False,
    full: Annotated[
        bool, typer.Option("--full", help="Every factor against every other: about an hour on two cores.")
    ] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with what DIR lacks.")] = False,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder for the report.")] = Path("bench"),
    price_per_hour: Annotated[
        float | None,
        typer.Option("--price-per-hour", metavar="X", min=0.0, help="What an hour of this machine costs."),
    ] = None,
) -> None:
    """Write bench.json, bench.csv, bench.html and trace.json (for Chrome's trace viewers) into DIR."""
    if context.invoked_subcommand is not None:
        return
    if quick and full:
        raise LisanError("--quick and --full exclude each other: give one of them")
    from app.bench.orders import full_order, quick_order
    from app.bench.report import write_report
    from app.bench.run import run_bench

    checked_folder(out, "--out")
    order = full_order(price_per_hour) if full else quick_order(price_per_hour)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task("starting", total=order.steps)

        def step(what: str) -> None:
            progress.update(bar, advance=1, description=what)

        report = run_bench(order, out, resume=resume, step=step)
    for file in write_report(report, out):
        print(file)
    _tell_verdict(report)


@app.command()
def compare(
    a: Annotated[Path, typer.Argument(metavar="A", help="Folder or bench.json of one run.")],
    b: Annotated[Path, typer.Argument(metavar="B", help="Folder or bench.json of another.")],
) -> None:
    """Set two saved reports side by side: p50 of each cell, saturation, cost."""
    from app.bench.compare import compare as compared
    from app.bench.compare import warnings
    from app.bench.report import read_report

    one, other = read_report(a), read_report(b)
    for warning in warnings(one, other):
        print("lisan:", warning, file=sys.stderr)
    table = Table("p50 in ms, and more", "A", "B", "B ÷ A", "better")
    for row in compared(one, other):
        table.add_row(row.what, _figure(row.a), _figure(row.b), _figure(row.ratio), row.verdict)
    Console().print(table)


@app.command(hidden=True)
def child() -> None:
    """Do one job from standard input; `lisan bench` starts this for each configuration."""
    from app.bench.child import main

    main(sys.stdin.read(), lambda line: print(line, flush=True))


def _tell_verdict(report: dict[str, Any]) -> None:
    worth, over = report["cost"], report["overhead"]
    price = worth["price_per_million"]
    print(f"overhead: aligner {over['aligner']:.3f}, classifier {over['classifier']:.3f} of the bare runtime")
    print(
        f"within {worth['target_ms']:g} ms: {worth['good_per_cpu_hour'] or 0:,} requests a CPU hour, "
        f"{worth['good_per_machine_hour']:,} a machine hour"
        + (f", {price:g} a million" if price is not None else "")
    )
    unmeasured = [cell for cell in report["cells"] if cell["status"] != "ok"]
    for cell in unmeasured:
        factors = cell["factors"]
        print(
            f"{cell['status']}: {factors['stage']} {factors['runtime']} {factors['precision']}: {_why(cell)}"
        )
    if report["disturbed"]:
        print("lisan: something else was running; the report marks what it touched", file=sys.stderr)


def _why(cell: dict[str, Any]) -> str:
    quality = cell.get("quality", {})
    return str(cell.get("reason") or f"{quality['measure']} {quality['value']}, wanted {quality['gate']}")


def _figure(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
