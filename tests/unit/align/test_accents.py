"""A word in another accent is found where it is said, and no other phone is touched."""

from __future__ import annotations

import numpy as np
import pytest

from app.align.accents import COST, SAID_AS, in_any_accent
from app.align.known_text import align_text
from app.core.phones import PHONES, SILENCE, is_vowel
from app.core.types import PhoneToken
from tests.unit.align.conftest import HOP, MakeEmissions


def test_the_table_names_phones_of_one_kind() -> None:
    for phone, others in SAID_AS.items():
        assert {phone, *others} <= set(PHONES)
        assert phone not in others
        assert len({is_vowel(one) for one in (phone, *others)}) == 1


def test_a_phone_counts_as_its_neighbour_less_the_cost(emissions_of: MakeEmissions) -> None:
    emissions = emissions_of([("ə", 10)])
    likened = in_any_accent(emissions)
    column = emissions.column("ɪ")
    heard = emissions.log_posteriors[:, emissions.column("ə")]
    np.testing.assert_allclose(likened.log_posteriors[:, column], heard - COST, rtol=1e-5)
    others = [PHONES.index(phone) for phone in PHONES if phone not in SAID_AS]
    np.testing.assert_array_equal(likened.log_posteriors[:, others], emissions.log_posteriors[:, others])


def test_a_reduced_word_is_timed_as_it_was_said(emissions_of: MakeEmissions) -> None:
    said = [("sil", 6), ("r", 8), ("oʊ", 10), ("z", 8), ("ə", 7), ("s", 9), ("sil", 6)]
    tokens = [PhoneToken(ipa, 0) for ipa in ("r", "oʊ", "z", "ɪ", "z")]
    phones, _ = align_text(emissions_of(said), tokens)
    spoken = [phone for phone in phones if phone.ipa != SILENCE]
    assert [phone.ipa for phone in spoken] == ["r", "oʊ", "z", "ɪ", "z"]
    assert [phone.start for phone in spoken] == pytest.approx([n * HOP for n in (6, 14, 24, 32, 39)], abs=HOP)
