"""What a session is built from, and the start that makes every part warm before the first visitor."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from app.core.ports import AudioSink, Librarian
from app.core.types import Language
from app.diagnostics.latency import LatencyLedger
from app.diagnostics.memory import release_freed
from app.engine.cache import ChunkCache
from app.engine.preparation import Preparation, Stages


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything with a cost: models, voices, pack, device. Closed in `close`."""

    stages: Stages
    librarian: Librarian
    sink: AudioSink
    cache: ChunkCache
    classify_pool: ThreadPoolExecutor
    """The one thread that owns the classifier."""
    default_voices: Mapping[Language, str]
    open_pack: Callable[[str], Librarian] | None = None
    """Opens another content pack while the kiosk runs, by its name or folder."""
    threads: Mapping[str, object] = field(default_factory=dict)
    """The thread budget in force, for the panel."""

    def close(self) -> None:
        """Release devices, child processes and threads."""
        self.sink.close()
        self.stages.voices.close()
        self.classify_pool.shutdown(cancel_futures=True)


BuildParts = Callable[[], Parts]


def warm_up(parts: Parts, ledger: LatencyLedger) -> Preparation:
    """Pay all first-use costs: each part alone, then the whole way once in each language."""
    stages = parts.stages
    preparation = Preparation(stages, ledger, parts.classify_pool)
    with ThreadPoolExecutor(2, "lisan-warm") as pool:
        waiting = [
            pool.submit(stages.voices.warm_up),
            pool.submit(stages.aligner.warm_up),
            parts.classify_pool.submit(stages.classifier.warm_up),
        ]
        for done in waiting:
            done.result()
    for language in Language:
        for chunk in stages.voices.chunks(parts.librarian.greeting(language).spoken, language):
            preparation.prepare(chunk)
    gc.collect()
    release_freed()
    gc.freeze()  # what lives now lives for good: later collections need not walk it
    return preparation
