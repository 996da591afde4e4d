"""One step of the ladder in a process: `python -m tests.benchmarks.ladder_step STEP FOLDER LANGUAGE`.

Prints milliseconds to first audio and processor seconds of one answer. A cold step counts from the process's
start, because a naive program loads everything for the question; a warm one answers in a process that
answered something else before. Nothing remembers texts except where the step says so.
"""

from __future__ import annotations

import json
import os
import sys
import time

STARTED = time.perf_counter()

GREEDY = ("torch", "onnx", "int8", "small")
"""Steps whose runtimes take all cores and spin, as they come."""

COLD = (*GREEDY, "threads")


def main() -> None:
    """Do one step, print one line."""
    step, folder, language = sys.argv[1:4]
    if step not in GREEDY:
        from app.inference.budget import ThreadBudget, cap_blas

        cap_blas(ThreadBudget())
    from app.bench.usage import cpu_seconds
    from tests.benchmarks.ladder_paths import answer, opened

    with opened(step, folder) as say:
        if step not in COLD:
            say(answer(language, 0))
            if step == "cached":
                say(answer(language, 1))
        began, cpu = (STARTED, 0.0) if step in COLD else (time.perf_counter(), cpu_seconds())
        first = say(answer(language, 1))
        spent = cpu_seconds() - cpu
    told = {"first_audio_ms": (first - began) * 1000, "cpu_s": spent}
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()
    os._exit(0)  # how long runtimes take to end is not measured


if __name__ == "__main__":
    main()
