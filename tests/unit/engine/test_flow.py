"""The small pieces of the flow: generations, outbox, latest slot, captions."""

from __future__ import annotations

import threading

from hypothesis import given
from hypothesis import strategies as st

from app.core.events import Stopped
from app.core.types import Language
from app.diagnostics.counters import Counters
from app.engine.captions import without_diacritics
from app.engine.generation import Generation
from app.engine.latest import LatestSlot
from app.engine.outbox import CAPACITY, Outbox
from tests.fakes.parts import chunk_of


def test_only_the_newest_generation_is_wanted() -> None:
    generation = Generation()
    old = generation.advance()
    assert not generation.stale(old)
    new = generation.advance()
    assert generation.stale(old)
    assert not generation.stale(new)


def test_the_outbox_keeps_order_and_drops_the_oldest_when_nobody_drains() -> None:
    counters = Counters()
    outbox = Outbox(counters)
    for number in range(CAPACITY + 3):
        outbox.put(Stopped(number))
    assert outbox.drain() == [Stopped(number) for number in range(3, CAPACITY + 3)]
    assert outbox.drain() == []
    assert counters.snapshot("outbox.") == {"dropped": 3}


def test_the_slot_gives_the_newest_and_wakes_at_the_end() -> None:
    slot: LatestSlot[int] = LatestSlot()
    slot.put(1)
    slot.put(2)
    assert slot.take() == 2
    closer = threading.Timer(0.01, slot.close)
    closer.start()
    assert slot.take() is None
    closer.join()


def test_captions_lose_the_marks_and_the_voice_keeps_them() -> None:
    chunk = chunk_of("مَرْحَبًا بِكُمْ", language=Language.AR)
    shown = without_diacritics(chunk)
    assert shown.text == "مرحبا بكم"
    assert shown.spoken == chunk.spoken
    assert [shown.text[word.start : word.end] for word in shown.words] == ["مرحبا", "بكم"]


@given(st.lists(st.text("ابتكلمنAbc", min_size=1).map(lambda s: "\u064e".join(s) + "\u0652"), max_size=8))
def test_every_shown_word_stays_where_it_says(words: list[str]) -> None:
    shown = without_diacritics(chunk_of(" ".join(words)))
    assert [shown.text[word.start : word.end] for word in shown.words] == [w.shown for w in shown.words]
