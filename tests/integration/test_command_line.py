"""The commands as a person types them, with the real models and voices.

They share one composition root, so that the models load once; what a process adds has its own test.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import soundfile

from app.bootstrap import Workshop
from app.cli.composition import Request
from app.cli.main import main
from app.core.resources import assets_dir
from app.core.types import Language

Lisan = Callable[..., "Done"]
Spoken = Callable[..., dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Done:
    returncode: int
    stdout: str
    stderr: str


@pytest.fixture(scope="module")
def workshop() -> Iterator[Workshop]:
    with ExitStack() as closing:
        built = Workshop(time.perf_counter(), closing)
        built.prepare(Request("Hello. مرحبا."))  # the threads that it needs live as long as it does
        yield built


@pytest.fixture
def lisan(workshop: Workshop, capfd: pytest.CaptureFixture[str]) -> Lisan:
    def typed(*arguments: str | Path) -> Done:
        code = main([str(argument) for argument in arguments], workshop)
        return Done(code, *capfd.readouterr())

    return typed


@pytest.fixture
def spoken(lisan: Lisan, tmp_path: Path) -> Spoken:
    def said(*arguments: str | Path, code: int = 0) -> dict[str, Any]:
        """The timeline of a `lisan speak`, held against the rules of its file."""
        done = lisan("speak", *arguments, "--out", tmp_path)
        assert done.returncode == code, done.stderr
        timeline: dict[str, Any] = json.loads((tmp_path / "timeline.json").read_text(encoding="utf-8"))
        keeps_the_rules(timeline, tmp_path)
        return timeline

    return said


def keeps_the_rules(timeline: dict[str, Any], folder: Path) -> None:
    sound = soundfile.info(folder / "speech.wav")
    assert (sound.samplerate, sound.channels, sound.subtype) == (24_000, 1, "PCM_16")
    duration = timeline["audio"]["duration"]
    assert duration == pytest.approx(sound.duration, abs=1e-4)
    rows = [timeline["visemes"]] + ([timeline["phones"]] if timeline["source"] != "energy" else [])
    for row in rows:
        assert row[0]["start"] == 0
        assert row[-1]["end"] == pytest.approx(duration, abs=1e-4)
        assert all(a["end"] == b["start"] for a, b in pairwise(row))
    assert all(a["id"] != b["id"] for a, b in pairwise(timeline["visemes"]))
    assert all(a["end"] <= b["start"] for a, b in pairwise(timeline["words"]))
    assert all(0 <= w["start"] < w["end"] <= duration for w in timeline["words"])


def test_english_is_spoken_by_the_natural_voice_and_timed_by_the_aligner(spoken: Spoken) -> None:
    timeline = spoken("Welcome to the mangrove gallery. It has 12 halls!")
    assert (timeline["language"], timeline["source"]) == ("en", "acoustic")
    shown = ["Welcome", "to", "the", "mangrove", "gallery.", "It", "has", "12", "halls!"]
    assert [word["text"].strip(".!") for word in timeline["words"]] == [word.strip(".!") for word in shown]
    assert timeline["confidence"] > 0.3
    assert timeline["latency_ms"]["synthesise"] > 0
    assert {phone["ipa"] for phone in timeline["phones"]} >= {"w", "m", "ɡ"}


def test_arabic_without_marks_is_diacritised_and_timed_exactly(spoken: Spoken) -> None:
    timeline = spoken("مرحبا بكم في المعرض", "--lang", "en")  # case T6: the screen is English
    assert (timeline["language"], timeline["source"]) == ("ar", "engine")
    assert [word["text"] for word in timeline["words"]] == ["مرحبا", "بكم", "في", "المعرض"]
    assert sum(phone["ipa"].rstrip("ː") in {"a", "i", "u"} for phone in timeline["phones"]) >= 7


def test_mixed_text_is_spoken_by_a_voice_of_each_language(spoken: Spoken, cases: Path) -> None:
    text = (cases / "t19_mixed_ar_first.txt").read_text(encoding="utf-8")
    timeline = spoken(text)
    assert {chunk["language"] for chunk in timeline["chunks"]} == {"en", "ar"}


def test_a_recording_is_timed_by_its_transcript(spoken: Spoken, cases: Path) -> None:
    said = (cases / "a01.txt").read_text(encoding="utf-8").strip()
    timeline = spoken("--audio", cases / "a01_en_16k.wav", "--transcript", said)
    assert timeline["source"] == "acoustic"
    assert len(timeline["words"]) == len(said.split())


def test_a_recording_without_a_transcript_is_recognised(spoken: Spoken, cases: Path) -> None:
    timeline = spoken("--audio", cases / "a02_ar_16k.wav", "--lang", "ar")
    assert timeline["source"] == "recognised"
    assert len(timeline["phones"]) > 10


def test_a_rung_that_is_forced_and_cannot_be_had_is_told(spoken: Spoken) -> None:
    timeline = spoken("Hello there.", "--timing", "engine", code=1)
    assert timeline["confidence"] is None
    assert timeline["warning"]


def test_text_without_sound_is_a_short_silence(spoken: Spoken, cases: Path) -> None:
    timeline = spoken((cases / "t05_emoji_only.txt").read_text(encoding="utf-8"))
    assert {viseme["id"] for viseme in timeline["visemes"]} == {"sil"}


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("speak",), "TEXT"),
        (("speak", "x", "--voice", "nobody"), "nobody"),
        (("speak", "--audio", "missing.wav"), "no such file: missing.wav"),
        (("speak", "--audio", "."), ". is a folder"),
        (("speak", "x", "--lang", "fr"), "'--lang': 'fr' is not one of 'auto', 'en', 'ar'"),
        (("speak", "x", "--timing", "psychic"), "--timing"),
        (("run", "--headless", "--pack", "nowhere"), "nowhere"),
        (("classify", "--file", "missing.txt"), "no such file: missing.txt"),
        (("classify", "--file", "."), ". is a folder"),
        (("ask", ""), "the question is empty"),
        (("ask", " \n"), "the question is empty"),
        (("frobnicate",), "frobnicate"),
    ],
)
def test_bad_input_is_one_line_that_names_it_and_exit_code_2(
    lisan: Lisan, arguments: tuple[str, ...], named: str
) -> None:
    done = lisan(*arguments)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert named in done.stderr


@pytest.mark.parametrize("out", ["speech", "speech/of/today"])
def test_a_file_in_the_place_of_the_folder_is_told_before_anything_is_spoken(
    lisan: Lisan, tmp_path: Path, out: str
) -> None:
    (tmp_path / "speech").write_text("mine")
    done = lisan("speak", "Hello.", "--out", tmp_path / out)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"lisan: {tmp_path / 'speech'} is a file: give --out a folder\n"
    assert (tmp_path / "speech").read_text() == "mine"


def test_without_a_device_the_files_are_written_and_one_line_says_why_it_is_silent(
    lisan: Lisan, tmp_path: Path
) -> None:
    done = lisan("speak", "Hello.", "--play", "--out", tmp_path)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    for told in ("cannot be opened", "connect a device", "audio_device", f"were written to {tmp_path}"):
        assert told in done.stderr
    assert (tmp_path / "speech.wav").is_file()
    assert (tmp_path / "timeline.json").is_file()


def test_the_help_names_every_voice(lisan: Lisan, workshop: Workshop) -> None:
    told = "".join(lisan("speak", "--help").stdout.split())
    for language in Language:
        for voice in workshop._stages.voices.names(language):
            assert voice in told


@pytest.mark.parametrize("command", ["speak", "ask", "classify"])
def test_settings_that_were_passed_over_are_told_in_one_line(
    lisan: Lisan, workshop: Workshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    damaged(workshop, tmp_path, monkeypatch)
    monkeypatch.chdir(tmp_path)
    done = lisan(command, "Hello.")
    assert done.returncode == 0
    assert done.stderr.count("\n") == 1
    assert "threads.openvino" in done.stderr
    assert "volumee" in done.stderr


def damaged(workshop: Workshop, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the workshop a settings file with a bad value and an unknown key."""
    file = folder / "settings.json"
    file.write_text('{"threads": {"openvino": 0, "synthesiser": 1}, "volumee": 1}')
    monkeypatch.setattr(workshop, "_folders", replace(workshop._folders, settings=file))
    monkeypatch.delitem(workshop.__dict__, "_resolved")
    return file


