"""An avatar pack as QML reads it: plain values, addresses of its pictures, names in camel case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from PySide6.QtCore import QUrl

from app.avatar.pack import AvatarPack, Item, Layers, Move, Sprites

LAYERS: Final = "layers"
SPRITES: Final = "sprites"


def property_name(field: str) -> str:
    """`lip_under_teeth` → `lipUnderTeeth`."""
    first, *others = field.split("_")
    return first + "".join(part.capitalize() for part in others)


def avatar_look(pack: AvatarPack) -> dict[str, Any]:
    """What `Face.qml` draws from: `renderer`, and the manifest's own fields."""
    manifest = pack.manifest
    return _layers(pack, manifest) if isinstance(manifest, Layers) else _sprites(pack, manifest)


def _layers(pack: AvatarPack, manifest: Layers) -> dict[str, Any]:
    eyes = manifest.eyes
    return {
        "renderer": LAYERS,
        "groups": [
            {
                "pivot": list(group.pivot),
                "moves": _moves(group.moves),
                "items": [_item(pack, item) for item in group.items],
            }
            for group in manifest.groups
        ],
        "eyes": _camel(eyes.model_dump(mode="json")) | _picture(pack, eyes.iris) if eyes else None,
        "brows": _camel(manifest.brows.model_dump(mode="json")) if manifest.brows else None,
        "mouth": _camel(manifest.mouth.model_dump(mode="json")),
    }


def _item(pack: AvatarPack, item: Item) -> dict[str, Any]:
    plain = {
        "part": item.part or "",
        "depth": item.depth,
        "pivot": list(item.pivot or ()),
        "moves": _moves(item.moves),
    }
    return plain | (_picture(pack, item.picture) if item.picture else {})


def _picture(pack: AvatarPack, name: str) -> dict[str, Any]:
    return {"source": _address(pack, name), "box": list(pack.boxes[name])}


def _address(pack: AvatarPack, name: str) -> str:
    return QUrl.fromLocalFile(str(pack.folder / name)).toString()


def _moves(moves: Sequence[Move]) -> list[dict[str, Any]]:
    return [move.model_dump() | {"field": property_name(move.field)} for move in moves]


def _camel(values: Mapping[str, Any]) -> dict[str, Any]:
    return {property_name(name): value for name, value in values.items()}


def _sprites(pack: AvatarPack, manifest: Sprites) -> dict[str, Any]:
    return {
        "renderer": SPRITES,
        "head": _address(pack, manifest.head),
        "size": list(manifest.size),
        "mouthBox": list(manifest.mouth_box),
        "mouths": {viseme: _address(pack, name) for viseme, name in manifest.mouths.items()},
        "blink": _address(pack, manifest.blink) if manifest.blink else "",
        "looks": {look: _address(pack, name) for look, name in manifest.looks.items()},
    }
