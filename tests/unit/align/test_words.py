"""Every word of a chunk gets a time, and says whether it was measured (case A3)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.align.words import word_times
from app.core.timeline import Timeline
from app.core.types import SPEECH_RATE, Chunk, Language, Phone, Word


def _chunk(*words: tuple[str, str]) -> Chunk:
    return Chunk(0, "", Language.EN, tuple(Word(shown, spoken, 0, 0) for shown, spoken in words))


def _phones(*spans: tuple[int | None, int, int], duration: int) -> Timeline[Phone]:
    items = tuple(Phone("sil" if word is None else "a", a, b, word) for word, a, b in spans)
    return Timeline(items, duration, SPEECH_RATE)


def test_a_word_lasts_from_its_first_phone_to_its_last() -> None:
    phones = _phones((None, 0, 1000), (0, 1000, 2000), (0, 2000, 4000), (1, 4000, 5000), duration=5000)
    hello, you = word_times(_chunk(("Hello", "hello"), ("you", "you")), phones)
    assert (hello.text, hello.start, hello.end, hello.interpolated) == ("Hello", 1000, 4000, False)
    assert (you.start, you.end, you.index) == (4000, 5000, 1)


def test_a_word_without_sound_takes_the_room_between_its_neighbours() -> None:
    phones = _phones((0, 0, 5000), (None, 5000, 7000), (2, 7000, 9000), duration=9000)
    _, dash, _ = word_times(_chunk(("a", "a"), ("—", ""), ("b", "b")), phones)
    assert (dash.start, dash.end, dash.interpolated) == (5000, 7000, True)


def test_where_there_is_no_room_it_takes_some_of_the_word_before() -> None:
    phones = _phones((0, 0, 5000), (2, 5000, 9000), duration=9000)
    first, dash, last = word_times(_chunk(("a", "a"), ("—", ""), ("b", "b")), phones)
    assert first.end == dash.start < dash.end == last.start == 5000


def test_without_phones_words_share_the_sound_by_length() -> None:
    times = word_times(_chunk(("a", "aaaa"), ("b", "bb")), Timeline((), 6000, SPEECH_RATE))
    assert [(word.start, word.end, word.interpolated) for word in times] == [
        (0, 4000, True),
        (4000, 6000, True),
    ]


def test_phones_of_no_word_leave_words_between_the_first_sound_and_the_last() -> None:
    items = (Phone("sil", 0, 1000), Phone("a", 1000, 5000), Phone("sil", 5000, 6000))
    (word,) = word_times(_chunk(("a", "a")), Timeline(items, 6000, SPEECH_RATE))
    assert (word.start, word.end, word.interpolated) == (1000, 5000, True)


def test_no_words_no_times() -> None:
    assert word_times(_chunk(), Timeline((), 0, SPEECH_RATE)) == ()


@given(
    st.lists(st.tuples(st.sampled_from([None, 0, 1, 2, 3, 4, 9]), st.integers(1, 4000)), max_size=12),
    st.lists(st.text("ab", max_size=3), max_size=5),
)
def test_words_are_ordered_without_overlap_inside_the_sound(
    phones: list[tuple[int | None, int]], spoken: list[str]
) -> None:
    items, start = [], 0
    for word, length in phones:
        items.append(Phone("sil" if word is None else "a", start, start + length, word))
        start += length
    timeline = Timeline(tuple(items), start, SPEECH_RATE)
    times = word_times(_chunk(*((text or "!", text) for text in spoken)), timeline)
    assert [time.index for time in times] == list(range(len(spoken)))
    edges = [0, *(edge for time in times for edge in (time.start, time.end)), start]
    assert edges == sorted(edges)
