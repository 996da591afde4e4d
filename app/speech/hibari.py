"""The natural English voice: hibari-tts on ONNX Runtime; only what its wheel brings, never a download."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from app.core.errors import SpeechError
from app.core.phones import SILENCE
from app.core.types import SPEECH_RATE, Audio, Chunk, Float32, Language, PhoneToken, SpokenChunk
from app.speech.compact import CompactDictionary
from app.speech.ipa import from_kokoro
from app.speech.levels import finished
from app.speech.said import Said
from app.speech.warm_up import warm_up_chunks

_VOICE: Final = "heart"  # the one voice inside the wheel
_LONGEST: Final = 400  # symbols that the network takes in one go
_SEED: Final = 20_240_229  # of its breath noise: the same text gives the same sound
_ERRORS_ONLY: Final = 3
_NO_LINKS: Final = str.maketrans("[]", "  ")
"""`[text](/phonemes/)` is markup to hibari's front end."""


@dataclass(frozen=True, slots=True)
class _Loaded:
    session: Any
    front_end: Any
    sound: Any
    vocabulary: dict[str, int]


class HibariVoice:
    """A `Synthesiser`; `threads` is its share of the thread budget. Loaded at first use."""

    def __init__(self, *, threads: int = 1) -> None:
        self.name = "hibari"
        self.languages = frozenset({Language.EN})
        self._threads = threads
        self._loaded: _Loaded | None = None
        self._broken = ""

    def synthesise(self, chunk: Chunk) -> SpokenChunk:
        """Speak one chunk; it has no times of its own. Raises SpeechError."""
        loaded = self._load()
        began = time.perf_counter()
        pieces = self._pieces(loaded, _said(chunk))
        phonemised = time.perf_counter()
        sound = self._speak(loaded, "".join(symbols for symbols, _ in pieces).strip(), chunk.pace)
        audio = Audio(finished(sound)[0])
        ended = time.perf_counter()
        timing = {"phonemise": 1e3 * (phonemised - began), "speak": 1e3 * (ended - phonemised)}
        return SpokenChunk(chunk, audio, tuple(_tokens(pieces)), self.name, timing_ms=timing)

    def _load(self) -> _Loaded:
        if self._loaded is None:
            if self._broken:
                raise SpeechError(self._broken)
            try:
                self._loaded = _load(self._threads)
            except Exception as error:
                self._broken = f"hibari does not load ({error}); install Lisan again"
                raise SpeechError(self._broken) from error
        return self._loaded

    def _pieces(self, loaded: _Loaded, said: Said) -> list[tuple[str, int | None]]:
        """Hibari's symbols in pieces, each with the word that it speaks."""
        pieces, position = [], 0
        try:
            for token in loaded.front_end.phonemize_tokens(loaded.front_end.tokenize(said.text)):
                space = " " if token.whitespace else ""
                pieces.append(((token.phonemes or "") + space, said.word_at(position)))
                position += len(token.text) + len(token.whitespace)
        except Exception as error:
            raise SpeechError(f"hibari cannot read the text ({type(error).__name__})") from error
        return pieces

    def _speak(self, loaded: _Loaded, symbols: str, pace: float) -> Float32:
        ids = [loaded.vocabulary[symbol] for symbol in symbols if symbol in loaded.vocabulary]
        if not ids:
            return np.zeros(0, dtype=np.float32)
        if len(ids) > _LONGEST:
            raise SpeechError(f"hibari speaks at most {_LONGEST} sounds in one go, not {len(ids)}")
        inputs = {"ids": np.asarray([[0, *ids, 0]], np.int64), "speed": np.full(1, pace, np.float32)}
        try:
            spectra = [output[0] for output in loaded.session.run(None, inputs)]
        except Exception as error:  # the runtime's own errors share no base class
            raise SpeechError(f"hibari fails ({type(error).__name__}); espeak-ng can do it") from error
        sound: Float32 = loaded.sound.synth(*spectra, np.random.default_rng(_SEED))
        return sound

    def warm_up(self) -> None:
        """Load, and pay for first uses with a short and a long text. Raises SpeechError."""
        for chunk in warm_up_chunks(Language.EN):
            self.synthesise(chunk)

    def close(self) -> None:
        """Let go of the session."""
        self._loaded = None


def _said(chunk: Chunk) -> Said:
    words = (word.spoken.translate(_NO_LINKS) for word in chunk.words)
    return Said(tuple(" ".join(word.split()) for word in words))


def _load(threads: int) -> _Loaded:
    from hibari import dsp, tts, voices
    from hibari.g2p import G2P
    from hibari.g2p.oov import OOV

    if dsp.SR != SPEECH_RATE:
        raise SpeechError(f"hibari speaks at {dsp.SR} Hz, not {SPEECH_RATE}")
    assets = Path(tts.ASSETS)
    model = Path(voices.voice_path(_VOICE, download_missing=False))
    unknown_words = OOV(str(assets / "oov.onnx"), session=_session(assets / "oov.onnx", threads))
    vocabulary = json.loads((assets / "vocab.json").read_text(encoding="utf-8"))
    front_end = G2P(oov=unknown_words)
    _make_compact(front_end)
    return _Loaded(_session(model, threads), front_end, dsp, vocabulary)


def _make_compact(front_end: Any) -> None:
    """Keep hibari's word tables as bytes: as Python dictionaries they hold most of the voice's memory."""
    for words in (front_end.lexicon.golds, front_end.lexicon.silvers):
        words.d = CompactDictionary(words.d)
    front_end.tagger.weights = CompactDictionary(front_end.tagger.weights)


def _session(model: Path, threads: int) -> Any:
    """A session whose threads never spin; on Windows from bytes, for install paths outside its code page."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = _ERRORS_ONLY
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    source = model.read_bytes() if os.name == "nt" else str(model)
    return onnxruntime.InferenceSession(source, options, providers=["CPUExecutionProvider"])


def _tokens(pieces: list[tuple[str, int | None]]) -> Iterator[PhoneToken]:
    """Phones by word; each pause between words is one silence, none at either end."""
    pause = False
    begun = False
    for symbols, word in pieces:
        for phone in from_kokoro(symbols, strict=False):
            if phone == SILENCE:
                pause = begun
                continue
            if pause:
                yield PhoneToken(SILENCE)
            yield PhoneToken(phone, word)
            pause, begun = False, True
