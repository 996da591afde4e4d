"""Walks the timing ladder for a spoken chunk: engine times, forced alignment, free reading, loudness."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from app.align.emissions import Emissions
from app.align.free import recognise, without_drones
from app.align.known_text import align_text
from app.align.listeners import Listeners
from app.align.plausibility import confidence_of, require_legible, require_possible
from app.core.errors import AlignmentError, ModelError
from app.core.phones import SILENCE
from app.core.ports import ModelInfo, Progress
from app.core.timeline import Timeline
from app.core.types import (
    SPEECH_RATE,
    Alignment,
    Audio,
    Chunk,
    Language,
    Phone,
    PhoneToken,
    SpokenChunk,
    TimingSource,
    read_only,
)

NETWORK: Final = "align_network"
VITERBI: Final = "align_viterbi"
"""Keys of `Alignment.timing_ms`: sound to posteriors, and posteriors to times."""

WARM_UP_SECONDS: Final = (1, 2, 3)

_NETWORK_SHARE: Final = 0.4  # of the time that a long recording takes

_Timed = tuple[Timeline[Phone], float]


class LadderAligner:
    """The `Aligner` of all languages: tries the rungs from the best down and says why it left each."""

    def __init__(self, listeners: Listeners, progress: Progress | None = None) -> None:
        self._listeners = listeners
        self._progress = progress

    def reporting(self, progress: Progress) -> LadderAligner:
        """The same aligner, which tells `progress` the share of each sound that is done."""
        return LadderAligner(self._listeners, progress)

    def open(self, languages: Iterable[Language]) -> None:
        """Open the networks of these languages now. Raises ModelError."""
        for language in languages:
            self._listeners.of(language)
            self._listeners.ctc(language)

    def align(self, spoken: SpokenChunk, timing: TimingSource | None = None) -> Alignment:
        """Phones in time; never raises for any sound or text.

        Without `timing` the best rung that gives a plausible timeline is taken. A `timing` that is
        given is never left: where it fails, `confidence` is None and `warning` says why.
        """
        walk = _Walk(spoken, self._listeners, self._progress)
        if timing is not None:
            return walk.forced(timing)
        return walk.down()

    def warm_up(self) -> None:
        """Open every language's network and run it at 1, 2 and 3 s. A network that fails stays failed."""
        for language in Language:
            for seconds in WARM_UP_SECONDS:
                self.align(_hum(seconds, language), TimingSource.ACOUSTIC)

    def info(self) -> Sequence[ModelInfo]:
        """What was chosen for each language that was opened."""
        return self._listeners.info()


