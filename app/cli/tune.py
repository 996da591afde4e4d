"""`lisan tune`: the thread profile that suits this machine."""

from __future__ import annotations

import json
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from app.cli.options import JsonOption
from app.core.settings import ThreadSettings


def tune(
    context: typer.Context,
    *,
    minutes: Annotated[float, typer.Option("--minutes", metavar="N", min=0.1, help="Time limit.")] = 5.0,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would be chosen; write nothing.")
    ] = False,
    json_: JsonOption = False,
) -> None:
    """Try thread splits, streams, hint, pinning and precision on this machine and store what is best.

    Goes by first audio (p95), no underflow, smooth drawing, then processor time. Changes nothing for a gain
    within noise. Stop the kiosk first: a running one is a busy neighbour.
    """
    from app.bench import neighbours, tuning
    from app.bench.tuner import candidates
    from app.bench.tuner import tune as search
    from app.inference.machine import cores

    store = context.obj.settings_store()
    if neighbours.before_the_run().disturbed:
        print(
            "lisan: something else is running; stop it, or the search takes its toll for ours",
            file=sys.stderr,
        )
    with tempfile.TemporaryDirectory(prefix="lisan-tune-") as cache:
        outcome = search(
            store.current.threads,
            candidates(cores().usable),
            partial(tuning.measure_in_child, cache=Path(cache)),
            clock=time.monotonic,
            seconds=minutes * 60,
            tell=lambda line: print(line, file=sys.stderr),
        )
    if outcome.changed and not dry_run:
        store.change("threads", outcome.chosen.model_dump())
    if json_:
        print(json.dumps(_facts(outcome), ensure_ascii=False))
        return
    Console().print(_table(outcome))
    print(_verdict(outcome, stored=outcome.changed and not dry_run))


def _verdict(outcome: Any, *, stored: bool) -> str:
    from app.bench.tuner import described

    early = "" if outcome.finished else " (the time limit ended the search early; --minutes gives it more)"
    if not outcome.changed:
        return f"unchanged, {described(outcome.chosen)}: {outcome.reason}{early}"
    verb = "stored" if stored else "would be stored"
    return f"{verb}: {described(outcome.chosen)}: {outcome.reason}{early}"


def _facts(outcome: Any) -> dict[str, Any]:
    from app.bench.tuner import described

    rows = {described(one): _figures(trial) for one, trial in outcome.trials.items()}
    chosen: ThreadSettings = outcome.chosen
    return {
        "changed": outcome.changed,
        "chosen": chosen.model_dump(),
        "reason": outcome.reason,
        "finished": outcome.finished,
        "trials": rows,
    }


def _figures(trial: Any) -> dict[str, Any]:
    return {
        "answers": len(trial.first_audio_ms),
        "first_audio_p95_ms": trial.p95,
        "cpu_s": trial.cpu,
        "underflows": trial.underflows,
        "late_pictures": trial.rough,
    }


def _table(outcome: Any) -> Table:
    from app.bench.tuner import described, ranked

    table = Table(
        "profile", "answers", "first audio p95, ms", "CPU s an answer", "underflows", "late pictures"
    )
    for one in ranked(outcome.trials):
        trial = outcome.trials[one]
        p95, cpu = trial.p95, trial.cpu
        table.add_row(
            described(one),
            str(len(trial.first_audio_ms)),
            f"{p95['value']:.1f} [{p95['low']:.1f}, {p95['high']:.1f}]",
            f"{cpu['value']:.3f} [{cpu['low']:.3f}, {cpu['high']:.3f}]",
            str(trial.underflows),
            f"{trial.rough:.1%}",
        )
    return table
