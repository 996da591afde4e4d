"""`lisan avatar`: the faces of this installation, and the tools of whoever draws one."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from app.avatar.pack import AvatarPack, load_avatar
from app.avatar.reach import Reach, measure
from app.avatar.shelf import avatar_folder, shipped_avatars
from app.cli.composition import Request
from app.cli.options import JsonOption, LanguageChoice, LanguageOption, checked_text
from app.content.pack import load_pack
from app.content.shelf import pack_folder
from app.core.errors import AvatarError
from app.core.types import Language

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
    """Check an avatar: names the file that is wrong and the remedy, with exit code 2."""
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


@app.command()
def reach(
    context: typer.Context,
    texts: Annotated[
        list[str] | None,
        typer.Argument(metavar="TEXT…", help="What to speak; without it, the answers of the content pack."),
    ] = None,
    *,
    language: LanguageOption = LanguageChoice.AUTO,
    json_: JsonOption = False,
) -> None:
    """Count which visemes of real speech are seen on the screen, and how often the lips change shape."""
    found: dict[Language, Reach] = {}
    for text, its in _spoken(context, texts, language.language):
        for one in context.obj.prepare(Request(text, its)):
            chunk = one.spoken.chunk
            counted = measure(one.mouth, one.visemes, chunk.language, one.alignment.phones)
            found[chunk.language] = found.get(chunk.language, Reach()) + counted
    if json_:
        print(json.dumps({str(its): _counts(reached) for its, reached in found.items()}))
        return
    table = Table("language", "visemes", "left out by rule", "seen", "of the rest", "shape changes a second")
    for its, reached in found.items():
        share, changes = f"{100 * reached.share:.2f} %", f"{reached.changes_per_second:.1f}"
        table.add_row(str(its), str(reached.visemes), str(reached.rules), str(reached.seen), share, changes)
    Console().print(table)


def _spoken(
    context: typer.Context, texts: Sequence[str] | None, language: Language | None
) -> Iterator[tuple[str, Language | None]]:
    """What to speak, with its language where it is known."""
    if texts:
        yield from ((checked_text(text, "TEXT"), language) for text in texts)
        return
    entries = load_pack(pack_folder(context.obj.settings.pack)).entries.values()
    for its in (language,) if language else tuple(Language):
        yield from ((entry.answer[its], its) for entry in entries)


def _counts(reached: Reach) -> dict[str, Any]:
    counts = asdict(reached)
    missed = Counter(counts.pop("missed"))
    return counts | {
        "share": reached.share,
        "changes_per_second": reached.changes_per_second,
        "missed": dict(missed),
    }


def _facts(name: str, pack: AvatarPack) -> dict[str, Any]:
    manifest = pack.manifest
    return {
        "name": name,
        "title": manifest.title.model_dump(),
        "renderer": manifest.renderer,
        "licence": manifest.licence,
    }
