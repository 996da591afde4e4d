"""Makes the training speech: `python -m models.recipes.aligner.make_data FOLDER --minutes 240`.

Each job is a (group, voice family, share) that writes one .npz: sound, offsets, phone rows. Runs niced, one
process per core, and skips what is already there.
"""

from __future__ import annotations

import argparse
import os
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from app.core.errors import SpeechError
from app.core.phones import PHONES, base
from app.core.types import Language
from app.speech.arabic_spelling import spelled_for_espeak
from models.recipes.aligner.sentences import training_text
from models.recipes.aligner.speech import (
    RATE,
    HibariDurations,
    KokoroDurations,
    Prosody,
    Spoken,
    espeak,
    festival,
    flite,
)

ENGLISH_VOICES = ("en-us", "en-us", "en-gb-x-rp", "en-gb-scotland", "en-029")
HELD_OUT_VARIANTS = ("+f4", "+Alicia", "+m7", "+linda")
TRAIN_VARIANTS = (
    *("", "+m1", "+m2", "+m3", "+m4", "+m5", "+m6", "+m8", "+f1", "+f2", "+f3", "+f5", "+Andrea", "+anika"),
    *(
        "+belinda",
        "+adam",
        "+ed",
        "+max",
        "+Annie",
        "+Lee",
        "+Denis",
        "+steph",
        "+john",
        "+edward",
        "+steph2",
    ),
    *(
        "+klatt",
        "+klatt2",
        "+klatt3",
        "+klatt4",
        "+klatt5",
        "+klatt6",
        "+Diogo",
        "+Gene",
        "+Hugo",
        "+Michael",
    ),
    *(
        "+aunty",
        "+benjamin",
        "+boris",
        "+caleb",
        "+david",
        "+grandma",
        "+grandpa",
        "+ian",
        "+iven",
        "+marcelo",
    ),
    *("+miguel", "+norbert", "+pablo", "+quincy", "+rob", "+sandro", "+shelby", "+travis", "+victor", "+zac"),
)
KOKORO_VOICES = ("jf_alpha", "jf_nezumi", "jf_tebukuro")
COARSE = ("hibari", "kokoro")
EDGE_CERTAIN, EDGE_COARSE = 0, 20
"""Milliseconds around each boundary that training leaves out: none, or hibari's 25 ms steps."""


@dataclass(frozen=True, slots=True)
class Job:
    """One file of training speech."""

    name: str
    seconds: float
    seed: int
    speak: Callable[[random.Random], Iterator[Spoken]]


def espeak_speech(rng: random.Random, *, language: Language) -> Iterator[Spoken]:
    """Endless espeak-ng speech, any voice, variant, rate and pitch of the training split."""
    while True:
        voice = rng.choice(ENGLISH_VOICES) if language is Language.EN else "ar"
        prosody = Prosody(rng.randint(130, 210), rng.randint(20, 80), rng.randint(20, 80))
        text = training_text(language, rng)
        if language is Language.AR:
            text = " ".join(spelled_for_espeak(text.split()))
        yield espeak(text, language, voice=voice + rng.choice(TRAIN_VARIANTS), prosody=prosody)


def flite_speech(rng: random.Random, *, voice: str) -> Iterator[Spoken]:
    """Endless flite speech."""
    while True:
        yield flite(training_text(Language.EN, rng), voice, stretch=rng.uniform(0.85, 1.2))


def festival_speech(rng: random.Random, *, voice: str) -> Iterator[Spoken]:
    """Endless festival speech, forty texts a process."""
    while True:
        texts = [training_text(Language.EN, rng) for _ in range(40)]
        yield from festival(texts, voice, stretch=rng.uniform(0.85, 1.2))


def hibari_speech(rng: random.Random) -> Iterator[Spoken]:
    """Endless hibari speech with coarse times; sentences its front end cannot read are skipped."""
    voice = HibariDurations()
    while True:
        try:
            yield voice.speak(
                training_text(Language.EN, rng), speed=rng.uniform(0.85, 1.25), seed=rng.randrange(1 << 30)
            )
        except SpeechError as error:
            print("skipped:", error, flush=True)


