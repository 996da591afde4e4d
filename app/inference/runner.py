"""The one shape that every loaded network has, whichever runtime is behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from numpy.typing import NDArray

from app.inference.manifest import ModelDirectory, Variant

Tensors = Mapping[str, NDArray[Any]]


class Runner(Protocol):
    """A network ready to run, on one thread at a time; tensors go in and come out by name."""

    def run(self, inputs: Tensors) -> Tensors:
        """Raises ModelError when the runtime fails."""
        ...

    @property
    def cache(self) -> str:
        """What the compiled cache did for this load; empty where there is none."""
        ...


class LoadedRunner(Runner, Protocol):
    """A network as a `Load` hands it over: it can say how it runs, and be doubted."""

    @property
    def facts(self) -> Mapping[str, Any]:
        """How it runs (threads, streams, precision, …), as the runtime itself says."""
        ...

    def another(self) -> Runner:
        """The same loaded network for another thread, which may run beside this one."""
        ...

    def distrust(self) -> bool:
        """Forget what was cached of it, for its outputs are wrong; whether loading anew may help."""
        ...


Load = Callable[[ModelDirectory, Variant], LoadedRunner]
"""Makes a runner of one variant. Raises ModelError when the variant cannot be loaded."""
