"""What the engine asks of its parts. Adapters implement these; the composition root wires them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from app.core.timeline import Timeline
from app.core.types import (
    Alignment,
    Answer,
    Audio,
    Behaviour,
    Chunk,
    Float32,
    Language,
    MouthTrack,
    Phone,
    SpokenChunk,
    TimingSource,
    Viseme,
)

IsCancelled = Callable[[], bool]

Progress = Callable[[float], None]
"""Told the share of a long piece of work that is done, 0 to 1. What it raises ends the work."""


class Synthesiser(Protocol):
    """A voice. Called from one synthesis worker at a time."""

    @property
    def name(self) -> str: ...
    @property
    def languages(self) -> frozenset[Language]: ...

    def synthesise(self, chunk: Chunk) -> SpokenChunk:
        """Speak one chunk. Raises SpeechError when the voice cannot."""
        ...

    def warm_up(self) -> None:
        """Pay all first-use costs now: short and long text."""
        ...

    def close(self) -> None: ...


class Voices(Protocol):
    """All voices behind one door: picks by language and name, retries once, then the next voice."""

    def chunks(self, text: str, language: Language | None) -> Sequence[Chunk]:
        """Normalise and split; `language` None means by script."""
        ...

    def synthesise(self, chunk: Chunk, voice: str | None = None) -> SpokenChunk:
        """Speak one chunk. Raises SpeechError only when no voice could."""
        ...

    def names(self, language: Language) -> Sequence[str]: ...
    def warm_up(self) -> None: ...
    def close(self) -> None: ...


class Aligner(Protocol):
    """Phones in time for a spoken chunk."""

    def align(self, spoken: SpokenChunk, timing: TimingSource | None = None) -> Alignment:
        """Walk the ladder; a `timing` that is given is forced and never stepped down from."""
        ...

    def warm_up(self) -> None: ...
    def info(self) -> Sequence[ModelInfo]: ...


class Classifier(Protocol):
    """Behaviour of a text. One owner thread at a time."""

    def classify(self, text: str, language: Language) -> Behaviour: ...
    def embed(self, texts: Sequence[str]) -> Float32:
        """Unit vectors `[texts, 384]` for retrieval."""
        ...

    def warm_up(self) -> None: ...
    def info(self) -> Sequence[ModelInfo]: ...


class Librarian(Protocol):
    """Answers from a content pack."""

    def answer(self, question: str, language: Language | None = None) -> Answer: ...
    def greeting(self, language: Language) -> Answer: ...
    def teasers(self, language: Language) -> Sequence[Answer]: ...
    def suggestions(self, language: Language) -> Sequence[str]: ...
    def name(self, language: Language) -> str: ...


class MouthArtist(Protocol):
    """Visemes → curves of the mouth."""

    def draw(
        self,
        visemes: Timeline[Viseme],
        audio: Audio,
        language: Language,
        phones: Timeline[Phone] | None = None,
    ) -> MouthTrack:
        """A chunk's mouth; `phones` say what their visemes do not (length, emphasis)."""
        ...

    def from_energy(self, audio: Audio) -> MouthTrack:
        """The last resort: opening from loudness."""
        ...


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """What the panel shows of one loaded model. Times in milliseconds."""

    name: str
    variant: str
    precision: str
    threads: int
    reason: str
    load_ms: float = 0.0
    first_ms: float = 0.0
    cache: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Playhead:
    """Where the device is in the sink's own stream of samples.

    `sample` counts every sample ever queued (fractional, extrapolated to now, clamped to what was
    handed to the device); it stands still while nothing plays. `latency` is the device's output
    latency in seconds; `playing` is whether queued samples are still on their way to the ear.
    """

    sample: float
    playing: bool
    latency: float


class AudioSink(Protocol):
    """A device that plays one stream of mono float32 at `SPEECH_RATE`.

    `write`, `flush` and `close` come from the engine's threads, `playhead` from the GUI's.
    """

    @property
    def name(self) -> str: ...

    @property
    def muted(self) -> bool:
        """True while there is no device; time still runs, so the face still speaks."""
        ...

    def write(self, samples: Float32, *, give_up: IsCancelled) -> int | None:
        """Queue samples; returns the stream sample at which they begin, None when given up.

        Blocks while more than a bounded amount is queued.
        """
        ...

    def flush(self) -> None:
        """Fade out within 5 ms and drop what is queued; the next write starts afresh."""
        ...

    def set_gain(self, gain: float) -> None:
        """Loudness from now on, 0 (silent) to 1, also of what is playing."""
        ...

    def use(self, device: str | None, offsets: Mapping[str, float]) -> None:
        """Play on another device; `offsets` in seconds, by device name."""
        ...

    def playhead(self) -> Playhead: ...
    def stats(self) -> Mapping[str, Any]:
        """Device, rate, latency, underflows, callback age: for the panel."""
        ...

    def close(self) -> None: ...
