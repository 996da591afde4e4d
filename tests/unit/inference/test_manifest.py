"""Manifests name the file and the field that is wrong; damaged files are found."""

from collections.abc import Callable

import pytest

from app.core.errors import ModelError
from app.inference.manifest import MANIFEST, ModelDirectory, discover

MakeDirectory = Callable[[], ModelDirectory]


def test_sound_directory_verifies_and_is_discovered(make_directory: MakeDirectory) -> None:
    directory = make_directory()
    assert directory.verify() == []
    assert [found.manifest.name for found in discover(directory.path.parent)] == ["twice"]
    assert directory.read_named("extra.net") == b"network extra"


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ('task = "classify"', 'task = "dance"', "task"),
        ('licence = "MIT"\n', "", "licence"),
        ('version = "1"', 'version = "1"\nunheard_of = 3', "unheard_of"),
        ('name = "int8.net"', 'name = "../int8.net"', "variants.0.files.0.name"),
        ("tolerance = 0.01", 'tolerance = "some"', "variants.1.tolerance"),
        ('languages = ["en", "ar"]', 'languages = ["en", "fr"]', "languages.1"),
    ],
)
def test_bad_field_is_named_with_its_file(
    make_directory: MakeDirectory, old: str, new: str, named: str
) -> None:
    path = make_directory().path / MANIFEST
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(ModelError, match=rf"manifest\.toml: {named}: "):
        ModelDirectory.open(path.parent)


@pytest.mark.parametrize("content", [b"", b"name = ", b"\xff\xfe\x00", b"\x00" * 64])
def test_unreadable_manifest_is_one_line(make_directory: MakeDirectory, content: bytes) -> None:
    path = make_directory().path / MANIFEST
    path.write_bytes(content)
    with pytest.raises(ModelError) as caught:
        ModelDirectory.open(path.parent)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_missing_manifest_says_what_to_do(make_directory: MakeDirectory) -> None:
    path = make_directory().path / MANIFEST
    path.unlink()
    with pytest.raises(ModelError, match="install the models again"):
        ModelDirectory.open(path.parent)


def test_each_damaged_file_is_one_problem(make_directory: MakeDirectory) -> None:
    directory = make_directory()
    (directory.path / "int8.net").write_bytes(b"network\0int8")  # the size is unchanged
    (directory.path / "extra.net").unlink()
    problems = directory.verify()
    assert len(problems) == 2
    assert "int8.net is damaged" in problems[0]
    assert "extra.net cannot be read" in problems[1]


def test_identity_follows_every_file(make_directory: MakeDirectory) -> None:
    directory = make_directory()
    path = directory.path / MANIFEST
    extra = next(file for file in directory.manifest.files)
    path.write_text(path.read_text(encoding="utf-8").replace(extra.sha256, "0" * 64), encoding="utf-8")
    assert ModelDirectory.open(directory.path).identity != directory.identity
