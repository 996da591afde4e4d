"""What a machine is worth: requests within the quality and latency targets per CPU hour, and their price."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_HOUR = 3600.0
_MILLION = 1_000_000


def cost(load: Mapping[str, Any], price_per_hour: float | None) -> dict[str, Any]:
    """From the step of the load that gave the most successes a second.

    `price_per_hour` is that of the whole machine, in any currency; without it there is no price. A step with
    no success has no price either: it buys nothing.
    """
    steps = [*load["closed_loop"], *load["open_loop"]]
    best = max(steps, key=lambda step: float(step["good"] / step["wall_s"]))
    an_hour = best["good"] / best["wall_s"] * _HOUR
    told: dict[str, Any] = {
        "target_ms": load["target_ms"],
        "step": {name: best[name] for name in ("sessions", "rate") if name in best},
        "good": best["good"],
        "good_per_cpu_hour": round(best["good"] / best["cpu_s"] * _HOUR) if best["cpu_s"] else None,
        "good_per_machine_hour": round(an_hour),
        "price_per_hour": price_per_hour,
        "price_per_million": None,
    }
    if price_per_hour is not None and an_hour:
        told["price_per_million"] = round(price_per_hour / an_hour * _MILLION, 4)
    return told
