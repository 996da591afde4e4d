"""`lisan align` on real recordings: a timeline for each, bad rows told, ten minutes in bounded memory."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest
import soundfile

from app.align import trellis
from app.align.aligner import build_aligner
from app.bootstrap import Workshop
from app.cli.main import main
from app.core.phones import SILENCE
from app.core.resources import models_dir
from app.core.types import (
    SPEECH_RATE,
    Audio,
    Chunk,
    Language,
    PhoneToken,
    SpokenChunk,
    TimingSource,
    Word,
    read_only,
)
from app.inference.budget import ThreadBudget
from app.speech.espeak import EspeakVoice
from app.speech.espeak_process import EspeakProcess
from app.speech.warm_up import plain_chunk

HEADER = "audio\tlanguage\ttext\n"
ENGLISH = "Welcome to the stand. Please touch the screen to begin."
ARABIC = "أهلاً بكم في جناحنا. المس الشاشة للبدء."

Align = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def workshop() -> Iterator[Workshop]:
    with ExitStack() as closing:
        built = Workshop(time.perf_counter(), closing)
        built.recordings(None)  # the thread that owns the classifier lives as long as the workshop
        yield built


@pytest.fixture
def clips(tmp_path: Path, cases: Path) -> Path:
    """A folder with recordings and a manifest of them, none of its names plain."""
    folder = tmp_path / "تسجيلات é"
    (folder / "sub").mkdir(parents=True)
    shutil.copy(cases / "a01_en_16k.wav", folder / "sub" / "welcome é.wav")
    shutil.copy(cases / "a02_ar_16k.wav", folder / "أهلا.wav")
    shutil.copy(cases / "a03_zero_samples.wav", folder)
    return folder


@pytest.fixture
def align(workshop: Workshop, clips: Path, capfd: pytest.CaptureFixture[str]) -> Align:
    def typed(rows: str, *options: str) -> tuple[int, str, str]:
        (clips / "list.tsv").write_text(HEADER + rows, encoding="utf-8")
        capfd.readouterr()
        code = main(["align", str(clips / "list.tsv"), "--out", str(clips / "out"), *options], workshop)
        return (code, *capfd.readouterr())

    return typed


def _timeline(clips: Path, stem: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((clips / "out" / f"{stem}.timeline.json").read_text(encoding="utf-8"))
    duration = read["audio"]["duration"]
    rows = [read["visemes"], *([read["phones"]] if read["source"] != "energy" else [])]
    for row in rows:
        assert (row[0]["start"], row[-1]["end"]) == (0, duration)
        assert all(a["end"] == b["start"] for a, b in pairwise(row))
    for row in (read["words"], read["characters"]):
        assert all(0 <= item["start"] < item["end"] <= duration for item in row)
        assert all(a["end"] <= b["start"] for a, b in pairwise(row))
    shown = "".join(word["text"] for word in read["words"])
    assert "".join(one["text"] for one in read["characters"]) == shown
    return read


def test_each_recording_gets_its_timeline(align: Align, clips: Path) -> None:
    code, told, progress = align(f"sub/welcome é.wav\ten\t{ENGLISH}\nأهلا.wav\tar\t{ARABIC}\n")
    assert code == 0, progress
    assert "2 of 2 recordings timed" in told
    assert "acoustic 2" in told
    assert "aligning" in progress
    english, arabic = _timeline(clips, "welcome é"), _timeline(clips, "أهلا")
    assert (english["language"], arabic["language"]) == ("en", "ar")
    assert [word["text"] for word in english["words"]] == ENGLISH.split()
    assert [word["text"] for word in arabic["words"]] == ARABIC.split()
    assert not any(word.get("interpolated") for word in english["words"] + arabic["words"])
    assert (clips / "out" / english["audio"]["path"]).resolve() == clips / "sub" / "welcome é.wav"
    assert sorted(path.name for path in (clips / "out").iterdir()) == [
        "welcome é.timeline.json",
        "أهلا.timeline.json",
    ]


def test_numbers_have_times_of_their_own_and_their_digits_share_them(align: Align, clips: Path) -> None:
    said = "Room 204 is on level 3."
    process = EspeakProcess()
    spoken = EspeakVoice(Language.EN, process).synthesise(
        plain_chunk("Room two oh four is on level three.", Language.EN)
    )
    process.close()
    soundfile.write(clips / "room.wav", spoken.audio.samples, SPEECH_RATE)
    code, _, told = align(f"room.wav\ten\t{said}\n")
    assert code == 0, told
    timeline = _timeline(clips, "room")
    words = {word["text"]: word for word in timeline["words"]}
    assert list(words) == said.split()
    assert words["204"]["end"] - words["204"]["start"] > 0.4
    digits = [one for one in timeline["characters"] if one["text"].isdigit()]
    assert [one["text"] for one in digits] == ["2", "0", "4", "3"]
    assert all(one["interpolated"] for one in digits)
    assert digits[0]["start"] == words["204"]["start"]


def test_without_text_phones_are_recognised(align: Align, clips: Path) -> None:
    assert align("أهلا.wav\tar\t\n")[0] == 0
    timeline = _timeline(clips, "أهلا")
    assert (timeline["source"], timeline["language"], timeline["words"]) == ("recognised", "ar", [])
    assert len(timeline["phones"]) > 20


def test_bad_rows_are_told_by_number_and_the_rest_is_done(align: Align, clips: Path) -> None:
    rows = f"a03_zero_samples.wav\ten\t\nmissing.wav\ten\thi\nأهلا.wav\tar\t{ARABIC}\nx.wav\tfr\tsalut\n"
    code, told, errors = align(rows, "--jobs", "3")
    assert code == 1
    lines = [line for line in errors.splitlines() if line.startswith("lisan:")]
    assert [line.split(", ")[0] for line in lines] == [
        "lisan: row 1 (line 2)",
        "lisan: row 2 (line 3)",
        "lisan: row 4 (line 5)",
    ]
    assert "holds no sound" in lines[0] and "no such file" in lines[1] and "'fr'" in lines[2]
    assert "1 of 4 recordings timed" in told
    assert _timeline(clips, "أهلا")["source"] == "acoustic"


def test_a_rung_that_cannot_be_had_is_told_and_written(align: Align, clips: Path) -> None:
    code, _, errors = align(f"أهلا.wav\tar\t{ARABIC}\n", "--timing", "engine")
    assert code == 1
    assert "row 1" in errors and "no exact times" in errors
    timeline = _timeline(clips, "أهلا")
    assert (timeline["source"], timeline["confidence"]) == ("engine", None)


def test_a_model_of_ones_own_hears_its_languages_only(align: Align, clips: Path) -> None:
    rows = f"sub/welcome é.wav\ten\t{ENGLISH}\nأهلا.wav\tar\t{ARABIC}\n"
    code, told, errors = align(rows, "--model", str(models_dir() / "phones-en"))
    assert (code, "acoustic 1" in told) == (1, True)
    assert "row 2" in errors and "does not hear ar" in errors
    code, _, errors = align(rows, "--model", str(models_dir() / "behaviour"))
    assert (code, "not for align" in errors) == (2, True)


@pytest.mark.parametrize(
    ("rows", "named"),
    [("", "no row below"), ("a.wav\ten\t\nsub/a.ogg\ten\t\n", "rows 1 and 2 would both write")],
)
def test_a_bad_manifest_is_one_line_and_exit_code_2(align: Align, clips: Path, rows: str, named: str) -> None:
    code, _, errors = align(rows)
    assert (code, errors.count("\n"), named in errors) == (2, 1, True)
    assert not (clips / "out").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="sends the signal of a terminal's Ctrl-C")
def test_ctrl_c_ends_it_with_whole_files_only(clips: Path) -> None:
    sound, rate = soundfile.read(clips / "sub" / "welcome é.wav")
    for number in range(60):
        soundfile.write(clips / f"clip{number}.wav", np.tile(sound, 10), rate)
    rows = "".join(f"clip{number}.wav\ten\t{' '.join([ENGLISH] * 10)}\n" for number in range(60))
    (clips / "list.tsv").write_text(HEADER + rows, encoding="utf-8")
    out = clips / "out"
    running = subprocess.Popen(
        [sys.executable, "-m", "app", "align", str(clips / "list.tsv"), "--out", str(out)],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while not list(out.glob("*.timeline.json")):
        assert time.monotonic() < deadline and running.poll() is None
        time.sleep(0.02)
    os.killpg(running.pid, signal.SIGINT)
    began = time.monotonic()
    _, errors = running.communicate(timeout=30)
    assert time.monotonic() - began < 5
    assert running.returncode == 130
    written = sorted(path.name for path in out.iterdir())
    assert 0 < len(written) < 60
    assert all(name.endswith(".timeline.json") for name in written)
    assert f"stopped; {len(written)} of 60 recordings are done" in errors
    assert "Traceback" not in errors


@contextmanager
def _growth() -> Iterator[Callable[[], float]]:
    """Megabytes by which resident memory has grown at most, looked at every 5 ms."""
    process = psutil.Process()
    before = highest = process.memory_info().rss
    ended = threading.Event()

    def watch() -> None:
        nonlocal highest
        while not ended.wait(0.005):
            highest = max(highest, process.memory_info().rss)

    watching = threading.Thread(target=watch)
    watching.start()
    try:
        yield lambda: (highest - before) / 2**20
    finally:
        ended.set()
        watching.join()


def _long_speech(minutes: float, language: Language) -> tuple[SpokenChunk, list[int]]:
    """Many sentences with pauses as one recording, and the exact onset of each phone."""
    texts = {
        Language.EN: "The {} gate of the old harbour opens at dawn, and {} boats leave with the tide.",
        Language.AR: "تَفْتَحُ البَوَّابَةُ {} مَعَ الفَجْرِ، وَتُبْحِرُ {} قَوَارِبَ مَعَ المَدِّ.",
    }
    fills = {
        Language.EN: ("northern", "seven", "eastern", "five", "smaller", "nine", "southern", "twenty"),
        Language.AR: ("الشَّمَالِيَّةُ", "سَبْعَةُ", "الشَّرْقِيَّةُ", "خَمْسَةُ", "الصَّغِيرَةُ", "تِسْعَةُ"),
    }
    process = EspeakProcess()
    voice = EspeakVoice(language, process)
    made = [
        voice.synthesise(plain_chunk(texts[language].format(first, second), language))
        for first in fills[language]
        for second in fills[language]
    ]
    process.close()
    pause = np.zeros(SPEECH_RATE * 3 // 10, np.float32)
    sounds: list[Any] = []
    tokens: list[PhoneToken] = []
    words: list[Word] = []
    onsets: list[int] = []
    length = number = 0
    while length < minutes * 60 * SPEECH_RATE:
        one = made[number * 7 % len(made)]
        tokens += [
            replace(token, word=None if token.word is None else token.word + len(words))
            for token in one.tokens
        ]
        words += one.chunk.words
        onsets += [length + phone.start for phone in one.engine_phones or () if phone.ipa != SILENCE]
        sounds += [one.audio.samples, pause]
        length += len(one.audio.samples) + len(pause)
        number += 1
    audio = Audio(read_only(np.concatenate(sounds)))
    return SpokenChunk(Chunk(0, "", language, tuple(words)), audio, tuple(tokens), "recording"), onsets


@pytest.mark.slow
def test_ten_minutes_take_seconds_and_little_memory(tmp_path: Path) -> None:
    spoken, onsets = _long_speech(10, Language.EN)
    aligner = build_aligner(models_dir(), tmp_path, budget=ThreadBudget())
    aligner.warm_up()
    shares: list[float] = []
    began = time.perf_counter()
    with _growth() as grown:
        alignment = aligner.reporting(shares.append).align(spoken)
        assert grown() < 150
    assert time.perf_counter() - began < 30  # about 3 s here; a busy machine is no defect
    assert alignment.source is TimingSource.ACOUSTIC, alignment.stepped_down
    found = [phone.start for phone in alignment.phones if phone.ipa != SILENCE]
    errors = np.abs(np.array(found) - np.array(onsets)) * 1000 / SPEECH_RATE
    assert errors.mean() < 12
    assert (errors <= 50).mean() > 0.97
    assert len(shares) > 100
    assert shares == sorted(shares)


@pytest.mark.parametrize("language", list(Language))
def test_the_search_in_blocks_finds_what_the_whole_one_does(
    language: Language, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoken, _ = _long_speech(0.75, language)
    aligner = build_aligner(models_dir(), tmp_path, budget=ThreadBudget())
    found = []
    for most in (0, 1 << 40):
        monkeypatch.setattr(trellis, "WHOLE", most)
        found.append(aligner.align(spoken))
    assert found[0].source is TimingSource.ACOUSTIC
    assert found[0].phones == found[1].phones
