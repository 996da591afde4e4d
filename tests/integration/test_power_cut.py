"""Case K1: the settings survive a kill at any moment of saving."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

from app.core.settings import load_settings

_SAVES_FOR_EVER = """
    import sys
    from pathlib import Path
    from app.core.settings import Settings, save_settings
    while True:
        for volume in (0.25, 0.75):
            save_settings(Path(sys.argv[1]), Settings(volume=volume, audio_device="x" * 5000))
            print("saved", flush=True)
"""


def test_a_kill_during_saving_leaves_whole_settings(tmp_path: Path) -> None:
    """Eight kills at odd moments; each costs the start of a process."""
    file = tmp_path / "settings.json"
    for attempt in range(8):
        saver = subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(_SAVES_FOR_EVER), str(file)],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(Path.cwd())},
        )
        assert saver.stdout is not None
        saver.stdout.readline()
        time.sleep(0.003 * attempt)
        saver.send_signal(signal.SIGKILL)
        saver.wait()
        saver.stdout.close()
        resolved = load_settings(file, {}, {})
        assert not resolved.dropped
        assert resolved.settings.volume in {0.25, 0.75}
