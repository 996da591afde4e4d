"""Where model artifacts stand: those that we ship, and those that were added on this machine."""

from __future__ import annotations

import contextlib
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from app.core.errors import ModelError
from app.core.types import Language
from app.inference.manifest import MANIFEST, ModelDirectory, discover

_NAME: Final = re.compile(r"\w[\w.-]{0,63}")


@dataclass(frozen=True, slots=True)
class Shelf:
    """Model directories by name. An added one that is broken is passed over and told, never in the way."""

    shipped: Path
    added: Path

    def directories(self) -> tuple[ModelDirectory, ...]:
        """All that can be read, ours first. Raises ModelError when one of ours cannot."""
        return (*discover(self.shipped), *self._added()[0])

    def problems(self) -> tuple[str, ...]:
        """One line for each added model that cannot be read."""
        return self._added()[1]

    def _added(self) -> tuple[tuple[ModelDirectory, ...], tuple[str, ...]]:
        found, problems = [], []
        for manifest in sorted(self.added.glob(f"*/{MANIFEST}")):
            try:
                found.append(ModelDirectory.open(manifest.parent))
            except ModelError as error:
                problems.append(f"{error}; or remove it: `lisan models remove {manifest.parent.name}`")
        return tuple(found), tuple(problems)

    def aligner(self, named: str) -> ModelDirectory:
        """An alignment model by its name, or by its folder. Raises ModelError that says what there is."""
        directory = self._find(named)
        if directory.manifest.task != "align":
            raise ModelError(f"{named} is a model for {directory.manifest.task}, not for align")
        return directory

    def _find(self, named: str) -> ModelDirectory:
        for folder in (Path(named), self.added / named, self.shipped / named):
            if folder.is_dir():
                return ModelDirectory.open(folder)
        known = [one.manifest.name for one in self.directories() if one.manifest.task == "align"]
        raise ModelError(f"there is no model {named!r}: choose one of {', '.join(known)}, or give a folder")

    def chosen(
        self, names: Mapping[Language, str | None]
    ) -> tuple[tuple[ModelDirectory, ...], tuple[str, ...]]:
        """The models that the settings name, and why one is passed over; None is ours."""
        found, problems = [], []
        for language, name in names.items():
            try:
                found += [self._hearing(language, name)] if name else []
            except ModelError as error:
                problems.append(f"setting 'aligner_{language}' was dropped: {error}")
        return tuple(found), tuple(problems)

    def _hearing(self, language: Language, name: str) -> ModelDirectory:
        directory = self.aligner(name)
        if language not in directory.manifest.languages:
            raise ModelError(f"{name} does not hear {language}")
        return directory

    def free_name(self, wanted: str) -> str:
        """`wanted` as a folder's name. Raises ModelError when it is taken or cannot be one."""
        name = re.sub(r"[^\w.-]+", "-", wanted.lower()).strip("-._")
        if not _NAME.fullmatch(name):
            raise ModelError(f"{wanted!r} is no name for a model: use letters, digits and hyphens in --name")
        if (self.shipped / name).exists():
            raise ModelError(f"{name} is a model that we ship: give another --name")
        if (self.added / name).exists():
            raise ModelError(
                f"{name} is there already: `lisan models remove {name}` first, or give another --name"
            )
        return name

    @contextmanager
    def staging(self) -> Iterator[Path]:
        """A folder on the shelf's own disk to make a model in; gone afterwards. Raises ModelError."""
        try:
            self.added.mkdir(parents=True, exist_ok=True)
            folder = Path(tempfile.mkdtemp(prefix=".adding-", dir=self.added))
        except OSError as error:
            raise ModelError(f"cannot write to {self.added}: {error.strerror}") from error
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def accept(self, made: Path, name: str) -> ModelDirectory:
        """Put a finished directory on the shelf, whole or not at all. Raises ModelError."""
        try:
            Path(made).rename(self.added / name)
        except OSError as error:
            raise ModelError(f"cannot write {self.added / name}: {error.strerror}") from error
        return ModelDirectory.open(self.added / name)

    def remove(self, name: str) -> None:
        """Take an added model off the shelf. Raises ModelError for one of ours, or none."""
        folder = self.added / name
        if not _NAME.fullmatch(name) or not folder.is_dir():
            if _NAME.fullmatch(name) and (self.shipped / name / MANIFEST).is_file():
                raise ModelError(f"{name} is a model that we ship; it stays")
            known = ", ".join(_names(self.added)) or "none"
            raise ModelError(f"no model {name!r} was added; there are: {known}")
        try:
            # Out of sight in one step: what is half deleted is no model.
            with tempfile.TemporaryDirectory(prefix=".removing-", dir=self.added) as bin_:
                Path(folder).rename(Path(bin_) / name)
        except OSError as error:
            raise ModelError(f"cannot remove {folder}: {error.strerror}") from error


def _names(folder: Path) -> Sequence[str]:
    with contextlib.suppress(OSError):
        return sorted(one.name for one in folder.iterdir() if _NAME.fullmatch(one.name))
    return ()
