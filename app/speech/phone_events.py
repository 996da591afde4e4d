"""Turns the raw events of espeak-ng into timed phones: closures repaired, length recovered, words named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Final

import numpy as np

from app.core.phones import LENGTH_MARK, SILENCE, base
from app.core.timeline import Timeline, merged
from app.core.types import SPEECH_RATE, Float32, Language, Phone, PhoneToken
from app.speech.ipa import from_espeak

_STOPS: Final = frozenset({"p", "b", "t", "d", "k", "ɡ", "q", "ʔ", "tˤ", "dˤ", "tʃ", "dʒ"})
_HOP_S: Final = 0.002
_LONGEST_CLOSURE_S: Final = 0.160
_LEFT_TO_NEIGHBOUR_S: Final = 0.012
_LOUD_PERCENTILE: Final = 98
_NEAR_SILENCE_DB: Final = -45.0
_FLOOR: Final = 2.5e-4


@dataclass(frozen=True, slots=True)
class Event:
    """A phone that starts at `sample` and lasts until the next event; `word` as in `PhoneToken`."""

    sample: int
    ipa: str
    word: int | None


def phone_events(
    named: Iterable[tuple[int, str, int | None]], language: Language, *, ends: int
) -> tuple[Event, ...]:
    """Events of `(sample, espeak name, word)`, in canonical phones, up to the sound's end at `ends`.

    A name that stands for two phones is halved; one that stands for none, or is unknown, leaves its time
    to the phone before it.
    """
    rows = list(named)
    stops = [sample for sample, _, _ in rows[1:]] + [ends]
    return tuple(
        Event(sample + (stop - sample) * part // len(phones), phone, None if phone == SILENCE else word)
        for (sample, name, word), stop in zip(rows, stops, strict=True)
        for phones in [from_espeak(name, language, strict=False)]
        for part, phone in enumerate(phones)
    )


def with_length(events: Sequence[Event], spelled: Sequence[str]) -> tuple[Event, ...]:
    """Give the events the length marks that only the transcription has; `spelled` are its phones.

    Both come from one analysis, so they agree phone for phone; should they not, the parts that do agree
    are used.
    """
    heard = [index for index, event in enumerate(events) if event.ipa != SILENCE]
    wanted = [phone for phone in spelled if phone != SILENCE]
    matcher = SequenceMatcher(
        None, [base(events[index].ipa) for index in heard], [base(phone) for phone in wanted], autojunk=False
    )
    longer = list(events)
    for first, second, size in matcher.get_matching_blocks():
        for offset in range(size):
            index = heard[first + offset]
            if wanted[second + offset].endswith(LENGTH_MARK):
                longer[index] = replace(events[index], ipa=base(events[index].ipa) + LENGTH_MARK)
    return tuple(longer)


def repair_closures(events: Sequence[Event], sound: Float32, rate: int) -> tuple[Event, ...]:
    """Move the start of each stop back to where the near-silence before its release begins.

    espeak-ng stamps a stop at its release and leaves the closure in the phone before it, which would show
    an open mouth where the lips are shut. After a pause there is nothing to tell the two apart: kept.
    """
    quiet, hop = _quiet_hops(sound, rate)
    repaired = list(events)
    for index in range(1, len(events)):
        event, before = events[index], repaired[index - 1]
        if base(event.ipa) in _STOPS and before.ipa != SILENCE:
            earliest = max(
                before.sample + int(_LEFT_TO_NEIGHBOUR_S * rate),
                event.sample - int(_LONGEST_CLOSURE_S * rate),
            )
            closed = _closure_start(quiet, event.sample // hop, earliest / hop) * hop
            repaired[index] = replace(event, sample=min(event.sample, closed))
    return tuple(repaired)


def without_false_pauses(events: Sequence[Event], sound: Float32, rate: int) -> tuple[Event, ...]:
    """Drop pauses that can be heard: espeak-ng marks a joint between vowels so; its time is the vowel's."""
    quiet, hop = _quiet_hops(sound, rate)
    stops = [event.sample for event in events[1:]] + [len(sound)]
    return tuple(
        event
        for event, stop in zip(events, stops, strict=True)
        if event.ipa != SILENCE or _mostly(quiet[event.sample // hop : stop // hop])
    )


def _mostly(values: Sequence[bool]) -> bool:
    return 2 * sum(values) >= len(values)


def _quiet_hops(sound: Float32, rate: int) -> tuple[list[bool], int]:
    hop = max(1, int(_HOP_S * rate))
    hops = sound[: len(sound) // hop * hop].reshape(-1, hop)
    level = np.sqrt(np.mean(np.square(hops), axis=1))
    loud = float(np.percentile(level, _LOUD_PERCENTILE)) if len(level) else 0.0
    threshold = max(_FLOOR, loud * 10 ** (_NEAR_SILENCE_DB / 20))
    return [bool(value) for value in level < threshold], hop


def _closure_start(quiet: Sequence[bool], release: int, earliest: float) -> int:
    """Hop at which the quiet that ends at the release begins; the release's own hop may be loud."""
    hop = min(release, len(quiet))
    if hop and not quiet[hop - 1]:
        hop -= 1  # the burst can start inside the hop before the event
    while hop > earliest and hop > 0 and quiet[hop - 1]:
        hop -= 1
    return hop


def timeline(events: Sequence[Event], *, ends: int, rate: int) -> Timeline[Phone]:
    """Phones that tile 0…`ends`: silence before the first event, neighbouring silences joined."""
    whole = [Event(0, SILENCE, None), *events]
    stops = [event.sample for event in whole[1:]] + [ends]
    phones = list(_phones(whole, stops, ends))
    return Timeline(merged(phones, _both_silent, _joined), ends, rate)


def trimmed(events: Sequence[Event], rate: int, bounds: tuple[int, int]) -> Timeline[Phone]:
    """The events as phones of the sound that was trimmed to `bounds`, samples of `SPEECH_RATE`."""
    start, end = bounds
    shifted = [
        replace(event, sample=max(0, round(event.sample * SPEECH_RATE / rate) - start)) for event in events
    ]
    return timeline(shifted, ends=end - start, rate=SPEECH_RATE)


def _phones(events: Sequence[Event], stops: Sequence[int], ends: int) -> Iterator[Phone]:
    reached = 0
    for event, stop in zip(events, stops, strict=True):
        if (end := min(stop, ends)) > reached:
            yield Phone(event.ipa, reached, end, event.word)
            reached = end


def _both_silent(first: Phone, second: Phone) -> bool:
    return first.ipa == second.ipa == SILENCE


def _joined(first: Phone, second: Phone) -> Phone:
    return replace(first, end=second.end)


def tokens(events: Sequence[Event]) -> tuple[PhoneToken, ...]:
    """What was said, in order; each pause inside it is one silence, none at either end."""
    said: list[PhoneToken] = []
    for event in events:
        if event.ipa != SILENCE or (said and said[-1].ipa != SILENCE):
            said.append(PhoneToken(event.ipa, event.word))
    while said and said[-1].ipa == SILENCE:
        said.pop()
    return tuple(said)