def test_classify_prints_one_object_a_line(lisan: Lisan, tmp_path: Path) -> None:
    file = tmp_path / "texts.txt"
    file.write_text("Hello and welcome to our exhibit!\nمع السلامة، نراكم قريبًا\n", encoding="utf-8")
    done = lisan("classify", "--file", file, "--json")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(row["language"], row["label"]) for row in rows] == [("en", "greeting"), ("ar", "farewell")]
    for row in rows:
        assert row["scores"] == sorted(row["scores"], reverse=True)
        assert len(row["labels"]) == 9
        assert row["labels"][0] == row["label"]


def test_ask_answers_in_the_visitors_language_with_its_source(lisan: Lisan) -> None:
    done = lisan("ask", "كم تبلغ سرعة الصقر؟", "--lang", "en", "--json")
    answer = json.loads(done.stdout)
    assert answer["language"] == "ar"
    assert answer["matched"]
    assert answer["sources"]


def test_the_models_are_what_their_manifests_say(lisan: Lisan) -> None:
    done = lisan("models", "verify")
    assert done.returncode == 0
    assert sorted(line.split(":")[0] for line in done.stdout.splitlines()) == [
        "behaviour",
        "phones-ar",
        "phones-en",
    ]


def test_the_doctor_names_what_is_missing_and_its_remedy(lisan: Lisan) -> None:
    done = lisan("doctor", "--json")
    told = json.loads(done.stdout)
    names = [check["name"] for check in told["checks"]]
    assert len(set(names)) == len(names)
    assert done.stderr == ""
    bad = [check for check in told["checks"] if not check["ok"]]
    assert [check["name"] for check in bad] == ["audio"]  # tests have no sound device unless they start one
    assert bad[0]["remedy"]
    assert (done.returncode, told["ok"]) == (1, False)


