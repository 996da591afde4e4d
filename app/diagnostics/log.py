"""The log: a bounded ring for the panel, a rotated file, and a file for the traces of a crash."""

from __future__ import annotations

import faulthandler
import logging
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Final

FORMAT: Final = "%(asctime)s %(levelname)s %(name)s %(message)s"
_RING_LINES: Final = 500
_FILE_BYTES: Final = 1_000_000
_FILES: Final = 3


class LogRing(logging.Handler):
    """The newest lines, for the panel."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: deque[str] = deque(maxlen=_RING_LINES)
        self.setFormatter(logging.Formatter(FORMAT))

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.append(self.format(record))

    def lines(self) -> Sequence[str]:
        """Newest last."""
        return list(self._lines)


@contextmanager
def logging_to(folder: Path, level: int = logging.INFO) -> Iterator[LogRing]:
    """Log to a ring and, where the folder can be written, to files with a cap, until the block ends."""
    ring = LogRing()
    root = logging.getLogger()
    before = root.level
    with ExitStack() as closing:
        closing.callback(root.setLevel, before)
        _add(ring, closing)
        try:
            _log_to_files(folder, closing)
        except OSError as error:  # a full or read-only disk must not keep the kiosk from speaking
            logging.getLogger(__name__).warning("no log file: %s", error.strerror)
        root.setLevel(level)
        yield ring


def _log_to_files(folder: Path, closing: ExitStack) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    file = RotatingFileHandler(
        folder / "lisan.log", maxBytes=_FILE_BYTES, backupCount=_FILES, encoding="utf-8", delay=True
    )
    file.setFormatter(logging.Formatter(FORMAT))
    _add(file, closing)
    # Opened now: a crash leaves no time for it.
    traces = closing.enter_context((folder / "crash.log").open("a", encoding="utf-8"))
    if not faulthandler.is_enabled():  # else somebody, a debugger or a test run, wants the traces elsewhere
        faulthandler.enable(traces)
        closing.callback(faulthandler.disable)


def _add(handler: logging.Handler, closing: ExitStack) -> None:
    logging.getLogger().addHandler(handler)
    closing.callback(handler.close)
    closing.callback(logging.getLogger().removeHandler, handler)


@contextmanager
def quiet(name: str) -> Iterator[None]:
    """Let the loggers under `name` tell errors only: whoever runs the block reports the rest."""
    logger = logging.getLogger(name)
    before = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(before)
