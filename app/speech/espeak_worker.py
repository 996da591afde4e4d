"""The guarded child process: speaks requests from stdin with espeak-ng, writes sound and events to stdout.

espeak-ng is not thread-safe, can abort on hostile text and is under the GPL, so it lives in a process of
its own that imports nothing of Lisan but the frame format (and no numpy: it starts in some 60 ms).

Requests:
`{"voice", "text", "rate", "pitch", "range"}` → `{"rate", "phones": [[sample, name]…],
"words": [[phone index, position, length]…], "ipa": [clause…]}` and 16-bit sound;
`{"voice", "spell": [text…]}` → `{"ipa": [[clause…]…]}`; what fails → `{"error"}`.
Positions count characters from 0; in `ipa` sounds are parted by `_`, words by spaces. The process ends
when stdin does.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from pathlib import Path
from typing import Any, BinaryIO, Final

import espeakng_loader

from app.speech.pipe import Message, read_frame, write_frame

_SYNCHRONOUS: Final = 2  # AUDIO_OUTPUT_SYNCHRONOUS: sound goes to the callback, within the call
_PHONE_EVENTS_IN_IPA: Final = 1 | 2
_UTF8: Final = 1  # without espeakSSML and espeakPHONEMES: `<` and `[[` are plain text
_BY_CHARACTER: Final = 1
_IPA_WITH_SEPARATOR: Final = 0x02 | ord("_") << 8
_RATE, _PITCH, _RANGE = 1, 3, 4
_WORD_EVENT, _PHONE_EVENT = 1, 7


class WorkerError(Exception):
    """A request that espeak-ng refuses; the message goes back to the parent."""


class _Id(ctypes.Union):
    _fields_ = (("number", ctypes.c_int), ("name", ctypes.c_char_p), ("string", ctypes.c_char * 8))


class _Event(ctypes.Structure):
    """`espeak_EVENT` of speak_lib.h."""

    _fields_ = (
        ("type", ctypes.c_int),
        ("unique_identifier", ctypes.c_uint),
        ("text_position", ctypes.c_int),
        ("length", ctypes.c_int),
        ("audio_position", ctypes.c_int),
        ("sample", ctypes.c_int),
        ("user_data", ctypes.c_void_p),
        ("id", _Id),
    )


_Callback = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(_Event)
)


class Espeak:
    """The library, initialised once for the process; one thread only."""

    def __init__(self) -> None:
        self._sound = bytearray()
        self._phones: list[tuple[int, str]] = []
        self._words: list[tuple[int, int, int]] = []
        self._data = Path(espeakng_loader.get_data_path())
        self._library = ctypes.CDLL(espeakng_loader.get_library_path())
        self._library.espeak_TextToPhonemes.restype = ctypes.c_char_p
        # The library keeps the path in 160 bytes and opens it in the system's code page: a relative one
        # is short and plain wherever Lisan is installed.
        os.chdir(self._data.parent)
        self.rate: int = self._library.espeak_Initialize(_SYNCHRONOUS, 0, b".", _PHONE_EVENTS_IN_IPA)
        if self.rate <= 0:
            raise WorkerError(f"espeak-ng finds no data in {self._data}; install Lisan again")
        self._callback = _Callback(self._receive)
        self._library.espeak_SetSynthCallback(self._callback)

    def _receive(self, sound: Any, samples: int, events: Any) -> int:
        if samples > 0:
            self._sound += ctypes.string_at(sound, 2 * samples)
        for event in iter(events):
            if event.type == 0:
                break
            if event.type == _PHONE_EVENT:
                self._phones.append((event.sample, event.id.string.decode("utf-8", "replace")))
            elif event.type == _WORD_EVENT:
                self._words.append((len(self._phones), event.text_position - 1, event.length))
        return 0

    def use(self, voice: str) -> None:
        """Set the voice; one that is not there (or a variant that is not) is an error, never a default."""
        _, _, variant = voice.partition("+")
        known = not variant or (self._data / "voices" / "!v" / variant).is_file()
        if not known or self._library.espeak_SetVoiceByName(voice.encode()) != 0:
            raise WorkerError(f"espeak-ng has no voice {voice!r}")

    def speak(self, request: Message) -> tuple[Message, bytes]:
        """Sound, events and transcription of one text."""
        for buffer in (self._sound, self._phones, self._words):
            buffer.clear()
        for parameter, name in ((_RATE, "rate"), (_PITCH, "pitch"), (_RANGE, "range")):
            self._library.espeak_SetParameter(parameter, int(request[name]), 0)
        text = _plain(request["text"])
        size = ctypes.c_size_t(len(text) + 1)
        failed = self._library.espeak_Synth(text, size, 0, _BY_CHARACTER, 0, _UTF8, None, None)
        if failed:
            raise WorkerError(f"espeak-ng refused the text (code {failed})")
        reply = {"rate": self.rate, "phones": self._phones, "words": self._words}
        return reply | {"ipa": self.spell(request["text"])}, bytes(self._sound)

    def spell(self, text: str) -> list[str]:
        """The transcription of each clause, without sound."""
        place = ctypes.c_char_p(_plain(text))
        pointer = ctypes.pointer(place)
        clauses = []
        while place.value:
            ipa = self._library.espeak_TextToPhonemes(pointer, _UTF8, _IPA_WITH_SEPARATOR)
            clauses.append((ipa or b"").decode("utf-8", "replace"))
        return clauses


def _plain(text: str) -> bytes:
    return text.replace("\0", " ").encode("utf-8", "replace")


def _answer(engine: Espeak, request: Message) -> tuple[Message, bytes]:
    try:
        engine.use(request["voice"])
        if "spell" in request:
            return {"ipa": [engine.spell(text) for text in request["spell"]]}, b""
        return engine.speak(request)
    except WorkerError as error:
        return {"error": str(error)}, b""


def serve(requests: BinaryIO, replies: BinaryIO) -> None:
    """Greet with the library's sample rate, then answer requests until they end."""
    try:
        engine = Espeak()
    except (WorkerError, OSError, RuntimeError) as error:
        write_frame(replies, {"error": f"espeak-ng does not start: {error}"})
        return
    write_frame(replies, {"rate": engine.rate})
    while (frame := read_frame(requests)) is not None:
        write_frame(replies, *_answer(engine, frame[0]))


def main() -> None:
    """Entry point of the child, also in the frozen build."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle; it then closes stdin
    _leave_no_core_files()
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever the library prints must not reach the frames
    serve(sys.stdin.buffer, replies)


def _leave_no_core_files() -> None:
    """The library's aborts are expected here and would fill a kiosk's disk."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main()