def test_the_doctor_only_looks_at_a_damaged_settings_file(
    lisan: Lisan, workshop: Workshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = damaged(workshop, tmp_path, monkeypatch)
    before = file.read_bytes()
    told = {check["name"]: check for check in json.loads(lisan("doctor", "--json").stdout)["checks"]}
    assert not told["settings"]["ok"]
    assert "threads.openvino" in told["settings"]["detail"]
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def test_a_run_without_a_screen_greets_in_each_language(tmp_path: Path) -> None:
    """With settings that are damaged: the kiosk sets them aside and goes on."""
    settings = tmp_path / "lisan" / "settings.json"
    settings.parent.mkdir()
    settings.write_text('{"volume": 7}')
    environment = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path), "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-m", "app", "run", "--headless"]
    done = subprocess.run(
        command, env=environment, capture_output=True, encoding="utf-8", timeout=110, check=False
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["ok"]
    assert (told["en"]["source"], told["ar"]["source"]) == ("acoustic", "engine")
    assert told["en"]["behaviour"] == told["ar"]["behaviour"] == "greeting"
    assert settings.read_text().split() == ["{}"]
    assert "volume" in settings.with_name("settings.json.damaged").read_text()
    stages = [line.split("│")[1].strip() for line in done.stdout.splitlines() if line.startswith("│")]
    assert {"first_audio", "draw", "align"} <= set(stages)
    names = json.loads((assets_dir() / "i18n" / "ar.json").read_text(encoding="utf-8"))
    assert [stage for stage in stages if f"figure_{stage}" not in names] == []


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads which signals a process catches")
def test_a_service_manager_ends_the_kiosk_in_order() -> None:
    kiosk = subprocess.Popen([sys.executable, "-m", "app", "run"])
    deadline = time.monotonic() + 60
    while not _catches(kiosk.pid, signal.SIGTERM):
        assert time.monotonic() < deadline
        assert kiosk.poll() is None
        time.sleep(0.05)
    kiosk.terminate()
    assert kiosk.wait(60) == 0


def _catches(pid: int, number: int) -> bool:
    status = Path(f"/proc/{pid}/status").read_text()
    caught = next(line for line in status.splitlines() if line.startswith("SigCgt"))
    return bool(int(caught.split()[1], 16) >> (number - 1) & 1)


PAPER = Path(__file__).parents[1] / "data" / "avatars" / "paper"


def test_avatars_are_listed_checked_and_drawn(lisan: Lisan, tmp_path: Path) -> None:
    rows = {row["name"]: row for row in json.loads(lisan("avatar", "list", "--json").stdout)}
    assert set(rows) == {"jood", "noor"}
    assert rows["noor"]["in_use"]
    assert lisan("avatar", "check", "jood").returncode == 0
    out = tmp_path / "sheet.png"
    assert lisan("avatar", "preview", PAPER, "--out", out).returncode == 0
    assert out.read_bytes().startswith(b"\x89PNG")


def test_a_wrong_avatar_is_told_in_one_line(lisan: Lisan, tmp_path: Path) -> None:
    for arguments, told in (
        (("avatar", "check", tmp_path), "avatar.toml is missing"),
        (("avatar", "check", "nobody"), "no avatar 'nobody'"),
        (("avatar", "preview", PAPER, "--out", tmp_path / "sheet.jpg"), "must end in .png"),
        (("avatar", "preview", PAPER, "--out", tmp_path / "no" / "sheet.png"), "cannot be written"),
    ):
        done = lisan(*arguments)
        assert done.returncode == 2
        assert told in done.stderr
        assert len(done.stderr.strip().splitlines()) == 1


def test_the_reach_of_a_text_is_counted(lisan: Lisan) -> None:
    counted = json.loads(lisan("avatar", "reach", "Happy people sail past.", "--json").stdout)["en"]
    assert counted["visemes"] > 10
    assert counted["seen"] <= counted["visemes"] - counted["rules"]
    assert counted["share"] > 0.9
