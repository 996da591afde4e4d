"""The parent's side of the guarded child: starts it, asks it, and replaces it when it dies or hangs."""

from __future__ import annotations

import contextlib
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

from app.core.errors import SpeechError
from app.speech.pipe import Message, read_frame, write_frame

log = logging.getLogger(__name__)

FROZEN_NAME: Final = "lisan-espeak"
"""The child's executable beside Lisan's own in the frozen build, made from `app/speech/espeak_worker.py`."""

_MODULE: Final = "app.speech.espeak_worker"
_SOURCE: Final = Path(__file__).resolve().parents[2]
_TRIES: Final = 2


@dataclass(frozen=True, slots=True)
class Reply:
    """What the child said, and its 16-bit sound."""

    message: Mapping[str, Any]
    sound: bytes


def worker_command() -> tuple[list[str], dict[str, str]]:
    """Command line and environment that start the child from source, a wheel or the frozen folder."""
    environment = dict(os.environ)
    if getattr(sys, "frozen", False):
        beside = Path(sys.executable)
        return [str(beside.with_name(FROZEN_NAME + beside.suffix))], environment
    paths = [str(_SOURCE), *filter(None, [environment.get("PYTHONPATH")])]
    environment["PYTHONPATH"] = os.pathsep.join(paths)
    return [sys.executable, "-P", "-m", _MODULE], environment  # -P: no module of the current folder


def _group() -> Mapping[str, Any]:
    """Keeps Ctrl-C away from the child."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW}
    return {"start_new_session": True}


class EspeakProcess:
    """One child at a time, started when first asked; any thread may ask, one after another.

    A child that dies or is silent for `timeout` seconds is replaced and asked once more.
    """

    def __init__(self, command: Sequence[str] | None = None, *, timeout: float = 6.0) -> None:
        default, self._environment = worker_command()
        self._command = list(command or default)
        self._timeout = timeout
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self.restarts = 0
        """How many children were lost."""

    def ask(self, request: Message) -> Reply:
        """Send one request. Raises SpeechError when it is refused, or when two children die of it."""
        with self._lock:
            for _ in range(_TRIES):
                try:
                    return _checked(self._exchange(request))
                except OSError as error:
                    self._lose(error)
        raise SpeechError("espeak-ng died of this text twice; it is left to the next voice")

    def _exchange(self, request: Message) -> Reply:
        child = self._running()
        with self._watch(child):
            requests, replies = _pipes(child)
            write_frame(requests, request)
            return _reply(read_frame(replies))

    def _running(self) -> subprocess.Popen[bytes]:
        if self._child is None:
            self._child = self._start()
        return self._child

    def _start(self) -> subprocess.Popen[bytes]:
        try:
            child = subprocess.Popen(
                self._command,
                env=self._environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                **_group(),
            )
        except OSError as error:
            raise SpeechError(f"{self._command[0]} does not start ({error}); install Lisan again") from error
        self._child = child
        with self._watch(child):
            _checked(_reply(read_frame(_pipes(child)[1])))
        return child

    @contextlib.contextmanager
    def _watch(self, child: subprocess.Popen[bytes]) -> Iterator[None]:
        """Kill the child when the block takes too long; its pipes then end, and the block with them."""
        timer = threading.Timer(self._timeout, child.kill)
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()

    def _lose(self, error: OSError) -> None:
        self.restarts += 1
        log.warning("the espeak-ng process was lost (%s); starting another", error)
        self._end(timeout=0.0)

    def _end(self, *, timeout: float) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        requests, replies = _pipes(child)
        with contextlib.suppress(OSError):
            requests.close()  # the child ends when its stdin does
        try:
            child.wait(timeout)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
        replies.close()

    def close(self) -> None:
        """End the child; a later request would start another."""
        with self._lock:
            self._end(timeout=1.0)


def _pipes(child: subprocess.Popen[bytes]) -> tuple[BinaryIO, BinaryIO]:
    return cast("BinaryIO", child.stdin), cast("BinaryIO", child.stdout)


def _reply(frame: tuple[dict[str, Any], bytes] | None) -> Reply:
    if frame is None:
        raise BrokenPipeError("it ended in the middle of a request")
    return Reply(*frame)


def _checked(reply: Reply) -> Reply:
    if "error" in reply.message:
        raise SpeechError(str(reply.message["error"]))
    return reply
