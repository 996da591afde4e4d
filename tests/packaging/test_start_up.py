"""What the program loads before it is asked for more."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

SLOW = {"torch", "transformers", "huggingface_hub", "scipy", "PySide6"}
"""Seconds at start-up, and of no use to a command that only prints."""


def test_the_composition_root_loads_nothing_slow() -> None:
    question = "import json, sys, app.bootstrap; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", question], cwd=ROOT, capture_output=True, check=True)
    loaded = {name.partition(".")[0] for name in json.loads(done.stdout)}
    assert "app" in loaded
    assert loaded & SLOW == set()
