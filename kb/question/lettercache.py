"""What was read of a text, kept up to so many letters.

A cache of so many texts knows no bytes: 8,192 questions of 2,000 letters took 1.5 GB.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from kb.cache import LeastRecent

V = TypeVar("V")
Key = tuple[str, tuple[Hashable, ...]]

ENTRY = 20
"""What an entry takes beside its text and what was read of it, as if it were letters."""


class LetterCache(LeastRecent[Key, V]):
    """A function of a text, and of what else it is given, that remembers what it found for the latest texts, of at most
    so many letters together. It keeps nothing of a text that is longer than an eighth of them."""

    def __init__(self, found: Callable[..., V], most: int) -> None:
        super().__init__(most, lambda key, _: len(key[0]) + ENTRY)
        self._found = found

    def __call__(self, text: str, *also: Hashable) -> V:
        """What is found for a text."""
        key = (text, also)
        kept = self.get(key)
        if kept is not None:
            return kept
        value = self._found(text, *also)
        if self.size(key, value) <= self.most // 8:
            self.put(key, value)
        return value


def by_letters(most: int) -> Callable[[Callable[..., V]], LetterCache[V]]:
    """Have a function of a text remember the latest texts."""
    return lambda found: LetterCache(found, most)
