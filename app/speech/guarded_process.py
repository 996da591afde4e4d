"""The parent's side of a guarded child: starts it, asks it, and replaces it when it dies or hangs.

What can abort, hang or is under the GPL speaks in a process of its own, over the frames of
`app.speech.pipe`; the child greets with one frame, then answers each request with one.
"""

from __future__ import annotations

import contextlib
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Final, cast

from app.core.errors import SpeechError
from app.speech.pipe import Message, read_frame, write_frame

log = logging.getLogger(__name__)

_TRIES: Final = 2
_NEXT: Final = "it is left to the next voice"


@dataclass(frozen=True, slots=True)
class Reply:
    """What the child said, and its 16-bit sound."""

    message: Mapping[str, Any]
    sound: bytes


@dataclass(frozen=True, slots=True)
class Program:
    """A child: how messages name it, how it is started, and how long (seconds) it may be silent."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    timeout: float = 6.0
    start_timeout: float = 6.0
    retry_hung: bool = True
    """Whether a child that hung is replaced and asked again, as one that died always is."""


class GuardedProcess:
    """One child at a time, started when first asked; any thread may ask, one after another."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._greeting = Reply({}, b"")
        self.restarts = 0
        """How many children were lost."""

    def ask(self, request: Message) -> Reply:
        """Send one request. Raises SpeechError when it is refused, or when the children die of it."""
        with self._lock:
            for _ in range(_TRIES):
                try:
                    return _checked(self._exchange(request))
                except OSError as error:
                    self._lose(error)
                    if isinstance(error, TimeoutError) and not self._program.retry_hung:
                        raise SpeechError(f"{self._program.name} hung; {_NEXT}") from error
        raise SpeechError(f"{self._program.name} died of this text twice; {_NEXT}")

    @property
    def running(self) -> bool:
        """Whether there is a child that answered last time."""
        return self._child is not None

    def greeting(self) -> Message:
        """What the child says of itself when it starts. Raises SpeechError when it does not start."""
        with self._lock:
            try:
                self._running()
            except OSError as error:
                self._lose(error)
                raise SpeechError(f"{self._program.name} does not start ({error})") from error
            return self._greeting.message

    def _exchange(self, request: Message) -> Reply:
        child = self._running()
        with self._watch(child, self._program.timeout):
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
                self._program.command,
                env=self._program.environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                **_group(),
            )
        except OSError as error:
            raise SpeechError(
                f"{self._program.command[0]} does not start ({error}); install {self._program.name} again"
            ) from error
        self._child = child
        try:
            with self._watch(child, self._program.start_timeout):
                self._greeting = _checked(_reply(read_frame(_pipes(child)[1])))
        except SpeechError:
            self._end(timeout=1.0)  # it refused to work: the next request may start a better one
            raise
        return child

    @contextlib.contextmanager
    def _watch(self, child: subprocess.Popen[bytes], seconds: float) -> Iterator[None]:
        """Kill the child when the block takes too long; its pipes then end, and the block with them.

        Raises TimeoutError in place of the broken pipe that this makes.
        """
        expired = threading.Event()

        def kill() -> None:
            expired.set()
            child.kill()

        timer = threading.Timer(seconds, kill)
        timer.start()
        try:
            yield
        except OSError as error:
            if expired.is_set():
                raise TimeoutError(f"it was silent for {seconds:g} s") from error
            raise
        finally:
            timer.cancel()
            timer.join()

    def _lose(self, error: OSError) -> None:
        self.restarts += 1
        log.warning("the %s process was lost (%s)", self._program.name, error)
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


def _group() -> Mapping[str, Any]:
    """Keeps Ctrl-C away from the child."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW}
    return {"start_new_session": True}


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
