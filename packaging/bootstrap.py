"""From a bare machine to a running kiosk; standard library only, any Python from 3.11 on.

    python3 packaging/bootstrap.py run  [--headless …]    set up, then open the kiosk with the demo content
    python3 packaging/bootstrap.py test [--quick …]       set up with the test tools, then run every check
    python3 packaging/bootstrap.py setup [--with train]   set up only: run, test and build tools; `--with`
                                                          adds `.venv-train`, `.venv-export` or
                                                          `.venv-piper` (which Piper voices need)

Each makes `.venv` beside pyproject.toml, installs the locked packages hash-checked and brings the system
libraries that are missing; `run` and `setup` also prepare the models. A second run takes seconds.
`--offline WHEELS` installs from a folder of wheels that was filled on a machine with a network:
`pip download --no-deps -r packaging/locks/run.txt -d WHEELS`.
"""

from __future__ import annotations

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - said before anything that an older Python cannot read
    sys.stderr.write(
        f"lisan: Python 3.11 or newer is needed, this is {sys.version.split()[0]} ({sys.executable}); "
        "start it with a newer one, for instance `python3.11 packaging/bootstrap.py run`\n"
    )
    sys.exit(2)

import argparse
import os
import subprocess
from pathlib import Path

from environment import ROOT, Environment
from system import Refusal, bring_libraries, has_display

NOT_USABLE = 2
"""Exit code of every refusal: this machine lacks something; the one line says what."""


def main(arguments: list[str]) -> int:
    """Run one command; returns the exit code of what it started."""
    options, rest = _parser().parse_known_args(arguments)
    # Nothing from another environment may leak into ours.
    for name in ("PYTHONHOME", "PYTHONPATH", "VIRTUAL_ENV"):
        os.environ.pop(name, None)
    if options.command == "setup" and rest:
        _parser().error(f"setup does not know {' '.join(rest)}")
    try:
        return _COMMANDS[options.command](options, rest)
    except Refusal as refusal:
        print(f"lisan: {refusal}", file=sys.stderr)
        return NOT_USABLE
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="bootstrap.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("command", choices=sorted(_COMMANDS))
    parser.add_argument("--offline", metavar="WHEELS", type=Path, help="install from this folder, no network")
    extras = ("train", "export", "piper")
    parser.add_argument("--with", dest="extra", choices=extras, help="for setup: more tools")
    return parser


def _run(options: argparse.Namespace, rest: list[str]) -> int:
    environment = Environment(ROOT / ".venv", offline=options.offline)
    environment.ensure("run")
    bring_libraries("run", may_install=options.offline is None)
    _prepare(environment)
    if "--headless" not in rest and not has_display():
        print("lisan: no display here, so the kiosk runs headless", flush=True)
        rest = ["--headless", *rest]
    return _hand_over([str(environment.python), "-P", "-m", "app", "run", *rest])


def _test(options: argparse.Namespace, rest: list[str]) -> int:
    environment = Environment(ROOT / ".venv", offline=options.offline)
    environment.ensure("test")
    bring_libraries("test", may_install=options.offline is None)
    return _hand_over([str(environment.python), str(ROOT / "packaging" / "check.py"), *rest])


def _setup(options: argparse.Namespace, _rest: list[str]) -> int:
    environment = Environment(ROOT / ".venv", offline=options.offline)
    environment.ensure("test")
    environment.ensure("build")
    bring_libraries("test", may_install=options.offline is None)
    if options.extra:
        Environment(ROOT / f".venv-{options.extra}", offline=options.offline).ensure(options.extra)
    if options.extra == "train":
        bring_libraries("train", may_install=options.offline is None)
    _prepare(environment)
    print(f"ready: {environment.launcher}")
    return 0


def _prepare(environment: Environment) -> None:
    """Let the program compile and compare its models now, so that the first start is as quick as any.

    A failure costs only that: whatever is wrong, the start itself tells better.
    """
    command = [str(environment.python), "-P", "-m", "app", "prepare"]
    if subprocess.run(command, check=False).returncode:
        print("lisan: the models could not be prepared; the first start takes longer", file=sys.stderr)


def _hand_over(command: list[str]) -> int:
    """Become the command, so that signals reach it; Windows cannot, and waits (not verified there)."""
    sys.stdout.flush()
    if os.name == "posix":
        os.execv(command[0], command)
    return subprocess.run(command, check=False).returncode


_COMMANDS = {"run": _run, "test": _test, "setup": _setup}


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
