"""What the exhibit team may know of each day: numbers only, never a word that a visitor wrote.

One small JSON file, written whole after each visit; days beyond `MOST_DAYS` are dropped, oldest first.
"""

from __future__ import annotations

import contextlib
import csv
import io
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import Path
from statistics import median
from typing import Any, Final

from app.core.files import write_atomically
from app.core.types import Answer, Language

MOST_DAYS: Final = 400
MOST_STAYS: Final = 2000
"""Of a day that are kept for the median; later ones are left out."""
MOST_IDS: Final = 1000


@dataclass
class Day:
    """One day's counts. `stays` in seconds, from the first touch to the last sign of life."""

    sessions: int = 0
    refusals: int = 0
    languages: dict[str, int] = field(default_factory=dict)
    answers: dict[str, int] = field(default_factory=dict)
    stays: list[int] = field(default_factory=list)


class Visit:
    """Counts of one visit; becomes part of its day when it is over."""

    def __init__(self, language: Language, began: float) -> None:
        self.began = began
        self.languages = {language}
        self.answers: Counter[str] = Counter()
        self.refusals = 0

    def speaks(self, language: Language) -> None:
        """The visitor chose this language."""
        self.languages.add(language)

    def hears(self, answer: Answer) -> None:
        """An answer to a question; only the pack's own id of it is kept, or nothing at all."""
        if answer.forget:
            return
        if not answer.matched:
            self.refusals += 1
        elif answer.id:
            self.answers[answer.id] += 1


class Counts:
    """The days, in memory and on disk. A damaged file is begun anew: counts are worth no failed start."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._days = _read(file)

    def add(self, visit: Visit, *, day: date, seconds: float) -> None:
        """Count a visit that is over and store it; a disk that is full costs the stored copy only."""
        counts = self._days.setdefault(day.isoformat(), Day())
        counts.sessions += 1
        counts.refusals += visit.refusals
        for language in visit.languages:
            counts.languages[language.value] = counts.languages.get(language.value, 0) + 1
        for id_, times in visit.answers.items():
            if id_ in counts.answers or len(counts.answers) < MOST_IDS:
                counts.answers[id_] = counts.answers.get(id_, 0) + times
        if len(counts.stays) < MOST_STAYS:
            counts.stays.append(round(max(seconds, 0.0)))
        for old in sorted(self._days)[:-MOST_DAYS]:
            del self._days[old]
        with contextlib.suppress(OSError):
            write_atomically(self._file, self._stored())

    def day(self, day: date) -> Day:
        """One day's counts."""
        return self._days.get(day.isoformat(), Day())

    def csv(self) -> str:
        """One row a day, one column for each answer that was ever given."""
        ids = sorted({id_ for day in self._days.values() for id_ in day.answers})
        out = io.StringIO()
        table = csv.writer(out, lineterminator="\n")
        heads = ["date", "sessions", *map(str, Language), "answers", "refusals", "median_stay_s"]
        table.writerow([*heads, *(f"answer:{id_}" for id_ in ids)])
        for name, day in sorted(self._days.items()):
            table.writerow([name, *_row(day), *(day.answers.get(id_, 0) for id_ in ids)])
        return out.getvalue()

    def _stored(self) -> bytes:
        return json.dumps({name: asdict(day) for name, day in self._days.items()}).encode()


def _row(day: Day) -> list[object]:
    languages = [day.languages.get(language.value, 0) for language in Language]
    stay = f"{median(day.stays):g}" if day.stays else ""
    return [day.sessions, *languages, sum(day.answers.values()), day.refusals, stay]


def _read(file: Path) -> dict[str, Day]:
    try:
        stored = json.loads(file.read_bytes())
        return {date.fromisoformat(name).isoformat(): _day(day) for name, day in stored.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def _day(stored: Mapping[str, Any]) -> Day:
    """A stored day; raises ValueError, TypeError or AttributeError for what is none."""
    day = Day(**stored)
    numbers: list[Any] = [
        day.sessions,
        day.refusals,
        *day.languages.values(),
        *day.answers.values(),
        *day.stays,
    ]
    if not all(isinstance(number, int) and number >= 0 for number in numbers):
        raise ValueError("a count is no number")
    return day
