"""The layout of a store with very many passages: of those that were found, read with each question.

Where every passage leads is some hundred bytes each, too much to read when a server starts; a question finds a few
hundred of them. What ranking needs of a game, its samples and gaps, is read when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar, Protocol

import numpy as np

from kb.retrieval.arrays import Floats, Rows
from kb.retrieval.embedding.nearness import Near
from kb.retrieval.ranking.layout import Layout, Samples

GAMES = 16
"""Games whose samples and gaps are kept."""
Place = tuple[str, str, str, str, str]


class Placed(Protocol):
    """The part of a store that is needed."""

    def places_of(self, numbers: Sequence[int]) -> Sequence[Place]:
        """Clause, game, document, kind and check of these passages, in the order of their numbers; many are kept."""

    def samples_of(self, game: str) -> Sequence[tuple[int, str, str]]:
        """Number, kind and check of a game's samples and gaps, in the order of their numbers."""

    def counts_of(self, game: str) -> tuple[int, int]:
        """How many clauses a game has that are passages, and how many wordings lead to them."""


class FoundLayout:
    """What kb/retrieval/ranking/layout.py has of all passages, of those that a question finds."""

    CLAUSES_KEPT: ClassVar[int] = 5_000
    """Fewer than of all: a server's memory is not to grow with how many there are."""

    def __init__(self, store: Placed, total: int) -> None:
        self._store, self._total = store, total
        self._samples_kept = lru_cache(GAMES)(self._samples)
        self._gaps_kept = lru_cache(GAMES)(self._gaps)
        self._counts_kept = lru_cache(GAMES)(store.counts_of)

    def __len__(self) -> int:
        return self._total

    def about(self, *rows: Rows) -> tuple[Layout, tuple[Rows, ...]]:
        """A layout of these passages alone, and their numbers in it."""
        numbers = np.unique(np.concatenate(rows))
        layout = Layout.of(self._store.places_of(numbers.tolist()))
        return layout, tuple(np.searchsorted(numbers, each) for each in rows)

    def know(self, rows: Rows) -> None:
        """Read where these passages lead, while something else is waited for."""
        self._store.places_of(rows.tolist())

    def knowing(self, near: Near) -> Near:
        """The nearest of a vector, and at once where they lead."""

        def find(vector: Floats) -> tuple[Rows, Floats]:
            rows, scores = near(vector)
            self.know(rows)
            return rows, scores

        return find

    def while_words_are_searched(self, texts: Sequence[str]) -> Sequence[str]:
        """All: a database compares them with its vectors, and words are added up here."""
        return texts

    def while_clauses_are_found(self, texts: Sequence[str]) -> Sequence[str]:
        """None: a database compares the nearest of each, and no more."""
        return ()

    def searches_words(self, weight: float) -> bool:
        """Only where they weigh something: to look for them among so many takes its time."""
        return bool(weight)

    def clauses_of(self, game: str) -> list[str]:
        """None: each is known when it is found."""
        return []

    def counts_of(self, game: str) -> tuple[int, int]:
        """How many clauses a game has, and how many wordings lead to them; 0 and 0 of one that is not there."""
        return self._counts_kept(game)

    def samples_of(self, game: str) -> Samples | None:
        """The samples of a game's checks; None where it has none."""
        return self._samples_kept(game)

    def gaps_of(self, game: str) -> Rows | None:
        """The passages that say what a game's documents lack; None where there are none."""
        return self._gaps_kept(game)

    def _samples(self, game: str) -> Samples | None:
        checks: dict[str, list[int]] = {}
        for number, _, check in self._store.samples_of(game):
            if check:
                checks.setdefault(check, []).append(number)
        if not checks:
            return None
        rows = np.full((len(checks), max(map(len, checks.values()))), self._total, dtype=np.int64)
        for at, numbers in enumerate(checks.values()):
            rows[at, : len(numbers)] = numbers[::-1]
        return Samples(tuple(checks), rows)

    def _gaps(self, game: str) -> Rows | None:
        found = [number for number, kind, _ in self._store.samples_of(game) if kind == "gap"]
        return np.array(found, dtype=np.int64) if found else None
