"""Speaks with espeak-ng and keeps the phone events; one object per process (its library is not thread-safe)."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any

import espeakng_loader
import numpy as np
from numpy.typing import NDArray

_RETRIEVAL, _PHONE_EVENTS_IN_IPA, _UTF8 = 1, 1 | 2, 1
_RATE, _PITCH, _RANGE = 1, 3, 4
_END_OF_LIST, _PHONE = 0, 7


class _Id(ctypes.Union):
    _fields_ = [("number", ctypes.c_int), ("name", ctypes.c_char_p), ("string", ctypes.c_char * 8)]


class _Event(ctypes.Structure):
    _fields_ = [
        *(("type", ctypes.c_int), ("id_", ctypes.c_uint), ("text_position", ctypes.c_int)),
        *(("length", ctypes.c_int), ("audio_position", ctypes.c_int), ("sample", ctypes.c_int)),
        *(("user_data", ctypes.c_void_p), ("id", _Id)),
    ]


_Callback = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(_Event)
)


@dataclass(frozen=True, slots=True)
class Prosody:
    """espeak-ng's speaking parameters: words a minute, pitch 0–99, pitch range 0–99."""

    rate: int = 170
    pitch: int = 50
    range: int = 50


@dataclass(frozen=True, slots=True)
class Events:
    """What came back: int16 sound at `rate` Hz and (sample, IPA name) of each phone event."""

    sound: NDArray[np.int16]
    rate: int
    phones: tuple[tuple[int, str], ...]


class EspeakEvents:
    """espeak-ng in this process. Raises ValueError for a voice that cannot be set."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL(espeakng_loader.get_library_path())
        data = espeakng_loader.get_data_path().encode()
        self._rate = self._library.espeak_Initialize(_RETRIEVAL, 0, data, _PHONE_EVENTS_IN_IPA)
        self._sound: list[NDArray[np.int16]] = []
        self._phones: list[tuple[int, str]] = []
        self._callback = _Callback(self._take)
        self._library.espeak_SetSynthCallback(self._callback)

    def speak(self, text: str, voice: str, *, prosody: Prosody) -> Events:
        """Speak `text` with a voice such as `en-us+f2`."""
        if self._library.espeak_SetVoiceByName(voice.encode()) != 0:
            raise ValueError(f"espeak-ng has no voice {voice}")
        for parameter, value in ((_RATE, prosody.rate), (_PITCH, prosody.pitch), (_RANGE, prosody.range)):
            self._library.espeak_SetParameter(parameter, value, 0)
        self._sound, self._phones = [], []
        data = text.encode() + b"\0"
        self._library.espeak_Synth(data, ctypes.c_size_t(len(data)), 0, 1, 0, _UTF8, None, None)
        self._library.espeak_Synchronize()
        sound = np.concatenate(self._sound) if self._sound else np.zeros(0, np.int16)
        return Events(sound, self._rate, tuple(self._phones))

    def _take(self, sound: Any, samples: int, events: Any) -> int:
        if samples > 0:
            self._sound.append(np.ctypeslib.as_array(sound, (samples,)).copy())
        index = 0
        while events[index].type != _END_OF_LIST:
            if events[index].type == _PHONE:
                name = bytes(events[index].id.string).split(b"\0")[0].decode("utf-8", "replace")
                self._phones.append((events[index].sample, name))
            index += 1
        return 0
