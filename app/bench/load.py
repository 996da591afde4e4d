"""Load on the whole way of a chunk: sessions that wait for each other, and visitors who do not.

The line is the kiosk's: one worker speaks, one finishes (timing beside behaviour, then the mouth), with
queues of two between them. Two kinds of work are offered to it: requests, which a visitor waits for, and
gauges, the aligner's check after the sound, which nobody does. A gauge runs only while no request waits, so
under pressure gauges are shed first; a request is shed at the door when its queue is full. Everything that
was offered is counted as done, shed or failed: nothing is lost silently.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from itertools import count, cycle
from pathlib import Path
from typing import Any, Final

import numpy as np

from app.bench.inputs import chunks
from app.bench.statistics import percentiles
from app.bench.trace import Tracer
from app.bench.usage import cpu_seconds
from app.bench.work_speech import is_good, open_stages
from app.core.types import Chunk, Language, PreparedChunk, SpokenChunk, TimingSource
from app.diagnostics.latency import LatencyLedger
from app.engine.preparation import Preparation, Stages
from app.engine.workers import Job, Worker
from app.inference.budget import ThreadBudget

TARGET_MS: Final = 200.0
"""A request is a success within this time, as the kiosk promises at its 95th percentile."""

RATES: Final = (0.3, 0.6, 0.9, 1.2, 2.0)
"""Arrivals of the open loop, as shares of what the closed loop reached."""

SATURATED: Final = 1.05
"""More sessions that bring less than this are no gain."""


@dataclass(slots=True)
class Tally:
    """What became of one kind of work."""

    offered: int = 0
    done: int = 0
    shed: int = 0
    failed: int = 0

    @property
    def lost(self) -> int:
        """What was offered and never heard of again; must be none once the line is empty."""
        return self.offered - self.done - self.shed - self.failed


@dataclass(slots=True)
class _Request:
    chunk: Chunk
    arrived: float
    over: threading.Event = field(default_factory=threading.Event)
    spoken: SpokenChunk | None = None
    took_ms: float = float("inf")
    good: bool = False


class Line:
    """The shared line. `offer` sheds, `put` waits: back-pressure."""

    def __init__(self, stages: Stages, preparation: Preparation) -> None:
        self._stages = stages
        self._preparation = preparation
        self._lock = threading.Lock()
        self.requests, self.gauges = Tally(), Tally()
        self._gauge: Worker[PreparedChunk] = Worker("load-gauge", self._check, self._gauge_failed)
        self._finish: Worker[_Request] = Worker("load-finish", self._finished, self._request_failed)
        self._speak: Worker[_Request] = Worker("load-speak", self._spoken, self._request_failed)
        self._waiting: dict[int, _Request] = {}
        self._numbers = count()

    def put(self, request: _Request) -> None:
        """Hand a request over, however long the door is crowded."""
        self._speak.put(self._taken(request), give_up=lambda: False)

    def offer(self, request: _Request) -> bool:
        """Hand a request over if there is room; else it is shed, at once."""
        job = self._taken(request)
        if self._speak.offer(job):
            return True
        with self._lock:
            self._waiting.pop(job.generation)
            self.requests.shed += 1
        request.over.set()
        return False

    def drain(self, seconds: float) -> None:
        """Wait until the line is empty, at most so long."""
        until = time.perf_counter() + seconds
        while time.perf_counter() < until and (self._waiting or self.gauges.lost):
            time.sleep(0.005)

    def close(self) -> None:
        for worker in (self._speak, self._finish, self._gauge):
            worker.close()

    def _taken(self, request: _Request) -> Job[_Request]:
        with self._lock:
            number = next(self._numbers)
            self._waiting[number] = request
            self.requests.offered += 1
        return Job(number, request)

    def _spoken(self, job: Job[_Request]) -> None:
        assert job.item is not None
        job.item.spoken = self._preparation.speak(job.item.chunk)
        self._finish.put(job, give_up=lambda: False)

    def _finished(self, job: Job[_Request]) -> None:
        request = job.item
        assert request is not None
        assert request.spoken is not None
        prepared = self._preparation.finish(request.spoken)
        request.took_ms = (time.perf_counter() - request.arrived) * 1000
        request.good = is_good(prepared)
        self._over(job.generation, failed=False)
        self._offer_gauge(prepared)

    def _offer_gauge(self, prepared: PreparedChunk) -> None:
        with self._lock:
            self.gauges.offered += 1
            idle = not self._waiting
        if not (idle and self._gauge.offer(Job(0, prepared))):
            with self._lock:
                self.gauges.shed += 1

    def _check(self, job: Job[PreparedChunk]) -> None:
        assert job.item is not None
        self._stages.aligner.align(job.item.spoken, TimingSource.ACOUSTIC)
        with self._lock:
            self.gauges.done += 1

    def _gauge_failed(self, _: int, __: Exception) -> None:
        with self._lock:
            self.gauges.failed += 1

    def _request_failed(self, number: int, _: Exception) -> None:
        self._over(number, failed=True)

    def _over(self, number: int, *, failed: bool) -> None:
        with self._lock:
            request = self._waiting.pop(number)
            if failed:
                self.requests.failed += 1
            else:
                self.requests.done += 1
        request.over.set()


def run_load(cache: Path, seconds: float, sessions: Sequence[int]) -> dict[str, Any]:
    """Closed loop with more and more sessions until no more is gained, then Poisson arrivals at its rates.

    `seconds` is the length of each step. The result also holds one traced request in each language.
    """
    with ExitStack() as closing:
        stages = open_stages(ThreadBudget(), cache, closing)
        pool = closing.enter_context(ThreadPoolExecutor(1, "lisan-classify"))
        for part in (stages.voices, stages.aligner, stages.classifier):
            part.warm_up()
        closed = list(closed_loop(stages, pool, seconds, sessions))
        capacity = max(step["throughput"] for step in closed)
        opened = [open_loop(stages, pool, seconds, rate=share * capacity) for share in RATES]
        trace = _traced(stages, pool)
    return {
        "target_ms": TARGET_MS,
        "capacity": capacity,
        "closed_loop": closed,
        "open_loop": opened,
        "shed_first": shed_first(opened),
        "trace": trace,
    }


def shed_first(steps: Sequence[dict[str, Any]]) -> list[str]:
    """Kinds of work in the order in which growing load sheds a tenth of them; without those never shed."""
    began = {}
    for kind in ("gauges", "requests"):
        for row, step in enumerate(steps):
            if step[kind]["shed"] >= 0.1 * max(step[kind]["offered"], 1):
                began[kind] = row
                break
    return sorted(began, key=lambda kind: began[kind])


def closed_loop(
    stages: Stages, pool: ThreadPoolExecutor, seconds: float, sessions: Sequence[int]
) -> Iterator[dict[str, Any]]:
    """Each session asks again as soon as it was served; stops where another session gains nothing."""
    best = 0.0
    for number in sessions:
        step = _closed_step(stages, pool, seconds, number)
        yield step
        if step["throughput"] < best * SATURATED:
            return
        best = max(best, step["throughput"])


def _closed_step(stages: Stages, pool: ThreadPoolExecutor, seconds: float, sessions: int) -> dict[str, Any]:
    served: list[_Request] = []
    with _line(stages, pool) as line:
        until = time.perf_counter() + seconds

        def session(offset: int) -> None:
            for chunk in _texts(offset):
                request = _Request(chunk, time.perf_counter())
                line.put(request)
                request.over.wait()
                served.append(request)
                if time.perf_counter() >= until:
                    return

        began, cpu = time.perf_counter(), cpu_seconds()
        threads = [threading.Thread(target=session, args=(row,)) for row in range(sessions)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        wall = time.perf_counter() - began
        line.drain(5)
        return {"sessions": sessions, **_figures(line, served, wall, cpu_seconds() - cpu)}


def open_loop(
    stages: Stages, pool: ThreadPoolExecutor, seconds: float, *, rate: float, seed: int = 1
) -> dict[str, Any]:
    """Poisson arrivals, `rate` a second, that do not wait for one another.

    A request's time runs from when it was due, so a generator that is late hides nothing.
    """
    random = np.random.default_rng(seed)
    arrivals = np.cumsum(random.exponential(1 / rate, max(2, round(rate * seconds))))
    asked: list[_Request] = []
    with _line(stages, pool) as line:
        began, cpu = time.perf_counter(), cpu_seconds()
        for due, chunk in zip(arrivals, _texts(0), strict=False):
            time.sleep(max(0.0, began + due - time.perf_counter()))
            request = _Request(chunk, float(began + due))
            line.offer(request)
            asked.append(request)
        line.drain(30)
        wall = time.perf_counter() - began
        return {"rate": round(rate, 3), **_figures(line, asked, wall, cpu_seconds() - cpu)}


@contextmanager
def _line(stages: Stages, pool: ThreadPoolExecutor) -> Iterator[Line]:
    line = Line(stages, Preparation(stages, LatencyLedger(), pool))
    try:
        yield line
    finally:
        line.close()


def _texts(offset: int) -> Iterator[Chunk]:
    """Chunks of both languages and all lengths, for ever."""
    all_of_them = [
        chunk
        for length in ("short", "medium", "long")
        for pair in zip(chunks(Language.EN, length), chunks(Language.AR, length), strict=True)
        for chunk in pair
    ]
    return cycle(all_of_them[offset % len(all_of_them) :] + all_of_them[: offset % len(all_of_them)])


def _figures(line: Line, asked: Sequence[_Request], wall: float, cpu: float) -> dict[str, Any]:
    taken = [request.took_ms for request in asked if request.spoken is not None]
    good = sum(1 for request in asked if request.good and request.took_ms <= TARGET_MS)
    return {
        "throughput": round(line.requests.done / wall, 3),
        "percentiles": percentiles(taken),
        "good": good,
        "wall_s": round(wall, 3),
        "cpu_s": round(cpu, 3),
        "requests": {**asdict(line.requests), "lost": line.requests.lost},
        "gauges": {**asdict(line.gauges), "lost": line.gauges.lost},
    }


def _traced(stages: Stages, pool: ThreadPoolExecutor) -> list[dict[str, Any]]:
    tracer = Tracer()
    with _line(tracer.around(stages), pool) as line:
        for language in Language:
            for length in ("short", "medium"):
                line.put(_Request(chunks(language, length)[0], time.perf_counter()))
        line.drain(30)
    return tracer.events()
