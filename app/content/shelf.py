"""Finds a content pack: one that we ship, by its name, or any folder."""

from __future__ import annotations

from pathlib import Path

from app.core.errors import ContentError
from app.core.resources import assets_dir
from app.core.settings import Settings


def pack_folder(pack: str) -> Path:
    """A pack that we ship, by name, or any folder. Raises ContentError."""
    shipped = assets_dir() / "packs" / pack
    for folder in (shipped, Path(pack)):
        if folder.is_dir():
            return folder
    names = ", ".join(pack_names())
    raise ContentError(f"there is no content pack {pack!r}: give a folder, or one of {names}")


def pack_names() -> list[str]:
    """The packs that we ship."""
    return sorted(path.name for path in (assets_dir() / "packs").iterdir() if path.is_dir())


def usable_pack(asked: str | None, stored: str) -> tuple[Path, tuple[str, ...]]:
    """The pack to open, and what had to be passed over. Raises ContentError for `asked` only.

    A stored name that leads nowhere must not keep an exhibit dark: the pack that we ship stands in.
    """
    if asked is not None:
        return pack_folder(asked), ()
    try:
        return pack_folder(stored), ()
    except ContentError as error:
        return pack_folder(Settings().pack), (str(error),)
