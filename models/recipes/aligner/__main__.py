"""The whole recipe: `python -m models.recipes.aligner WORK [MODELS]`, from nothing to both model directories.

Each step is a module of this folder that can be run by itself; what is already in WORK is kept, so an
interrupted run goes on where it was.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

COARSE = ("hibari", "kokoro", "kokoro-blend-a", "kokoro-blend-b")
"""Training speech whose own times have 25 ms steps, aligned anew by each pass."""
REALIGNED_AT = (0.25, 0.6)
"""Shares of the training after which that is done."""


class Steps:
    """Runs the steps and adds up their time."""

    def __init__(self, work: Path) -> None:
        self._done = work / "done"
        self._done.mkdir(parents=True, exist_ok=True)

    def run(self, module: str, *arguments: str | Path, name: str) -> None:
        """Run one module unless an earlier run finished it."""
        mark = self._done / name
        if mark.exists():
            return
        begun = time.monotonic()
        command = [sys.executable, "-m", f"models.recipes.aligner.{module}", *map(str, arguments)]
        subprocess.run(command, check=True)
        mark.write_text(f"{time.monotonic() - begun:.0f} s\n", encoding="utf-8")

    def seconds(self) -> float:
        """What all finished steps took."""
        return sum(float(mark.read_text(encoding="utf-8").split()[0]) for mark in self._done.iterdir())


def main() -> None:
    """Run every step in order."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("work", type=Path, help="scratch folder, about 2 GB")
    parser.add_argument("models", type=Path, nargs="?", default=Path("models"))
    parser.add_argument("--speech-minutes", type=int, default=540)
    parser.add_argument("--training-minutes", type=int, default=60)
    options = parser.parse_args()
    data, checkpoint, figures = options.work / "data", options.work / "net.pt", options.work / "figures.json"
    coarse = [data / f"{voice}.npz" for voice in COARSE]
    planned = ("--minutes", str(options.training_minutes))
    steps = Steps(options.work)
    steps.run("make_data", data, "--minutes", str(options.speech_minutes), name="data")
    for number, share in enumerate(REALIGNED_AT, start=1):
        pause = ("--pause-at", str(options.training_minutes * share))
        steps.run("train", data, checkpoint, *planned, *pause, name=f"trained-{number}")
        steps.run("realign", checkpoint, *coarse, name=f"realigned-{number}")
    steps.run("train", data, checkpoint, *planned, name="trained")
    steps.run("convert", checkpoint, data, options.models, name="converted")
    steps.run("calibrate", options.models, name="calibrated")
    steps.run("evaluate", options.models, "--out", figures, name="measured")
    told = f"{options.speech_minutes / 60:.0f} h of speech, {steps.seconds() / 60:.0f} min in all"
    steps.run("card", options.models, figures, "--training", told, name="cards")


if __name__ == "__main__":
    main()
