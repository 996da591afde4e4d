"""Human speech for the test: Debian's English telephone prompts, fetched when measured and never stored here.

Wideband (16 kHz) recordings of one speaker, CC-BY-SA, with their transcripts. Nobody knows when she says
which phone, but where a sibilant begins and ends can be found in the sound, and a word must sound where it
is put.
"""

from __future__ import annotations

import gzip
import subprocess
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import soundfile

from app.align.words import word_times
from app.core.errors import SpeechError
from app.core.phones import SILENCE
from app.core.timeline import Timeline
from app.core.types import SPEECH_RATE, Float32, Language, Phone, SpokenChunk
from models.recipes.aligner.held_out import Clip, HeldOut
from models.recipes.aligner.sibilants import Span, edge_errors_ms
from models.recipes.aligner.speech import RATE

PACKAGES = ("asterisk-core-sounds-en-g722", "asterisk-core-sounds-en")
_SOUNDS = "usr/share/asterisk/sounds/en_US_f_Allison"
_TEXTS = "usr/share/doc/asterisk-core-sounds-en/core-sounds-en.txt.gz"
_NO_SPEECH = "[<("
"""A transcript with one of these describes a sound, or says what is not said."""
_SHORTEST_S, _LONGEST_S = 0.4, 30.0
_STEP = SPEECH_RATE // 100
_SOUNDING_DB, _LOUD_DB = 35.0, 25.0
"""Below the loud steps: what still sounds, and what is louder than any breath or echo."""
_LONGEST_CLOSURE = 12
"""Steps of quiet that a stop may have: longer ones are pauses."""
_SOUNDS_HERE = 0.8
_LOUD_PAUSE = 0.5


def prompts(scratch: Path) -> HeldOut:
    """All prompts that are words. Needs apt-get, dpkg-deb and the package G722; raises SpeechError."""
    folder = scratch / "prompts"
    if not (folder / "done").exists():
        folder.mkdir(parents=True, exist_ok=True)
        _fetch(folder)
        _decode(folder)
        (folder / "done").touch()
    return HeldOut("human prompts", Language.EN, tuple(_clips(folder)))


def _fetch(folder: Path) -> None:
    command = ["apt-get", "-q", "download", *PACKAGES]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SpeechError(f"the human prompts cannot be fetched: {done.stderr.strip()[-200:]}")
    for package in folder.glob("*.deb"):
        subprocess.run(["dpkg-deb", "-x", package.name, "."], cwd=folder, check=True)


def _decode(folder: Path) -> None:
    from G722 import G722

    for name in _transcripts(folder):
        coded = (folder / _SOUNDS / f"{name}.g722").read_bytes()
        wave = np.asarray(G722(RATE, 64_000).decode(coded), np.int16)
        soundfile.write(_wav(folder, name), wave, RATE, subtype="PCM_16")


def _wav(folder: Path, name: str) -> Path:
    return folder / f"{name.replace('/', '-')}.wav"


def _transcripts(folder: Path) -> dict[str, str]:
    lines = gzip.decompress((folder / _TEXTS).read_bytes()).decode("utf-8").splitlines()
    pairs = (line.split(": ", 1) for line in lines if ": " in line and not line.startswith(";"))
    return {
        name: text
        for name, text in pairs
        if not set(_NO_SPEECH) & set(text) and (folder / _SOUNDS / f"{name}.g722").exists()
    }


def _clips(folder: Path) -> Iterator[Clip]:
    for name, text in _transcripts(folder).items():
        path = _wav(folder, name)
        if _SHORTEST_S <= soundfile.info(path).duration <= _LONGEST_S:
            yield Clip(path, text, Language.EN)


def sibilant_errors(phones: Timeline[Phone], sound: Float32) -> list[float]:
    """Milliseconds by which the timeline is later than the edges of sibilants that can be found by ear."""
    spans = [Span(phone.ipa, phone.start / SPEECH_RATE, phone.end / SPEECH_RATE) for phone in phones]
    return list(edge_errors_ms(spans, sound, SPEECH_RATE))


def words_in_place(spoken: SpokenChunk, phones: Timeline[Phone]) -> list[bool]:
    """For each measured word: whether there is sound where the timeline puts it, and none in its pauses."""
    loud = _within(spoken.audio.samples, _LOUD_DB)
    sounding = _without_closures(_within(spoken.audio.samples, _SOUNDING_DB))
    pauses = [phone for phone in phones if phone.ipa == SILENCE and phone.end - phone.start > 10 * _STEP]
    verdicts = []
    for word in word_times(spoken.chunk, phones):
        if word.interpolated:
            continue
        beside = [
            one for one in pauses if word.start in (one.start, one.end) or word.end in (one.start, one.end)
        ]
        loud_pause = any(_share(loud, one.start, one.end) > _LOUD_PAUSE for one in beside)
        verdicts.append(_share(sounding, word.start, word.end) >= _SOUNDS_HERE and not loud_pause)
    return verdicts


def _within(sound: Float32, decibels: float) -> Float32:
    """1 for each step of 10 ms that is so near to the loud ones, else 0."""
    steps = sound[: len(sound) // _STEP * _STEP].reshape(-1, _STEP)
    level = 10 * np.log10(np.mean(np.square(steps, dtype=np.float64), axis=1) + 1e-10)
    return (level > np.percentile(level, 95) - decibels).astype(np.float32)


def _without_closures(sounding: Float32) -> Float32:
    """Gaps that are too short for a pause belong to the sound around them."""
    filled = sounding.copy()
    for one, two in pairwise(np.flatnonzero(sounding)):
        if two - one <= _LONGEST_CLOSURE:
            filled[one:two] = 1.0
    return filled


def _share(sounding: Float32, start: int, end: int) -> float:
    part = sounding[start // _STEP : max(-(-end // _STEP), start // _STEP + 1)]
    return float(part.mean()) if len(part) else 0.0
