"""`lisan doctor`: is everything here that the kiosk needs?"""

from __future__ import annotations

import json
from dataclasses import asdict

import typer

from app.cli.options import JsonOption


def doctor(context: typer.Context, *, json_: JsonOption = False) -> None:
    """Check this installation; exit code 1 when something is missing, with the remedy."""
    checks = context.obj.checks()
    ok = all(check.ok for check in checks)
    if json_:
        print(json.dumps({"ok": ok, "checks": [asdict(check) for check in checks]}, ensure_ascii=False))
    else:
        for check in checks:
            remedy = f" → {check.remedy}" if check.remedy and not check.ok else ""
            print(f"{'ok  ' if check.ok else 'FAIL'} {check.name}: {check.detail}{remedy}")
    raise typer.Exit(int(not ok))
