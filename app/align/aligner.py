"""Puts the aligner together from model directories, OpenVINO and the compiled cache, for bootstrap."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from app.align.ladder import LadderAligner
from app.align.listeners import Listeners
from app.inference.budget import ThreadBudget
from app.inference.compiled_cache import CompiledCache
from app.inference.manifest import ModelDirectory
from app.inference.openvino_runtime import RUNTIME, OpenVinoLoader
from app.inference.variants import Chooser


def build_aligner(
    models_dir: Path, cache_dir: Path, *, budget: ThreadBudget, instead: Sequence[ModelDirectory] = ()
) -> LadderAligner:
    """An aligner of both languages whose compiled networks and decisions are kept in `cache_dir`.

    `instead` take the place of the models of their languages. Opens nothing yet: `warm_up`
    does, or the first chunk. Importing this module imports OpenVINO.
    """
    loader = OpenVinoLoader(budget, CompiledCache(cache_dir / "compiled"))
    bf16 = budget.openvino_precision == "bf16"
    chooser = Chooser.caching_in(cache_dir, loader, runtime=f"{RUNTIME} {budget}", bf16=bf16)
    listeners = Listeners(models_dir, chooser, threads=budget.openvino_threads, instead=instead)
    return LadderAligner(listeners)
