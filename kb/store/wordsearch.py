"""BM25 of questions, added up from the scores of their words.

BM25 is a sum over a question's words, and what a word adds to a passage is the same in every question. So each word
is looked up once, by itself, and a question costs a sum of arrays instead of a search of the whole text. The sums are
those of SQLite, to the last bit: the same numbers in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

KEPT = 4_096
MANY, FEW = 100_000, 64
"""Of MANY passages a word may take a megabyte: FEW are kept."""
Scores = npt.NDArray[np.float64]
Passages = npt.NDArray[np.int32]
Lookup = Callable[[str], tuple[Passages, Scores]]


class WordSearch:
    """The best of `total` passages for words; `lookup` finds the passages of one word with what it adds to each.

    `numbers` gives the passages of a `game` or a `document` by its name, when a question names one. Of looked up words
    KEPT are kept, FEW of MANY passages.
    """

    def __init__(self, lookup: Lookup, total: int, numbers: Callable[[str, str], Iterable[int]]) -> None:
        self._lookup = lru_cache(KEPT if total < MANY else FEW)(lookup)
        self._total = total
        self._numbers = numbers
        self._within = lru_cache(64)(self._mask)

    def best(self, words: Sequence[str], game: str | None, document: str | None, limit: int) -> list[tuple[int, float]]:
        """(passage number, BM25), best first, the lower number first of two as good."""
        total = np.zeros(self._total)
        for word in words:
            passages, added = self._lookup(word)
            total[passages] += added
        if game is not None or document is not None:
            total *= self._within(game, document)
        rows: npt.NDArray[np.intp] = np.flatnonzero(total)
        scores = total[rows]
        if len(rows) > limit:
            chosen = scores >= np.partition(scores, len(rows) - limit)[len(rows) - limit]
            rows, scores = rows[chosen], scores[chosen]
        order = np.lexsort((rows, -scores))[:limit]
        return list(zip(rows[order].tolist(), scores[order].tolist(), strict=True))

    def _mask(self, game: str | None, document: str | None) -> npt.NDArray[np.bool_]:
        """True for the passages of a game and of a document; None is any."""
        found = np.ones(self._total, dtype=np.bool_)
        for column, name in (("game", game), ("document", document)):
            if name is not None:
                within = np.zeros(self._total, dtype=np.bool_)
                within[np.fromiter(self._numbers(column, name), dtype=np.int32)] = True
                found &= within
        return found
