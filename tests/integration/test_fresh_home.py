"""A user folder that nothing ran in: `prepare` fills our caches, no library leaves a trace of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

OURS = (".cache/lisan/", ".config/lisan/", ".local/state/lisan/")

_A_DAY = """
    import sys, time
    from contextlib import ExitStack
    from pathlib import Path
    from app.bootstrap import Workshop
    from app.cli.main import main

    cache = Path.home() / ".cache" / "lisan"

    def compiled():
        return sorted((path.name, path.stat().st_size) for kind in ("compiled", "variants", "packs")
                      for path in (cache / kind).iterdir())

    with ExitStack() as closing:
        workshop = Workshop(time.perf_counter(), closing)
        assert main(["prepare"], workshop) == 0
        filled = compiled()
        assert filled
        assert main(["prepare"], workshop) == 0
        assert main(["speak", "Hello. مرحبا بكم.", "--out", "said"], workshop) == 0
        assert main(["classify", "Hello."], workshop) == 0
        assert main(["ask", "Why do falcons dive?"], workshop) == 0
        assert compiled() == filled, "the first start still had work that prepare left"
"""


def test_a_fresh_home_is_prepared_once_and_holds_nothing_but_ours(tmp_path: Path) -> None:
    """Compiles and compares every network, as the very first start does."""
    home, temporary, here = (tmp_path / name for name in ("home", "tmp", "here"))
    for folder in (home, temporary, here):
        folder.mkdir()
    kept = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    environment = {**kept, "HOME": str(home), "TMPDIR": str(temporary), "PYTHONPATH": str(ROOT)}
    environment |= {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-c", textwrap.dedent(_A_DAY)]
    done = subprocess.run(command, env=environment, cwd=here, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "lisan: prepared in" in done.stdout
    assert "lisan: all is prepared" in done.stdout
    left = sorted(path.relative_to(home).as_posix() for path in home.rglob("*") if path.is_file())
    assert left
    assert [name for name in left if not name.startswith(OURS)] == []
    assert sorted(path.relative_to(here).as_posix() for path in here.rglob("*")) == [
        "said",
        "said/speech.wav",
        "said/timeline.json",
    ]
    assert list(temporary.iterdir()) == []
