"""The production line of an utterance: synthesis → sound → timing and behaviour, one worker each.

The sound leaves first: while it waits in the device's buffer, the mouth that belongs to it is worked out.
Chunk k + 1 is spoken while chunk k plays. Each worker checks the generation before its work, after it and
before it publishes; stale results are counted and dropped.
"""

from __future__ import annotations

import logging
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from app.core.errors import LisanError, SpeechError
from app.core.events import ChunkQueued, Failed, Finished
from app.core.types import Chunk, Float32, Language, PreparedChunk, SpokenChunk, TimingSource, read_only
from app.diagnostics.counters import Counters
from app.diagnostics.latency import LatencyLedger
from app.engine.generation import Generation
from app.engine.outbox import Outbox
from app.engine.parts import Parts
from app.engine.preparation import Preparation, deviation_ms
from app.engine.workers import Job, Worker

_log = logging.getLogger(__name__)
_MILLI: Final = 1000.0


@dataclass(frozen=True, slots=True)
class LineOptions:
    """What the line takes from the settings."""

    deviation_gauge: bool = True


@dataclass(slots=True)
class _Progress:
    """What the play worker knows about the utterance that it plays."""

    generation: int = -1
    ends: int = 0
    chunks: int = 0


@dataclass(frozen=True, slots=True)
class _Sounding:
    """A chunk that was handed to the sink, spoken just now or taken whole from the cache.

    `made` is None at the utterance's end; `begins` is then the stream sample at which it is over.
    `waited` is request → first sample at the device's output, for the utterance's first chunk.
    """

    made: SpokenChunk | PreparedChunk | None
    begins: int
    waited: float | None = None


