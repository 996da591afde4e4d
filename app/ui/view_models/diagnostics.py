"""What the panel on F12 shows, as rows of ready texts; read from the engine only while it is open."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from typing import Final

from PySide6.QtCore import QObject, Signal

from app.ui.session_port import SessionPort
from app.ui.view_models.view_model import ViewModel, shown

_LOSSES: Final = frozenset({"dropped", "failed", "late", "damaged", "unwritable"})
"""Counters of what went wrong end so; the others count what went well."""


class Diagnostics(ViewModel):
    """Each property is a list of rows, each row a list of texts; times in milliseconds."""

    latencies_changed = Signal()
    models_changed = Signal()
    threads_changed = Signal()
    timing_changed = Signal()
    audio_changed = Signal()
    drops_changed = Signal()

    latencies = shown("QVariantList", "latencies", latencies_changed)
    """Stage, count, cold, first, p50, p95, p99, max."""
    models = shown("QVariantList", "models", models_changed)
    """Name, variant, precision, threads, load, reason."""
    threads = shown("QVariantList", "threads", threads_changed)
    timing = shown("QVariantList", "timing", timing_changed)
    audio = shown("QVariantList", "audio", audio_changed)
    drops = shown("QVariantList", "drops", drops_changed)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent, latencies=[], models=[], threads=[], timing=[], audio=[], drops=[])

    def read(self, session: SessionPort, texts: Mapping[str, str], *, unshown: int) -> None:
        """Take all figures from the engine, named in the language of `texts`.

        `unshown` counts the stale events that the screen refused.
        """
        self.show(
            latencies=_latencies(session, texts),
            models=_models(session),
            threads=_pairs(session.threads(), texts),
            timing=_pairs(session.timing_sources(), texts),
            audio=_pairs(session.audio_stats(), texts),
            drops=_pairs({**_lost(session.counts()), "screen": unshown}, texts),
        )


def _latencies(session: SessionPort, texts: Mapping[str, str]) -> list[list[str]]:
    return [
        [
            _named(row.stage, texts),
            str(row.count),
            *(_ms(value) for value in (row.cold_ms, row.first_ms, row.p50, row.p95, row.p99, row.max)),
        ]
        for row in session.latencies()
    ]


def _models(session: SessionPort) -> list[list[str]]:
    return [
        [
            info.name,
            PurePath(info.variant).stem,
            info.precision,
            str(info.threads),
            _ms(info.load_ms),
            info.reason,
        ]
        for info in session.models()
    ]


def _lost(counts: Mapping[str, int]) -> Mapping[str, int]:
    return {name: count for name, count in counts.items() if name.rpartition(".")[2] in _LOSSES}


def _pairs(figures: Mapping[str, object], texts: Mapping[str, str]) -> list[list[str]]:
    return [[_named(name, texts), _plain(value, texts)] for name, value in figures.items()]


def _named(name: str, texts: Mapping[str, str]) -> str:
    """The name in the screen's language; a figure that is new to the catalogue keeps its own."""
    return texts.get(figure_key(name)) or name.replace("_", " ")


def figure_key(name: str) -> str:
    """Where the catalogue has the name of a figure: `stale.dropped` is under `figure_stale_dropped`."""
    return "figure_" + name.replace(".", "_")


def _plain(value: object, texts: Mapping[str, str]) -> str:
    if isinstance(value, bool):
        return texts["yes" if value else "no"]
    return f"{value:.1f}" if isinstance(value, float) else str(value) or "–"


def _ms(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:.1f}" if value < 100 else f"{value:.0f}"
