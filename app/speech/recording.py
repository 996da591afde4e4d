"""Speech that somebody recorded: any common file as `Audio`, with the tokens of its transcript."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import soundfile
import soxr
from numpy.typing import NDArray

from app.core.errors import SpeechError
from app.core.types import (
    SPEECH_RATE,
    Audio,
    Chunk,
    Float32,
    Language,
    PhoneToken,
    SpokenChunk,
    Word,
    read_only,
)
from app.speech.chunking import split
from app.speech.espeak import EspeakVoice
from app.speech.espeak_process import EspeakProcess
from app.speech.levels import matched

VOICE: Final = "recording"

_BLOCK: Final = 1 << 16
_CANCELLED: Final = 0.2
"""A mix that keeps less of the loudest channel's power than this has lost the voice between its channels."""


def read_recording(path: Path) -> Audio:
    """The sound of a WAV, FLAC, OGG or MP3 file, mono at `SPEECH_RATE`, level unchanged.

    Read in blocks, so that memory holds only the result. Values that are no numbers are silence;
    channels that cancel each other are not mixed: the loudest is used. Raises SpeechError.
    """
    try:
        with soundfile.SoundFile(path) as file:
            if not file.frames:
                raise SpeechError(f"{path.name} holds no sound")
            return Audio(read_only(_resampled(file, _weights(file))))
    except (soundfile.SoundFileError, OSError) as error:
        reason = getattr(error, "error_string", str(error)).rstrip(".")
        raise SpeechError(f"{path.name} cannot be read as sound: {reason}") from error


def _blocks(file: Any) -> Iterator[Float32]:
    """The file from its start as `[samples, channels]`."""
    file.seek(0)
    while len(block := file.read(_BLOCK, dtype="float32", always_2d=True)):
        yield np.nan_to_num(block, nan=0.0, posinf=0.0, neginf=0.0)


def _weights(file: Any) -> NDArray[np.float32]:
    """How much of each channel goes into the mono sound."""
    even: NDArray[np.float32] = np.full(file.channels, 1 / file.channels, dtype=np.float32)
    if file.channels == 1:
        return even
    own = np.zeros(file.channels)
    mixed = 0.0
    for block in _blocks(file):
        own += np.sum(np.square(block, dtype=np.float64), axis=0)
        mixed += float(np.sum(np.square(block @ even, dtype=np.float64)))
    if mixed >= _CANCELLED * own.max():
        return even
    loudest = np.zeros_like(even)
    loudest[int(own.argmax())] = 1.0
    return loudest


def _resampled(file: Any, weights: NDArray[np.float32]) -> Float32:
    mono = (block @ weights for block in _blocks(file))
    if file.samplerate == SPEECH_RATE:
        return np.concatenate(list(mono))
    stream = soxr.ResampleStream(file.samplerate, SPEECH_RATE, 1, dtype="float32", quality="HQ")
    parts = [stream.resample_chunk(block) for block in mono]
    parts.append(stream.resample_chunk(np.zeros(0, dtype=np.float32), last=True))
    return np.concatenate(parts)


class Recordings:
    """Reads recordings with their transcripts, in any number of threads.

    The front ends stay open between two recordings: as many as there are threads at work.
    """

    def __init__(self) -> None:
        self._idle: deque[_FrontEnds] = deque()

    def read(self, path: Path, transcript: str = "", language: Language | None = None) -> SpokenChunk:
        """A recording as one spoken chunk, with all words of its transcript and what they should sound like.

        Loudness is matched; silence is kept, so that times are those of the file. Without a transcript
        there are no words and no tokens. `language` is as in `app.speech.chunking.split`. Raises
        SpeechError for a file that is no sound.
        """
        sound = read_recording(path)
        chunks = split(transcript, language)
        audio = Audio(matched(sound.samples))
        return SpokenChunk(_whole(chunks, language), audio, self._tokens(chunks), VOICE)

    def _tokens(self, chunks: Sequence[Chunk]) -> tuple[PhoneToken, ...]:
        if not chunks:
            return ()
        try:
            front_ends = self._idle.pop()
        except IndexError:
            front_ends = _FrontEnds()
        try:
            return tuple(front_ends.tokens(chunks))
        finally:
            self._idle.append(front_ends)

    def close(self) -> None:
        """End the front ends' child processes; nothing may be read meanwhile."""
        while self._idle:
            self._idle.pop().close()


class _FrontEnds:
    """What espeak-ng's front ends make of a transcript. One thread at a time."""

    def __init__(self) -> None:
        self._process = EspeakProcess()
        self._voices = {language: EspeakVoice(language, self._process) for language in Language}

    def tokens(self, chunks: Sequence[Chunk]) -> Iterator[PhoneToken]:
        before = 0
        for chunk in chunks:
            for token in self._voices[chunk.language].tokens(chunk):
                yield replace(token, word=None if token.word is None else token.word + before)
            before += len(chunk.words)

    def close(self) -> None:
        self._process.close()


def spoken_from_recording(
    path: Path, transcript: str = "", language: Language | None = None
) -> list[SpokenChunk]:
    """One recording, read as `Recordings.read` does. Raises SpeechError."""
    with closing(Recordings()) as recordings:
        return [recordings.read(path, transcript, language)]


def _whole(chunks: Sequence[Chunk], language: Language | None) -> Chunk:
    """The chunks as one, in the language of most of its words."""
    text, words = "", list[Word]()
    for chunk in chunks:
        text += " " if text else ""
        words += (
            replace(word, start=word.start + len(text), end=word.end + len(text)) for word in chunk.words
        )
        text += chunk.text
    counts = {one: sum(len(chunk.words) for chunk in chunks if chunk.language is one) for one in Language}
    main = max(counts, key=lambda one: counts[one]) if chunks else language or Language.EN
    return Chunk(0, text, main, tuple(words))
