"""Reads what a Hugging Face CTC directory says of itself: its outputs, its rate, how its sound should be."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from app.core.errors import ModelError, SpeechError
from app.core.phones import SILENCE
from app.core.types import SPEECH_RATE, Language
from app.inference.manifest import Ctc
from app.speech.ipa import from_espeak

FAMILY: Final = ("wav2vec2", "hubert", "wavlm", "unispeech", "unispeech-sat", "wav2vec2-conformer")
"""Values of `model_type` whose networks take a waveform and answer every product of `conv_stride` samples."""

_IPA_ONLY: Final = frozenset("ʃʒŋθðəɪʊɛɔɑæʔħʕɣχɹɜʌ")
"""Letters of no alphabet but the phonetic one."""
_FEWEST_IPA: Final = 4

T = TypeVar("T", bound=BaseModel)


class _Row(BaseModel):
    """Part of a foreign file; defaults are those of transformers for the wav2vec2 family."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class _Config(_Row):
    model_type: str
    vocab_size: int = Field(default=32, gt=0, le=100_000)
    pad_token_id: int = Field(default=0, ge=0)
    conv_stride: tuple[int, ...] = (5, 2, 2, 2, 2, 2, 2)
    conv_kernel: tuple[int, ...] = (10, 3, 3, 3, 3, 2, 2)
    feat_extract_norm: str = "group"
    add_adapter: bool = False


class _Preprocessor(_Row):
    sampling_rate: int = Field(default=16_000, gt=0)
    do_normalize: bool = True


class _Tokenizer(_Row):
    tokenizer_class: str | None = None
    word_delimiter_token: str | dict[str, Any] | None = "|"  # noqa: S105 - a symbol


@dataclass(frozen=True, slots=True)
class CtcSource:
    """All that the manifest needs to know of a directory before its network is exported."""

    labels: tuple[str, ...]
    rate: int
    hop: int
    ctc: Ctc
    licence: str

    @classmethod
    def read(cls, folder: Path) -> CtcSource:
        """Raises ModelError that names the file and what is wrong with it."""
        config = _read(folder / "config.json", _Config)
        if config.model_type not in FAMILY or config.add_adapter:
            raise ModelError(
                f"{folder / 'config.json'}: {config.model_type} with these options is not of the wav2vec2 "
                f"family ({', '.join(FAMILY)})"
            )
        sound = _read(folder / "preprocessor_config.json", _Preprocessor)
        hop, field = prod(config.conv_stride), _field(config.conv_kernel, config.conv_stride)
        if SPEECH_RATE * hop % sound.sampling_rate:
            raise ModelError(f"{folder}: hops of {hop} samples at {sound.sampling_rate} Hz do not fit")
        labels = _labels(folder, config.vocab_size)
        tokenizer = _read(folder / "tokenizer_config.json", _Tokenizer, optional=True)
        phones = _is_of_phones(labels, tokenizer.tokenizer_class or "")
        ctc = Ctc(
            blank=_blank(folder, config),
            delimiter=None if phones else _delimiter(labels, tokenizer.word_delimiter_token),
            field=field,
            mask=config.feat_extract_norm == "layer",
            normalise=sound.do_normalize,
            sounds=tuple(map(_phones, labels)) if phones else (),
        )
        return cls(labels, sound.sampling_rate, hop, ctc, _licence(folder))


def _read(file: Path, wanted: type[T], *, optional: bool = False) -> T:
    try:
        raw = file.read_bytes()
    except OSError as error:
        if optional:
            return wanted()
        raise ModelError(
            f"{file} cannot be read ({error.strerror}): give a folder of a fine-tuned CTC model"
        ) from error
    try:
        return wanted.model_validate_json(raw)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise ModelError(f"{file}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from error


def _field(kernels: Sequence[int], strides: Sequence[int]) -> int:
    """Samples that one output hears."""
    field, jump = 1, 1
    for kernel, stride in zip(kernels, strides, strict=True):
        field += (kernel - 1) * jump
        jump *= stride
    return field


def _labels(folder: Path, size: int) -> tuple[str, ...]:
    """A name for each output; those that no file names are called by their number."""
    vocabulary = _vocabulary(folder / "vocab.json")
    if (folder / "added_tokens.json").is_file():
        vocabulary = {**_vocabulary(folder / "added_tokens.json"), **vocabulary}
    if not vocabulary or max(vocabulary.values()) >= size or min(vocabulary.values()) < 0:
        raise ModelError(f"{folder / 'vocab.json'} does not fit the {size} outputs of config.json")
    names = {index: symbol for symbol, index in vocabulary.items()}
    return tuple(names.get(index, f"<{index}>") for index in range(size))


def _vocabulary(file: Path) -> Mapping[str, int]:
    try:
        read = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ModelError(f"{file} cannot be read ({error.strerror})") from error
    except ValueError as error:
        raise ModelError(f"{file} is not JSON: {error}") from error
    plain = isinstance(read, dict) and all(type(index) is int for index in read.values())
    if not plain:
        raise ModelError(f"{file}: a row of symbols with their numbers is needed, of one language")
    vocabulary: dict[str, int] = read
    return vocabulary


def _blank(folder: Path, config: _Config) -> int:
    if config.pad_token_id >= config.vocab_size:
        raise ModelError(f"{folder / 'config.json'}: pad_token_id, the blank, is not in vocab.json")
    return config.pad_token_id


def _delimiter(labels: Sequence[str], token: str | dict[str, Any] | None) -> int | None:
    symbol = token.get("content") if isinstance(token, dict) else token
    return next((labels.index(one) for one in (symbol, "|") if one in labels), None)


def _is_of_phones(labels: Sequence[str], tokenizer: str) -> bool:
    """Whether the symbols are sounds: by the tokenizer's class, or by letters that only phonetics has."""
    return "Phoneme" in tokenizer or sum(bool(_IPA_ONLY & set(one)) for one in labels) >= _FEWEST_IPA


def _phones(label: str) -> str:
    """Our phones of one symbol, with spaces between; empty for what is no sound of our languages."""
    if label.startswith(("<", "[")):
        return ""
    return " ".join(phone for phone in next(_readings(label), ()) if phone != SILENCE)


def _readings(label: str) -> Iterator[Sequence[str]]:
    for language in Language:
        try:
            yield from_espeak(label, language)
        except SpeechError:
            continue


def _licence(folder: Path) -> str:
    """What the model's own card says in its head; `unknown` where it says nothing."""
    try:
        card = (folder / "README.md").read_text(encoding="utf-8")
    except (OSError, ValueError):
        return "unknown"
    found = re.search(r"\A---\n.*?^licen[sc]e:\s*[\"']?([\w. -]+)", card, re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else "unknown"
