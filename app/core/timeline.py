"""An ordered, gapless-or-not row of timed items in integer samples: the one type for phones and visemes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar


class Timed(Protocol):
    """Anything with a start and an end in samples, start < end."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


T = TypeVar("T", bound=Timed)


@dataclass(frozen=True, slots=True)
class Timeline(Generic[T]):
    """Timed items in order, without overlap, inside 0…`duration` samples at `rate` Hz.

    Raises ValueError when the items break that rule.
    """

    items: tuple[T, ...]
    duration: int
    rate: int

    def __post_init__(self) -> None:
        reached = 0
        for item in self.items:
            if not reached <= item.start < item.end <= self.duration:
                raise ValueError(f"{item!r} is out of order or outside 0…{self.duration}")
            reached = item.end

    def __iter__(self) -> Iterator[T]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    def at(self, sample: int) -> T | None:
        """The item that covers `sample`, or None in a gap."""
        index = bisect_right(self.items, sample, key=lambda item: item.start) - 1
        if index < 0 or self.items[index].end <= sample:
            return None
        return self.items[index]

    @property
    def tiles(self) -> bool:
        """Whether the items cover 0…duration without a gap."""
        reached = 0
        for item in self.items:
            if item.start != reached:
                return False
            reached = item.end
        return reached == self.duration

    def seconds(self, sample: int) -> float:
        """Samples as seconds, for files and screens."""
        return sample / self.rate


def merged(items: Iterable[T], same: Callable[[T, T], bool], join: Callable[[T, T], T]) -> tuple[T, ...]:
    """Join touching neighbours that are `same` into one item."""
    result: list[T] = []
    for item in items:
        if result and result[-1].end == item.start and same(result[-1], item):
            result[-1] = join(result[-1], item)
        else:
            result.append(item)
    return tuple(result)
