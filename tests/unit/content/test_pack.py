"""A pack that cannot be used says which file, which line and which field."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.content.pack import load_pack
from app.core.errors import ContentError
from app.core.types import Language


def _bend(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_entries_are_read_with_their_text_on_one_line(pond: Path) -> None:
    frog = load_pack(pond).entries["frog"]
    assert frog.answer.en == "Frogs croak to be found. The loudest one is heard first."
    assert frog.questions[Language.EN] == ("Why do frogs croak?", "Why do frogs croak at night?")
    assert frog.kind == "topic"
    assert frog.follow_ups == ("newt",)


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("pack.yaml", "schema: lisan.pack/1", "schema: lisan.pack/9", r"pack\.yaml:1: schema: "),
        ("pack.yaml", "version: 1.0.0", "version: 'first'", r"pack\.yaml:3: version: "),
        ("pack.yaml", "licence: CC-BY-4.0\n", "", r"pack\.yaml:1: licence: field required"),
        ("pack.yaml", "licence:", "license:", r"pack\.yaml:\d+: .*\(and 1 more\)"),
        (
            "pack.yaml",
            "{en: Goodbye!, ar",
            "{en: '?!', ar",
            r"pack\.yaml:7: farewell\.en: .*no letter or digit",
        ),
        ("pack.yaml", "suggestions: [frog]", "suggestions: [toad]", r"suggestions: there is no entry toad"),
        ("pack.yaml", "suggestions: [frog]", "suggestions: []", r"pack\.yaml:11: suggestions: "),
        ("pack.yaml", "suggestions: [frog]", "suggestions: [frog", r"pack\.yaml:12: "),
        (
            "pack.yaml",
            "suggestions: [frog]",
            "suggestions: [frog]\ntheme: {background: blue}",
            r":12: theme\.",
        ),
        ("entries/frog.md", "id: frog", "id: Frog!", r"frog\.md:2: id: "),
        ("entries/frog.md", "id: frog", "id: toad", r"frog\.md: id: toad is not the file's name"),
        ("entries/frog.md", "source: {en: Pond guide, ar: دليل البركة}\n", "", r"a topic needs a source"),
        ("entries/frog.md", "Why do frogs croak?, Why", "'', Why", r"frog\.md:7: questions\.en\.0: "),
        ("entries/frog.md", "follow_ups: [newt]", "follow_ups: [toad]", r"frog\.md: follow_ups: .*toad"),
        ("entries/frog.md", "## ar", "## fr", r"frog\.md:1: answer\.ar: field required \(and 1 more\)"),
        ("entries/frog.md", "## ar", "## en", r"frog\.md:16: section ## en appears twice"),
        ("entries/frog.md", "## en\n", "", r"frog\.md:12: text before the first section"),
        ("entries/frog.md", "---\nid", "id", r"frog\.md:1: front matter is missing"),
        ("entries/frog.md", "---\n\n## en", "## en", r"frog\.md:1: front matter has no end"),
        ("entries/frog.md", "title: {en", "title: {en: {", r"frog\.md:\d+: "),
        (
            "entries/newt.md",
            "Hello newt",
            "'why do FROGS croak'",
            r"newt\.md: questions\.en: .* asked by frog too",
        ),
    ],
)
def test_a_fault_is_named_with_its_place(pond: Path, file: str, old: str, new: str, says: str) -> None:
    _bend(pond / file, old, new)
    with pytest.raises(ContentError, match=says) as caught:
        load_pack(pond)
    assert "\n" not in str(caught.value)
    assert str(pond) in str(caught.value)


def test_a_folder_without_a_pack_is_named(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=r"pack\.yaml: cannot be read"):
        load_pack(tmp_path)


def test_a_pack_without_entries_is_refused(pond: Path) -> None:
    for path in (pond / "entries").iterdir():
        path.unlink()
    with pytest.raises(ContentError, match="holds no entry"):
        load_pack(pond)


def test_a_file_in_another_encoding_is_named(pond: Path) -> None:
    (pond / "entries" / "frog.md").write_bytes("---\nid: frog\ntitle: é".encode("latin-1"))
    with pytest.raises(ContentError, match=r"frog\.md: is not UTF-8"):
        load_pack(pond)


def test_windows_line_ends_and_a_byte_order_mark_are_accepted(pond: Path) -> None:
    path = pond / "entries" / "frog.md"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert load_pack(pond).entries["frog"].answer.en.startswith("Frogs croak")
