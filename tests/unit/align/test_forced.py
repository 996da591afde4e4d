"""Known text is fitted onto the sound: silences only where they are heard, every token kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.align.forced import align_tokens
from app.core.errors import AlignmentError
from app.core.phones import PHONES, SILENCE
from app.core.types import PhoneToken
from tests.unit.align.conftest import HOP, MakeEmissions, _emissions

MARHABA = tuple(PhoneToken(ipa, 0) for ipa in ("m", "a", "r", "ħ", "a", "b", "aː"))


def test_each_token_is_found_where_it_was_said(emissions_of: MakeEmissions) -> None:
    spelled = [("sil", 8.3), *((token.ipa, 7.4) for token in MARHABA), ("sil", 6)]
    phones = align_tokens(emissions_of(spelled), MARHABA)
    assert [phone.ipa for phone in phones] == ["sil", "m", "a", "r", "ħ", "a", "b", "aː", "sil"]
    onsets = [(8.3 + 7.4 * index) * HOP for index in range(8)]
    assert [phone.start for phone in phones.items[1:]] == pytest.approx(onsets, abs=48)
    assert all(phone.word == 0 for phone in phones if phone.ipa != SILENCE)


@pytest.mark.parametrize(("pause", "silences"), [(0, 0), (12, 1)])
def test_a_silence_between_words_is_there_when_it_is_heard(
    emissions_of: MakeEmissions, pause: int, silences: int
) -> None:
    tokens = [PhoneToken("s", 0), PhoneToken("iː", 0), PhoneToken("j", 1), PhoneToken("u", 1)]
    spelled = [("s", 9), ("iː", 9), ("sil", pause), ("j", 9), ("u", 9)]
    phones = align_tokens(emissions_of(spelled), tokens)
    assert [phone.ipa for phone in phones].count(SILENCE) == silences


def test_a_silence_inside_a_word_is_no_silence(emissions_of: MakeEmissions) -> None:
    tokens = [PhoneToken("s", 0), PhoneToken("iː", 0)]
    phones = align_tokens(emissions_of([("s", 9), ("sil", 5), ("iː", 9)]), tokens)
    assert [phone.ipa for phone in phones] == ["s", "iː"]


def test_a_pause_that_the_voice_announces_may_be_absent(emissions_of: MakeEmissions) -> None:
    tokens = [PhoneToken("s", 0), PhoneToken(SILENCE), PhoneToken("iː", 0)]
    without = align_tokens(emissions_of([("s", 9), ("iː", 9)]), tokens)
    with_it = align_tokens(emissions_of([("s", 9), ("sil", 9), ("iː", 9)]), tokens)
    assert [len(without), len(with_it)] == [2, 3]


def test_repeated_tokens_all_get_time(emissions_of: MakeEmissions) -> None:
    tokens = [PhoneToken(ipa, 0) for ipa in ("b", "a", "b", "b", "a")]
    phones = align_tokens(emissions_of([("b", 8), ("a", 8), ("b", 14), ("a", 8)]), tokens)
    assert [phone.ipa for phone in phones] == ["b", "a", "b", "b", "a"]


def test_text_longer_than_the_audio_is_said_so(emissions_of: MakeEmissions) -> None:
    tokens = [PhoneToken("a", 0)] * 50
    with pytest.raises(AlignmentError, match="text longer than audio: 50 phones in 21 hops"):
        align_tokens(emissions_of([("a", 20)]), tokens)


def test_silence_alone_is_nothing_to_align(emissions_of: MakeEmissions) -> None:
    with pytest.raises(AlignmentError, match="no phone was said"):
        align_tokens(emissions_of([("sil", 20)]), [PhoneToken(SILENCE)])


@given(
    st.lists(
        st.tuples(st.sampled_from(PHONES[1:]), st.integers(3, 15), st.booleans()), min_size=1, max_size=15
    )
)
def test_all_tokens_come_back_in_order_and_tile(spelled: list[tuple[str, int, bool]]) -> None:
    words = [sum(new for _, _, new in spelled[: index + 1]) for index in range(len(spelled))]
    tokens = [PhoneToken(ipa, word) for (ipa, _, _), word in zip(spelled, words, strict=True)]
    phones = align_tokens(_emissions([(ipa, hops) for ipa, hops, _ in spelled]), tokens)
    assert phones.tiles
    said = [(phone.ipa, phone.word) for phone in phones if phone.ipa != SILENCE]
    assert said == [(token.ipa, token.word) for token in tokens]


def test_a_phone_that_is_hardly_heard_is_not_squeezed_in_unhurried_speech(
    emissions_of: MakeEmissions,
) -> None:
    slow = emissions_of([("sil", 10), ("m", 18), ("aː", 20), ("t", 1), ("aː", 20), ("sil", 10)])
    tokens = tuple(PhoneToken(ipa, 0) for ipa in ("m", "aː", "t", "aː"))

    def length(*, hasty: bool) -> float:
        return next(
            (one.end - one.start) / HOP for one in align_tokens(slow, tokens, hasty=hasty) if one.ipa == "t"
        )

    assert length(hasty=False) > 2.2
    assert length(hasty=True) < 2.2


def test_hasty_speech_has_room_for_short_phones(emissions_of: MakeEmissions) -> None:
    said = ("m", "a", "t", "a") * 4
    fast = emissions_of([("sil", 10), *((ipa, 3.0) for ipa in said), ("sil", 10)])
    phones = [
        one for one in align_tokens(fast, tuple(PhoneToken(ipa, 0) for ipa in said)) if one.ipa != "sil"
    ]
    wrong = [abs(one.start / HOP - 10 - 3 * place) for place, one in enumerate(phones)]
    assert max(wrong) < 0.5