class Line:
    """The workers. `put` is called by the director thread, `clear` by whoever cancels."""

    def __init__(
        self,
        parts: Parts,
        preparation: Preparation,
        *,
        generation: Generation,
        outbox: Outbox,
        ledger: LatencyLedger,
        counters: Counters,
        options: LineOptions,
    ) -> None:
        self._parts = parts
        self._preparation = preparation
        self._generation = generation
        self._outbox = outbox
        self._ledger = ledger
        self._counters = counters
        self._options = options
        self._progress = _Progress()
        self._began: dict[int, float] = {}
        self._speechless = -1
        self._later: Worker[PreparedChunk] = Worker("later", self._after_sound, self._ignored)
        self._align: Worker[_Sounding] = Worker("align", self._align_stage, self._failed)
        self._play: Worker[SpokenChunk | PreparedChunk] = Worker("play", self._play_stage, self._failed)
        self._synthesis: Worker[Chunk] = Worker("synthesis", self._synthesis_stage, self._failed)

    def begin(self, generation: int, requested: float) -> None:
        """A new utterance; `requested` is the `perf_counter` of the visitor's touch."""
        self._began = {generation: requested}

    def put(self, job: Job[Chunk]) -> bool:
        """Feed one chunk (or the closing job); False when it is no longer wanted."""
        return self._synthesis.put(job, give_up=self._stale(job.generation))

    def play(self, job: Job[SpokenChunk | PreparedChunk]) -> bool:
        """Feed something that is prepared already; False when it is no longer wanted."""
        return self._play.put(job, give_up=self._stale(job.generation))

    def use_voices(self, names: Mapping[Language, str]) -> None:
        """Speak the next chunks with these voices."""
        self._parts = replace(self._parts, default_voices=dict(names))

    def clear(self) -> None:
        """Drop what waits in all queues and fade the sound out."""
        for worker in (self._synthesis, self._play, self._align):
            worker.clear()
        self._parts.sink.flush()

    def close(self) -> None:
        """End the workers, in the order of the flow."""
        for worker in (self._synthesis, self._play, self._align, self._later):
            worker.close()

    def _stale(self, generation: int) -> Callable[[], bool]:
        return lambda: self._generation.stale(generation)

    def _dropped(self, generation: int) -> bool:
        if self._generation.stale(generation):
            self._counters.add("stale.dropped")
            return True
        return False

    def _synthesis_stage(self, job: Job[Chunk]) -> None:
        if self._dropped(job.generation):
            return
        made: SpokenChunk | PreparedChunk | None = None
        if job.item is not None:
            made = self._cached(job.item) or self._spoken(job.generation, job.item)
            if made is None:
                return
        if not self._dropped(job.generation):
            onward: Job[SpokenChunk | PreparedChunk] = Job(job.generation, made, job.last)
            self._play.put(onward, give_up=self._stale(job.generation))

    def _cached(self, chunk: Chunk) -> PreparedChunk | None:
        with self._ledger.timed("cache"):
            return self._parts.cache.get(chunk, self._parts.default_voices[chunk.language])

    def _spoken(self, generation: int, chunk: Chunk) -> SpokenChunk | None:
        try:
            return self._preparation.speak(chunk, self._parts.default_voices[chunk.language])
        except SpeechError as error:
            # The rest of the answer is still worth hearing; what was lost is counted and shown.
            _log.warning("chunk %d could not be spoken: %s", chunk.index, error)
            self._counters.add("speech.failed")
            self._speechless = generation
            return None

    def _play_stage(self, job: Job[SpokenChunk | PreparedChunk]) -> None:
        if self._dropped(job.generation):
            return
        if job.generation != self._progress.generation:
            self._progress = _Progress(job.generation, ends=round(self._parts.sink.playhead().sample))
        sounding = self._sound(job.generation, job.item) if job.item else _Sounding(None, self._progress.ends)
        if sounding is not None:
            onward = Job(job.generation, sounding, job.last)
            self._align.put(onward, give_up=self._stale(job.generation))

    def _sound(self, generation: int, made: SpokenChunk | PreparedChunk) -> _Sounding | None:
        samples = _with_pause(made if isinstance(made, SpokenChunk) else made.spoken)
        begins = self._parts.sink.write(samples, give_up=self._stale(generation))
        if begins is None or self._dropped(generation):
            return None
        self._progress.ends = begins + len(samples)
        self._progress.chunks += 1
        return _Sounding(made, begins, self._waited(generation))

    def _waited(self, generation: int) -> float | None:
        began = self._began.pop(generation, None)
        if began is None:
            return None
        waited = (time.perf_counter() - began + self._parts.sink.playhead().latency) * _MILLI
        self._ledger.record("first_audio", waited)
        return waited

    def _align_stage(self, job: Job[_Sounding]) -> None:
        sounding = job.item
        if sounding is None or self._dropped(job.generation):
            return
        if sounding.made is None:
            self._close_utterance(job.generation, sounding.begins)
            return
        made = sounding.made
        prepared = self._preparation.finish(made) if isinstance(made, SpokenChunk) else made
        if not self._dropped(job.generation):
            self._publish(job.generation, prepared, sounding)

    def _publish(self, generation: int, prepared: PreparedChunk, sounding: _Sounding) -> None:
        if sounding.waited is not None:
            latency = {"first_audio": sounding.waited, **prepared.latency_ms}
            prepared = replace(prepared, latency_ms=latency)
        self._outbox.put(ChunkQueued(generation, prepared, sounding.begins))
        self._counters.add(f"timing.{prepared.alignment.source}")
        if self._parts.sink.playhead().sample > sounding.begins:
            self._counters.add("mouth.late")  # the device was quicker than the aligner
        self._later.offer(Job(generation, prepared))

    def _close_utterance(self, generation: int, ends: int) -> None:
        if self._progress.chunks == 0 and self._speechless == generation:
            self._outbox.put(Failed(generation, "no voice could speak this text"))
        self._outbox.put(Finished(generation, ends))

    def _after_sound(self, job: Job[PreparedChunk]) -> None:
        """Work that must not delay the sound: the live accuracy gauge and the cache."""
        prepared = job.item
        if prepared is None or not prepared.spoken.tokens:
            return  # came from the cache: already gauged and stored
        if self._options.deviation_gauge and prepared.alignment.source is TimingSource.ENGINE:
            gauged = self._parts.stages.aligner.align(prepared.spoken, TimingSource.ACOUSTIC)
            for name, milliseconds in deviation_ms(prepared.spoken, gauged).items():
                self._ledger.record(f"deviation_{name}", milliseconds)
        wanted = self._parts.default_voices[prepared.spoken.chunk.language]
        if prepared.spoken.voice == wanted:  # a stand-in's sound must not be kept as the wanted voice's
            self._parts.cache.put(prepared, wanted)

    def _ignored(self, _generation: int, error: Exception) -> None:
        _log.warning("work after the sound failed: %s", error)
        self._counters.add("later.failed")

    def _failed(self, generation: int, error: Exception) -> None:
        message = str(error) if isinstance(error, LisanError) else type(error).__name__
        # The trace without the message: an unforeseen error may quote what the visitor wrote.
        _log.error("a stage failed: %s\n%s", message, "".join(traceback.format_tb(error.__traceback__)))
        if not self._dropped(generation):
            self._outbox.put(Failed(generation, message))


def _with_pause(spoken: SpokenChunk) -> Float32:
    pause = np.zeros(spoken.chunk.pause_after, np.float32)
    return read_only(np.concatenate([spoken.audio.samples, pause]))
