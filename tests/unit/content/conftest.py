"""A small pack that a test may bend before it is loaded."""

from __future__ import annotations

from pathlib import Path

import pytest

HEADER = """\
schema: lisan.pack/1
id: pond
version: 1.0.0
licence: CC-BY-4.0
name: {en: The pond, ar: البركة}
greeting: {en: Welcome to the pond!, ar: أَهْلًا بِكُمْ!}
farewell: {en: Goodbye!, ar: مَعَ السَّلَامَةِ!}
prompt: {en: Ask me something., ar: اِسْأَلُونِي.}
limitations: {en: [I do not know that.], ar: [لَا أَعْرِفُ ذٰلِكَ.]}
teasers: {en: [Who croaks at night?], ar: [مَنْ يَنِقُّ لَيْلًا؟]}
suggestions: [frog]
"""

FROG = """\
---
id: frog
title: {en: Frogs, ar: الضفادع}
source: {en: Pond guide, ar: دليل البركة}
follow_ups: [newt]
questions:
  en: [Why do frogs croak?, Why do frogs croak at night?]
  ar: [لماذا تنق الضفادع؟, ما معنى قولهم why do frogs croak at night؟]
---

## en

Frogs croak to be found.
The loudest one is heard first.

## ar

تَنِقُّ الضَّفَادِعُ لِيَعْثُرَ عَلَيْهَا غَيْرُهَا.
"""

NEWT = """\
---
id: newt
kind: talk
title: {en: Newts, ar: سمندل}
questions:
  en: [Hello newt]
  ar: [مرحبا يا سمندل]
---
## en
Hello!
## ar
أَهْلًا!
"""


@pytest.fixture
def pond(tmp_path: Path) -> Path:
    """The folder of a good pack with two entries."""
    folder = tmp_path / "pond"
    (folder / "entries").mkdir(parents=True)
    (folder / "pack.yaml").write_text(HEADER, encoding="utf-8")
    (folder / "entries" / "frog.md").write_text(FROG, encoding="utf-8")
    (folder / "entries" / "newt.md").write_text(NEWT, encoding="utf-8")
    return folder
