"""Records who did what when, in the format that Chrome's trace viewers (chrome://tracing, Perfetto) open.

No visitor's words are in it: a span's arguments are the language and the number of characters.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from app.core.types import Chunk, SpokenChunk
from app.engine.preparation import Stages

_MICRO = 1e6


class Tracer:
    """Spans of any thread."""

    def __init__(self) -> None:
        self._began = time.perf_counter()
        self._spans: list[dict[str, Any]] = []
        self._names: dict[int, str] = {}

    @contextmanager
    def span(self, name: str, **facts: Any) -> Iterator[None]:
        """Record the block."""
        began = time.perf_counter()
        try:
            yield
        finally:
            ended = time.perf_counter()
            thread = threading.current_thread()
            number = thread.native_id or 0
            self._names[number] = thread.name
            self._spans.append(
                {
                    "name": name,
                    "cat": "stage",
                    "ph": "X",
                    "ts": round((began - self._began) * _MICRO, 1),
                    "dur": round((ended - began) * _MICRO, 1),
                    "pid": os.getpid(),
                    "tid": number,
                    "args": facts,
                }
            )

    def around(self, stages: Stages) -> Stages:
        """The same stages, each call of which is recorded."""
        return replace(
            stages,
            voices=_Recording(stages.voices, {"synthesise": self}),
            aligner=_Recording(stages.aligner, {"align": self}),
            classifier=_Recording(stages.classifier, {"classify": self}),
            artist=_Recording(stages.artist, {"draw": self, "from_energy": self}),
        )

    def events(self) -> list[dict[str, Any]]:
        """All spans in order of time, and the threads' names."""
        names = [
            {"name": "thread_name", "ph": "M", "pid": os.getpid(), "tid": number, "args": {"name": name}}
            for number, name in self._names.items()
        ]
        return [*names, *sorted(self._spans, key=lambda span: float(span["ts"]))]


class _Recording:
    """A part, some of whose methods are recorded."""

    def __init__(self, part: Any, recorded: Mapping[str, Tracer]) -> None:
        self._part = part
        self._recorded = recorded

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._part, name)
        tracer = self._recorded.get(name)
        return method if tracer is None else _recorded(tracer, name, method)


def _recorded(tracer: Tracer, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
    def call(*given: Any, **named: Any) -> Any:
        with tracer.span(name, **_facts(given[0] if given else None)):
            return method(*given, **named)

    return call


def _facts(subject: object) -> dict[str, Any]:
    if isinstance(subject, Chunk):
        return {"language": str(subject.language), "characters": len(subject.text)}
    if isinstance(subject, SpokenChunk):
        return {"language": str(subject.chunk.language), "seconds": round(subject.audio.seconds, 3)}
    return {"characters": len(subject)} if isinstance(subject, str) else {}