def kokoro_speech(rng: random.Random) -> Iterator[Spoken]:
    """Endless speech of Kokoro's training voices, with coarse times."""
    kokoro = KokoroDurations()
    while True:
        text, voice = training_text(Language.EN, rng), rng.choice(KOKORO_VOICES)
        try:
            yield kokoro.speak(text, voice, speed=rng.uniform(0.85, 1.25))
        except SpeechError as error:
            print("skipped:", error, flush=True)


def blended_speech(rng: random.Random) -> Iterator[Spoken]:
    """Endless speech of voices between Kokoro's training voices: each utterance has a talker of its own."""
    kokoro = KokoroDurations()
    while True:
        shares = [rng.gammavariate(0.7, 1.0) + 1e-3 for _ in KOKORO_VOICES]
        voices = {voice: share / sum(shares) for voice, share in zip(KOKORO_VOICES, shares, strict=True)}
        try:
            yield kokoro.blend(training_text(Language.EN, rng), voices, speed=rng.uniform(0.8, 1.3))
        except SpeechError as error:
            print("skipped:", error, flush=True)


def jobs(minutes: float) -> list[Job]:
    """The mix: half espeak-ng, half the voices that do not sound like it."""
    unit = minutes * 60 / 27.0
    mixed = {
        "hibari": (4, hibari_speech),
        "flite-slt": (3, partial(flite_speech, voice="slt")),
        "flite-rms": (3, partial(flite_speech, voice="rms")),
        "festival-kal": (1, partial(festival_speech, voice="kal_diphone")),
        "espeak-en-a": (3.5, partial(espeak_speech, language=Language.EN)),
        "espeak-ar-a": (3, partial(espeak_speech, language=Language.AR)),
        "espeak-en-b": (3.5, partial(espeak_speech, language=Language.EN)),
        "espeak-ar-b": (3, partial(espeak_speech, language=Language.AR)),
        "kokoro": (1.2, kokoro_speech),
        "kokoro-blend-a": (0.9, blended_speech),
        "kokoro-blend-b": (0.9, blended_speech),
    }
    return [Job(name, share * unit, seed, speak) for seed, (name, (share, speak)) in enumerate(mixed.items())]


def save(path: Path, spoken: list[Spoken], *, edge_ms: int) -> None:
    """Write one file: sound int16, offsets of utterances, rows (utterance, start, end, class, certain)."""
    offsets = np.cumsum([0, *(len(one.sound) for one in spoken)])
    rows = [
        (number, round(row.start * RATE), round(row.end * RATE), PHONES.index(base(row.phone)), row.certain)
        for number, one in enumerate(spoken)
        for row in one.rows
    ]
    part = path.with_suffix(".part")
    with part.open("wb") as stream:
        sound = np.concatenate([one.sound for one in spoken])
        np.savez(stream, sound=sound, offsets=offsets, rows=np.asarray(rows, np.int32), edge_ms=edge_ms)
    part.replace(path)


def run(job: Job, folder: Path) -> None:
    """Speak until the job's share is full; utterances of 0.5 to 9 s are kept."""
    path = folder / f"{job.name}.npz"
    if path.exists():
        return
    spoken: list[Spoken] = []
    reached = 0.0
    for one in job.speak(random.Random(job.seed)):
        length = len(one.sound) / RATE
        if 0.5 <= length <= 9 and len(one.rows) > 2:
            spoken.append(one)
            reached += length
        if reached >= job.seconds:
            break
    save(path, spoken, edge_ms=EDGE_COARSE if job.name.startswith(COARSE) else EDGE_CERTAIN)
    print(f"{job.name}: {len(spoken)} utterances, {reached / 60:.1f} min", flush=True)


def main() -> None:
    """Make all files, two at a time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=float, default=240)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    os.nice(10)
    with get_context("spawn").Pool(2, maxtasksperchild=1) as pool:
        tasks = [(job, arguments.folder) for job in jobs(arguments.minutes)]
        for task in [pool.apply_async(run, one) for one in tasks]:
            task.get()


if __name__ == "__main__":
    main()
