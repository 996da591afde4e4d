"""The log: a bounded ring for the panel, a rotated file, and a file for the traces of a crash."""

from __future__ import annotations

import faulthandler
import logging
from collections import deque
from collections.abc import Sequence
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


def start_log(folder: Path, level: int = logging.INFO) -> LogRing:
    """Log to a ring and, where the folder can be written, to files with a cap. Returns the ring."""
    ring = LogRing()
    handlers: list[logging.Handler] = [ring]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handlers.append(_file(folder / "lisan.log"))
        # The file stays open as long as the process: a crash leaves no time to open it.
        faulthandler.enable((folder / "crash.log").open("a", encoding="utf-8"))
    except OSError as error:  # a full or read-only disk must not keep the kiosk from speaking
        ring.emit(logging.makeLogRecord({"name": __name__, "msg": f"no log file: {error.strerror}"}))
    logging.basicConfig(level=level, handlers=handlers, force=True)
    return ring


def _file(path: Path) -> logging.Handler:
    handler = RotatingFileHandler(
        path, maxBytes=_FILE_BYTES, backupCount=_FILES, encoding="utf-8", delay=True
    )
    handler.setFormatter(logging.Formatter(FORMAT))
    return handler
