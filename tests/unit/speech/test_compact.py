"""The compact dictionary answers as the dictionary that it was made from."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.speech.compact import CompactDictionary

WORDS = st.text(st.characters(codec="utf-8"), max_size=8)
VALUES = st.one_of(WORDS, st.dictionaries(WORDS, WORDS, max_size=2))


@given(st.dictionaries(WORDS, VALUES), st.lists(WORDS))
def test_answers_as_the_dictionary_does(entries: dict[str, object], asked: list[str]) -> None:
    compact = CompactDictionary(entries)
    assert dict(compact.items()) == entries
    assert len(compact) == len(entries)
    assert [compact.get(word) for word in asked] == [entries.get(word) for word in asked]
    assert [word in compact for word in asked] == [word in entries for word in asked]
