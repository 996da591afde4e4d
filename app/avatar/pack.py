"""An avatar pack: what `avatar.toml` must hold, and the checks against the pictures beside it.

A pack is a folder of pictures and one manifest, and holds no code. Two renderers draw packs: `layers`
(still pictures that move with the pose, and between them eyes, lids, brows and a mouth that are drawn
live) and `sprites` (one picture for each viseme, as on an animator's mouth chart).
`assets/avatars/README.md` tells the format to people.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from app.avatar.face_pose import FACE_FIELDS
from app.core.errors import AvatarError
from app.core.mouth import POSE_FIELDS
from app.core.types import BehaviourLabel
from app.core.visemes import VISEMES

MANIFEST: Final = "avatar.toml"
STAGE: Final = 1080
"""Side of the square stage on which layers lie, in their own units."""

LOOKS: Final = (*(label.value for label in BehaviourLabel), "listening", "thinking")
"""The behaviours that a sprite may have a picture for."""

_MOVERS: Final = (*POSE_FIELDS, *FACE_FIELDS)
_FEATURES: Final = {"eyes": "eyes", "lids": "eyes", "brows": "brows", "mouth": "mouth"}
_VIEW_BOX: Final = re.compile(r'<svg[^>]*\bviewBox="\s*([-\d.]+)[ ,]+([-\d.]+)[ ,]+([\d.]+)[ ,]+([\d.]+)')
_PICTURES: Final = (".svg", ".png", ".webp")

Colour = Annotated[str, Field(pattern=r"^#([0-9a-fA-F]{2})?[0-9a-fA-F]{6}$")]
Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*\.(svg|png|webp)$")]
Pair = tuple[float, float]
Pairs = tuple[Pair, Pair]
Two = tuple[Colour, Colour]
Three = tuple[Colour, Colour, Colour]
Four = tuple[Colour, Colour, Colour, Colour]


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Title(_Strict):
    """What the avatar is called in each language."""

    en: str = Field(min_length=1, max_length=60)
    ar: str = Field(min_length=1, max_length=60)


class Move(_Strict):
    """What one field of the pose does to a picture, for a field that is 1."""

    field: str
    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0
    """Degrees around the pivot."""
    stretch: float = 0.0
    """Units by which it grows downwards."""
    show: float = 0.0
    """How much of it is seen; with it, the picture is hidden where the field is 0."""

    @model_validator(mode="after")
    def _is_known(self) -> Self:
        if self.field not in _MOVERS:
            raise ValueError(f"no field {self.field!r}; there are {', '.join(_MOVERS)}")
        return self


class Item(_Strict):
    """A picture, or a feature that is drawn live; `depth` 0 stays with its group, 1 is the nose."""

    picture: Name | None = None
    part: Literal["eyes", "lids", "brows", "mouth"] | None = None
    depth: float = Field(default=0.0, ge=-2.0, le=3.0)
    pivot: Pair | None = None
    moves: tuple[Move, ...] = ()

    @model_validator(mode="after")
    def _is_one_thing(self) -> Self:
        if (self.picture is None) == (self.part is None):
            raise ValueError("give either `picture` (a file) or `part` (eyes, lids, brows or mouth)")
        return self


class Group(_Strict):
    """Items from back to front that move together, around one pivot."""

    name: str
    pivot: Pair = (540.0, 820.0)
    moves: tuple[Move, ...] = ()
    items: tuple[Item, ...] = Field(min_length=1)


class Eyes(_Strict):
    """Both eyeballs behind openings in the skin, and the lids over them (the right eye mirrors the left)."""

    centres: Pairs
    ball: Pair
    white: Three
    iris: Name
    reach: Pair
    """How far the iris goes when the gaze is 1."""
    highlights: tuple[tuple[float, float, float], ...] = ((-11.0, -17.0, 9.0), (14.0, 14.0, 4.5))
    """Reflections: x and y from the middle of the iris, radius."""
    half: float = Field(gt=0)
    """From the middle to each corner."""
    inner: float
    outer: float
    """Heights of the corners."""
    upper: float
    lower: float
    crease: float
    """Heights of the curves' handles with the eye open."""
    lit: Two
    shaded: Two
    """Of the upper lid: left eye, right eye."""
    lash: Colour
    lash_width: float = Field(ge=0)
    wing: float = Field(ge=0)
    line: Colour
    """Of the crease and the lower lid's edge."""


class Brows(_Strict):
    """Both brows (left one; the right is its mirror)."""

    centres: Pairs
    size: Pair = (1.0, 1.0)
    weight: float = Field(default=1.0, gt=0)
    colours: Three
    """From the outer to the inner end."""
    travel: float = 13.0
    """How far a raised brow goes."""


class Mouth(_Strict):
    """The mouth: where it is, how large, and what it is made of."""

    centre: Pair
    size: Pair = (1.0, 1.0)
    full: Pair = (1.0, 1.0)
    """Thickness of the upper and the lower lip, against Noor's."""
    bow: float = Field(default=1.0, ge=0.0)
    """Depth of the dip in the upper lip."""
    smile: float = Field(default=1.0, ge=0.0)
    """How far a smile lifts the corners, against Noor's first face."""
    upper: Two
    lower: Three
    seam: Colour
    shine: Colour
    cavity: Two
    tongue: Three
    teeth: Two
    """Upper and lower."""
    gum: Two
    """What the teeth sink into at the left and at the right."""
    teeth_size: float = Field(default=1.0, gt=0)


