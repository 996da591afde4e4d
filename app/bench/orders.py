"""What `--quick` and `--full` run on this machine."""

from __future__ import annotations

from app.bench.factors import full, quick
from app.bench.run import Order
from app.inference.machine import cores


def quick_order(price_per_hour: float | None) -> Order:
    """Under three minutes: the last plan begins before 155 s are over."""
    return Order(
        kind="quick",
        plans=quick(cores().usable),
        turns=9,
        load_seconds=2.0,
        sessions=(1, 2, 4, 8),
        price_per_hour=price_per_hour,
        limit_seconds=155.0,
    )


def full_order(price_per_hour: float | None) -> Order:
    """As long as it takes."""
    return Order(
        kind="full",
        plans=full(cores().usable),
        turns=201,
        load_seconds=30.0,
        sessions=(1, 2, 3, 4, 6, 8, 12, 16, 24, 32),
        price_per_hour=price_per_hour,
    )
