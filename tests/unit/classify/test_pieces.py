"""Long texts are cut into few pieces; texts that say nothing have none."""

import pytest

from app.classify.pieces import PIECES, SHORT, pieces_of


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "...", "؟!،", "🎉", "— … —", "\u200f\u202b"])
def test_text_without_letters_or_digits_has_no_pieces(text: str) -> None:
    assert pieces_of(text) == ()


def test_short_text_is_one_piece_with_plain_spaces() -> None:
    assert pieces_of("  Hello,\n  world.  Again! ") == ("Hello, world. Again!",)


def test_long_text_keeps_its_first_sentences_and_the_last() -> None:
    sentences = [f"This is sentence number {place}." for place in range(1000)]
    assert pieces_of(" ".join(sentences)) == (*sentences[: PIECES - 1], sentences[-1])


def test_arabic_marks_end_sentences() -> None:
    text = "كم عمر هذا القارب القديم؟ " + "تنمو الجذور في الطين. " * 8
    assert pieces_of(text)[:2] == ("كم عمر هذا القارب القديم؟", "تنمو الجذور في الطين.")


@pytest.mark.parametrize("text", ["x" * 10_000, "word " * 2_000, "؟" * 500 + "كلمة" * 1_000])
def test_no_piece_is_long(text: str) -> None:
    assert 0 < len(pieces_of(text)) <= PIECES
    assert all(len(piece) <= SHORT for piece in pieces_of(text))
