"""The ladder of gains from the naive path to ours: `python -m tests.benchmarks.ladder`.

Each step is one change to the step before, measured in a process of its own on one answer of three sentences
in each language, the steps in turns within one run. Networks are exported, or compiled, beforehand. Prints a
Markdown table of medians and, with `--plot`, writes an SVG. The first three steps need the group `train`
(torch, onnx); without it they are left out, with a note.

    python -m tests.benchmarks.ladder --turns 5 --plot assets/screenshots/ladder.svg
"""

# ruff: noqa: T201 - a command prints its figures
from __future__ import annotations

import argparse
import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import numpy as np

from app.bench.charts import Bar, plain_bars
from app.bench.neighbours import Watch
from app.core.types import Language

STEPS: Final = {
    "torch": "PyTorch FP32 through Transformers",
    "onnx": "ONNX Runtime FP32",
    "int8": "INT8",
    "small": "our smaller networks",
    "threads": "threads right: one each, no spinning",
    "warm": "warm",
    "streamed": "chunked and streamed",
    "cached": "cached",
}
NAIVE: Final = ("torch", "onnx", "int8")
NEEDED: Final = ("torch", "transformers", "onnx", "onnxruntime")
FOLDER: Final = Path(".work/ladder")

Figures = dict[str, dict[str, list[float]]]


def measured(step: str, language: Language) -> dict[str, float]:
    """One answer by one step. Raises SystemExit with the child's last words."""
    command = [sys.executable, "-m", "tests.benchmarks.ladder_step", step, str(FOLDER), language]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"ladder: step {step} failed: {done.stderr.strip()[-400:]}")
    told: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return told


def run(steps: list[str], turns: int) -> Figures:
    """All steps in turns, so that what else the machine does meets each of them."""
    found: Figures = {step: {"first_audio_ms": [], "cpu_s": []} for step in steps}
    for turn in range(turns):
        for step in steps:
            told = [measured(step, language) for language in Language]
            for figure, values in found[step].items():
                values.append(float(np.mean([one[figure] for one in told])))
        print(f"turn {turn + 1} of {turns} done", file=sys.stderr)
    return found


def table(found: Figures) -> str:
    """Markdown: one line a step, gains against the first one."""
    first = next(iter(found.values()))
    lines = ["| step | first audio, ms | gain | CPU s an answer | gain |", "|---|---|---|---|---|"]
    for step, figures in found.items():
        audio, cpu = (float(np.median(figures[name])) for name in ("first_audio_ms", "cpu_s"))
        gains = (
            float(np.median(np.divide(first[name], figures[name]))) for name in ("first_audio_ms", "cpu_s")
        )
        by_audio, by_cpu = gains
        lines.append(f"| {STEPS[step]} | {audio:,.0f} | {by_audio:,.1f} × | {cpu:,.2f} | {by_cpu:,.1f} × |")
    return "\n".join(lines)


def plot(found: Figures) -> str:
    """Bars of the time to first audio, lowest to highest over the turns as their intervals."""
    rows = [
        Bar(STEPS[step], float(np.median(values)), min(values), max(values))
        for step, figures in found.items()
        if (values := figures["first_audio_ms"])
    ]
    return plain_bars("time to first audio", "ms", rows)


def main() -> int:
    """Build what is needed once, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--plot", type=Path, help="SVG file to write")
    options = parser.parse_args()
    steps = list(STEPS)
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        steps = [step for step in steps if step not in NAIVE]
        print(f"left out, for want of {', '.join(missing)}: {', '.join(STEPS[one] for one in NAIVE)}\n")
    else:
        from tests.benchmarks.ladder_networks import build

        build(FOLDER)
    for step in ("small", "threads"):  # what installing does: networks are compiled and compared
        for language in Language:
            measured(step, language)
    watch = Watch()
    found = run(steps, options.turns)
    print(table(found))
    others = watch.seen()
    print(f"\nothers used {others.cores:.2f} cores meanwhile{': disturbed' if others.disturbed else ''}")
    if options.plot:
        options.plot.write_text(plot(found) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
