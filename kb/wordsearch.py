"""BM25 of questions, added up from the scores of their words.

BM25 is a sum over a question's words, and what a word adds to a passage is the same in every question. So each word
is looked up once, by itself, and a question costs a sum of arrays instead of a search of the whole text. The sums are
those of SQLite, to the last bit: the same numbers in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from kb.layout import Rows

KEPT = 4_096
Scores = npt.NDArray[np.float64]
Names = npt.NDArray[np.object_]
Lookup = Callable[[str], tuple[Rows, Scores]]


class WordSearch:
    """The best passages for words; `lookup` finds the passages of one word with what it adds to each.

    `places` gives game and document of every of `total` passages, when a question names one. Of looked up words KEPT
    are kept.
    """

    def __init__(self, lookup: Lookup, total: int, places: Callable[[], Iterable[Iterable[str]]]) -> None:
        self._lookup = lru_cache(KEPT)(lookup)
        self._total = total
        self._places = places
        self._within = lru_cache(64)(self._mask)

    @cached_property
    def _named(self) -> tuple[Names, Names]:
        """Games and documents by passage."""
        games, documents = zip(*self._places(), strict=True) if self._total else ((), ())
        return np.array(games, dtype=object), np.array(documents, dtype=object)

    def best(self, words: Sequence[str], game: str | None, document: str | None, limit: int) -> list[tuple[int, float]]:
        """(passage number, BM25), best first, the lower number first of two as good."""
        total = np.zeros(self._total)
        for word in words:
            rows, scores = self._lookup(word)
            total[rows] += scores
        if game is not None or document is not None:
            total *= self._within(game, document)
        rows = np.flatnonzero(total)
        scores = total[rows]
        if len(rows) > limit:
            chosen = scores >= np.partition(scores, len(rows) - limit)[len(rows) - limit]
            rows, scores = rows[chosen], scores[chosen]
        order = np.lexsort((rows, -scores))[:limit]
        return list(zip(rows[order].tolist(), scores[order].tolist(), strict=True))

    def _mask(self, game: str | None, document: str | None) -> npt.NDArray[np.bool_]:
        """True for the passages of a game and of a document; None is any."""
        games, documents = self._named
        found = np.ones(self._total, dtype=np.bool_)
        if game is not None:
            found &= games == game
        if document is not None:
            found &= documents == document
        return found
