"""The texts of the screen in each language, from `assets/i18n`, for the kiosk's view-model."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from app.core.errors import ContentError
from app.core.types import Language


class Catalogue:
    """All texts by language and key. Raises ContentError when a file is missing, damaged or incomplete."""

    def __init__(self, folder: Path) -> None:
        self._texts = {language: _load(folder / f"{language}.json") for language in Language}
        first, *others = self._texts
        for other in others:
            if odd := self._texts[first].keys() ^ self._texts[other].keys():
                raise ContentError(f"texts {sorted(odd)} are not in both {first}.json and {other}.json")

    def texts(self, language: Language) -> Mapping[str, str]:
        """Every text of one language by its key."""
        return self._texts[language]

    def text(self, key: str, language: Language, *, otherwise: str) -> str:
        """One text; where `key` is unknown, the text `otherwise`."""
        texts = self._texts[language]
        return texts.get(key) or texts[otherwise]


def _load(file: Path) -> dict[str, str]:
    try:
        texts = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ContentError(f"texts {file.name} cannot be read ({error}); install Lisan again") from error
    if not isinstance(texts, dict) or not all(isinstance(text, str) and text for text in texts.values()):
        raise ContentError(f"texts {file.name} must be one object of non-empty strings")
    return texts
