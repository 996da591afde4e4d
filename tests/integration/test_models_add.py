"""Added models: listed, chosen by name or setting, removed; and what `add` refuses, in one line.

Adding itself needs the export tools: `test_models_add_export`.
"""

from __future__ import annotations

import json
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import soundfile

from app.bootstrap import Workshop
from app.cli.main import main
from app.core.errors import ModelError
from app.core.resources import models_dir
from app.core.types import Language
from app.kiosk.folders import Folders
from app.registry import exporter
from app.registry.shelf import Shelf
from tests.tones import LETTER, sung, tone_network

LABELS = ("<pad>", "|", *"ABCDEFGHIJKLMNOPQRSTUVWXYZ'")

Lisan = Callable[..., tuple[int, str, str]]


@pytest.fixture
def added() -> Iterator[Path]:
    """The user's folder of added models, empty."""
    folder = Folders.of_user().models
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def lisan(capfd: pytest.CaptureFixture[str], added: Path) -> Lisan:
    """One command in a process's own composition; exit code, stdout, stderr."""

    def typed(*arguments: str) -> tuple[int, str, str]:
        capfd.readouterr()
        with ExitStack() as closing:
            code = main(arguments, Workshop(time.perf_counter(), closing))
        return (code, *capfd.readouterr())

    return typed


