"""All voices behind one door: by language and name, and the next one when a voice fails."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from app.core.errors import SpeechError
from app.core.ports import Synthesiser
from app.core.types import Audio, Chunk, Language, SpokenChunk, read_only
from app.speech.chunking import split
from app.speech.espeak import EspeakVoice
from app.speech.espeak_process import EspeakProcess
from app.speech.guarded_process import GuardedProcess
from app.speech.hibari import HibariVoice
from app.speech.piper import PiperVoice, piper_program, piper_python
from app.speech.piper_catalogue import PiperFile
from app.speech.tashkeel import Diacritiser

log = logging.getLogger(__name__)


class VoiceSet:
    """A `Voices`: the voices in order of preference, each language's default first."""

    def __init__(self, voices: Sequence[Synthesiser]) -> None:
        self._voices = tuple(voices)

    def chunks(self, text: str, language: Language | None) -> Sequence[Chunk]:
        """Normalise and split as the caller reads on; nothing to say gives no chunk.

        `language` decides only what no script does (a text of digits): see `app.speech.chunking`.
        """
        return split(text, language)

    def synthesise(self, chunk: Chunk, voice: str | None = None) -> SpokenChunk:
        """Speak one chunk by `voice`, or else by the next that speaks its language.

        A voice of another language is passed over: each run of a mixed text is spoken by its own.
        Raises SpeechError when `voice` is unknown or when no voice could speak.
        """
        if not chunk.spoken:
            return SpokenChunk(chunk, Audio(read_only(np.zeros(0))), (), voice or "")
        failures = []
        for candidate in self._candidates(chunk.language, voice):
            try:
                return candidate.synthesise(chunk)
            except SpeechError as error:
                log.warning("voice %s failed: %s", candidate.name, error)
                failures.append(f"{candidate.name}: {error}")
        raise SpeechError(f"no voice could speak ({'; '.join(failures) or chunk.language})")

    def _candidates(self, language: Language, voice: str | None) -> list[Synthesiser]:
        if voice is not None and all(known.name != voice for known in self._voices):
            names = ", ".join(known.name for known in self._voices)
            raise SpeechError(f"there is no voice {voice!r}; there are {names}")
        able = [known for known in self._voices if language in known.languages]
        return sorted(able, key=lambda known: known.name != voice)

    def names(self, language: Language) -> Sequence[str]:
        """Names of the voices that speak `language`, the default first."""
        return [voice.name for voice in self._voices if language in voice.languages]

    def warm_up(self) -> None:
        """Warm the voices that will speak; one that fails is logged and left to its fallback.

        A dropped-in voice that is nobody's default is loaded when it is asked for: there may be dozens.
        """
        defaults = {next(iter(self.names(language)), "") for language in Language}
        for voice in self._voices:
            if isinstance(voice, PiperVoice) and voice.name not in defaults:
                continue
            try:
                voice.warm_up()
            except SpeechError as error:
                log.warning("voice %s does not warm up: %s", voice.name, error)

    def close(self) -> None:
        for voice in self._voices:
            voice.close()


def build_voices(
    english: str = "hibari",
    arabic: str = "espeak-ar",
    *,
    threads: int = 1,
    count: Callable[[str], None] = lambda _name: None,
    dropped_in: Sequence[PiperFile] = (),
) -> VoiceSet:
    """Every voice of this installation, with the default of each language first.

    `threads` is the synthesisers' share of the thread budget; `count` is told what went wrong on the way to
    a voice, by the name of its counter; `dropped_in` are voices that the operator added. Raises SpeechError
    for an unknown name.
    """
    process = EspeakProcess()
    diacritiser = Diacritiser(count)
    voices: list[Synthesiser] = [
        HibariVoice(threads=threads),
        EspeakVoice(Language.EN, process),
        EspeakVoice(Language.AR, process, diacritiser=diacritiser),
        *_piper(dropped_in, threads=threads, diacritiser=diacritiser),
    ]
    ordered = VoiceSet(sorted(voices, key=lambda voice: voice.name not in (english, arabic)))
    for language, name in ((Language.EN, english), (Language.AR, arabic)):
        if name not in ordered.names(language):
            known = ", ".join(ordered.names(language))
            raise SpeechError(f"there is no voice {name!r} for {language}; there are {known}")
    return ordered


def _piper(files: Sequence[PiperFile], *, threads: int, diacritiser: Diacritiser) -> Iterator[Synthesiser]:
    """The dropped-in voices, each with a child of its own; none without piper-tts."""
    python = piper_python() if files else None
    for file in files if python else ():
        process = GuardedProcess(piper_program(file, python or "", threads=threads))
        yield PiperVoice(file, process, diacritiser=diacritiser)
