"""`lisan prepare`: the work of the very first start, done before a visitor waits for it."""

from __future__ import annotations

import time

import typer


def prepare(context: typer.Context) -> None:
    """Compile and compare the models and read the pack now, so that the first start is a quick one.

    What was prepared before and has not changed is left as it is.
    """
    began = time.perf_counter()
    done = context.obj.prime(lambda: print("lisan: preparing the models", flush=True))
    print(f"lisan: prepared in {time.perf_counter() - began:.1f} s" if done else "lisan: all is prepared")
