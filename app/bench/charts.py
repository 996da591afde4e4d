"""Plots as SVG text: by matplotlib where it is installed, else plain ones of our own."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from importlib.util import find_spec
from typing import Final

WIDTH: Final = 760
ROW: Final = 22
LEFT: Final = 300
INK: Final = "#1f3a44"
FILL: Final = "#2a8c8c"
MARKED: Final = "#c0603a"

HAVE_MATPLOTLIB: Final = find_spec("matplotlib") is not None
HOW_TO_PLOT: Final = (
    "Plots are plain because matplotlib is not installed: `pip install -r packaging/locks/bench.txt`, "
    "then `lisan bench --resume` with the same folder writes the page again."
)


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar with the interval that it may lie in; `marked` bars failed or were disturbed."""

    label: str
    value: float
    low: float
    high: float
    marked: bool = False


def bars(title: str, unit: str, rows: Sequence[Bar]) -> str:
    """Horizontal bars with intervals, as an `<svg>` element; empty for no rows."""
    if not rows:
        return ""
    return _by_matplotlib(title, unit, rows) if HAVE_MATPLOTLIB else plain_bars(title, unit, rows)


def plain_bars(title: str, unit: str, rows: Sequence[Bar]) -> str:
    """The same without any library."""
    most = max(max(row.high, row.value) for row in rows) or 1.0
    scale = (WIDTH - LEFT - 90) / most
    height = ROW * (len(rows) + 2)
    head = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" font-family="sans-serif" font-size="12"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {head} fill="{INK}" role="img">']
    parts.append(f'<text x="0" y="15" font-size="14">{escape(title)} ({escape(unit)})</text>')
    for number, row in enumerate(rows, start=1):
        y, low, high = number * ROW + 6, LEFT + row.low * scale, LEFT + row.high * scale
        size = f'width="{max(row.value * scale, 1):.1f}" height="{ROW - 6}"'
        across = f'x1="{low:.1f}" x2="{high:.1f}" y1="{y + 8}" y2="{y + 8}"'
        end = max(LEFT + row.value * scale, high) + 6
        parts += [
            f'<text x="{LEFT - 8}" y="{y + 13}" text-anchor="end">{escape(row.label)}</text>',
            f'<rect x="{LEFT}" y="{y}" {size} fill="{MARKED if row.marked else FILL}"/>',
            f'<line {across} stroke="{INK}"/>',
            f'<text x="{end:.1f}" y="{y + 13}">{row.value:.4g}</text>',
        ]
    return "\n".join([*parts, "</svg>"])


def _by_matplotlib(title: str, unit: str, rows: Sequence[Bar]) -> str:
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 0.6 + 0.32 * len(rows)), layout="constrained")
    FigureCanvasSVG(figure)
    axes = figure.subplots()
    places = range(len(rows))
    around = [
        [max(row.value - row.low, 0.0) for row in rows],
        [max(row.high - row.value, 0.0) for row in rows],
    ]
    colours = [MARKED if row.marked else FILL for row in rows]
    axes.barh(list(places), [row.value for row in rows], xerr=around, color=colours, ecolor=INK)
    axes.set_yticks(list(places), [row.label for row in rows])
    axes.invert_yaxis()
    axes.set_title(title, loc="left")
    axes.set_xlabel(unit)
    stream = io.StringIO()
    figure.savefig(stream, format="svg", metadata={"Date": None})
    return re.sub(r"^.*?(?=<svg)", "", stream.getvalue(), flags=re.DOTALL)  # without the XML head