@pytest.fixture
def tones(added: Path) -> Path:
    return tone_network(added / "tones", LABELS).path


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A folder that is fine as far as one can see before the export."""
    files = {
        "config.json": {"model_type": "wav2vec2", "vocab_size": len(LABELS)},
        "preprocessor_config.json": {},
        "vocab.json": {label: index for index, label in enumerate(LABELS)},
    }
    folder = tmp_path / "نموذج é"
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_text(json.dumps(content), encoding="utf-8")
    return folder


def _add(lisan: Lisan, source: object, *more: str) -> tuple[int, str, str]:
    return lisan("models", "add", str(source), "--task", "align", "--lang", "en", *more)


def test_an_added_model_times_recordings_by_its_name(lisan: Lisan, tones: Path, tmp_path: Path) -> None:
    sound = sung(" HEL LO WORLD ", LABELS)
    soundfile.write(tmp_path / "hello.wav", sound.samples, sound.rate)
    (tmp_path / "list.tsv").write_text(
        "audio\tlanguage\ttext\nhello.wav\ten\tHello, world!\n", encoding="utf-8"
    )
    code, told, errors = lisan(
        "align", str(tmp_path / "list.tsv"), "--out", str(tmp_path), "--model", "tones"
    )
    assert (code, "acoustic 1" in told) == (0, True), errors
    timeline = json.loads((tmp_path / "hello.timeline.json").read_text(encoding="utf-8"))
    starts = [word["start"] / LETTER for word in timeline["words"]]
    assert starts == pytest.approx([1, 8], abs=0.1)
    assert "stepped_down" not in timeline["chunks"][0]


def test_speech_that_it_does_not_hear_is_timed_by_ours(lisan: Lisan, tones: Path, tmp_path: Path) -> None:
    options = ("--timing", "acoustic", "--model", str(tones), "--out", str(tmp_path))
    code, _, errors = lisan("speak", "Hello.", *options)
    assert code == 0, errors
    (chunk,) = json.loads((tmp_path / "timeline.json").read_text(encoding="utf-8"))["chunks"]
    assert chunk["source"] == "acoustic"
    assert "the added model" in chunk["stepped_down"]["acoustic"]


def test_models_are_listed_with_what_runs_and_removed(
    lisan: Lisan, tones: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def running(rows: str) -> dict[str, Any]:
        return {row["name"]: row["running"] for row in json.loads(rows)}

    code, rows, _ = lisan("models", "list", "--json")
    assert (code, running(rows)["tones"]) == (0, None)
    monkeypatch.setenv("LISAN_ALIGNER_EN", "tones")
    code, rows, _ = lisan("models", "list", "--json")
    assert code == 0
    assert running(rows)["tones"]["precision"] == "fp32"
    assert running(rows)["phones-ar"] and running(rows)["phones-en"]
    monkeypatch.delenv("LISAN_ALIGNER_EN")
    code, told, _ = lisan("models", "verify")
    assert (code, "tones: ok" in told) == (0, True)
    assert lisan("models", "remove", "tones")[0] == 0
    assert not tones.exists()
    assert not list(tones.parent.iterdir())


def test_what_is_damaged_is_told_and_in_nobodys_way(lisan: Lisan, tones: Path) -> None:
    (tones / "model.bin").write_bytes(b"damaged")
    code, told, _ = lisan("models", "verify")
    assert (code, "damaged" in told) == (1, True)
    (tones / "manifest.toml").write_text("name = 3", encoding="utf-8")
    code, told, errors = lisan("models", "verify")
    assert (code, "phones-en: ok" in told) == (1, True)
    assert "models remove tones" in errors
    assert lisan("models", "remove", "tones")[0] == 0
    assert lisan("models", "verify")[0] == 0


@pytest.mark.parametrize("name", ["phones-en", "nobody", "../voices", ""])
def test_only_what_was_added_is_removed(lisan: Lisan, tones: Path, name: str) -> None:
    code, _, errors = lisan("models", "remove", name)
    assert code == 2
    assert errors.count("\n") == 1
    assert (models_dir() / "phones-en").is_dir() and tones.is_dir()


def test_a_setting_that_names_no_model_of_its_language_is_passed_over(added: Path) -> None:
    tone_network(added / "tones", LABELS)
    shelf = Shelf(models_dir(), added)
    chosen, problems = shelf.chosen({Language.EN: "tones", Language.AR: "tones"})
    assert [one.manifest.name for one in chosen] == ["tones"]
    assert problems == ("setting 'aligner_ar' was dropped: tones does not hear ar",)
    _, problems = shelf.chosen({Language.EN: "gone", Language.AR: "behaviour"})
    assert "there is no model 'gone': choose one of phones-ar, phones-en, tones" in problems[0]
    assert "not for align" in problems[1]


def test_a_model_that_is_not_there_is_one_line(lisan: Lisan, tmp_path: Path) -> None:
    code, _, errors = lisan("speak", "Hello.", "--model", "nobody", "--out", str(tmp_path))
    assert code == 2
    assert "there is no model 'nobody'" in errors


def test_without_the_export_tools_it_says_how_to_install_them(
    lisan: Lisan, source: Path, added: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exporter, "export_python", lambda: None)
    for wanted in (source, "facebook/wav2vec2-base-960h"):
        code, told, errors = _add(lisan, wanted)
        assert (code, told) == (2, "")
        assert "bootstrap.py setup --with export" in errors.splitlines()[-1]
    assert not list(added.iterdir())


def test_tools_that_break_are_one_line_and_leave_nothing(
    lisan: Lisan, source: Path, added: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exporter, "export_python", lambda: sys.executable)  # which has no torch
    code, _, errors = _add(lisan, source)
    assert code == 2
    assert "the export tools failed: ModuleNotFoundError: No module named 'torch'" in errors.splitlines()[-1]
    assert not list(added.iterdir())


def test_an_id_that_the_hub_does_not_give_is_one_line(
    lisan: Lisan, added: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exporter, "export_python", lambda: sys.executable)
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")  # nobody answers there
    code, _, errors = _add(lisan, "nobody/nothing")
    assert code == 2
    assert "nobody/nothing is not a folder, and the hub does not give it" in errors.splitlines()[-1]
    assert not list(added.iterdir())


@pytest.mark.parametrize(
    ("given", "more", "named"),
    [
        ("/no/such/folder/at all", (), "is not a folder: give a folder with config.json, or a hub id"),
        (__file__, (), "is not a folder"),
        ("{source}", ("--name", "phones-en"), "a model that we ship"),
        ("{source}", ("--name", "tones"), "is there already"),
        ("{source}", ("--name", "…"), "no name for a model"),
        ("{source}", ("--task", "sing"), "'sing' is not one of"),
        ("{empty}", ("--name", "x"), "config.json cannot be read"),
    ],
)
def test_what_cannot_be_added_is_one_line(
    lisan: Lisan, source: Path, tones: Path, tmp_path: Path, given: str, more: tuple[str, ...], named: str
) -> None:
    (tmp_path / "empty").mkdir()
    folder = given.format(source=source, empty=tmp_path / "empty")
    code, _, errors = _add(lisan, folder, *more)
    assert code == 2
    assert named in errors
    assert errors.count("\n") == 1
    assert [one.name for one in tones.parent.iterdir()] == ["tones"]


def test_a_disk_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ModelError, match="cannot write to"), Shelf(models_dir(), tmp_path / "file").staging():
        pass
