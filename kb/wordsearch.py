"""BM25 of questions, added up from the scores of their words.

BM25 is a sum over a question's words, and what a word adds to a passage is the same in every question. So each word
is looked up once, by itself, and a question costs a sum of arrays instead of a search of the whole text. The sums are
those of SQLite, to the last bit: the same numbers in the same order.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

KEPT = 4_096
Scores = npt.NDArray[np.float64]
Passages = npt.NDArray[np.int32]
Lookup = Callable[[str], tuple[Passages, Scores]]


@dataclass(frozen=True, slots=True)
class Numbered:
    """A name for each passage, kept as the number of the name: two bytes each."""

    numbers: dict[str, int]
    of_passage: array[int]

    def add(self, name: str) -> None:
        """The name of the next passage."""
        self.of_passage.append(self.numbers.setdefault(name, len(self.numbers)))

    def equal(self, name: str) -> npt.NDArray[np.bool_]:
        """Which passages have a name, by their numbers."""
        numbers = np.frombuffer(self.of_passage, dtype=np.uint16)
        return np.equal(numbers, self.numbers.get(name, len(self.numbers)), dtype=np.bool_)


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
    def _named(self) -> tuple[Numbered, Numbered]:
        """Games and documents by passage."""
        games, documents = Numbered({}, array("H")), Numbered({}, array("H"))
        for game, document in self._places():
            games.add(game)
            documents.add(document)
        return games, documents

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
        games, documents = self._named
        found = np.ones(self._total, dtype=np.bool_)
        if game is not None:
            found &= games.equal(game)
        if document is not None:
            found &= documents.equal(document)
        return found
