"""What is kept to be given again, bounded by bytes. /metrics shows each."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from kb.cache import LeastRecent

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

ENTRY = 200
"""Bytes that an entry takes beside its key's and its value's own, about."""

_watched: dict[str, Callable[[], int]] = {}


class ByteCache(LeastRecent[K, V]):
    """Values by key, of at most `most` bytes together; `size` tells a value's.

    One that is larger than a quarter of them is not kept: it would push out all the others.
    """

    def __init__(self, name: str, most: int, size: Callable[[V], int]) -> None:
        super().__init__(most, lambda _, value: size(value) + ENTRY)
        watch(name, lambda: self.held)

    def keep(self, key: K, value: V) -> V:
        """Keep a value where it is not too large; the value."""
        if self.size(key, value) <= self.most // 4:
            self.put(key, value)
        return value


def watch(name: str, held: Callable[[], int]) -> None:
    """Have /metrics show how many bytes something keeps in this process."""
    _watched[name] = held


def watched() -> dict[str, int]:
    """The bytes that are kept now, by name."""
    return {name: held() for name, held in _watched.items()}
