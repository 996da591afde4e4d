"""Free reading names what is heard and does not chatter."""

from __future__ import annotations

import numpy as np
import pytest

from app.align.emissions import Emissions
from app.align.free import recognise
from app.core.phones import PHONES
from app.core.types import read_only
from tests.unit.align.conftest import HOP, MakeEmissions


def test_what_is_heard_is_named(emissions_of: MakeEmissions) -> None:
    phones = recognise(emissions_of([("sil", 10), ("m", 8), ("a", 12.5), ("sil", 10)]))
    assert [phone.ipa for phone in phones] == ["sil", "m", "a", "sil"]
    assert phones.items[3].start == pytest.approx(30.5 * HOP, abs=48)
    assert all(phone.word is None for phone in phones)


def test_one_doubtful_hop_is_no_phone(emissions_of: MakeEmissions) -> None:
    clear = emissions_of([("a", 20)])
    logs = clear.log_posteriors.copy()
    logs[10, PHONES.index("ɑ")] = logs[10, PHONES.index("a")] + 1
    phones = recognise(Emissions(read_only(logs), PHONES, HOP, clear.duration))
    assert [phone.ipa for phone in phones] == ["a"]


def test_a_single_hop_is_enough() -> None:
    logs = read_only(np.log(np.full((1, len(PHONES)), 1 / len(PHONES))))
    assert len(recognise(Emissions(logs, PHONES, HOP, 40))) == 1
