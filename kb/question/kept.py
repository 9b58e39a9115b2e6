"""What was read of a text, kept up to so many letters: what was used longest ago is given up first.

A cache of so many texts knows no bytes: 8,192 questions of 2,000 letters took 1.5 GB.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

V = TypeVar("V")
Key = tuple[str, tuple[Hashable, ...]]

ENTRY = 20
"""What an entry takes beside its text and what was read of it, as if it were letters."""


class ByLetters(Generic[V]):
    """A function of a text, and of what else it is given, that remembers what it found for the latest texts, of at most
    so many `letters` together; threads may share it. It keeps nothing of a text that is longer than an eighth of
    them."""

    def __init__(self, found: Callable[..., V], most: int) -> None:
        self.most, self.letters = most, 0
        self._found = found
        self._kept: OrderedDict[Key, V] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def __call__(self, text: str, *also: Hashable) -> V:
        """What is found for a text."""
        key = (text, also)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        value = self._found(text, *also)
        if len(text) + ENTRY <= self.most // 8:
            self._keep(key, value)
        return value

    def _keep(self, key: Key, value: V) -> None:
        with self._lock:
            if key not in self._kept:
                self._kept[key] = value
                self.letters += len(key[0]) + ENTRY
            while self.letters > self.most:
                self.letters -= len(self._kept.popitem(last=False)[0][0]) + ENTRY


def by_letters(most: int) -> Callable[[Callable[[str], V]], ByLetters[V]]:
    """Have a function of a text remember the latest texts."""
    return lambda found: ByLetters(found, most)
