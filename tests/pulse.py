"""A sound device without hardware: a private PulseAudio daemon with null sinks, and ears on their monitors.

`pulse` is the fixture: PortAudio of this process and, with `pulse.env`, of child processes plays there.
No system daemon is used or seen.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import pytest
from numpy.typing import NDArray

RATE: Final = 48_000
AUDIBLE: Final = 10 ** (-50 / 20)
"""−50 dBFS: what counts as sound."""

_PATIENCE: Final = 5.0


@dataclass(frozen=True)
class Heard:
    """What an ear heard: mono float32 at 48 kHz; the first sample sounded at monotonic time `began`."""

    samples: NDArray[np.float32]
    began: float

    def time(self, index: int) -> float:
        """Monotonic time at which that sample sounded."""
        return self.began + index / RATE

    def index(self, moment: float) -> int:
        """The sample that sounded at that monotonic time."""
        return round((moment - self.began) * RATE)

    def onsets(self, *, quiet: float = 0.05, level: float = AUDIBLE) -> list[float]:
        """Times at which sound begins after at least `quiet` seconds below `level`."""
        loud = np.flatnonzero(np.abs(self.samples) > level)
        if not len(loud):
            return []
        first = np.diff(loud, prepend=loud[0] - 2 * RATE) > quiet * RATE
        return [self.time(int(index)) for index in loud[first]]

    def last_sound(self, *, level: float = AUDIBLE) -> float | None:
        """Time of the last sample above `level`."""
        loud = np.flatnonzero(np.abs(self.samples) > level)
        return self.time(int(loud[-1])) if len(loud) else None


class Ear:
    """Records a sink's monitor until it is closed, and keeps the sink awake meanwhile."""

    def __init__(self, server: PulseServer, sink: str) -> None:
        command = ("parec", "-d", f"{sink}.monitor", f"--rate={RATE}", "--channels=1", "--format=float32le")
        self._process = subprocess.Popen(
            (*command, "--latency-msec=5", "--raw"),
            env=server.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
        )
        self._pieces: list[tuple[float, bytes]] = []
        self._thread = threading.Thread(target=self._listen, name="ear", daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        handle = self._process.stdout.fileno()
        while piece := os.read(handle, 1 << 16):
            self._pieces.append((time.monotonic(), piece))

    def wait_until_awake(self) -> None:
        """Until sound (silence, too) arrives steadily."""
        _wait_for(lambda: len(self._pieces) > 10, "the monitor gives no sound")

    def heard(self, since: float = 0.0) -> Heard:
        """What was heard from monotonic time `since` until now.

        Arrivals are late by chance, never early: the soonest ones tell when the recording began.
        """
        heard = self._all()
        skipped = min(max(heard.index(since), 0), len(heard.samples))
        return Heard(heard.samples[skipped:], heard.time(skipped))

    def _all(self) -> Heard:
        pieces = list(self._pieces)
        samples = np.frombuffer(b"".join(piece for _, piece in pieces), dtype="<f4")
        sizes = np.array([len(piece) // 4 for _, piece in pieces])
        starts = np.concatenate(([0], np.cumsum(sizes)[:-1]))
        arrivals = np.array([moment for moment, _ in pieces])
        settled = slice(min(10, len(pieces) - 1), None)
        began = float(np.percentile((arrivals - starts / RATE)[settled], 5))
        return Heard(samples, began)

    def forget(self) -> None:
        """Drop what was heard: minutes of sound are not needed in memory."""
        self._pieces.clear()

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(_PATIENCE)
        self._thread.join(_PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()


class PulseServer:
    """A PulseAudio daemon of its own in a private folder; `close` ends it, hung or not."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="pulse-"))  # Unix sockets need a short path
        (self.folder / "run").mkdir(mode=0o700)
        address = f"unix:{self.folder}/native"
        (self.folder / "asound.conf").write_text(
            "</usr/share/alsa/alsa.conf>\n"
            f'pcm.!default {{ type pulse server "{address}" }}\n'
            f'ctl.!default {{ type pulse server "{address}" }}\n'
        )
        self.variables = {
            "ALSA_CONFIG_PATH": str(self.folder / "asound.conf"),
            "PULSE_SERVER": address,
            "PULSE_COOKIE": str(self.folder / "cookie"),
            "XDG_RUNTIME_DIR": str(self.folder / "run"),
        }
        self._modules: dict[str, str] = {}
        self._ears: dict[str, Ear] = {}
        self.process = self._start()
        try:
            self._wait_until_up()
        except BaseException:
            self.close()
            raise

    @property
    def env(self) -> dict[str, str]:
        """The environment for child processes that shall play here."""
        return os.environ | self.variables

    def _start(self) -> subprocess.Popen[bytes]:
        protocol = f"module-native-protocol-unix auth-anonymous=1 socket={self.folder}/native"
        calm = ("--exit-idle-time=30", "--use-pid-file=no", "--disable-shm=yes")
        prompt = ("--high-priority=yes", "--realtime=yes")  # where it may: a device does not wait for a core
        return subprocess.Popen(
            ("pulseaudio", "-n", "--daemonize=no", *calm, *prompt, "-L", protocol),
            env=self.env | {"HOME": str(self.folder)},
            stderr=subprocess.DEVNULL,
        )

    def _wait_until_up(self) -> None:
        _wait_for((self.folder / "native").exists, "PulseAudio did not start")
        self._control("info")

    def _control(self, *arguments: str) -> str:
        command = ("pactl", *arguments)
        done = subprocess.run(command, env=self.env, check=True, capture_output=True, timeout=_PATIENCE)
        return done.stdout.decode().strip()

    def add_sink(self, name: str = "kiosk") -> Ear:
        """Plug a device in; the ear that hears it is there first, for a null sink sleeps without one."""
        arguments = (f"sink_name={name}", f"rate={RATE}", "channels=2")
        self._modules[name] = self._control("load-module", "module-null-sink", *arguments)
        self._control("suspend-sink", name, "1")
        self._ears[name] = Ear(self, name)
        _wait_for(self._all_ears_are_there, "parec did not connect")
        self._control("suspend-sink", name, "0")  # else it sleeps through the two seconds it had planned
        self._ears[name].wait_until_awake()
        return self._ears[name]

    def _all_ears_are_there(self) -> bool:
        return len(self._control("list", "short", "source-outputs").splitlines()) == len(self._ears)

    def remove_sink(self, name: str = "kiosk") -> None:
        """Pull a device out."""
        self._control("unload-module", self._modules.pop(name))
        self._ears.pop(name).close()

    def hang(self) -> None:
        """The daemon stops answering; `resume` wakes it."""
        self.process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        self.resume()
        for ear in self._ears.values():
            ear.close()
        self.process.terminate()
        try:
            self.process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(_PATIENCE)
        shutil.rmtree(self.folder, ignore_errors=True)


def _wait_for(ready: Callable[[], bool], complaint: str) -> None:
    deadline = time.monotonic() + _PATIENCE
    while not ready():
        if time.monotonic() > deadline:
            raise TimeoutError(complaint)
        time.sleep(0.005)


@pytest.fixture
def pulse(monkeypatch: pytest.MonkeyPatch) -> Iterator[PulseServer]:
    """A running daemon without a sink; this process's PortAudio is pointed at it."""
    server = PulseServer()
    for name, value in server.variables.items():
        monkeypatch.setenv(name, value)
    _look_for_devices()
    yield server
    server.close()


def _look_for_devices() -> None:
    """PortAudio reads its list of devices once; earlier tests had another daemon."""
    import sounddevice

    sounddevice._terminate()
    sounddevice._initialize()
