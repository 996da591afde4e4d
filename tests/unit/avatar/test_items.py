from __future__ import annotations

import pytest

from app.avatar.items import item_starts
from app.core.types import Chunk, Language, Word, WordTime


def said(text: str, language: Language = Language.EN) -> tuple[Chunk, list[WordTime]]:
    """A chunk whose words begin at 0, 100, 200 …"""
    words, reached = [], 0
    for shown in text.split():
        start = text.index(shown, reached)
        reached = start + len(shown)
        words.append(Word(shown, shown, start, reached))
    times = [WordTime(word.shown, 100 * k, 100 * k + 90, index=k) for k, word in enumerate(words)]
    return Chunk(0, text, language, tuple(words)), times


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("figs, ripe dates and nuts", (0, 100, 300)),
        ("figs, dates, and nuts", (0, 100, 200)),
        ("only one thing", (0,)),
        ("تين، تمر و جوز", (0, 100, 200)),
    ],
)
def test_items_begin_after_separators_and_at_the_joining_word(text: str, starts: tuple[int, ...]) -> None:
    assert item_starts(*said(text)) == starts


def test_no_words_no_items() -> None:
    assert item_starts(said("figs")[0], []) == ()
