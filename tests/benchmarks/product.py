"""Opens the product as it ships (models, voices, pack, device, window) with a director in its ticks.

The director stands for the visitor: it asks and stops from the GUI thread, as touches do. What it
notes goes to standard output, one JSON object a line, times in seconds of the monotonic clock.
"""

# ruff: noqa: T201 - the parent process reads what is printed
from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any

import psutil

from app.content.pack import load_pack
from app.core.events import Event
from app.core.ports import Playhead
from app.core.resources import assets_dir
from app.core.types import Language
from app.diagnostics.memory import limit_arenas
from app.engine.session import Session
from app.inference.budget import ThreadBudget, cap_blas

OnTick = Callable[[Sequence[Event], Playhead], bool]
Mouth = Callable[[], Sequence[float]]
"""The mouth that is on the screen now, in the order of `POSE_FIELDS`."""

MakeDirector = Callable[[Session, Mouth], OnTick]


def note(**facts: Any) -> None:
    """One line for the parent."""
    print(json.dumps(facts), flush=True)


def questions(language: Language) -> list[str]:
    """One question for each entry of the demo pack."""
    pack = load_pack(assets_dir() / "packs" / "coast")
    return [entry.questions[language][0] for entry in pack.entries.values()]


def resident_mb() -> dict[str, int]:
    """Resident memory of this process, of its children, and of all with shared pages counted once."""
    own = psutil.Process()
    children = own.children(recursive=True)
    infos = [process.memory_full_info() for process in (own, *children)]
    rss = [info.rss / 1e6 for info in infos]
    return {
        "own": round(rss[0]),
        "children": round(sum(rss[1:])),
        "together": round(sum(info.pss for info in infos) / 1e6),
    }


def run(make_director: MakeDirector) -> int:
    """Run the kiosk until the director says that it is over."""
    cap_blas(ThreadBudget())  # as app.__main__ does
    limit_arenas()
    sys.setswitchinterval(0.001)
    started = time.perf_counter()
    from app.bootstrap import Workshop

    with ExitStack() as closing:
        workshop = Workshop(started, closing)
        session = workshop.session()
        closing.callback(session.close)
        return _show(session, workshop.settings, make_director)


def _show(session: Session, settings: Any, make_director: MakeDirector) -> int:
    from app.ui.kiosk import KioskWindow, create_application

    application = create_application()
    directors: list[OnTick] = []

    def on_tick(events: Sequence[Event], head: Playhead) -> bool:
        return directors[0](events, head)

    size = application.primaryScreen().availableSize()
    kiosk = KioskWindow(session, settings, language=Language.EN, size=size, greet=False, on_tick=on_tick)
    directors.append(make_director(session, kiosk.bridge.pose.mouth))
    kiosk.bridge.done.connect(application.quit)
    kiosk.show(windowed=False)
    code = application.exec()
    note(unshown=kiosk.bridge.unshown, resident_mb=resident_mb())
    kiosk.close()
    return code


def told(lines: Iterator[str]) -> list[dict[str, Any]]:
    """What a product process noted."""
    return [json.loads(line) for line in lines if line.startswith("{")]
