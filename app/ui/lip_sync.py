"""Shows the mouth and the caption's marked word that belong to the sound, for the bridge's tick."""

from __future__ import annotations

import math
from typing import Final

from app.avatar.items import item_starts
from app.core.ports import Playhead
from app.core.types import SPEECH_RATE, Answer, BehaviourLabel, PreparedChunk
from app.ui.caption_words import WordFinder
from app.ui.heard import HeardChunk, HeardChunks, MouthCloser
from app.ui.view_models.captions import Captions
from app.ui.view_models.face_pose import FacePose

STALL_SECONDS: Final = 0.1
"""A playhead that says it plays and stands still for this long has lost its device."""


class LipSync:
    """One utterance at a time, followed by the audio device's clock plus the screen's lead."""

    def __init__(self, pose: FacePose, captions: Captions, *, lead_ms: float) -> None:
        self._pose = pose
        self._captions = captions
        self._lead = lead_ms / 1000 * SPEECH_RATE
        self._chunks = HeardChunks()
        self._closer = MouthCloser()
        self._finder = WordFinder("")
        self._ends: int | None = None
        self._behaviour = BehaviourLabel.NEUTRAL
        self._sounds = False
        self._remaining = math.inf
        self._item = (-1, 0)
        self._counts = False
        self._playing = False
        self._sample = 0.0
        self._moved = 0.0

    def set_lead(self, lead_ms: float) -> None:
        """How much earlier than the sound the mouth is drawn, from now on."""
        self._lead = lead_ms / 1000 * SPEECH_RATE

    @property
    def behaviour(self) -> BehaviourLabel:
        """That of the chunk which sounds, or sounded last; neutral before the first and after the end."""
        return self._behaviour

    @property
    def sounds(self) -> bool:
        """Whether a chunk, not a pause, is being heard."""
        return self._sounds

    @property
    def remaining(self) -> float:
        """Seconds that are left of the chunk which sounds."""
        return self._remaining if self._sounds else math.inf

    @property
    def counts(self) -> bool:
        """Whether an item of a list has begun with this tick."""
        return self._counts

    @property
    def over(self) -> bool:
        """Whether the utterance was finished and has been heard to its end."""
        return self._ends is not None and (self._sample >= self._ends or not self._playing)

    def reset(self) -> None:
        """Nothing of what was queued will be heard: close the mouth from now on."""
        self._chunks.clear()
        self._ends = None
        self._rest()

    def answer(self, answer: Answer) -> None:
        """Caption the answer that will be spoken."""
        self._captions.say(answer.text, answer.language)
        self._finder = WordFinder(answer.text)

    def queue(self, prepared: PreparedChunk, begins: int) -> None:
        """A chunk will sound from stream sample `begins`."""
        spans = self._finder.find(prepared.spoken.chunk.words)
        lists = prepared.behaviour.label is BehaviourLabel.LISTING
        items = item_starts(prepared.spoken.chunk, prepared.words) if lists else ()
        self._chunks.add(HeardChunk(prepared, begins, spans, items))

    def finish(self, ends: int) -> None:
        """The utterance is over at stream sample `ends`."""
        self._ends = ends

    def tick(self, head: Playhead, now: float) -> None:
        """Show what is heard at `head`; `now` in seconds of a steady clock."""
        if head.sample != self._sample:
            self._sample, self._moved = head.sample, now
        self._playing = head.playing
        self._counts = False
        sample = head.sample + self._lead
        chunk = self._chunks.at(sample)
        if chunk and sample < chunk.ends and head.playing and now - self._moved < STALL_SECONDS:
            self._follow(chunk, sample, now)
        else:
            self._sounds = False
            self._pose.show_mouth(self._closer.close(now))
            if self.over:
                self._rest()

    def _follow(self, chunk: HeardChunk, sample: float, now: float) -> None:
        self._sounds = True
        self._remaining = (chunk.ends - sample) / SPEECH_RATE
        item = (chunk.begins, chunk.item(sample))
        self._counts = item != self._item and item[1] > 0
        self._item = item
        self._behaviour = chunk.prepared.behaviour.label
        self._pose.show_mouth(self._closer.follow(chunk.mouth(sample), now, chunk.begins))
        self._captions.mark(chunk.word(sample))

    def _rest(self) -> None:
        self._behaviour = BehaviourLabel.NEUTRAL
        self._captions.mark(None)
