"""What is read from files, held once for all that is open: two snapshots mostly have the same encoder and the same
rules of most games, and a server holds both while the newer one is warmed.

Nothing is kept by this: what nobody holds any more is gone.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

V = TypeVar("V")


class Alike(Generic[V]):
    """Values by what they were read from; a value must never be changed, and must take weak references.

    >>> encoders = Alike[Loaded]()
    >>> encoders.of(sum_of(content), lambda: Loaded(content))
    """

    def __init__(self) -> None:
        self._held: WeakValueDictionary[Hashable, V] = WeakValueDictionary()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._held)

    def of(self, key: Hashable, read: Callable[[], V]) -> V:
        """The value of a key that somebody holds; else what is read now. Two that read at the same time get the same
        one: the first that was read."""
        with self._lock:
            found = self._held.get(key)
        if found is None:
            read_now = read()  # without the lock: it may take a second
            with self._lock:
                found = self._held.setdefault(key, read_now)
        return found


def sum_of(content: bytes) -> bytes:
    """What tells one content from another."""
    return hashlib.sha256(content).digest()
