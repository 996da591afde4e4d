"""Arabic is spoken even when the model that gives it vowels fails, now or later."""

from __future__ import annotations

import pytest

from app.speech import tashkeel
from app.speech.tashkeel import Diacritiser

WORDS = ("مرحبا", "بكم")


class _FailsLater:
    """A model that answers once."""

    def __init__(self) -> None:
        self.asked = 0

    def diacritize(self, text: str) -> str:
        self.asked += 1
        if self.asked > 1:
            raise RuntimeError(f"bad shape for {text}")
        return "مَرْحَبًا بِكُمْ"


@pytest.mark.logs(r"text2tashkeel fails \(RuntimeError\)")
def test_a_model_that_fails_later_leaves_the_words_bare_is_counted_and_told_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    counted: list[str] = []
    diacritiser = Diacritiser(counted.append)
    diacritiser._model = _FailsLater()
    assert diacritiser.diacritise(WORDS) == ("مَرْحَبًا", "بِكُمْ")
    assert counted == []
    assert diacritiser.diacritise(WORDS) == WORDS
    assert diacritiser.diacritise(WORDS) == WORDS
    assert counted == ["diacritise.failed"] * 2
    told = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert len(told) == 1
    assert "مرحبا" not in told[0], "the visitor's words are private"


@pytest.mark.logs("text2tashkeel does not load")
def test_a_model_that_does_not_load_is_counted_for_each_text(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses() -> None:
        raise OSError("no such model")

    monkeypatch.setattr(tashkeel, "_load", refuses)
    counted: list[str] = []
    diacritiser = Diacritiser(counted.append)
    assert diacritiser.diacritise(WORDS) == WORDS
    assert diacritiser.diacritise(WORDS) == WORDS
    assert counted == ["diacritise.failed"] * 2
