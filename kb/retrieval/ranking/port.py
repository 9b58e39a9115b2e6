"""What ranking needs of others: a store's passages and clauses, and where every passage leads.

There are two kinds of layout: `Layout` has all passages of a store, `FoundLayout` those that a question finds, where
there are very many. How much is worth doing for a question differs, and each kind says it for itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Protocol

from kb.records import Clause, Passage
from kb.retrieval.arrays import Rows
from kb.retrieval.embedding.nearness import Near
from kb.retrieval.ranking.layout import Layout, Samples

POOL = 300


class Passages(Protocol):
    """The part of the store that retrieval needs."""

    def clause(self, identifier: str) -> Clause:
        """The clause of one id."""

    def passage(self, number: int) -> Passage:
        """The passage of one number."""

    def texts_of(self, numbers: Sequence[int]) -> Sequence[tuple[int, str, str]]:
        """Number and text of these passages, and what they state."""

    def lexical(
        self, query_words: Sequence[str], game: str | None = None, document: str | None = None, limit: int = POOL
    ) -> Sequence[tuple[int, float]]:
        """(passage number, BM25) best first; higher is better."""

    def read_ahead(self, clauses: Sequence[str]) -> None:
        """Read what will be asked of these clauses in one go, where that is worth it."""

    def pairs(
        self, clauses: Sequence[str] | None = None
    ) -> tuple[Sequence[tuple[str, str]], Sequence[tuple[str, str]]]:
        """Each example and what it explains, each glossary entry and what it cites: all, or those among clauses."""


class PassageLayout(Protocol):
    """Which clause each passage leads to, what kind it is, and which check it asks for."""

    CLAUSES_KEPT: ClassVar[int]
    """Clauses of which is kept what is the same for every question, some 600 bytes each."""

    def __len__(self) -> int:
        """How many passages there are."""

    def about(self, *rows: Rows) -> tuple[Layout, tuple[Rows, ...]]:
        """A layout that has these passages, and their numbers in it."""

    def know(self, rows: Rows) -> None:
        """Read where these passages lead, while something else is waited for."""

    def knowing(self, near: Near) -> Near:
        """The nearest of a vector, and at once where they lead."""

    def clauses_of(self, game: str) -> list[str]:
        """The ids of a game's clauses, to be known ahead."""

    def counts_of(self, game: str) -> tuple[int, int]:
        """How many clauses a game has, and how many wordings lead to them; 0 and 0 of one that is not there."""

    def samples_of(self, game: str) -> Samples | None:
        """The samples of a game's checks; None where it has none."""

    def gaps_of(self, game: str) -> Rows | None:
        """The passages that say what a game's documents lack; None where there are none."""

    def while_words_are_searched(self, texts: Sequence[str]) -> Sequence[str]:
        """Those of a query's texts whose nearness is worked out while its words are searched."""

    def while_clauses_are_found(self, texts: Sequence[str]) -> Sequence[str]:
        """Those of the texts that are compared later whose nearness is worked out while clauses are found."""

    def searches_words(self, weight: float) -> bool:
        """Whether passages are searched by words, where that weighs so much."""
