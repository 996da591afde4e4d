"""Entry point of `python -m app`, of the `lisan` script and of the frozen program."""

import sys
import time

_STARTED = time.perf_counter()


def main() -> None:
    """Cap the thread pools that are sized at import, then hand over to the composition root."""
    from app.diagnostics.memory import limit_arenas
    from app.inference.budget import ThreadBudget, cap_blas

    cap_blas(ThreadBudget())
    limit_arenas()
    sys.setswitchinterval(0.001)  # a waking audio or GUI thread gets the interpreter within a millisecond
    try:
        from app.bootstrap import run

        sys.exit(run(sys.argv[1:], started=_STARTED))
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
