"""What is kept to be given again, bounded by bytes: the least recently used leaves first. /metrics shows each."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

ENTRY = 200
"""Bytes that an entry takes beside its key's and its value's own, about."""

_watched: dict[str, Callable[[], int]] = {}


class Kept(Generic[K, V]):
    """Values by key, of at most `most` bytes together, shared by threads; `size` tells a value's bytes.

    One that is larger than a quarter of them is not kept: it would push out all the others.
    """

    def __init__(self, name: str, most: int, size: Callable[[V], int]) -> None:
        self.most, self.size = most, size
        self.bytes = 0
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = threading.Lock()
        watch(name, lambda: self.bytes)

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: K) -> V | None:
        """What is kept under a key."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def keep(self, key: K, value: V) -> V:
        """Keep a value, and drop what no longer fits; the value."""
        if (took := self.size(value) + ENTRY) > self.most // 4:
            return value
        with self._lock:
            self._drop(key)
            self._values[key] = value
            self.bytes += took
            while self.bytes > self.most:
                self._drop(next(iter(self._values)))
        return value

    def _drop(self, key: K) -> None:
        if key in self._values:
            self.bytes -= self.size(self._values.pop(key)) + ENTRY


def watch(name: str, held: Callable[[], int]) -> None:
    """Have /metrics show how many bytes something keeps in this process."""
    _watched[name] = held


def watched() -> dict[str, int]:
    """The bytes that are kept now, by name."""
    return {name: held() for name, held in _watched.items()}
