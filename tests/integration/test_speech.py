"""The real voices: sound, times, loudness, fallback, and a child process that may die."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import psutil
import pyloudnorm
import pytest

from app.core.errors import SpeechError
from app.core.phones import PHONES, SILENCE, base
from app.core.types import SPEECH_RATE, Language, SpokenChunk
from app.speech.espeak import EspeakSettings, EspeakVoice
from app.speech.espeak_process import EspeakProcess, worker_command
from app.speech.hibari import HibariVoice
from app.speech.ipa import from_espeak
from app.speech.voices import VoiceSet, build_voices
from app.speech.warm_up import plain_chunk

MS = SPEECH_RATE // 1000
MANNER = {"rate": 170, "pitch": 50, "range": 50}

ENGLISH = "Happy people stop at the big papaya bay, and seven ships sail past."
ARABIC = "مرحبا بكم في معرض الصقور، وكتاب البحر مفتوح للزوار"


@pytest.fixture(scope="module")
def voices() -> Iterator[VoiceSet]:
    built = build_voices()
    built.warm_up()
    yield built
    built.close()


@pytest.fixture
def process() -> Iterator[EspeakProcess]:
    child = EspeakProcess()
    yield child
    child.close()


def speak(voices: VoiceSet, text: str, voice: str | None = None) -> list[SpokenChunk]:
    return [voices.synthesise(chunk, voice) for chunk in voices.chunks(text, None)]


@pytest.mark.parametrize("name", ["hibari", "espeak-en", "espeak-ar"])
def test_a_voice_speaks_trimmed_sound_of_our_level_with_a_token_for_every_word(
    voices: VoiceSet, name: str
) -> None:
    for spoken in speak(voices, ARABIC if name.endswith("ar") else ENGLISH, name):
        sound = spoken.audio.samples
        assert spoken.voice == name
        assert sound.dtype == np.float32
        assert not sound.flags.writeable
        assert pyloudnorm.Meter(SPEECH_RATE).integrated_loudness(sound) == pytest.approx(-20, abs=1)
        assert np.abs(sound).max() <= 10 ** (-1 / 20)
        audible = np.flatnonzero(np.abs(sound) > 10 ** (-50 / 20))
        assert audible[0] <= 20 * MS
        assert len(sound) - audible[-1] <= 40 * MS
        assert {token.word for token in spoken.tokens} - {None} == set(range(len(spoken.chunk.words)))
        assert all(base(token.ipa) in PHONES for token in spoken.tokens)
        assert spoken.tokens[0].ipa != SILENCE != spoken.tokens[-1].ipa


@pytest.mark.parametrize("name", ["hibari", "espeak-en"])
def test_the_number_of_phones_of_a_word_is_what_was_said(voices: VoiceSet, name: str) -> None:
    (spoken,) = speak(voices, "One of the best ships in the bay.", name)
    counts = [sum(token.word == index for token in spoken.tokens) for index in range(len(spoken.chunk.words))]
    assert counts == [3, 2, 2, 4, 4, 2, 2, 2]


def test_espeak_gives_times_that_tile_and_hibari_gives_none(voices: VoiceSet) -> None:
    for text, name in ((ENGLISH, "espeak-en"), (ARABIC, "espeak-ar")):
        for spoken in speak(voices, text, name):
            phones = spoken.engine_phones
            assert phones is not None
            assert phones.tiles
            assert (phones.duration, phones.rate) == (len(spoken.audio.samples), SPEECH_RATE)
            said = [phone.ipa for phone in phones if phone.ipa != SILENCE]
            assert said == [token.ipa for token in spoken.tokens if token.ipa != SILENCE]
    assert all(spoken.engine_phones is None for spoken in speak(voices, ENGLISH, "hibari"))


def test_lips_are_shut_in_near_silence_from_the_start_of_p(voices: VoiceSet) -> None:
    spoken = speak(voices, "Happy papa.", "espeak-en")[0]
    phones = spoken.engine_phones
    assert phones is not None
    level = float(np.abs(spoken.audio.samples).max())
    closures = [phone for phone in phones if phone.ipa == "p"]
    assert len(closures) == 3
    for phone in closures:
        assert phone.end - phone.start > 50 * MS  # a raw event covers only the burst
        closed = spoken.audio.samples[phone.start + 5 * MS : phone.start + 35 * MS]
        assert np.abs(closed).max() < 0.05 * level


def test_arabic_keeps_the_length_of_its_vowels(voices: VoiceSet) -> None:
    (spoken,) = speak(voices, "كِتَابٌ كَبِيرٌ", "espeak-ar")
    phones = spoken.engine_phones
    assert phones is not None
    said = [phone.ipa for phone in phones if phone.ipa != SILENCE]
    assert said == ["k", "i", "t", "aː", "b", "u", "n", "k", "a", "b", "iː", "r"]


def test_bare_arabic_is_given_its_vowels_and_marked_arabic_is_left_alone(voices: VoiceSet) -> None:
    (bare,) = speak(voices, "مرحبا")
    assert [token.ipa for token in bare.tokens][:5] == ["m", "a", "r", "ħ", "a"]
    assert bare.timing_ms["diacritise"] > 0
    (marked,) = speak(voices, "كُتِبَ هُنَا")
    assert [token.ipa for token in marked.tokens if token.word == 0] == ["k", "u", "t", "i", "b", "a"]


def test_shadda_with_its_vowel_is_read_in_either_order_of_the_marks(voices: VoiceSet) -> None:
    (spoken,) = speak(voices, "السُكَّرُ")
    assert [token.ipa for token in spoken.tokens][-3:] == ["kː", "a", "r"]


@pytest.mark.parametrize(
    ("text", "phones"),
    [
        ("فِي السُّوقِ.", "f iː s s uː q"),  # the article gives up its vowel, the last word its ending
        ("لَا الْمَاءَ", "l aː l m aː ʔ"),
        ("السَّمَاءُ", "ʔ a s s a m aː ʔ"),  # two, not three
        ("اِلْمِسُوا الشَّاشَةَ", "ʔ i l m i s uː ʃ ʃ aː ʃ a h"),
        ("اللَّهُ", "ʔ a l l l a h"),
    ],
)
def test_arabic_is_linked_inside_a_phrase_and_bare_at_its_end(
    voices: VoiceSet, text: str, phones: str
) -> None:
    (spoken,) = speak(voices, text)
    assert " ".join(token.ipa for token in spoken.tokens) == phones


def test_both_halves_of_a_doubled_first_letter_belong_to_their_word(voices: VoiceSet) -> None:
    (spoken,) = speak(voices, "فِي السَّاحِلِ.")
    assert [token.word for token in spoken.tokens] == [0, 0, 1, 1, 1, 1, 1, 1]


@pytest.mark.parametrize("name", ["t19_mixed_ar_first", "t20_mixed_en_first", "t21_ar_only_sent_to_en_voice"])
def test_mixed_text_is_spoken_by_a_voice_for_each_run(voices: VoiceSet, cases: Path, name: str) -> None:
    text = (cases / f"{name}.txt").read_text(encoding="utf-8")
    for chunk in voices.chunks(text, Language.EN):
        spoken = voices.synthesise(chunk, "hibari")  # asked for, but Arabic is not its language
        assert spoken.voice == ("hibari" if chunk.language is Language.EN else "espeak-ar")
        assert spoken.audio.seconds > 0.2


@pytest.mark.parametrize("voice", ["hibari", "espeak-en"])
def test_stacked_suffixes_do_not_end_anything(voices: VoiceSet, cases: Path, voice: str) -> None:
    text = (cases / "t07_stacked_suffix.txt").read_text(encoding="utf-8")
    assert all(spoken.audio.seconds > 0 for spoken in speak(voices, text, voice))


def test_other_scripts_are_spoken_and_never_an_error(voices: VoiceSet, cases: Path) -> None:
    text = "會場 ǃXóõ " + (cases / "t24_oov_scripts.txt").read_text(encoding="utf-8")
    for voice in ("hibari", "espeak-en"):
        assert speak(voices, text, voice)


@pytest.mark.parametrize("voice", ["en-us", "ar"])
@pytest.mark.logs("the espeak-ng process was lost")
def test_text_that_kills_the_child_is_an_error_and_the_next_child_speaks(
    process: EspeakProcess, cases: Path, voice: str
) -> None:
    text = (cases / "t07_stacked_suffix.txt").read_text(encoding="utf-8")
    with pytest.raises(SpeechError, match="died of this text twice"):
        process.ask({"voice": voice, "text": text, **MANNER})
    assert process.restarts == 2
    assert process.ask({"voice": voice, "text": "a", **MANNER}).sound


@pytest.mark.logs("the espeak-ng process was lost")
def test_a_child_that_was_killed_is_replaced_within_the_request(process: EspeakProcess) -> None:
    voice = EspeakVoice(Language.EN, process)
    chunk = plain_chunk("Hello there.", Language.EN)
    before = voice.synthesise(chunk)
    assert process._child is not None
    process._child.kill()
    process._child.wait()
    assert np.array_equal(voice.synthesise(chunk).audio.samples, before.audio.samples)
    assert process.restarts == 1


@pytest.mark.logs("the espeak-ng process was lost")
def test_a_child_that_hangs_is_given_up_in_time() -> None:
    deaf = EspeakProcess([sys.executable, "-c", "import time; time.sleep(60)"], timeout=0.3)
    began = time.monotonic()
    with pytest.raises(SpeechError):
        deaf.ask({"voice": "ar", "spell": []})
    assert time.monotonic() - began < 5
    deaf.close()


def test_close_ends_the_child_and_a_later_request_starts_another(process: EspeakProcess) -> None:
    request = {"voice": "ar", "spell": ["a"]}
    process.ask(request)
    assert process._child is not None
    number = process._child.pid
    process.close()
    assert not psutil.pid_exists(number)
    assert process.ask(request).message["ipa"]


def test_the_child_outlives_ctrl_c_and_ends_with_its_parent() -> None:
    command, environment = worker_command()
    child = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert child.stdin is not None
    assert child.stdout is not None
    assert child.stdout.read(8)  # it has greeted: it is up
    if os.name == "posix":
        child.send_signal(signal.SIGINT)
        with pytest.raises(subprocess.TimeoutExpired):
            child.wait(0.2)
    child.stdin.close()
    assert child.wait(5) == 0
    child.stdout.close()


@pytest.mark.parametrize("name", ["xx", "en-gb", "ar+nobody"])
def test_a_voice_that_espeak_lacks_is_an_error(process: EspeakProcess, name: str) -> None:
    voice = EspeakVoice(Language.EN, process, settings=EspeakSettings(name))
    with pytest.raises(SpeechError, match=f"no voice '{name}'".replace("+", r"\+")):
        voice.synthesise(plain_chunk("Hello", Language.EN))


def test_markup_is_plain_text_to_the_voice(process: EspeakProcess) -> None:
    reply = process.ask({"voice": "en-us", "text": "go <Hall 3> & [[b]] on <break time='9s'/> now", **MANNER})
    spelled = " ".join(reply.message["ipa"])
    assert "h_ˈɔː_l" in spelled
    assert "n_ˈaʊ" in spelled
    assert len(reply.sound) / 2 / reply.message["rate"] < 6


def test_every_sound_of_both_languages_has_a_row(process: EspeakProcess) -> None:
    words = (Path(__file__).parents[1] / "data" / "speech_words.txt").read_text(encoding="utf-8").splitlines()
    for line in words:
        name, _, text = line.partition("\t")
        language = Language.AR if name == "ar" else Language.EN
        for _, sound in process.ask({"voice": name, "text": text, **MANNER}).message["phones"]:
            from_espeak(sound, language)


@pytest.mark.logs("voice hibari failed: hibari does not load")
def test_when_hibari_does_not_load_espeak_speaks_english(
    monkeypatch: pytest.MonkeyPatch, process: EspeakProcess
) -> None:
    monkeypatch.setattr("app.speech.hibari._VOICE", "emma")  # not in the wheel: it would be a download
    voices = VoiceSet([HibariVoice(), EspeakVoice(Language.EN, process)])
    assert speak(voices, "Hello.")[0].voice == "espeak-en"


@pytest.mark.logs("text2tashkeel does not load")
def test_without_its_model_bare_arabic_is_still_spoken(
    monkeypatch: pytest.MonkeyPatch, process: EspeakProcess
) -> None:
    monkeypatch.setattr("app.speech.tashkeel._MODEL", "bilstm")  # not in the wheel: it would be a download
    spoken = EspeakVoice(Language.AR, process).synthesise(plain_chunk("مرحبا", Language.AR))
    assert [token.ipa for token in spoken.tokens if token.ipa in {"m", "r", "ħ", "b"}] == ["m", "r", "ħ", "b"]


def test_the_same_text_gives_the_same_sound(voices: VoiceSet) -> None:
    first, second = (speak(voices, "Hello there.")[0].audio.samples for _ in range(2))
    assert np.array_equal(first, second)


def test_a_child_in_a_folder_with_any_name_speaks(tmp_path: Path) -> None:
    """Case L1: the library and its data under a long path that is not ASCII."""
    import shutil

    import espeakng_loader

    home = tmp_path / "عرض é 会場" / ("long " * 30)
    shutil.copytree(Path(espeakng_loader.__file__).parent, home / "espeakng_loader")
    command, environment = worker_command()
    environment["PYTHONPATH"] = os.pathsep.join([str(home), environment["PYTHONPATH"]])
    process = EspeakProcess(command, environment=environment)
    try:
        assert process.ask({"voice": "ar", "text": "مَرْحَبًا", **MANNER}).sound
    finally:
        process.close()
