"""BM25 of questions, added up from the scores of their words.

BM25 is a sum over a question's words, and what a word adds to a passage is the same in every question. So each word
is looked up once, by itself, and a question costs a sum of arrays instead of a search of the whole text. The sums are
those of SQLite, to the last bit: the same numbers in the same order.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce

import numpy as np

from kb.store.packed import Packed, Passages
from kb.store.sums import Mask, Summed

KEPT_BYTES = 16 * 2**20
"""Of looked up words so much is kept, by all threads of a process."""
OWN = 500
"""Bytes that a word takes beside its numbers."""
MASKS = 16
"""Games and documents whose passages are kept."""
Lookup = Callable[[Sequence[str]], Mapping[str, Packed]]


@dataclass(frozen=True)
class Within:
    """The passages of a game and of a document: all from `first` on before `end` that are `inside`, None for all."""

    first: int
    end: int
    inside: Mask | None


class WordSearch:
    """The best of `total` passages for words; `lookup` finds the passages of each with what it adds to them.

    `numbers` gives the passages of a `game` or a `document` by its name, when a question names one.
    """

    def __init__(self, lookup: Lookup, total: int, numbers: Callable[[str, str], Passages]) -> None:
        self._lookup = WordCache(lookup, KEPT_BYTES)
        self._total = total
        self._numbers = numbers
        self._summed = Summed(total)
        self._within = lru_cache(MASKS)(self._mask)

    def best(self, words: Sequence[str], game: str | None, document: str | None, limit: int) -> list[tuple[int, float]]:
        """(passage number, BM25), best first, the lower number first of two as good."""
        within = self._within(game, document)
        rows, scores = self._summed.best(self._lookup(words), within.first, within.end, within.inside, limit)
        if len(rows) > limit:
            chosen = scores >= np.partition(scores, len(rows) - limit)[len(rows) - limit]
            rows, scores = rows[chosen], scores[chosen]
        order = np.lexsort((rows, -scores))[:limit]
        return list(zip(rows[order].tolist(), scores[order].tolist(), strict=True))

    def _mask(self, game: str | None, document: str | None) -> Within:
        """The passages of a game and of a document; None is any."""
        named = [(column, name) for column, name in (("game", game), ("document", document)) if name is not None]
        if not named:
            return Within(0, self._total, None)
        rows = reduce(np.intersect1d, (self._numbers(column, name) for column, name in named))
        first, end = (int(rows.min()), int(rows.max()) + 1) if len(rows) else (0, 0)
        inside = np.zeros(end - first, dtype=np.bool_)
        inside[rows - first] = True
        return Within(first, end, None if inside.all() else inside)


class WordCache:
    """Looked up words, the last used of them, of `most` bytes together."""

    def __init__(self, lookup: Lookup, most: int) -> None:
        self._lookup, self._most = lookup, most
        self._words: OrderedDict[str, Packed] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def __call__(self, words: Sequence[str]) -> list[Packed]:
        """What each of these words adds; those that are not kept are looked up together."""
        with self._lock:
            found = {word: self._words[word] for word in words if word in self._words}
            for word in found:
                self._words.move_to_end(word)
        new = [word for word in dict.fromkeys(words) if word not in found]
        looked_up = self._lookup(new) if new else {}
        with self._lock:
            for word, packed in looked_up.items():
                self._bytes += packed.size + OWN if word not in self._words else 0
                self._words.setdefault(word, packed)
            while self._bytes > self._most and len(self._words) > 1:
                self._bytes -= self._words.popitem(last=False)[1].size + OWN
        return [found.get(word) or looked_up[word] for word in words]
