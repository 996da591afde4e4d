"""Manifests as people and spreadsheets write them, and what is said of those that cannot be used."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.cli.clip_list import BadRow, Clip, read_clips
from app.core.errors import LisanError
from app.core.types import Language

HEADER = "audio\tlanguage\ttext\n"


@pytest.fixture
def manifest(tmp_path: Path) -> Path:
    return tmp_path / "عرض é.tsv"


def _clips(manifest: Path, text: str | bytes) -> list[Clip]:
    rows = _rows(manifest, text)
    assert all(isinstance(row, Clip) for row in rows), rows
    return [row for row in rows if isinstance(row, Clip)]


def _rows(manifest: Path, text: str | bytes) -> list[Clip | BadRow]:
    manifest.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_clips(manifest)


def test_paths_are_relative_to_the_manifest_and_text_may_be_empty(manifest: Path) -> None:
    one, two, three = _clips(manifest, HEADER + "a.wav\ten\tHello.\nsub/ب.ogg\tar\t\nc.wav\ten\n")
    assert (one.path, one.language, one.text) == (manifest.parent / "a.wav", Language.EN, "Hello.")
    assert (two.path, two.language, two.text) == (manifest.parent / "sub" / "ب.ogg", Language.AR, "")
    assert three.text == ""
    assert [clip.place.stem for clip in (one, two, three)] == ["a", "ب", "c"]


@pytest.mark.parametrize(
    "encode",
    [
        str.encode,
        lambda text: text.encode("utf-8-sig"),
        lambda text: text.encode("utf-16"),
        lambda text: text.replace("\n", "\r\n").encode("utf-8-sig"),
        lambda text: text.replace("\n", "\r").encode(),
        lambda text: text.replace("\n", "\n\n \t \n").encode(),
        lambda text: text.rstrip("\n").encode(),
    ],
)
def test_encodings_line_ends_and_blank_lines_do_not_matter(manifest: Path, encode: object) -> None:
    assert callable(encode)
    clips = _clips(manifest, encode(HEADER + "a.wav\ten\tHello there.\nb.wav\tar\tمرحبا بكم\n"))
    assert [(clip.place.row, clip.text) for clip in clips] == [(1, "Hello there."), (2, "مرحبا بكم")]


def test_columns_are_found_by_name(manifest: Path) -> None:
    (clip,) = _clips(manifest, "Text\tspeaker\tLanguage\tAudio\nHi.\tanna\tEN-gb\ta.wav\n")
    assert (clip.path.name, clip.language, clip.text) == ("a.wav", Language.EN, "Hi.")


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ('"She said ""hello"" twice."', 'She said "hello" twice.'),
        ('"Two\nlines"', "Two\nlines"),
        ('"Quoted" in part', '"Quoted" in part'),
        ('say "cheese"', 'say "cheese"'),
        ('"an open quote', '"an open quote'),
        ('""', ""),
    ],
)
def test_quotes_are_read_as_spreadsheets_write_them_and_swallow_no_row(
    manifest: Path, field: str, text: str
) -> None:
    first, second = _clips(manifest, f'{HEADER}a.wav\ten\t{field}\nb.wav\ten\tlast"\n')
    assert (first.text, second.text) == (text, 'last"')
    assert second.place.line == 3 + field.count("\n")


def test_a_name_is_found_in_either_spelling(manifest: Path) -> None:
    name = unicodedata.normalize("NFD", "é.wav")
    (manifest.parent / name).touch()
    (clip,) = _clips(manifest, HEADER + unicodedata.normalize("NFC", name) + "\ten\thi\n")
    assert clip.path.exists()


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("a.wav\tfr\tbonjour", "language 'fr' is not one of en, ar"),
        ("a.wav\t\thello", "language '' is not one of en, ar"),
        ("\ten\thello", "names no audio file"),
        ("a.wav\ten\thello\tyou", "4 columns under a header of 3"),
        ("a.wav\ten\t" + "x" * 200_001, "200,001 characters"),
    ],
)
def test_a_bad_row_is_told_by_number_and_keeps_no_other_back(manifest: Path, row: str, reason: str) -> None:
    good, bad, last = _rows(manifest, f"{HEADER}first.wav\ten\thi\n\n{row}\nlast.wav\ten\tbye\n")
    assert isinstance(good, Clip) and isinstance(last, Clip) and isinstance(bad, BadRow)
    assert reason in bad.reason
    assert str(bad.place).startswith("row 2 (line 4), ")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "see to audio, language, text"),
        ("audio\ttext\na.wav\thi\n", "see to language"),
        ("audio,language,text\na.wav,en,hi\n", "with tabs between"),
        ("audio\taudio\tlanguage\ttext\n", "see to audio"),
        (HEADER, "no row below its header"),
        (HEADER + "a.wav\ten\t1\nsub/a.ogg\ten\t2\n", "rows 1 and 2 would both write a.timeline.json"),
        (HEADER + "A.wav\ten\t1\na.wav\tfr\t2\n", "rows 1 and 2 would both write"),
        (HEADER.encode() + b"a.wav\ten\t\xff\n", "is not UTF-8 text"),
    ],
)
def test_a_manifest_that_cannot_be_used_is_refused_by_name(
    manifest: Path, text: str | bytes, reason: str
) -> None:
    with pytest.raises(LisanError, match=r"é\.tsv") as refused:
        _rows(manifest, text)
    assert reason in str(refused.value)


def test_no_manifest_is_told(tmp_path: Path) -> None:
    with pytest.raises(LisanError, match="no such file"):
        read_clips(tmp_path / "none.tsv")
    with pytest.raises(LisanError, match="is a folder"):
        read_clips(tmp_path)


@given(st.lists(st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=12), min_size=1, max_size=5))
def test_any_text_comes_back_from_a_quoted_field(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str]
) -> None:
    lines = (f'{n}.wav\ten\t"{text.replace(chr(34), chr(34) * 2)}"\n' for n, text in enumerate(texts))
    clips = _clips(tmp_path_factory.mktemp("m") / "m.tsv", HEADER + "".join(lines))
    assert [clip.text for clip in clips] == [text.strip() for text in texts]
