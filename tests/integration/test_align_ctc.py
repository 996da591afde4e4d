"""An added CTC network times known text: tones stand for letters, so every time is known to the sample."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from app.align.aligner import build_aligner
from app.align.ctc import CtcAligner
from app.align.ctc_emissions import MASK, CtcListener, normalised, tensors, windows
from app.align.emissions import BUCKETS, WAVEFORM
from app.align.ladder import LadderAligner
from app.align.words import word_times
from app.core.errors import AlignmentError, ModelError
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
from app.inference.compiled_cache import CompiledCache
from app.inference.manifest import Ctc, ModelDirectory
from app.inference.openvino_runtime import OpenVinoLoader
from tests.tones import FIELD, HOP, LETTER, RATE, sung, tone_network, tones

LATIN = ("<pad>", "|", *"ABCDEFGHIJKLMNOPQRSTUVWXYZ'")
ARABIC = ("<pad>", "|", *"ابتثجحخدذرزسشصضطظعغفقكلمنهوي")
SOUNDS = ("<pad>", "<s>", "h", "ə", "l", "oʊ", "w", "ɜː", "d", "ɑːɹ")
LETTERS = round(LETTER * SPEECH_RATE)
HOP_OUT = HOP * SPEECH_RATE // RATE

Build = Callable[..., CtcAligner]


@pytest.fixture
def build(tmp_path: Path) -> Build:
    def built(labels: tuple[str, ...], **told: object) -> CtcAligner:
        directory = tone_network(tmp_path / "عرض é", labels, **told)
        load = OpenVinoLoader(ThreadBudget(), CompiledCache(tmp_path / "cache"))
        return CtcAligner(CtcListener(directory, load(directory, directory.manifest.variants[0])))

    return built


def said(words: list[str], phones: list[str], sound: Audio, language: Language = Language.EN) -> SpokenChunk:
    """Words as they are spoken, each with its phones, given with spaces between."""
    tokens = tuple(PhoneToken(ipa, index) for index, row in enumerate(phones) for ipa in row.split())
    chunk = Chunk(0, " ".join(words), language, tuple(Word(word, word, 0, 0) for word in words))
    return SpokenChunk(chunk, sound, tokens, "tones")


def test_words_have_the_edges_of_their_sound(build: Build) -> None:
    spoken = said(["hello", "world"], ["h ə l oʊ", "w ɜː l d"], sung(" HEL LO WORLD ", LATIN))
    phones, confidence = build(LATIN).align(spoken)
    hello, world = word_times(spoken.chunk, phones)
    found = [edge / LETTERS for edge in (hello.start, hello.end, world.start, world.end)]
    assert found == pytest.approx([1, 7, 8, 13], abs=0.05)  # of 120 ms: 6 ms
    assert confidence > 0.8
    assert phones.tiles
    assert [phone.ipa for phone in phones if phone.ipa != SILENCE] == [
        "h",
        "ə",
        "l",
        "oʊ",
        "w",
        "ɜː",
        "l",
        "d",
    ]


def test_phones_follow_the_letters_of_their_word(build: Build) -> None:
    phones, _ = build(LATIN).align(said(["sat"], ["s æ t"], sung("SAT", LATIN)))
    assert [phone.start / LETTERS for phone in phones] == pytest.approx([0, 0.91, 2.09], abs=0.15)


def test_equal_letters_need_a_blank_and_get_one(build: Build) -> None:
    aligner = build(LATIN)
    spoken = said(["all"], ["ɔː l"], sung("AL L", LATIN))
    _, found = aligner.listen(spoken)
    assert [spike.symbol.column for spike in found] == [LATIN.index(one) for one in "ALL"]
    assert found[1].last < found[2].first


def test_words_that_run_into_each_other_part_between_their_letters(build: Build) -> None:
    spoken = said(["one", "two"], ["w ʌ n", "t uː"], sung("ONETWO", LATIN))
    phones, _ = build(LATIN).align(spoken)
    one, two = word_times(spoken.chunk, phones)
    assert (one.end / LETTERS, two.start / LETTERS) == pytest.approx((3, 3), abs=0.2)


def test_a_spoken_number_is_spelled_as_it_is_said(build: Build) -> None:
    sound = sung("TWENTY TWO", LATIN)
    spoken = said(["22"], ["t w ɛ n t i t uː"], sound)
    word = Word("22", "twenty two", 0, 2)
    chunk = Chunk(0, "22", Language.EN, (word,))
    phones, _ = build(LATIN).align(SpokenChunk(chunk, sound, spoken.tokens, "tones"))
    (only,) = word_times(chunk, phones)
    assert (only.start / LETTERS, only.end / LETTERS) == pytest.approx((0, 10), abs=0.05)
    assert not only.interpolated


def test_arabic_letters_without_their_marks(build: Build) -> None:
    phones_of = ["m a r ħ a b a n", "ʔ a h l a n"]
    spoken = said(["مَرْحَبًا", "أَهْلًا"], phones_of, sung("مرحبا اهلا", ARABIC), Language.AR)
    phones, _ = build(ARABIC, languages=("ar",)).align(spoken)
    hello, welcome = word_times(spoken.chunk, phones)
    found = [edge / LETTERS for edge in (hello.start, hello.end, welcome.start, welcome.end)]
    assert found == pytest.approx([0, 5, 6, 10], abs=0.05)


def test_arabic_is_romanised_for_a_latin_vocabulary(build: Build) -> None:
    spoken = said(["شَمْس", "خَوْخ"], ["ʃ a m s", "χ a w χ"], sung("SHAMS KHAWKH", LATIN), Language.AR)
    phones, _ = build(LATIN, languages=("ar",)).align(spoken)
    sun, peach = word_times(spoken.chunk, phones)
    assert (sun.end / LETTERS, peach.start / LETTERS) == pytest.approx((5, 6), abs=0.05)


def test_a_word_that_cannot_be_spelled_still_has_its_time(build: Build) -> None:
    spoken = said(["I", "你好", "it"], ["aɪ", "n i h aʊ", "ɪ t"], sung("I QQQ IT", LATIN))
    phones, _ = build(LATIN).align(spoken)
    times = word_times(spoken.chunk, phones)
    assert not any(word.interpolated for word in times)
    assert (times[1].start / LETTERS, times[1].end / LETTERS) == pytest.approx((2, 5), abs=0.1)


def test_a_vocabulary_of_phones_times_our_own_phones(build: Build) -> None:
    sounds = tuple("" if one.startswith("<") else {"ɑːɹ": "ɑː r"}.get(one, one) for one in SOUNDS)
    aligner = build(SOUNDS, sounds=sounds)
    columns = [SOUNDS.index(one) for one in ("h", "ə", "l", "oʊ")]
    sound = Audio(tones("hello"[:4], columns, rate=SPEECH_RATE))
    phones, confidence = aligner.align(said(["hello"], ["h ə l oʊ"], sound))
    assert [phone.start / LETTERS for phone in phones] == pytest.approx([0, 1, 2, 3], abs=0.06)
    assert confidence > 0.8


def test_another_text_is_refused(build: Build) -> None:
    with pytest.raises(AlignmentError, match="other words were said"):
        build(LATIN).align(said(["jump", "quick"], ["dʒ ʌ m p", "k w ɪ k"], sung("HEL LO WORLD", LATIN)))


@pytest.mark.parametrize("seconds", [0.0, 0.01, 0.024])
def test_too_short_a_sound_is_refused(build: Build, seconds: float) -> None:
    sound = Audio(read_only(np.zeros(round(seconds * SPEECH_RATE))))
    with pytest.raises(AlignmentError, match="too short"):
        build(LATIN).align(said(["a"], ["eɪ"], sound))


def test_more_letters_than_hops_are_refused(build: Build) -> None:
    with pytest.raises(AlignmentError, match="text longer than audio"):
        build(LATIN).align(said(["abcdefghij"] * 9, ["eɪ"] * 9, sung("ABC", LATIN)))


def test_long_recordings_are_heard_in_windows_as_in_one_piece(build: Build) -> None:
    text = " ".join(["HELO WORLD"] * 25)
    aligner = build(LATIN)
    spoken = said(text.split(), ["h ə l oʊ", "w ɜː l d"] * 25, sung(text, LATIN))
    assert spoken.audio.seconds > 2 * BUCKETS[-1]
    told: list[float] = []
    phones, confidence = aligner.align(spoken, told.append)
    times = word_times(spoken.chunk, phones)
    wanted = np.cumsum([0, *(len(word) + 1 for word in text.split()[:-1])])
    np.testing.assert_allclose([word.start / LETTERS for word in times], wanted, atol=0.1)
    assert confidence > 0.8
    assert told == sorted(told) and len(told) > 2


def test_every_hop_is_reported_once() -> None:
    for samples in (0, 399, 400, RATE * 12, RATE * 12 + 1, RATE * 40 + 77):
        kept = [
            (one.start // HOP + one.first, one.start // HOP + one.last)
            for one in windows(samples, rate=RATE, hop=HOP, field=FIELD)
        ]
        hops = max(0, (samples - FIELD) // HOP + 1)
        assert (kept[0][0], kept[-1][1]) == (0, hops) if kept else hops == 0
        assert all(a[1] == b[0] for a, b in pairwise(kept))


def test_sound_is_normalised_before_it_is_padded_and_the_mask_tells_what_is_real(build: Build) -> None:
    sound = read_only(np.random.default_rng(1).normal(0.2, 0.1, 9000))
    ctc = Ctc(blank=0, field=FIELD, mask=True, normalise=True)
    given = tensors(sound, RATE, ctc)
    assert given[WAVEFORM].shape == (1, 16_000)
    real = given[WAVEFORM][0, :9000]
    assert (real.mean(), real.var()) == pytest.approx((0, 1), abs=1e-3)
    np.testing.assert_allclose(real, normalised(sound))
    assert not given[WAVEFORM][0, 9000:].any()
    assert given[MASK].sum() == 9000
    assert MASK not in tensors(sound, RATE, ctc.model_copy(update={"mask": False}))


def test_a_network_that_takes_a_mask_hears_through_it(build: Build) -> None:
    _, confidence = build(LATIN, mask=True).align(said(["sat"], ["s æ t"], sung("SAT", LATIN)))
    assert confidence > 0.8


def test_loudness_does_not_matter_to_a_normalising_network(build: Build) -> None:
    aligner = build(LATIN)
    loud = said(["sat"], ["s æ t"], sung("SAT", LATIN))
    soft = said(["sat"], ["s æ t"], Audio(read_only(loud.audio.samples * 0.01)))
    assert [p.start for p in aligner.align(loud)[0]] == [p.start for p in aligner.align(soft)[0]]


def test_labels_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    directory = tone_network(tmp_path / "tones", LATIN, blank=99)
    load = OpenVinoLoader(ThreadBudget(), CompiledCache(tmp_path / "cache"))
    with pytest.raises(ModelError, match="ctc does not fit the labels"):
        CtcListener(directory, load(directory, directory.manifest.variants[0]))


@pytest.fixture
def ladder(tmp_path: Path) -> LadderAligner:
    added = tone_network(tmp_path / "tones", LATIN)
    return build_aligner(models_dir(), tmp_path / "cache", budget=ThreadBudget(), instead=[added])


def test_the_ladder_takes_the_added_model_and_shows_it(ladder: LadderAligner) -> None:
    alignment = ladder.align(said(["hello"], ["h ə l oʊ"], sung("HEL LO", LATIN)))
    assert alignment.source is TimingSource.ACOUSTIC
    assert not alignment.stepped_down
    assert [info.name for info in ladder.info()] == ["tones"]


def test_what_the_added_model_does_not_hear_is_left_to_ours_with_the_reason(
    ladder: LadderAligner, cases: Path
) -> None:
    from app.speech.recording import spoken_from_recording

    text = "Welcome to the stand. Please touch the screen to begin."
    (spoken,) = spoken_from_recording(cases / "a01_en_16k.wav", text, Language.EN)
    alignment = ladder.align(spoken)
    assert alignment.source is TimingSource.ACOUSTIC
    assert "the added model" in alignment.stepped_down[TimingSource.ACOUSTIC]
    assert sorted(info.name for info in ladder.info()) == ["phones-en", "tones"]


def test_other_languages_are_ours(ladder: LadderAligner) -> None:
    ladder.open([Language.AR])
    assert [info.name for info in ladder.info()] == ["phones-ar"]


def test_a_damaged_added_model_is_left_out_with_the_reason(tmp_path: Path) -> None:
    added: ModelDirectory = tone_network(tmp_path / "tones", LATIN)
    (added.path / "model.bin").write_bytes(b"damaged")
    ladder = build_aligner(models_dir(), tmp_path / "cache", budget=ThreadBudget(), instead=[added])
    alignment = ladder.align(said(["hello"], ["h ə l oʊ"], sung("HELLO", LATIN)))
    assert "damaged" in alignment.stepped_down[TimingSource.ACOUSTIC]
