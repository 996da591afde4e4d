"""Reads a model directory's `manifest.toml` and proves its files: the first step of loading any model."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from app.core.errors import ModelError
from app.core.types import Language

MANIFEST: Final = "manifest.toml"

Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
FileName = Annotated[str, Field(pattern=r"^[\w][\w.\-]*$")]


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ModelFile(_Row):
    """A file of the directory: plain name, size in bytes, hash."""

    name: FileName
    size: int = Field(gt=0)
    sha256: Sha256

    @classmethod
    def of(cls, path: Path) -> ModelFile:
        """Describe a file that exists; recipes use this to write manifests."""
        data = path.read_bytes()
        return cls(name=path.name, size=len(data), sha256=hashlib.sha256(data).hexdigest())


class Variant(_Row):
    """One stored form of the network.

    `tolerance` is the largest error against the golden outputs, as root mean square relative to
    the root mean square of the golden outputs themselves.
    """

    precision: Literal["int8", "bf16", "fp16", "fp32"]
    runtime: Literal["onnxruntime", "openvino"]
    files: tuple[ModelFile, ...] = Field(min_length=1)
    tolerance: float = Field(gt=0, lt=1)


class Provenance(_Row):
    """Where something in the directory came from; `sha256` is that of the original file, where it is one."""

    what: str
    source: str
    licence: str
    sha256: Sha256 | None = None


class Quality(_Row):
    """One measured figure: `value` of `measure` over `cases` cases of `language`."""

    precision: str
    language: Language
    measure: str
    value: float
    cases: int


class Ctc(_Row):
    """How an alignment model is read whose outputs are symbols with blanks between them (CTC).

    `labels` of the manifest are the symbols. One output hears `field` samples, the next one begins `hop`
    later. `mask`: the network also takes `attention_mask`. `normalise`: it wants sound of mean 0 and
    variance 1. `sounds`, for a model of phones, are each label's phones of `app.core.phones`, with spaces
    between; a model of characters has none.
    """

    blank: int = Field(ge=0)
    delimiter: int | None = Field(default=None, ge=0)
    """The label between two words."""
    field: int = Field(gt=0)
    mask: bool
    normalise: bool
    sounds: tuple[str, ...] = ()


class Manifest(_Row):
    """All that a loader and a reader must know of a model.

    `sample_rate` (Hz) and `hop` (samples) belong to alignment models. `labels` are in the order of
    the network's outputs; with `ctc` they are no phones of ours. `variants` are in order of preference.
    `golden` is an .npz file whose arrays are named `input.NAME` and `output.NAME`. `files` are all others
    that the model needs.
    """

    name: str
    task: Literal["align", "classify"]
    languages: tuple[Language, ...] = Field(min_length=1)
    licence: str
    version: str
    labels: tuple[str, ...] = ()
    sample_rate: int | None = Field(default=None, gt=0)
    hop: int | None = Field(default=None, gt=0)
    ctc: Ctc | None = None
    variants: tuple[Variant, ...] = Field(min_length=1)
    golden: ModelFile
    files: tuple[ModelFile, ...] = ()
    provenance: tuple[Provenance, ...] = ()
    quality: tuple[Quality, ...] = ()


@dataclass(frozen=True, slots=True)
class ModelDirectory:
    """A model artifact on disk and what its manifest says of it."""

    path: Path
    manifest: Manifest

    @classmethod
    def open(cls, path: Path) -> ModelDirectory:
        """Read the manifest. Raises ModelError that names the file and the field."""
        return cls(path, _manifest(path / MANIFEST))

    @property
    def identity(self) -> str:
        """Hash over all files: changes when any of them does."""
        hashes = "".join(file.sha256 for file in self.all_files())
        return hashlib.sha256(hashes.encode()).hexdigest()[:16]

    def all_files(self) -> Iterator[ModelFile]:
        """Every file that the manifest names."""
        for variant in self.manifest.variants:
            yield from variant.files
        yield self.manifest.golden
        yield from self.manifest.files

    def read(self, file: ModelFile) -> bytes:
        """The file's bytes, proven. Raises ModelError when they are missing or not the stated ones."""
        path = self.path / file.name
        try:
            data = path.read_bytes()
        except OSError as error:
            raise ModelError(f"{path} cannot be read ({error.strerror}); install the models again") from error
        if len(data) != file.size or hashlib.sha256(data).hexdigest() != file.sha256:
            raise ModelError(f"{path} is damaged (its hash is not the manifest's); install the models again")
        return data

    def read_named(self, name: str) -> bytes:
        """Like `read`, for one of `manifest.files`."""
        for file in self.manifest.files:
            if file.name == name:
                return self.read(file)
        raise ModelError(f"{self.path / MANIFEST}: files does not name {name}")

    def verify(self) -> list[str]:
        """Problems with any file, one line each; empty when all are sound."""
        return [problem for file in self.all_files() if (problem := self._problem(file))]

    def _problem(self, file: ModelFile) -> str | None:
        try:
            self.read(file)
        except ModelError as error:
            return str(error)
        return None


def discover(models: Path) -> tuple[ModelDirectory, ...]:
    """All artifacts in a `models/` folder, by directory name. Raises ModelError on a bad manifest."""
    return tuple(ModelDirectory.open(found.parent) for found in sorted(models.glob(f"*/{MANIFEST}")))


def _manifest(path: Path) -> Manifest:
    try:
        return Manifest.model_validate(_toml(path))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(str(part) for part in first["loc"])
        raise ModelError(f"{path}: {field}: {first['msg']}") from error


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ModelError(f"{path} cannot be read ({error.strerror}); install the models again") from error
    except ValueError as error:  # not UTF-8, or not TOML
        raise ModelError(f"{path} is not a manifest: {error}") from error