class Layers(_Strict):
    """`renderer = "layers"`."""

    format: Literal["lisan.avatar/1"] = Field(alias="schema")
    renderer: Literal["layers"]
    title: Title
    licence: str = Field(min_length=1)
    groups: tuple[Group, ...] = Field(min_length=1)
    eyes: Eyes | None = None
    brows: Brows | None = None
    mouth: Mouth

    @model_validator(mode="after")
    def _has_what_it_draws(self) -> Self:
        parts = [item.part for group in self.groups for item in group.items if item.part]
        for part in parts:
            if getattr(self, _FEATURES[part]) is None:
                raise ValueError(f"the part {part!r} needs a table [{_FEATURES[part]}]")
        if parts.count("mouth") != 1:
            raise ValueError('exactly one item must be `part = "mouth"`')
        return self

    def pictures(self) -> dict[str, str]:
        """Files, each with where it is asked for."""
        placed = [
            (item.picture, f"groups.{group.name}")
            for group in self.groups
            for item in group.items
            if item.picture
        ]
        return dict(placed) | ({self.eyes.iris: "eyes.iris"} if self.eyes else {})


class Sprites(_Strict):
    """`renderer = "sprites"`: a head, and the mouth chart laid over it. Places are pixels of the head."""

    format: Literal["lisan.avatar/1"] = Field(alias="schema")
    renderer: Literal["sprites"]
    title: Title
    licence: str = Field(min_length=1)
    head: Name
    size: tuple[int, int]
    """Of the head's picture."""
    mouth_box: tuple[float, float, float, float]
    """x, y, width and height of the mouth's pictures."""
    mouths: dict[str, Name]
    """One picture for each viseme; several visemes may share one."""
    blink: Name | None = None
    """The head with shut eyes, or only the lids: as large as the head, laid over it."""
    looks: dict[str, Name] = Field(default_factory=dict)
    """Pictures laid over the head for a behaviour."""

    @model_validator(mode="after")
    def _knows_every_viseme(self) -> Self:
        if missing := [viseme for viseme in VISEMES if viseme not in self.mouths]:
            raise ValueError(
                f"[mouths] has no picture for {', '.join(missing)}; one picture may serve several visemes"
            )
        if strange := [name for name in self.mouths if name not in VISEMES]:
            raise ValueError(f"[mouths] has {strange[0]!r}; visemes are {', '.join(VISEMES)}")
        if strange := [name for name in self.looks if name not in LOOKS]:
            raise ValueError(f"[looks] has {strange[0]!r}; behaviours are {', '.join(LOOKS)}")
        return self

    def pictures(self) -> dict[str, str]:
        """Files, each with where it is asked for."""
        named = {self.head: "head"} | ({self.blink: "blink"} if self.blink else {})
        named |= {file: f"looks.{look}" for look, file in self.looks.items()}
        return named | {file: f"mouths.{viseme}" for viseme, file in self.mouths.items()}


Manifest = Annotated[Layers | Sprites, Field(discriminator="renderer")]
_MANIFEST: Final[TypeAdapter[Layers | Sprites]] = TypeAdapter(Manifest)
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class AvatarPack:
    """A checked pack. `boxes` has the place of each layer on the stage, from its picture."""

    folder: Path
    manifest: Layers | Sprites
    boxes: dict[str, Box]


def load_avatar(folder: Path) -> AvatarPack:
    """Read and check a pack's folder. Raises AvatarError, which names the file and the remedy."""
    manifest = _read(folder / MANIFEST)
    boxes = {}
    for name, place in manifest.pictures().items():
        path = folder / name
        if not path.is_file():
            raise AvatarError(
                f"{path} is missing; {MANIFEST} asks for it in {place}: add the file or the right name"
            )
        if isinstance(manifest, Layers):
            boxes[name] = _view_box(path)
    return AvatarPack(folder, manifest, boxes)


def _read(path: Path) -> Layers | Sprites:
    try:
        values: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise AvatarError(
            f"{path} is missing; an avatar's folder needs one (see assets/avatars/README.md)"
        ) from error
    except (OSError, UnicodeDecodeError) as error:
        raise AvatarError(f"{path} cannot be read as UTF-8 text: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise AvatarError(f"{path} is no valid TOML: {error}; mend that line") from error
    try:
        return _MANIFEST.validate_python(values)
    except ValidationError as error:
        raise AvatarError(f"{path}: {_told(error)}") from error


def _told(error: ValidationError) -> str:
    """The first problem: where it is, and what would be right."""
    problem = error.errors()[0]
    place = ".".join(str(part) for part in problem["loc"] if part not in {"layers", "sprites"})
    said = problem["msg"].removeprefix("Value error, ")
    return f"{place}: {said}" if place else said


def _view_box(path: Path) -> Box:
    if path.suffix != ".svg":
        raise AvatarError(
            f"{path}: layers are SVG pictures, so that they stay sharp on any screen; convert it"
        )
    found = _VIEW_BOX.search(path.read_text(encoding="utf-8", errors="replace")[:4000])
    if found is None:
        raise AvatarError(
            f'{path} has no viewBox="x y width height" on its <svg>; it says where the layer lies on the'
            f" stage of {STAGE} × {STAGE}"
        )
    x, y, width, height = (float(number) for number in found.groups())
    return x, y, width, height
