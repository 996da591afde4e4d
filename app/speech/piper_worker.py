"""The guarded child that holds piper-tts: speaks requests from stdin with one voice, answers on stdout.

piper-tts is under the GPL and optional, so it lives in a process of its own, maybe of another Python
installation, that imports nothing of Lisan but the frame format. Started as `main(VOICE.onnx, THREADS)`.

It greets with `{"rate", "times": whether the voice tells how long each symbol lasts}`. Requests:
`{"text", "pace"?}` → `{"rate", "symbols": [[symbol, samples or null]…]}` and 16-bit sound;
`{"spell": [text…]}` → `{"symbols": [[symbol…]…]}`; what fails → `{"error"}`.
Symbols are Piper's own, `^` and `$` around each sentence. The process ends when stdin does.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO, Final

from app.speech.pipe import Message, read_frame, write_frame

_BEGIN, _END = "^", "$"
_SEED: Final = 20_240_229  # of the voice's noise: the same start gives the same sounds
_ERRORS_ONLY: Final = 3


class Piper:
    """One voice, loaded; one thread only."""

    def __init__(self, model: str, threads: int) -> None:
        import onnxruntime

        onnxruntime.set_seed(_SEED)
        onnxruntime.set_default_logger_severity(_ERRORS_ONLY)
        # The package makes its session with default options: as many spinning threads as there are cores.
        onnxruntime.SessionOptions = _capped(onnxruntime.SessionOptions, threads)
        from piper import PiperVoice

        try:
            self._voice = PiperVoice.load(model, include_alignments=True)
        except TypeError:  # an older package, which tells times only for voices that were patched
            self._voice = PiperVoice.load(model)
        self._voice.use_tashkeel = False  # Arabic arrives with its marks
        self.rate = int(self._voice.config.sample_rate)
        self.times = len(self._voice.session.get_outputs()) > 1

    def speak(self, text: str, pace: float) -> tuple[Message, bytes]:
        """Sound of one text and the symbols that made it, with the samples that each lasts."""
        from piper import SynthesisConfig

        lasts = float(self._voice.config.length_scale) / pace
        symbols: list[list[Any]] = []
        sound = bytearray()
        for sentence in self._voice.synthesize(
            text, SynthesisConfig(length_scale=lasts), include_alignments=self.times
        ):
            symbols += _timed(sentence)
            sound += sentence.audio_int16_bytes
        return {"rate": self.rate, "symbols": symbols}, bytes(sound)

    def spell(self, texts: list[str]) -> Message:
        """The symbols of each text, without sound."""
        return {"symbols": [list(chain(*self._voice.phonemize(text))) for text in texts]}


def _timed(sentence: Any) -> Iterator[list[Any]]:
    """Symbols of one sentence; their samples where the voice tells them."""
    if sentence.phoneme_alignments:
        for part in sentence.phoneme_alignments:
            yield [part.phoneme, int(part.num_samples)]
        return
    for symbol in (_BEGIN, *sentence.phonemes, _END):
        yield [symbol, None]


def _capped(make: Callable[[], Any], threads: int) -> Callable[[], Any]:
    def options() -> Any:
        made = make()
        made.intra_op_num_threads = threads
        made.inter_op_num_threads = 1
        made.add_session_config_entry("session.intra_op.allow_spinning", "0")
        return made

    return options


def _answer(voice: Piper, request: Message) -> tuple[Message, bytes]:
    try:
        if "spell" in request:
            return voice.spell(request["spell"]), b""
        return voice.speak(request["text"], float(request.get("pace", 1.0)))
    except Exception as error:  # noqa: BLE001 - whatever the package raises, the parent is told
        return {"error": f"Piper cannot speak this text ({type(error).__name__})"}, b""


def serve(model: str, threads: int, requests: BinaryIO, replies: BinaryIO) -> None:
    """Load the voice, greet, then answer requests until they end."""
    try:
        voice = Piper(model, threads)
    except ImportError as error:
        write_frame(replies, {"error": f"piper-tts is not installed for {sys.executable} ({error})"})
        return
    except Exception as error:  # noqa: BLE001 - the runtime's and the package's errors share no base class
        reason = " ".join(str(error).split())[:200]
        write_frame(replies, {"error": f"the Piper voice {Path(model).name} does not load: {reason}"})
        return
    write_frame(replies, {"rate": voice.rate, "times": voice.times})
    while (frame := read_frame(requests)) is not None:
        write_frame(replies, *_answer(voice, frame[0]))


def main(model: str, threads: int) -> None:
    """Entry point of the child."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle; it then closes stdin
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever the libraries print must not reach the frames
    serve(model, threads, sys.stdin.buffer, replies)
