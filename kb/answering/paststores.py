"""What stands for the store of a knowledge base where a day is asked about: each clause as it read then, and those that
read otherwise or are gone."""

from __future__ import annotations

from collections.abc import Sequence

from kb.knowledge import KnowledgeBase
from kb.records import Clause, Passage

Pairs = tuple[Sequence[tuple[str, str]], Sequence[tuple[str, str]]]


class ThenStore:
    """The store of a knowledge base with each clause as it read then, where it was there."""

    def __init__(self, base: KnowledgeBase, otherwise: dict[str, Clause | None]) -> None:
        self._store, self._otherwise = base.store, otherwise

    def clause(self, identifier: str) -> Clause:
        """A clause as it read then; as it reads now where it was not there."""
        return self._otherwise.get(identifier) or self._store.clause(identifier)

    def passage(self, number: int) -> Passage:
        """A passage, as now."""
        return self._store.passage(number)

    def texts_of(self, numbers: Sequence[int]) -> Sequence[tuple[int, str, str]]:
        """Texts of passages, as now."""
        return self._store.texts_of(numbers)

    def lexical(
        self, query_words: Sequence[str], game: str | None = None, document: str | None = None, limit: int = 100
    ) -> Sequence[tuple[int, float]]:
        """What is found by words, as now."""
        return self._store.lexical(query_words, game, document, limit)

    def read_ahead(self, clauses: Sequence[str]) -> None:
        """Nothing: some read otherwise."""

    def pairs(self, clauses: Sequence[str] | None = None) -> Pairs:
        """Which clauses are about others, as now."""
        return self._store.pairs(clauses)


class FewStore:
    """A store of some clauses, each its own passage; found by meaning alone."""

    def __init__(self, clauses: Sequence[Clause]) -> None:
        self.clauses = {each.id: each for each in clauses}

    def clause(self, identifier: str) -> Clause:
        """One of the clauses."""
        return self.clauses[identifier]

    def passage_places(self) -> Sequence[tuple[str, str, str, str, str]]:
        """One passage for each clause."""
        return [(each.id, each.game, each.document, "clause", "") for each in self.clauses.values()]

    def passage(self, number: int) -> Passage:
        """The passage of a clause."""
        clause = list(self.clauses.values())[number]
        return Passage(number, clause.id, clause.game, clause.document, "clause", clause.plain, "", clause.digest)

    def texts_of(self, numbers: Sequence[int]) -> Sequence[tuple[int, str, str]]:
        """The clauses' texts."""
        return [(number, self.passage(number).text, "") for number in numbers]

    def lexical(
        self, query_words: Sequence[str], game: str | None = None, document: str | None = None, limit: int = 100
    ) -> Sequence[tuple[int, float]]:
        """Nothing: BM25 of few clauses does not compare with that of all."""
        return []

    def read_ahead(self, clauses: Sequence[str]) -> None:
        """Nothing: they are here."""

    def pairs(self, clauses: Sequence[str] | None = None) -> Pairs:
        """None: each speaks for itself."""
        return (), ()