@dataclass(slots=True)
class _Walk:
    """One chunk's way down the ladder: emissions are computed once, reasons and times are kept."""

    spoken: SpokenChunk
    listeners: Listeners
    progress: Progress | None = None
    reasons: dict[TimingSource, str] = field(default_factory=dict)
    timing_ms: dict[str, float] = field(default_factory=dict)
    heard: Emissions | None = None

    def down(self) -> Alignment:
        for source in self._rungs():
            try:
                phones, confidence = self._rung(source)
            except (AlignmentError, ModelError) as error:
                before = self.reasons.get(source)  # why an added model was left
                self.reasons[source] = f"{before}; {error}" if before else str(error)
            else:
                return self._alignment(phones, source, confidence=confidence)
        return self.forced(TimingSource.ENERGY)

    def forced(self, source: TimingSource) -> Alignment:
        try:
            phones, confidence = self._rung(source)
        except (AlignmentError, ModelError) as error:
            return self._alignment(self._still(), source, confidence=None, warning=str(error))
        return self._alignment(phones, source, confidence=confidence)

    def _rungs(self) -> Iterator[TimingSource]:
        """The rungs above loudness; a voice without exact times does not step down from them."""
        if self.spoken.engine_phones is not None:
            yield TimingSource.ENGINE
        yield TimingSource.ACOUSTIC
        yield TimingSource.RECOGNISED

    def _rung(self, source: TimingSource) -> _Timed:
        rungs = {
            TimingSource.ENGINE: self._engine,
            TimingSource.ACOUSTIC: self._acoustic,
            TimingSource.RECOGNISED: self._recognised,
            TimingSource.ENERGY: self._energy,
        }
        return rungs[source]()

    def _engine(self) -> _Timed:
        phones = self.spoken.engine_phones
        if phones is None:
            raise AlignmentError(f"the voice {self.spoken.voice} has no exact times of its own")
        if phones.duration != len(self.spoken.audio.samples) or phones.rate != self.spoken.audio.rate:
            raise AlignmentError("the voice's times are not those of its sound")
        require_possible(phones)
        return phones, 1.0

    def _acoustic(self) -> _Timed:
        if not self.spoken.tokens:
            raise AlignmentError("there is no transcript")
        added = self._added()
        if added is not None:
            return added
        emissions = self._emissions()
        with self._clock(VITERBI):
            return align_text(emissions, self.spoken.tokens, self._share(_NETWORK_SHARE, 1.0))

    def _added(self) -> _Timed | None:
        """What an added network makes of the text; where it fails, ours tries, and the reason stays."""
        try:
            ctc = self.listeners.ctc(self.spoken.chunk.language)
            if ctc is None:
                return None
            with self._clock(NETWORK):
                return ctc.align(self.spoken, self._share(0.0, 1.0))
        except (AlignmentError, ModelError) as error:
            self.reasons[TimingSource.ACOUSTIC] = f"the added model: {error}"
            return None

    def _recognised(self) -> _Timed:
        emissions = self._emissions()
        with self._clock(VITERBI):
            phones = recognise(without_drones(emissions))
        require_possible(phones)
        require_legible(emissions, phones)
        phones = emissions.calibration.ear.applied(phones)
        return phones, confidence_of(phones, spoken_only=False)

    def _energy(self) -> _Timed:
        """No phones at all; nothing is known of them, so confidence is 0."""
        return Timeline((), len(self.spoken.audio.samples), SPEECH_RATE), 0.0

    def _emissions(self) -> Emissions:
        if self.heard is None:
            with self._clock(NETWORK):
                listener = self.listeners.of(self.spoken.chunk.language)
                self.heard = listener.listen(self.spoken.audio, self._share(0.0, _NETWORK_SHARE))
        return self.heard

    def _share(self, start: float, end: float) -> Progress | None:
        """Progress of a step that takes from `start` to `end` of the whole."""
        report = self.progress
        return None if report is None else lambda share: report(start + share * (end - start))

    def _still(self) -> Timeline[Phone]:
        """A mouth at rest over the whole sound."""
        duration = len(self.spoken.audio.samples)
        rest = (Phone(SILENCE, 0, duration),) if duration else ()
        return Timeline(rest, duration, SPEECH_RATE)

    def _alignment(
        self,
        phones: Timeline[Phone],
        source: TimingSource,
        *,
        confidence: float | None,
        warning: str | None = None,
    ) -> Alignment:
        return Alignment(phones, source, confidence, warning, self.reasons, self.timing_ms)

    @contextmanager
    def _clock(self, stage: str) -> Iterator[None]:
        begun = time.perf_counter()
        try:
            yield
        finally:
            spent = (time.perf_counter() - begun) * 1000
            self.timing_ms[stage] = self.timing_ms.get(stage, 0.0) + spent


def _hum(seconds: int, language: Language) -> SpokenChunk:
    """A quiet tone with a few phones of text: enough to make every part of the way run."""
    time_line = np.arange(seconds * SPEECH_RATE, dtype=np.float32) / SPEECH_RATE
    samples = read_only(0.05 * np.sin(2 * np.pi * 150 * time_line))
    chunk = Chunk(0, "", language, ())
    tokens = tuple(PhoneToken(ipa, 0) for ipa in ("m", "a") * 5 * seconds)
    return SpokenChunk(chunk, Audio(samples), tokens, voice="")
