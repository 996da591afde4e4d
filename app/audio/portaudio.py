"""The one door to sounddevice: finds a device by name, opens it, survives its death.

PortAudio lists devices once, when it starts; a device that comes later needs a restart, which would
pull every open stream from under its owner. It is also not thread-safe. Hence the gate and the count.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import os
import threading
from collections.abc import Iterator
from typing import Any, Final

from app.audio.doubling import DEVICE_RATE
from app.audio.feed import Feed
from app.core.errors import AudioError

_SILENT_FOR: Final = 2.0
"""Seconds without a callback after which an active stream counts as hung."""

_CLOSING_TAKES: Final = 1.0

_gate = threading.Lock()
_open: set[int] = set()
"""Streams that PortAudio still holds, the hung ones too; by identity."""


class DeviceOutput:
    """A PortAudio stream that pulls from a feed."""

    muted = False

    def __init__(self, stream: Any, feed: Feed, name: str, host_api: str) -> None:
        self._stream = stream
        self._feed = feed
        self.name = name
        self.host_api = host_api
        self.latency = float(stream.latency)
        self.finished = False

    @property
    def alive(self) -> bool:
        return not self.finished and self._feed.age < _SILENT_FOR

    def close(self) -> None:
        """Stop and free the stream; a hung one is left to a thread of its own, for it may never return."""
        self._feed.live = False
        closer = threading.Thread(target=self._close, name="audio-close", daemon=True)
        closer.start()
        closer.join(_CLOSING_TAKES)
        if closer.is_alive():
            _let_process_exit()

    def _close(self) -> None:
        with contextlib.suppress(_sounddevice().PortAudioError):  # a device that is gone cannot be stopped
            self._stream.abort()
        with _gate:
            self._stream.close(ignore_errors=True)
            _open.discard(id(self._stream))


def open_device(device: str | None, latency: float, feed: Feed, *, rescan: bool = False) -> DeviceOutput:
    """Open and start the device of that name, or the default one for None.

    `rescan` looks for devices that came since (only while no stream is open). Raises AudioError.
    """
    with _gate, _quiet_stderr():
        sounddevice = _sounddevice()
        try:
            if rescan and not _open:
                _restart(sounddevice)
            return _started(sounddevice, device, latency, feed)
        except (sounddevice.PortAudioError, ValueError) as error:
            raise AudioError(_report(device, error)) from error


def output_names() -> list[str]:
    """The devices that can play, by name; none where the system has no sound."""
    if isinstance(_library(), OSError):
        return []
    with _gate, _quiet_stderr():
        devices = _sounddevice().query_devices()
    return list(dict.fromkeys(str(one["name"]) for one in devices if one["max_output_channels"] > 0))


@functools.cache
def _library() -> Any:
    """sounddevice, or why it cannot be loaded (looked for once: the search starts processes)."""
    try:
        import sounddevice
    except OSError as error:
        return error
    return sounddevice


def _sounddevice() -> Any:
    library = _library()
    if isinstance(library, OSError):
        raise AudioError(f"PortAudio is missing ({library}); install it (Debian: libportaudio2)") from library
    return library


def _restart(sounddevice: Any) -> None:
    sounddevice._terminate()  # noqa: SLF001 - its documented way to look for new devices
    sounddevice._initialize()  # noqa: SLF001


def _started(sounddevice: Any, device: str | None, latency: float, feed: Feed) -> DeviceOutput:
    info = sounddevice.query_devices(device, "output")
    host_api = str(sounddevice.query_hostapis(info["hostapi"])["name"])

    def finished() -> None:
        output.finished = True

    stream = sounddevice.OutputStream(
        samplerate=DEVICE_RATE,
        device=info["index"],
        channels=min(2, info["max_output_channels"]),
        dtype="float32",
        latency=latency,
        extra_settings=_settings(sounddevice, host_api),
        callback=_callback(feed),
        finished_callback=finished,
    )
    output = DeviceOutput(stream, feed, str(info["name"]), host_api)
    _open.add(id(stream))
    try:
        stream.start()
    except sounddevice.PortAudioError:
        stream.close(ignore_errors=True)
        _open.discard(id(stream))
        raise
    return output


def _callback(feed: Feed) -> Any:
    def callback(out: Any, frames: int, time: Any, status: Any) -> None:
        feed.fill(
            out,
            frames,
            dac=time.outputBufferDacTime,
            current=time.currentTime,
            underflow=status.output_underflow,
        )

    return callback


def _settings(sounddevice: Any, host_api: str) -> Any:
    """Shared WASAPI devices refuse any rate but their own unless asked to convert (not verified here)."""
    return sounddevice.WasapiSettings(auto_convert=True) if "WASAPI" in host_api else None


def _report(device: str | None, error: Exception) -> str:
    reason = " ".join(str(part) for part in error.args if isinstance(part, str))
    return f"audio device {device or '(default)'!r} cannot be opened: {' '.join(reason.split())}"


@contextlib.contextmanager
def _quiet_stderr() -> Iterator[None]:
    """ALSA, JACK and PortAudio write to descriptor 2 for every device that cannot be opened."""
    kept = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    os.close(nowhere)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _let_process_exit() -> None:
    """Keep sounddevice from ending PortAudio at exit, which would wait for the hung stream for ever."""
    atexit.unregister(_sounddevice()._exit_handler)  # noqa: SLF001 - registered by its import, no public name
