"""What the engine tells the screen, through one bounded outbox that the GUI's tick drains."""

from __future__ import annotations

from dataclasses import dataclass

from app.core.types import Answer, Language, PreparedChunk


@dataclass(frozen=True, slots=True)
class Ready:
    """Every model is warm."""

    ready_ms: float


@dataclass(frozen=True, slots=True)
class Thinking:
    """A request was taken; the question is shown, the face thinks."""

    generation: int
    question: str
    language: Language


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer that will be spoken."""

    generation: int
    answer: Answer


@dataclass(frozen=True, slots=True)
class ChunkQueued:
    """A prepared chunk was handed to the sink; it sounds from stream sample `begins`."""

    generation: int
    prepared: PreparedChunk
    begins: int


@dataclass(frozen=True, slots=True)
class Finished:
    """All chunks of the utterance are queued; it is over when the playhead passes `ends`."""

    generation: int
    ends: int


@dataclass(frozen=True, slots=True)
class Stopped:
    """Speech was cut: close the mouth now."""

    generation: int


@dataclass(frozen=True, slots=True)
class Failed:
    """A request could not be spoken; the face apologises. `message` is for staff and logs."""

    generation: int
    message: str


@dataclass(frozen=True, slots=True)
class Notice:
    """Something staff should see: `key` names a text in `assets/i18n` (for instance `no_audio`)."""

    key: str
    active: bool
    detail: str = ""


@dataclass(frozen=True, slots=True)
class ContentChanged:
    """Another content pack is in force: its name and questions are to be shown."""


Event = Ready | ContentChanged | Thinking | Answered | ChunkQueued | Finished | Stopped | Failed | Notice
