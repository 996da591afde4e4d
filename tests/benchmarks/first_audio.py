"""Question to sound and stop to silence as an ear at the sink's monitor hears them; cold start; memory.

Each question of the demo pack is asked once with the cache off, then twice with it on (the second time
counts). Request and stop are stamped where a touch would call the engine; sound is what exceeds
−50 dBFS.

    python -m tests.benchmarks.first_audio [--questions 40]
"""

# ruff: noqa: T201 - a command prints its figures
from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from app.core.types import Language
from tests.benchmarks.product import told
from tests.benchmarks.visitor import RESTS
from tests.display import VirtualDisplay
from tests.pulse import Ear, Heard, PulseServer

_PATIENCE: Final = 900.0


@dataclass(frozen=True)
class Visit:
    """What a visitor process noted, what the ear heard meanwhile, and when the process was started."""

    notes: Sequence[Mapping[str, Any]]
    heard: Heard
    spawned: float

    def value(self, name: str) -> Any:
        """The last value noted under that name."""
        return [facts[name] for facts in self.notes if name in facts][-1]

    def first_audio_ms(self, language: Language, *, skip: int = 0) -> list[float]:
        """Request to sound for each question in that language after the first `skip`."""
        asked = [facts["asked"] for facts in self.notes if facts.get("language") == language][skip:]
        onsets = np.array(self.heard.onsets(quiet=RESTS / 2))
        after = [onsets[onsets > moment] for moment in asked]
        return [1e3 * float(sounds[0] - moment) for sounds, moment in zip(after, asked, strict=True)]

    def silence_ms(self) -> list[float]:
        """Stop to the last sound before the rest."""
        stops = [facts["stopped"] for facts in self.notes if "stopped" in facts]
        return [1e3 * self._sound_after(stop) for stop in stops]

    def _sound_after(self, stop: float) -> float:
        samples = self.heard.samples[self.heard.index(stop) : self.heard.index(stop + RESTS - 0.05)]
        last = Heard(samples, stop).last_sound()
        return 0.0 if last is None else last - stop


def visit(
    server: PulseServer, ear: Ear, display: VirtualDisplay, folder: str, *arguments: str, cache_mb: int
) -> Visit:
    """Run one visitor process on the private devices, with its own user folders."""
    homes = {f"XDG_{kind}_HOME": f"{folder}/{kind.lower()}" for kind in ("CACHE", "CONFIG", "DATA", "STATE")}
    env = os.environ | server.env | display.env | homes | {"LISAN_CACHE_MB": str(cache_mb)}
    spawned = time.monotonic()
    command = (sys.executable, "-m", "tests.benchmarks.visitor", *arguments)
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True, check=True, timeout=_PATIENCE)
    return Visit(told(iter(done.stdout.splitlines())), ear.heard(spawned), spawned)


def figures(name: str, milliseconds: Sequence[float], limit: str) -> str:
    """One line of the report."""
    values = np.array(milliseconds)
    p50, p95 = np.percentile(values, [50, 95])
    return (
        f"{name:28} n {len(values):3}  p50 {p50:6.1f}  p95 {p95:6.1f}  max {values.max():6.1f} ms   ({limit})"
    )


def report(uncached: Visit, cached: Visit, asked: int) -> None:
    """Print everything."""
    latency = 1e3 * uncached.value("latency")
    print(f"B, the device's reported latency: {latency:.0f} ms")
    for language in Language:
        print(figures(f"first audio {language}", uncached.first_audio_ms(language), "120 / 200"))
    for language in Language:
        again = cached.first_audio_ms(language, skip=asked)
        print(figures(f"first audio {language}, cached", again, f"B + 25 = {latency + 25:.0f}"))
    stops = [*uncached.silence_ms(), *cached.silence_ms()]
    print(figures("stop to silence", stops, f"B + 25 = {latency + 25:.0f}"))
    for name, run in (("first start", uncached), ("second start", cached)):
        shown, ready = run.value("shown") - run.spawned, run.value("ready") - run.spawned
        print(f"{name}: window after {shown:.2f} s, ready after {ready:.2f} s (5)")
    print(f"resident after {2 * asked} questions, MB: {uncached.value('resident_mb')} (600)")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=39, help="questions a language")
    options = parser.parse_args()
    server, display = PulseServer(), VirtualDisplay()
    count = ("--questions", str(options.questions))
    try:
        ear = server.add_sink()
        with tempfile.TemporaryDirectory() as folder:
            uncached = visit(server, ear, display, folder, *count, cache_mb=0)
            cached = visit(server, ear, display, folder, *count, "--rounds", "2", cache_mb=256)
        report(uncached, cached, options.questions)
    finally:
        display.close()
        server.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
