"""The librarian answers, offers and declines; meaning is a stand-in here that knows only spelling."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from app.content.librarian import PackLibrarian, build_librarian
from app.core.types import Language
from tests.fakes.embedding import SpellingEncoder


@pytest.fixture
def encoder() -> SpellingEncoder:
    return SpellingEncoder()


@pytest.fixture
def librarian(pond: Path, encoder: SpellingEncoder) -> PackLibrarian:
    return build_librarian(pond, encoder.embed)


def test_a_question_of_the_pack_is_answered_without_the_encoder(
    librarian: PackLibrarian, encoder: SpellingEncoder
) -> None:
    before = encoder.asked
    answer = librarian.answer("why do FROGS croak")
    assert (answer.id, answer.language, answer.confidence, answer.matched) == ("frog", Language.EN, 1.0, True)
    assert [source.title for source in answer.sources] == ["Pond guide · Frogs"]
    assert answer.suggestions == ("Hello newt",)
    assert encoder.asked == before


def test_a_question_in_other_words_is_found(librarian: PackLibrarian) -> None:
    answer = librarian.answer("Why do the frogs croak at night?")
    assert answer.id == "frog"
    assert 0.5 <= answer.confidence < 1


def test_arabic_is_shown_plain_and_spoken_with_marks(librarian: PackLibrarian) -> None:
    answer = librarian.answer("لِمَاذَا تَنِقُّ الضَّفَادِعُ")
    assert answer.text == "تنق الضفادع ليعثر عليها غيرها."
    assert answer.spoken == "تَنِقُّ الضَّفَادِعُ لِيَعْثُرَ عَلَيْهَا غَيْرُهَا."
    assert answer.language is Language.AR


def test_a_pack_may_show_its_marks(pond: Path, encoder: SpellingEncoder) -> None:
    header = pond / "pack.yaml"
    header.write_text(header.read_text(encoding="utf-8") + "show_diacritics: true\n", encoding="utf-8")
    answer = build_librarian(pond, encoder.embed).answer("لماذا تنق الضفادع؟")
    assert answer.text == answer.spoken


@pytest.mark.parametrize("question", ["", "   ", "?!", "؟", "🎉🎉", "\u200f\u202b"])
@pytest.mark.parametrize("language", list(Language))
def test_nothing_asked_gets_the_prompt_in_the_screens_language(
    librarian: PackLibrarian, question: str, language: Language
) -> None:
    answer = librarian.answer(question, language)
    assert (answer.matched, answer.language, answer.id) == (False, language, "")
    assert answer.text == {Language.EN: "Ask me something.", Language.AR: "اسألوني."}[language]
    assert answer.suggestions == librarian.suggestions(language)


def test_a_question_from_elsewhere_is_declined_with_the_nearest_topics(librarian: PackLibrarian) -> None:
    answer = librarian.answer("Quantum computing budget?")
    assert not answer.matched
    assert answer.confidence < 0.5
    assert answer.text == "I do not know that."
    assert answer.sources == ()
    assert answer.suggestions == ("Why do frogs croak?",)  # talk is never offered


def test_the_visitors_language_wins_over_the_screens(librarian: PackLibrarian) -> None:
    assert librarian.answer("Why do frogs croak?", Language.AR).language is Language.EN
    assert librarian.answer("مرحبا يا سمندل", Language.EN).text == "أهلا!"
    assert librarian.answer("???").language is Language.EN


@pytest.mark.parametrize(
    "question", ["frog " * 20_000, "\0\x1b[31m frogs\n'; DROP", '"', "a" * 5000, "OR AND NOT NEAR("]
)
def test_hostile_questions_get_an_answer(librarian: PackLibrarian, question: str) -> None:
    assert librarian.answer(question, Language.EN).text


def test_the_packs_own_lines_are_given_in_both_languages(librarian: PackLibrarian) -> None:
    assert librarian.greeting(Language.EN).spoken == "Welcome to the pond!"
    assert librarian.farewell(Language.AR).spoken == "مَعَ السَّلَامَةِ!"
    assert [line.text for line in librarian.teasers(Language.AR)] == ["من ينق ليلا؟"]
    assert librarian.name(Language.AR) == "البركة"
    assert librarian.suggestions(Language.EN) == ("Why do frogs croak?",)


def test_another_thread_may_ask(librarian: PackLibrarian) -> None:
    ids: list[str] = []
    asking = threading.Thread(
        target=lambda: ids.append(librarian.answer("Why do the frogs croak at night?").id)
    )
    asking.start()
    asking.join()
    assert ids == ["frog"]


def test_what_the_pack_names_as_outside_is_declined(pond: Path, encoder: SpellingEncoder) -> None:
    near = "Do frogs croak in the films?"
    assert build_librarian(pond, encoder.embed).answer(near).matched
    header = pond / "pack.yaml"
    elsewhere = "do frogs croak in films"
    more = f"outside: {{en: [{elsewhere}], ar: [معنى {elsewhere}]}}\n"
    header.write_text(header.read_text(encoding="utf-8") + more, encoding="utf-8")
    assert not build_librarian(pond, encoder.embed).answer(near).matched
