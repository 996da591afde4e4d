"""Writes packaging/locks/*.txt from pyproject.toml: `python packaging/lock.py [--upgrade]`; needs `uv`.

Every lock pins the same version of what it shares with run.txt. No lock names an index: a machine
gets its packages from wherever its own pip is configured to look.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ROOT / "packaging" / "locks"

FORM = (
    "--universal",
    "--no-header",
    "--no-annotate",
    "--no-emit-index-url",
    "--no-emit-find-links",
    "--quiet",
)
WITHOUT_HASHES = ("train", "export")
"""They hold torch, whose CPU wheel has another hash at each source."""

CUDA = ("nvidia-", "cuda-", "triton")
"""What the plain torch wheel names and nothing here uses: several GB."""

PLANS: dict[str, tuple[str, ...]] = {
    "run": ("pyproject.toml",),
    "test": ("pyproject.toml", "--group", "test", "-c", str(LOCKS / "run.txt")),
    "build": ("--group", "build", "-c", str(LOCKS / "test.txt")),
    "train": ("pyproject.toml", "--group", "train", "-c", str(LOCKS / "test.txt")),
    "peers": ("--group", "peers", "-c", str(LOCKS / "train.txt")),
    "bench": ("--group", "bench", "-c", str(LOCKS / "test.txt")),
    "export": ("--group", "export"),
    "piper": ("--group", "piper"),
}


def main() -> int:
    """Compile each lock in turn; later ones are held to the earlier ones' versions."""
    uv = shutil.which("uv")
    if uv is None:
        print("lock: uv is missing; install it (for instance `pipx install uv`) and run this again")
        return 2
    for name, plan in PLANS.items():
        _compile(uv, name, plan)
        print(f"packaging/locks/{name}.txt")
    return 0


def _compile(uv: str, name: str, plan: tuple[str, ...]) -> None:
    lock = LOCKS / f"{name}.txt"
    hashes = () if name in WITHOUT_HASHES else ("--generate-hashes",)
    subprocess.run(
        [uv, "pip", "compile", *plan, *FORM, *hashes, *sys.argv[1:], "-o", str(lock)], cwd=ROOT, check=True
    )
    if name in WITHOUT_HASHES:
        kept = [line for line in lock.read_text("utf-8").splitlines() if not line.startswith(CUDA)]
        lock.write_text("\n".join(kept) + "\n", "utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
