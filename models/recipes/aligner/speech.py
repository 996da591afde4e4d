"""Second step of the recipe: each training or test voice speaks a text and tells when it says which phone."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import soundfile
import soxr
from numpy.typing import NDArray

from app.core.errors import SpeechError
from app.core.types import Language
from app.speech.espeak_process import EspeakProcess
from app.speech.ipa import from_cmu, from_espeak, from_kokoro
from app.speech.phone_events import phone_events, repair_closures, timeline, without_false_pauses

RATE = 16_000
_HIBARI_LEAD = 0.05
"""Seconds by which hibari's sound leads its own duration tensor (measured on sibilant edges)."""


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


def espeak(text: str, language: Language, *, voice: str, prosody: Prosody) -> Spoken:
    """espeak-ng with the exact times that the kiosk's own voice reports: closures repaired."""
    reply = _espeak().ask({"voice": voice, "text": text, **asdict(prosody)})
    sound, rate = np.frombuffer(reply.sound, "<i2"), int(reply.message["rate"])
    names = [(int(sample), str(name)) for sample, name in reply.message["phones"]]
    numbered = ((sample, name, number) for number, (sample, name) in enumerate(names))
    events = phone_events(numbered, language, ends=len(sound))
    scaled = sound.astype(np.float32) / 32768
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
        import onnx
        import onnxruntime

        self._hibari = hibari.Hibari(threads=1)
        network = onnx.load(str(self._hibari.model_path))
        network.graph.output.append(onnx.helper.ValueInfoProto(name="/Clip_output_0"))
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(
            network.SerializeToString(), options, providers=["CPUExecutionProvider"]
        )
        self._symbols = {number: symbol for symbol, number in self._hibari.vocab.items()}

    def speak(self, text: str, *, speed: float, seed: int) -> Spoken:
        """Speak one sentence. Raises SpeechError for a symbol without a phone."""
        from hibari import dsp

        ids = self._hibari.ids(self._hibari.phonemize(text)[0])
        feed = {"ids": np.asarray([ids], np.int64), "speed": np.asarray([speed], np.float32)}
        *parts, steps = self._session.run(None, feed)
        sound = dsp.synth(*(part[0] for part in parts), np.random.default_rng(seed))
        rows = self._rows(ids, steps.ravel().astype(float), length=len(sound) / dsp.SR)
        return Spoken(_resampled((sound * 32767).astype(np.int16), dsp.SR), rows, "hibari", text)

    def _rows(self, ids: list[int], steps: NDArray[Any], *, length: float) -> tuple[Row, ...]:
        """Stress and spaces belong to the phone after them, length marks to the one before."""
        ends = np.maximum(np.cumsum(steps) / steps.sum() * length - _HIBARI_LEAD, 0.0)
        timed: list[tuple[float, str]] = []
        for number, end in zip(ids, ends, strict=True):
            symbol = self._symbols[number] if number else "."
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
