"""What the panel on F12 shows, as rows of ready texts; read from the engine only while it is open."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath

from PySide6.QtCore import QObject, Signal

from app.ui.session_port import SessionPort
from app.ui.view_models.view_model import ViewModel, shown


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

    def read(self, session: SessionPort, *, unshown: int) -> None:
        """Take all figures from the engine; `unshown` counts the stale events that the screen refused."""
        self.show(
            latencies=_latencies(session),
            models=_models(session),
            threads=_pairs(session.threads()),
            timing=_pairs(session.timing_sources()),
            audio=_pairs(session.audio_stats()),
            drops=_pairs({**_drops(session.counts()), "screen": unshown}),
        )


def _latencies(session: SessionPort) -> list[list[str]]:
    return [
        [
            row.stage.replace("_", " "),
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


def _drops(counts: Mapping[str, int]) -> Mapping[str, int]:
    return {name: count for name, count in counts.items() if name.partition(".")[2] == "dropped"}


def _pairs(figures: Mapping[str, object]) -> list[list[str]]:
    return [[name.replace("_", " "), _plain(value)] for name, value in figures.items()]


def _plain(value: object) -> str:
    return f"{value:.1f}" if isinstance(value, float) else str(value)


def _ms(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:.1f}" if value < 100 else f"{value:.0f}"
