"""What was used lately, up to so much of it: what was used longest ago is given up first."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class LeastRecent(Generic[K, V]):
    """Values by key, of at most `most` together; threads may share it. `size` tells what one counts, in bytes or
    letters, always the same for the same value; without it each counts 1."""

    def __init__(self, most: int, size: Callable[[K, V], int] = lambda key, value: 1) -> None:
        self.most, self.held = most, 0
        self.size = size
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: K) -> V | None:
        """What is kept under a key, None where nothing is."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: K, value: V) -> None:
        """Keep a value, and give up what no longer fits."""
        with self._lock:
            self._drop(key)
            self._values[key] = value
            self.held += self.size(key, value)
            while self.held > self.most:
                self._drop(next(iter(self._values)))

    def _drop(self, key: K) -> None:
        if key in self._values:
            self.held -= self.size(key, self._values.pop(key))
