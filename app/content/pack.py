"""A content pack: what its files must hold, and the checks between them. Loaded once, before any question."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Generic, Literal, Self, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from app.content.documents import read_entry, read_yaml
from app.content.normalise import normalised
from app.core.errors import ContentError
from app.core.types import Language

PACK_FILE = "pack.yaml"
ENTRIES = "entries"

T = TypeVar("T")


def _one_line(text: str) -> str:
    return unicodedata.normalize("NFC", " ".join(text.split()))


def _askable(text: str) -> str:
    if not normalised(text):
        raise ValueError("has no letter or digit")
    return text


Id = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=64)]
Text = Annotated[str, AfterValidator(_one_line), AfterValidator(_askable), Field(max_length=2000)]
Texts = Annotated[tuple[Text, ...], Field(min_length=1)]
Colour = Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")]


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PerLanguage(_Strict, Generic[T]):
    """The same thing in each language that Lisan speaks."""

    en: T
    ar: T

    def __getitem__(self, language: Language) -> T:
        return self.en if language is Language.EN else self.ar


class Theme(_Strict):
    """Colours that the screen may take over, as #rrggbb."""

    background: Colour
    surface: Colour
    accent: Colour


_UNKIND: Final = PerLanguage[Text](
    en="Let us stay friendly. I would be glad to tell you about what is shown here.",
    ar="لِنَبْقَ لُطَفَاءَ. يَسُرُّنِي أَنْ أُحَدِّثَكُمْ عَمَّا يُعْرَضُ هُنَا.",
)
_PRIVATE: Final = PerLanguage[Text](
    en="That is private. I keep nothing of what you write, and I know nothing about other people.",
    ar="هٰذَا أَمْرٌ خَاصٌّ. لَا أَحْفَظُ شَيْئًا مِمَّا تَكْتُبُونَ، وَلَا أَعْرِفُ شَيْئًا عَنْ أَحَدٍ.",
)
_DISTRESS: Final = PerLanguage[Text](
    en="I am sorry that you feel this way. Please speak to one of our staff, or to somebody you trust.",
    ar="يُؤْسِفُنِي أَنْ تَشْعُرُوا بِهٰذَا. تَحَدَّثُوا إِلَى أَحَدِ الْمُوَظَّفِينَ، أَوْ إِلَى مَنْ تَثِقُونَ بِهِ.",
)


class PackHeader(_Strict):
    """`pack.yaml`: everything that belongs to no single entry."""

    format: Literal["lisan.pack/1"] = Field(alias="schema")
    id: Id
    version: str = Field(pattern=r"^\d+\.\d+\.\d+$")
    licence: str = Field(min_length=1)
    show_diacritics: bool = False
    name: PerLanguage[Text]
    greeting: PerLanguage[Text]
    farewell: PerLanguage[Text]
    prompt: PerLanguage[Text]
    limitations: PerLanguage[Texts]
    unkind: PerLanguage[Text] = _UNKIND
    private: PerLanguage[Text] = _PRIVATE
    distress: PerLanguage[Text] = _DISTRESS
    outside: PerLanguage[tuple[Text, ...]] = PerLanguage(en=(), ar=())
    teasers: PerLanguage[Texts]
    suggestions: tuple[Id, ...] = Field(min_length=1, max_length=8)
    theme: Theme | None = None


class Entry(_Strict):
    """One thing that the avatar can say, and the ways in which visitors ask for it.

    `talk` is conversation (greetings, thanks): it rests on no source and is never offered when an
    answer is missing. A `passage` is text that is found by what it says, and needs no questions.
    `subject` is what "it" means after this answer; the title where it is not given.
    """

    id: Id
    kind: Literal["topic", "talk", "passage"] = "topic"
    title: PerLanguage[Text]
    subject: PerLanguage[Text] | None = None
    source: PerLanguage[Text] | None = None
    questions: PerLanguage[tuple[Text, ...]] = PerLanguage(en=(), ar=())
    answer: PerLanguage[Text]
    follow_ups: tuple[Id, ...] = ()

    @model_validator(mode="after")
    def _rests_on_a_source(self) -> Self:
        if self.kind != "talk" and self.source is None:
            raise ValueError(f"a {self.kind} needs a source; conversation is `kind: talk`")
        return self

    @model_validator(mode="after")
    def _can_be_found(self) -> Self:
        if self.kind != "passage" and not (self.questions.en and self.questions.ar):
            raise ValueError("questions are missing in a language; text without questions is `kind: passage`")
        return self

    def stands_for(self, language: Language) -> str:
        """The words that a button offers: the first question, or the title."""
        return (*self.questions[language], self.title[language])[0]


@dataclass(frozen=True, slots=True)
class Pack:
    """A whole pack, checked: its header and its entries by id, in the order of their file names."""

    header: PackHeader
    entries: Mapping[str, Entry]


def load_pack(folder: Path) -> Pack:
    """Read and check a pack's folder. Raises ContentError."""
    header = read_yaml(folder / PACK_FILE, PackHeader)
    paths = sorted((folder / ENTRIES).glob("*.md"))
    if not paths:
        raise ContentError(f"{folder / ENTRIES} holds no entry; add a Markdown file for each answer")
    entries: dict[str, Entry] = {}
    for path in paths:
        entry = read_entry(path, Entry)
        if entry.id != path.stem:
            raise ContentError(f"{path}: id: {entry.id} is not the file's name; make them the same")
        entries[entry.id] = entry
    pack = Pack(header, entries)
    _check_references(folder, pack)
    _check_questions(folder, pack)
    return pack


def _check_references(folder: Path, pack: Pack) -> None:
    named = {folder / PACK_FILE: ("suggestions", pack.header.suggestions)}
    named |= {_path(folder, id_): ("follow_ups", entry.follow_ups) for id_, entry in pack.entries.items()}
    for path, (field, ids) in named.items():
        for id_ in ids:
            if id_ not in pack.entries:
                raise ContentError(f"{path}: {field}: there is no entry {id_}")


def _check_questions(folder: Path, pack: Pack) -> None:
    """Two entries that claim one question would answer it by chance."""
    for language in Language:
        owners: dict[str, str] = {}
        for id_, entry in pack.entries.items():
            for question in entry.questions[language]:
                owner = owners.setdefault(normalised(question), id_)
                if owner != id_:
                    path = _path(folder, id_)
                    raise ContentError(f"{path}: questions.{language}: {question!r} is asked by {owner} too")


def _path(folder: Path, id_: str) -> Path:
    return folder / ENTRIES / f"{id_}.md"
