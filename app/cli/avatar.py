"""`lisan avatar`: the faces of this installation, and the tools of whoever draws one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from app.avatar.pack import AvatarPack, load_avatar
from app.avatar.shelf import avatar_folder, shipped_avatars
from app.cli.options import JsonOption
from app.core.errors import AvatarError

app = typer.Typer(
    help="List the avatars, check the folder of one, or draw its contact sheet.", rich_markup_mode=None
)

FolderArgument = Annotated[
    str, typer.Argument(metavar="DIR", help="The avatar's folder, or the name of one we ship.")
]


@app.command("list")
def list_(context: typer.Context, *, json_: JsonOption = False) -> None:
    """List the avatars that the setting `avatar` may name; the one in use is marked."""
    chosen = context.obj.settings.avatar
    rows = [_facts(name, load_avatar(avatar_folder(name))) for name in shipped_avatars()]
    if json_:
        print(json.dumps([row | {"in_use": row["name"] == chosen} for row in rows], ensure_ascii=False))
        return
    table = Table("avatar", "title", "renderer", "licence", "in use")
    for row in rows:
        title = f"{row['title']['en']} · {row['title']['ar']}"
        table.add_row(
            row["name"], title, row["renderer"], row["licence"], "yes" if row["name"] == chosen else ""
        )
    Console().print(table)


@app.command()
def check(folder: FolderArgument) -> None:
    """Check an avatar's manifest and pictures; names file and remedy, exit code 2 when one is wrong."""
    pack = load_avatar(avatar_folder(folder))
    pictures = len(pack.manifest.pictures())
    print(f"{pack.folder.name}: ok ({pack.manifest.renderer}, {pictures} pictures)")


@app.command()
def preview(
    context: typer.Context,
    folder: FolderArgument,
    *,
    out: Annotated[Path, typer.Option("--out", metavar="FILE.png", help="Where the picture goes.")],
) -> None:
    """Draw a contact sheet of all visemes and behaviours."""
    if out.suffix.lower() != ".png":
        raise AvatarError(f"{out} must end in .png: the contact sheet is a PNG picture")
    context.obj.preview_avatar(load_avatar(avatar_folder(folder)), out)
    print(out)


def _facts(name: str, pack: AvatarPack) -> dict[str, Any]:
    manifest = pack.manifest
    return {
        "name": name,
        "title": manifest.title.model_dump(),
        "renderer": manifest.renderer,
        "licence": manifest.licence,
    }
