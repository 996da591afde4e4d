"""The demo pack with the real encoder: right answers, refusals, and an index that is built once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.classify.classifier import BehaviourClassifier, build_classifier
from app.content.finder import Finder
from app.content.librarian import PackLibrarian, build_librarian
from app.content.normalise import without_diacritics
from app.content.pack import load_pack
from app.core.resources import assets_dir, models_dir
from app.core.types import Float32, Language
from app.inference.budget import ThreadBudget
from tests.benchmarks.retrieval import ask_all, figures_of

COAST = assets_dir() / "packs" / "coast"


@dataclass
class _Counted:
    """The real encoder, counting the texts it is given."""

    classifier: BehaviourClassifier
    asked: int = 0

    def embed(self, texts: Sequence[str]) -> Float32:
        self.asked += len(texts)
        return self.classifier.embed(texts)


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def encoder(cache: Path) -> _Counted:
    return _Counted(build_classifier(models_dir(), cache, budget=ThreadBudget()))


@pytest.fixture(scope="module")
def librarian(encoder: _Counted, cache: Path) -> PackLibrarian:
    return build_librarian(COAST, encoder.embed, cache_dir=cache)


@pytest.mark.parametrize("language", list(Language))
def test_visitors_questions_are_answered_and_others_declined(
    librarian: PackLibrarian, encoder: _Counted, cache: Path, language: Language
) -> None:
    finder = Finder(load_pack(COAST), encoder.embed, kept=cache / "packs" / "coast.index")
    asked = [item for item in ask_all(finder, language) if item.question.part == "report"]
    figures = figures_of(asked)
    # A little below what was measured: another processor rounds INT8 differently.
    assert figures.first >= 0.9
    assert figures.right >= 0.72
    assert figures.wrong <= 0.04
    assert figures.refused >= 0.9


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("hi", "hello"),
        ("HELLO!!!", "hello"),
        ("السلام عليكم", "salam"),
        ("اَلسَّلَامُ عَلَيْكُم", "salam"),
        ("شكرًا", "thanks"),
        ("thanks", "thanks"),
        ("how fast do falcons fly", "falcon-speed"),
        ("ما سرعه الصقر", "falcon-speed"),
        ("do camels keep water in the hump?", "camel-hump"),
        ("كيف يتكون اللؤلؤ", "pearl-making"),
    ],
)
def test_common_questions_find_their_entry(librarian: PackLibrarian, question: str, expected: str) -> None:
    answer = librarian.answer(question)
    assert (answer.id, answer.matched) == (expected, True)


@pytest.mark.parametrize("language", list(Language))
def test_every_button_is_answered_and_leads_on(librarian: PackLibrarian, language: Language) -> None:
    buttons = librarian.suggestions(language)
    assert 6 <= len(buttons) <= 8
    for question in buttons:
        answer = librarian.answer(question, language)
        assert (answer.matched, answer.language, answer.confidence) == (True, language, 1.0)
        assert 2 <= len(answer.suggestions) <= 4
        assert all(librarian.answer(following).matched for following in answer.suggestions)


@pytest.mark.parametrize(("question", "language"), [("who won the match", "en"), ("من فاز بالمباراة", "ar")])
def test_a_limitation_offers_three_questions_in_its_language(
    librarian: PackLibrarian, question: str, language: str
) -> None:
    answer = librarian.answer(question)
    assert (answer.matched, answer.language, answer.sources) == (False, language, ())
    assert len(answer.suggestions) == 3
    assert answer.text == without_diacritics(answer.spoken)


def test_the_second_start_embeds_one_phrase(librarian: PackLibrarian, encoder: _Counted, cache: Path) -> None:
    before = encoder.asked
    again = build_librarian(COAST, encoder.embed, cache_dir=cache)
    assert encoder.asked == before + 1
    question = "which creature is the quickest"
    assert again.answer(question) == librarian.answer(question)


@pytest.mark.parametrize(
    ("typed", "on_screen", "entry", "answered_in"),
    [
        ("how fast do falcens fly", Language.EN, "falcon-speed", Language.EN),
        ("what do dugngs eat?", Language.EN, "dugong", Language.EN),
        ("سرعة الصفر كم", Language.AR, "falcon-speed", Language.AR),
        ("ايش ياكل الاطوم", Language.AR, "dugong", Language.AR),
        ("kam sor3at el sa2r?", Language.AR, "falcon-speed", Language.AR),
        ("hala wallah", Language.EN, "hello", Language.AR),
        ("شلونك", Language.AR, "how-are-you", Language.AR),
        ("What do dugongs eat?", Language.AR, "dugong", Language.EN),
        ("ماذا يأكل الأطوم؟", Language.EN, "dugong", Language.AR),
    ],
)
def test_slips_dialect_and_latin_letters_are_answered_in_the_visitors_language(
    librarian: PackLibrarian, typed: str, on_screen: Language, entry: str, answered_in: Language
) -> None:
    answer = librarian.answer(typed, on_screen)
    assert (answer.id, answer.language) == (entry, answered_in)


@pytest.mark.parametrize(
    ("typed", "language"),
    [
        ("you stupid idiot", Language.EN),
        ("يا غبي", Language.AR),
        ("my phone number is 0501234567", Language.EN),
        ("رقم هاتفي 0501234567", Language.AR),
        ("I want to die", Language.EN),
        ("اريد ان اموت", Language.AR),
    ],
)
def test_what_nobody_should_keep_gets_a_calm_word_and_is_not_searched(
    librarian: PackLibrarian, encoder: _Counted, typed: str, language: Language
) -> None:
    before = encoder.asked
    answer = librarian.answer(typed, language)
    assert answer.forget
    assert not answer.matched
    assert answer.language is language
    assert typed not in answer.text
    assert encoder.asked == before


@pytest.mark.parametrize(
    ("first", "then", "entry", "language"),
    [
        ("How fast do falcons fly?", "and why do they dive?", "falcon-speed", Language.EN),
        ("كيف يعيش القرم في الماء المالح؟", "وأين ينمو؟", "mangrove-salt", Language.AR),
    ],
)
def test_a_question_that_goes_on_is_about_the_last_subject(
    librarian: PackLibrarian, first: str, then: str, entry: str, language: Language
) -> None:
    librarian.greeting(language)  # a visit begins: there is no last subject
    alone = librarian.answer(then, language)
    assert librarian.answer(first, language).id == entry
    after = librarian.answer(then, language)
    assert after.id == entry
    assert after.confidence > alone.confidence
