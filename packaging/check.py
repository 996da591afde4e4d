"""The whole check, the same for a developer and for CI: `python packaging/check.py [--quick] [STEP …]`.

Every step runs, also after one has failed; the exit code is 0 only when all of them passed. The tests come
last, so that pytest's own closing lines stand at the end of the output.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from layout import faults

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent

Step = Callable[[bool], bool]


def main(arguments: Sequence[str]) -> int:
    """Run the steps that were named, or all; returns the exit code."""
    parser = argparse.ArgumentParser(prog="check.py", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="leave out the tests that are marked slow")
    parser.add_argument("steps", nargs="*", metavar="STEP", help=f"of: {', '.join(STEPS)}")
    options = parser.parse_args(arguments)
    unknown = set(options.steps) - set(STEPS)
    if unknown:
        parser.error(f"no step named {', '.join(sorted(unknown))}; there are: {', '.join(STEPS)}")
    failed = [name for name in options.steps or STEPS if not _timed(name, options.quick)]
    print(f"check: failed: {', '.join(failed)}" if failed else "check: all steps passed", flush=True)
    return 1 if failed else 0


def _timed(name: str, quick: bool) -> bool:
    started = time.monotonic()
    passed = STEPS[name](quick)
    print(f"[{'ok' if passed else 'FAILED'}] {name} ({time.monotonic() - started:.1f} s)", flush=True)
    return passed


def _tool(*command: str | Path) -> bool:
    """Run a tool of this environment; its output is shown only when it finds something."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if done.returncode != 0:
        sys.stdout.buffer.write(done.stdout)
    return done.returncode == 0


def _format(_quick: bool) -> bool:
    return _tool(BIN / "ruff", "format", "--check", ".")


def _lint(_quick: bool) -> bool:
    return _tool(BIN / "ruff", "check", ".")


def _types(_quick: bool) -> bool:
    scripts = sorted(ROOT.glob("packaging/*.py"))
    program = _tool(sys.executable, "-m", "mypy")
    # The scripts import one another as neighbours, not as a package: a run of their own.
    return _tool(sys.executable, "-m", "mypy", "--no-explicit-package-bases", *scripts) and program


def _imports(_quick: bool) -> bool:
    return _tool(BIN / "lint-imports", "--no-cache")


def _layout(_quick: bool) -> bool:
    found = faults(ROOT)
    for fault in found:
        print(fault)
    return not found


def _qml(_quick: bool) -> bool:
    files = sorted(ROOT.glob("app/ui/qml/**/*.qml"))
    if not files:
        print("no QML files under app/ui/qml")
        return False
    return _tool(BIN / "pyside6-qmllint", "--max-warnings", "0", "-I", ROOT / "app" / "ui" / "qml", *files)


def _tests(quick: bool) -> bool:
    chosen = ("-m", "not slow") if quick else ()
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-m", "pytest", *chosen], cwd=ROOT, env=environment, check=False)
    return done.returncode == 0  # also false when there was no test to run


STEPS: dict[str, Step] = {
    "format": _format,
    "lint": _lint,
    "types": _types,
    "imports": _imports,
    "layout": _layout,
    "qml": _qml,
    "tests": _tests,
}


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
