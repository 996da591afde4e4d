"""What an operator drops into the voices folder is listed, or one line says what is wrong with it."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from app.core.types import Language
from app.speech.piper_catalogue import read_catalogue

CONFIG = {"audio": {"sample_rate": 22050}, "espeak": {"voice": "en-us"}, "phoneme_type": "espeak"}


def drop(folder: Path, name: str, **changed: Any) -> Path:
    """A voice whose files are there; nothing here loads it."""
    folder.mkdir(parents=True, exist_ok=True)
    model = folder / f"{name}.onnx"
    model.write_bytes(b"network")
    (folder / f"{name}.onnx.json").write_text(json.dumps(CONFIG | changed))
    return model


def test_voices_are_found_at_any_depth_under_any_name(tmp_path: Path) -> None:
    folder = tmp_path / "عرض é 会場"
    drop(folder, "en_GB-alba-medium", espeak={"voice": "en-gb-x-rp"})
    drop(folder / "ar" / "ar_JO", "ar_JO-kareem-low", espeak={"voice": "ar"})
    found = read_catalogue(folder)
    assert found.problems == ()
    assert {voice.name: voice.language for voice in found.voices} == {
        "en_GB-alba-medium": Language.EN,
        "ar_JO-kareem-low": Language.AR,
    }


def test_a_folder_that_is_not_there_holds_nothing_and_is_no_problem(tmp_path: Path) -> None:
    found = read_catalogue(tmp_path / "none")
    assert (found.voices, found.problems) == ((), ())


@pytest.mark.parametrize(
    ("config", "problem"),
    [
        (None, r"hall\.onnx needs hall\.onnx\.json beside it"),
        ("", r"hall\.onnx\.json is damaged"),
        ("{\x00", r"hall\.onnx\.json is damaged"),
        ("[]", r"hall\.onnx\.json is damaged"),
        (json.dumps(CONFIG | {"audio": {}}), r"damaged \(audio\.sample_rate: "),
        (json.dumps(CONFIG | {"phoneme_type": "text"}), r"damaged \(phoneme_type: "),
        (json.dumps(CONFIG | {"espeak": {"voice": "de"}}), "speaks 'de': Lisan speaks en, ar only"),
    ],
)
def test_a_voice_that_cannot_be_used_is_one_line_and_the_others_stay(
    tmp_path: Path, config: str | None, problem: str
) -> None:
    drop(tmp_path, "good")
    model = drop(tmp_path, "hall")
    beside = tmp_path / "hall.onnx.json"
    beside.unlink() if config is None else beside.write_text(config)
    found = read_catalogue(tmp_path)
    assert [voice.name for voice in found.voices] == ["good"]
    (line,) = found.problems
    assert re.search(problem, line)
    assert "\n" not in line
    assert str(model.parent) in line


def test_an_empty_network_and_a_configuration_alone_are_told(tmp_path: Path) -> None:
    drop(tmp_path, "empty").write_bytes(b"")
    drop(tmp_path, "lone").unlink()
    found = read_catalogue(tmp_path)
    assert found.voices == ()
    assert ["empty.onnx is empty" in line for line in found.problems] == [True, False]
    assert "put lone.onnx beside it" in found.problems[1]


def test_a_name_that_is_taken_is_told(tmp_path: Path) -> None:
    drop(tmp_path, "hibari")
    drop(tmp_path / "a", "twin")
    drop(tmp_path / "b", "twin")
    found = read_catalogue(tmp_path)
    assert [voice.model.parent.name for voice in found.voices] == ["a"]
    assert len(found.problems) == 2
    assert all("another voice of this name" in line for line in found.problems)


def test_the_identity_follows_both_files(tmp_path: Path) -> None:
    model = drop(tmp_path, "hall")
    identities = {read_catalogue(tmp_path).voices[0].identity}
    (tmp_path / "hall.onnx.json").write_text(json.dumps(CONFIG | {"inference": {"length_scale": 1.2}}))
    identities.add(read_catalogue(tmp_path).voices[0].identity)
    model.write_bytes(b"another network")
    identities.add(read_catalogue(tmp_path).voices[0].identity)
    assert len(identities) == 3


def test_a_stored_voice_that_is_gone_is_told_and_another_speaks(tmp_path: Path) -> None:
    drop(tmp_path, "hall")
    wanted = {Language.EN: "hall", Language.AR: "espeak-ar"}
    assert read_catalogue(tmp_path).in_force(wanted) == (wanted, ())
    shutil.rmtree(tmp_path)
    chosen, (problem,) = read_catalogue(tmp_path).in_force(wanted)
    assert chosen == {Language.EN: "hibari", Language.AR: "espeak-ar"}
    assert "no voice 'hall' for en; hibari speaks" in problem


def test_a_voice_of_another_language_is_not_that_of_this_one(tmp_path: Path) -> None:
    drop(tmp_path, "hall")
    chosen, problems = read_catalogue(tmp_path).in_force({Language.AR: "hall"})
    assert chosen == {Language.AR: "espeak-ar"}
    assert len(problems) == 1


def test_without_the_package_no_voice_is_offered(tmp_path: Path) -> None:
    drop(tmp_path, "hall")
    found = read_catalogue(tmp_path).without_voices("not installed")
    assert (found.voices, found.problems) == ((), ("not installed",))
    nothing = read_catalogue(tmp_path / "none").without_voices("not installed")
    assert nothing.problems == ()
