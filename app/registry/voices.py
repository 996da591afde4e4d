"""Speech for taking in a model: our own voices say what calibrates it, held-out ones what measures it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Final

from app.core.ports import Synthesiser
from app.core.types import Language, SpokenChunk
from app.speech.chunking import split
from app.speech.espeak import EspeakSettings, EspeakVoice
from app.speech.espeak_process import EspeakProcess
from app.speech.hibari import HibariVoice
from app.speech.tashkeel import Diacritiser

HELD_OUT: Final = ("+f4", "+Alicia", "+m7", "+linda")
"""Variants of espeak-ng that no model of ours was trained on."""

_CALIBRATION: Final = {
    Language.EN: (
        "The harbour wakes before the sun, and fishing boats slip out past the wall.",
        "Please touch the picture that you would like to know more about.",
        "Why do shells wash up here after every winter storm?",
        "Five thousand birds rest on this island each spring.",
        "Just beyond the dunes, a quiet village lives from pearls and dates.",
        "Thank you for your visit; the exit is on your right, past the café.",
        "A large jellyfish drifts, pulses, and vanishes into the deep blue.",
        "Young turtles find the sea by the light above the waves.",
    ),
    Language.AR: (
        "أهلا بكم في معرضنا، المسوا الشاشة لتبدأ الجولة.",
        "يستيقظ الميناء قبل شروق الشمس وتخرج القوارب إلى البحر.",
        "لماذا تصل الأصداف إلى الشاطئ بعد كل عاصفة؟",
        "في هذه الجزيرة ترتاح آلاف الطيور في الربيع.",
        "خلف الكثبان قرية صغيرة تعيش من التمر واللؤلؤ.",
        "شكرا لزيارتكم، المخرج على يمينكم بجانب المقهى.",
        "تجد السلاحف الصغيرة طريقها إلى الماء بضوء القمر.",
        "صنع الصيادون شباكهم من خيوط القطن والنخيل.",
    ),
}
_MEASURE: Final = {
    Language.EN: (
        "Welcome to the hall of the open sea.",
        "Which of these fish can change the colour of its skin?",
        "The old lighthouse was built by hand, stone upon stone.",
        "Mangroves drink salt water and keep the shore in place.",
    ),
    Language.AR: (
        "مرحبا بكم في قاعة البحر المفتوح.",
        "أي سمكة من هذه تغير لون جلدها؟",
        "بنيت المنارة القديمة باليد حجرا فوق حجر.",
        "تشرب أشجار القرم الماء المالح وتحفظ الشاطئ.",
    ),
}


def calibration_speech(language: Language) -> list[SpokenChunk]:
    """Each sentence by each of two voices or rates. Raises SpeechError."""
    with closing(EspeakProcess()) as process:
        return [
            spoken
            for voice in _own_voices(language, process)
            for text in _CALIBRATION[language]
            for spoken in _spoken(voice, text, language)
        ]


def held_out_speech(language: Language) -> dict[str, list[SpokenChunk]]:
    """Sentences by voice, with the voice's exact times. Raises SpeechError."""
    base = {Language.EN: "en-us", Language.AR: "ar"}[language]
    diacritiser = Diacritiser()
    with closing(EspeakProcess()) as process:
        return {
            f"espeak-ng {language} {variant}": [
                spoken
                for text in _MEASURE[language]
                for spoken in _spoken(
                    EspeakVoice(
                        language, process, settings=EspeakSettings(base + variant), diacritiser=diacritiser
                    ),
                    text,
                    language,
                )
            ]
            for variant in HELD_OUT
        }


def _own_voices(language: Language, process: EspeakProcess) -> Sequence[Synthesiser]:
    if language is Language.EN:
        return HibariVoice(), EspeakVoice(language, process)
    diacritiser = Diacritiser()
    return tuple(
        EspeakVoice(language, process, settings=EspeakSettings("ar", rate=rate), diacritiser=diacritiser)
        for rate in (135, 170)
    )


def _spoken(voice: Synthesiser, text: str, language: Language) -> Iterator[SpokenChunk]:
    for chunk in split(text, language):
        yield voice.synthesise(chunk)
