"""What a language model said, kept by what it was asked: at most MOST entries, the least recently used leaves first."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Generic, TypeVar

MOST = 2_000
V = TypeVar("V")


class Kept(Generic[V]):
    """Values by digest, shared by threads."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._values: OrderedDict[bytes, V] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: bytes) -> V | None:
        """What is kept under a key, None where nothing is."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def keep(self, key: bytes, value: V) -> None:
        """Keep a value, and drop what no longer fits."""
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self.most:
                self._values.popitem(last=False)
