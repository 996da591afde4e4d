"""The mouth of real speech, by the espeak child's own times: steady, and nothing of it lost."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.avatar.coarticulation import Coarticulation
from app.avatar.reach import Reach, measure
from app.core.phones import base
from app.core.visemes import viseme_timeline
from app.speech.voices import VoiceSet, build_voices

TEXTS = {
    "espeak-en": (
        "Happy people stop at the big papaya bay, and seven ships sail past. Mangroves keep salt out "
        "of their roots, and push the rest out through their leaves. Dugongs feed on seagrass for most "
        "of the day, and come up for air every few minutes. A falcon folds its wings and falls faster "
        "than any other bird."
    ),
    "espeak-ar": (
        "مرحبا بكم في معرض الصقور، وكتاب البحر مفتوح للزوار. "
        "تعيش الأطوم على الأعشاب البحرية في الماء الضحل. "
        "ينقض الصقر على فريسته بسرعة عظيمة، ويطوي جناحيه وهو يهبط."
    ),
}
JAW = 0


@pytest.fixture(scope="module")
def voices() -> Iterator[VoiceSet]:
    built = build_voices()
    built.warm_up()
    yield built
    built.close()


@pytest.mark.parametrize("voice", TEXTS)
def test_every_viseme_is_seen_the_lips_are_steady_and_closures_shut(voices: VoiceSet, voice: str) -> None:
    artist, total, shut = Coarticulation(), Reach(), []
    for chunk in voices.chunks(TEXTS[voice], None):
        spoken = voices.synthesise(chunk, voice)
        phones = spoken.engine_phones
        assert phones is not None
        visemes = viseme_timeline(phones)
        track = artist.draw(visemes, spoken.audio, chunk.language, phones)
        total += measure(track, visemes, chunk.language, phones)
        shut += [track.at((one.start + one.end) / 2)[JAW] < 0.06 for one in phones if base(one.ipa) in "pbm"]
    assert total.visemes > 100
    assert total.rules < 0.1 * total.visemes
    assert total.share >= 0.995, total.missed
    assert 3.0 < total.changes_per_second <= 9.0
    assert sum(shut) >= 0.98 * len(shut)
