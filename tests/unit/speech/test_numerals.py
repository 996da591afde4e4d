"""What digits and separators mean."""

import pytest

from app.core.types import Language
from app.speech.numerals import Number, cardinal, parse, said, western


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("12", Number(False, "12")),
        ("-5", Number(True, "5")),
        ("12.5", Number(False, "12", "5")),
        ("12,5", Number(False, "12", "5")),
        ("1,234", Number(False, "1234")),
        ("1.234", Number(False, "1", "234")),
        ("0,500", Number(False, "0", "500")),
        ("1,234.5", Number(False, "1234", "5")),
        ("1.234,5", Number(False, "1234", "5")),
        ("1,234,567", Number(False, "1234567")),
        ("١٢٫٥", Number(False, "12", "5")),
        ("۳٬۰۰۰", Number(False, "3000")),
    ],
)
def test_either_separator_is_understood(written: str, number: Number) -> None:
    assert parse(western(written)) == number


@pytest.mark.parametrize("written", ["2.0.1", "1,2,3", "12,34.5"])
def test_what_is_no_number_is_none(written: str) -> None:
    assert parse(written) is None


@pytest.mark.parametrize(
    ("whole", "words"),
    [
        ("200", "مِئَتَانِ"),
        ("2000", "أَلْفَانِ"),
        ("21", "وَاحِدٌ وَعِشْرُونَ"),
        ("2000000", "مِلْيُونَانِ"),
        ("007", "صِفْر صِفْر سَبْعَةْ"),
    ],
)
def test_arabic_numbers_stand_alone(whole: str, words: str) -> None:
    assert cardinal(whole, Language.AR) == words


def test_a_number_too_long_to_name_is_read_digit_by_digit() -> None:
    assert said(Number(True, "1" * 20), Language.EN) == "minus " + " ".join(["one"] * 20)
