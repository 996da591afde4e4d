"""Worker threads with bounded queues: each takes a job, runs its stage and hands the result on."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

T = TypeVar("T")

QUEUE_LENGTH: Final = 2
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Job(Generic[T]):
    """Something to do for a generation. `last` closes the utterance; then `item` is None."""

    generation: int
    item: T | None
    last: bool = False


class Worker(Generic[T]):
    """One named thread that runs `stage` on each job, in order.

    A stage that raises is a bug or a hostile input: `failed` is told, and the thread goes on.
    """

    def __init__(
        self, name: str, stage: Callable[[Job[T]], None], failed: Callable[[int, Exception], None]
    ) -> None:
        self._jobs: queue.Queue[Job[T] | None] = queue.Queue(QUEUE_LENGTH)
        self._stage = stage
        self._failed = failed
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"lisan-{name}", daemon=True)
        self._thread.start()

    def put(self, job: Job[T], *, give_up: Callable[[], bool]) -> bool:
        """Hand over a job; waits while the queue is full unless `give_up` says it is not wanted."""
        while not give_up() and not self._closed.is_set():
            try:
                self._jobs.put(job, timeout=0.05)
                return True
            except queue.Full:
                continue
        return False

    def offer(self, job: Job[T]) -> bool:
        """Hand over a job only if there is room."""
        try:
            self._jobs.put_nowait(job)
        except queue.Full:
            return False
        return True

    def clear(self) -> None:
        """Drop the waiting jobs."""
        try:
            while True:
                self._jobs.get_nowait()
        except queue.Empty:
            return

    def close(self, timeout: float = 5.0) -> None:
        """Drop what waits and end the thread."""
        self._closed.set()
        self.clear()
        self._jobs.put(None)
        self._thread.join(timeout)
        if self._thread.is_alive():
            _log.error("worker %s did not end within %.0f s", self._thread.name, timeout)

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                self._stage(job)
            except Exception as error:  # noqa: BLE001 - whatever a stage raises, the kiosk goes on
                self._failed(job.generation, error)
