"""The Piper voices that an operator dropped into the voices folder, and what is wrong with the others."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal

from pydantic import BaseModel, Field, ValidationError

from app.core.errors import SpeechError
from app.core.types import Language

BUILT_IN: Final = {Language.EN: ("hibari", "espeak-en"), Language.AR: ("espeak-ar",)}
"""The voices that we ship, best first; no dropped-in voice can take their names."""


class _Sound(BaseModel):
    sample_rate: int = Field(ge=8_000, le=192_000)


class _Espeak(BaseModel):
    voice: str = Field(min_length=2)


class _Config(BaseModel):
    """What we need of a voice's `.onnx.json`; Piper reads the rest."""

    audio: _Sound
    espeak: _Espeak
    phoneme_type: Literal["espeak"] = "espeak"


@dataclass(frozen=True, slots=True)
class PiperFile:
    """A voice that can be tried: its name is that of its file; `identity` changes when its files do."""

    name: str
    model: Path
    language: Language
    identity: str


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What a voices folder holds; each problem is one line that names the file and the remedy."""

    folder: Path
    voices: tuple[PiperFile, ...] = ()
    problems: tuple[str, ...] = ()

    def without_voices(self, problem: str) -> Catalogue:
        """The same folder where nothing can be spoken, since `problem`; unchanged when it holds no voice."""
        return replace(self, voices=(), problems=(*self.problems, problem)) if self.voices else self

    def in_force(self, wanted: Mapping[Language, str]) -> tuple[dict[Language, str], tuple[str, ...]]:
        """The voice of each language, and one line for each wanted one that is not there.

        A stored name that leads nowhere must not keep an exhibit silent: the voice that we ship stands in.
        """
        chosen, problems = {}, []
        for language, name in wanted.items():
            added = [voice.name for voice in self.voices if voice.language is language]
            known = (*BUILT_IN[language], *added)
            chosen[language] = name if name in known else known[0]
            if name not in known:
                there = ", ".join(known)
                problems.append(f"there is no voice {name!r} for {language}; {known[0]} speaks ({there})")
        return chosen, tuple(problems)


def read_catalogue(folder: Path) -> Catalogue:
    """All `.onnx` files with their `.onnx.json`, at any depth. A folder that is not there holds none."""
    voices: dict[str, PiperFile] = {}
    problems = []
    for model in sorted(folder.rglob("*.onnx")):
        try:
            found = _voice(model)
        except SpeechError as error:
            problems.append(str(error))
            continue
        if found.name in voices or any(found.name in shipped for shipped in BUILT_IN.values()):
            problems.append(f"{model}: there is another voice of this name; rename both of its files")
        else:
            voices[found.name] = found
    problems += _orphans(folder)
    return Catalogue(folder, tuple(voices.values()), tuple(problems))


def _voice(model: Path) -> PiperFile:
    beside = _config_of(model)
    try:
        text = beside.read_bytes()
        size = model.stat()
    except OSError as error:
        raise SpeechError(
            f"the Piper voice {model} needs {beside.name} beside it ({error.strerror}); copy both files"
        ) from error
    try:
        config = _Config.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(str(part) for part in first["loc"]) or "it"
        raise SpeechError(f"{beside} is damaged ({field}: {first['msg']}); copy it again") from error
    if not size.st_size:
        raise SpeechError(f"{model} is empty; copy it again")
    facts = f"{size.st_size} {size.st_mtime_ns} ".encode() + text
    return PiperFile(model.stem, model, _language(model, config), hashlib.sha256(facts).hexdigest()[:16])


def _language(model: Path, config: _Config) -> Language:
    for language in Language:
        if config.espeak.voice.split("-")[0].lower() == language:
            return language
    raise SpeechError(f"{model} speaks {config.espeak.voice!r}: Lisan speaks {', '.join(Language)} only")


def _config_of(model: Path) -> Path:
    return model.with_name(f"{model.name}.json")


def _orphans(folder: Path) -> Iterator[str]:
    for beside in sorted(folder.rglob("*.onnx.json")):
        if not beside.with_name(beside.name.removesuffix(".json")).exists():
            yield f"{beside} has no voice; put {beside.name.removesuffix('.json')} beside it"
