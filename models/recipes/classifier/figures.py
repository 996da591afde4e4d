"""Writes what the card shows as files too: confusions and reliability as CSV, reliability as a drawing."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from models.recipes.classifier.evaluation import Score

RELIABILITY: Final = "reliability"

_SIDE: Final = 240
"""Pixels of a panel's axis, which is 0 … 1 of confidence or of right answers."""
_MARGIN: Final = 56
_SVG: Final = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"
 font-family="sans-serif" font-size="11">
<title>How often an answer of each confidence is right</title>
<rect width="{width}" height="{height}" fill="#fff"/>
{panels}
</svg>
"""
_PANEL: Final = """<g transform="translate({left} {top})">
<rect width="{side}" height="{side}" fill="none" stroke="#888"/>
<line x1="0" y1="{side}" x2="{side}" y2="0" stroke="#bbb" stroke-dasharray="4 4"/>
{marks}
<text x="{middle}" y="-10" text-anchor="middle" font-weight="bold">{title}</text>
<text x="{middle}" y="{under}" text-anchor="middle">confidence</text>
<text transform="translate(-34 {middle}) rotate(-90)" text-anchor="middle">share of right answers</text>
{ticks}
</g>"""


def write_figures(folder: Path, scores: Sequence[Score], labels: Sequence[str]) -> None:
    """Write `confusion_LANGUAGE_PRECISION.csv`, `reliability.csv`, and a drawing of the first precision."""
    for score in scores:
        name = f"confusion_{score.language}_{score.precision}.csv"
        rows = ([label, *counts] for label, counts in zip(labels, score.confusion.tolist(), strict=True))
        _write_csv(folder / name, ["truth", *labels], rows)
    head = ["precision", "language", "confidence", "right", "sentences"]
    _write_csv(folder / f"{RELIABILITY}.csv", head, _reliability_rows(scores))
    shown = [score for score in scores if score.precision == scores[0].precision]
    (folder / f"{RELIABILITY}.svg").write_text(reliability_drawing(shown), encoding="utf-8")


def reliability_drawing(scores: Sequence[Score]) -> str:
    """An SVG: a panel for each score, in it a dot for each tenth of confidence, larger for more sentences."""
    panels = (
        _panel(score, left=_MARGIN + place * (_SIDE + _MARGIN * 2)) for place, score in enumerate(scores)
    )
    width, height = len(scores) * (_SIDE + _MARGIN * 2), _SIDE + _MARGIN * 2
    return _SVG.format(width=width, height=height, panels="\n".join(panels))


def _panel(score: Score, *, left: int) -> str:
    return _PANEL.format(
        left=left,
        top=_MARGIN,
        side=_SIDE,
        middle=_SIDE // 2,
        under=_SIDE + 36,
        title=f"{score.language}, {score.precision}: {score.cases} sentences, "
        f"calibration error {score.calibration_error:.3f}",
        marks="\n".join(_marks(score)),
        ticks="\n".join(_ticks()),
    )


def _marks(score: Score) -> Iterator[str]:
    for told, true, count in score.reliability:
        radius = 2 + 14 * (count / score.cases) ** 0.5
        yield (
            f'<circle cx="{told * _SIDE:.1f}" cy="{(1 - true) * _SIDE:.1f}" r="{radius:.1f}"'
            ' fill="#2a6fb0" fill-opacity="0.6">'
            f"<title>{told:.2f} told, {true:.2f} right, {count} sentences</title></circle>"
        )


def _ticks() -> Iterator[str]:
    for part in (0, 0.25, 0.5, 0.75, 1):
        place = part * _SIDE
        yield f'<text x="{place:.0f}" y="{_SIDE + 16}" text-anchor="middle">{part:g}</text>'
        yield f'<text x="-6" y="{_SIDE - place + 4:.0f}" text-anchor="end">{part:g}</text>'


def _reliability_rows(scores: Sequence[Score]) -> Iterator[list[Any]]:
    for score in scores:
        for told, true, count in score.reliability:
            yield [score.precision, score.language, round(told, 4), round(true, 4), count]


def _write_csv(path: Path, head: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(head)
        writer.writerows(rows)
