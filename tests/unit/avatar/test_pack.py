from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from app.avatar.pack import MANIFEST, Layers, Sprites, load_avatar
from app.avatar.shelf import avatar_folder, shipped_avatars, usable_avatar
from app.core.errors import AvatarError
from app.core.visemes import VISEMES

PAPER = Path(__file__).parents[2] / "data" / "avatars" / "paper"


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    return shutil.copytree(PAPER, tmp_path / "paper")


@pytest.fixture
def noor(tmp_path: Path) -> Path:
    return shutil.copytree(avatar_folder("noor"), tmp_path / "noor")


def amend(folder: Path, old: str, new: str) -> None:
    file = folder / MANIFEST
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_both_shipped_avatars_are_whole() -> None:
    assert {"noor", "jood"} <= set(shipped_avatars())
    for name in shipped_avatars():
        pack = load_avatar(avatar_folder(name))
        assert isinstance(pack.manifest, Layers)
        parts = {item.part for group in pack.manifest.groups for item in group.items}
        assert parts >= {"eyes", "lids", "brows", "mouth"}
        used = set(pack.manifest.pictures())
        assert used == {file.name for file in pack.folder.glob("*.svg")}, "every picture is drawn"


def test_the_sample_has_a_picture_for_every_viseme() -> None:
    manifest = load_avatar(PAPER).manifest
    assert isinstance(manifest, Sprites)
    assert set(manifest.mouths) == set(VISEMES)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('FF = "mouths/teeth_on_lip.svg"\n', "", "no picture for FF"),
        ('FF = "mouths/teeth_on_lip.svg"', 'FX = "mouths/teeth_on_lip.svg"', "no picture for FF"),
        ('kk = "mouths/mid.svg"', 'kk = "mouths/mid.gif"', "mouths.kk"),
        ('kk = "mouths/mid.svg"', 'kk = "mouths/gone.svg"', "gone.svg is missing"),
        ('greeting = "greeting.svg"', 'waving = "greeting.svg"', "behaviours are"),
        ("size = [300, 300]", "size = [300]", "size"),
        ('renderer = "sprites"', 'renderer = "3d"', "renderer|layers"),
        ("[mouths]", "[mouths", "no valid TOML"),
    ],
)
def test_what_is_wrong_with_sprites_is_told_with_the_file(paper: Path, old: str, new: str, told: str) -> None:
    amend(paper, old, new)
    with pytest.raises(AvatarError, match=told) as caught:
        load_avatar(paper)
    assert str(paper) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('field = "head_tilt"', 'field = "head_tlit"', "no field 'head_tlit'"),
        ('{ part = "mouth", depth = 0.85 },', "", "exactly one"),
        ("[brows]", "[eyebrows]", "brows"),
        ('iris = "iris.svg"', 'iris = "eye.svg"', "eye.svg is missing"),
        ('iris = "iris.svg"', 'iris = "../iris.svg"', "eyes.iris"),
    ],
)
def test_what_is_wrong_with_layers_is_told_with_the_file(noor: Path, old: str, new: str, told: str) -> None:
    amend(noor, old, new)
    with pytest.raises(AvatarError, match=told) as caught:
        load_avatar(noor)
    assert str(noor) in str(caught.value)


def test_a_layer_must_say_where_it_lies(noor: Path) -> None:
    (noor / "face.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', "utf-8")
    with pytest.raises(AvatarError, match=r"face\.svg has no viewBox"):
        load_avatar(noor)


def test_a_folder_without_a_manifest_and_an_unknown_name_are_told(tmp_path: Path) -> None:
    with pytest.raises(AvatarError, match=r"avatar\.toml is missing"):
        load_avatar(tmp_path)
    with pytest.raises(AvatarError, match="no avatar 'nobody'"):
        avatar_folder("nobody")


def test_the_guide_stands_in_for_a_stored_avatar_that_is_broken(paper: Path) -> None:
    assert usable_avatar(str(paper))[0].folder == paper
    (paper / "head.svg").unlink()
    pack, problems = usable_avatar(str(paper))
    assert pack.folder.name == "noor"
    assert len(problems) == 1
    assert "head.svg" in problems[0]
