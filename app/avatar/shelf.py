"""Finds avatar packs: those that we ship by name, an operator's by folder."""

from __future__ import annotations

from pathlib import Path

from app.avatar.pack import MANIFEST, AvatarPack, load_avatar
from app.core.errors import AvatarError
from app.core.resources import assets_dir
from app.core.settings import Settings


def shipped_avatars() -> tuple[str, ...]:
    """Names of the avatars of this installation."""
    return tuple(sorted(file.parent.name for file in _home().glob(f"*/{MANIFEST}")))


def avatar_folder(name: str) -> Path:
    """The folder of a shipped avatar's name, or `name` itself as a folder. Raises AvatarError."""
    if name in shipped_avatars():
        return _home() / name
    folder = Path(name)
    if folder.is_dir():
        return folder
    raise AvatarError(
        f"no avatar {name!r}: give a folder, or one of {', '.join(shipped_avatars())} (lisan avatar list)"
    )


def usable_avatar(stored: str) -> tuple[AvatarPack, tuple[str, ...]]:
    """The avatar of the settings, and what had to be passed over.

    A stored name that leads nowhere must not leave an exhibit without a face: the guide stands in.
    """
    try:
        return load_avatar(avatar_folder(stored)), ()
    except AvatarError as error:
        return load_avatar(_home() / Settings().avatar), (f"avatar: {error}",)


def _home() -> Path:
    return assets_dir() / "avatars"
