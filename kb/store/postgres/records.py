"""A snapshot's records in a schema of PostgreSQL; what is asked of them is kb/store/port.py's."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property, partial
from typing import Any

from kb.store.port import RecordStore
from kb.store.postgres.connections import Reader
from kb.store.postgres.vectors import PostgresIndex
from kb.store.postgres.words import Tokens, word_scores
from kb.store.wordsearch import Passages, Scores

tokens = cache(Tokens)


class PostgresStore(RecordStore):
    """The records of one schema, opened for reading."""

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self.reader = reader
        self._rows("SELECT 1 FROM clauses LIMIT 1")

    @classmethod
    def open(cls, address: str, schema: str) -> PostgresStore:
        """Open the records of a schema; SnapshotError where they are not there or no server answers."""
        return cls(Reader(address, schema))

    def _rows(self, sql: str, values: Sequence[Any] = (), plain: bool = False) -> list[Any]:
        return self.reader.rows(sql, values, plain)

    def _word_scores(self, query: str) -> tuple[Passages, Scores]:
        return word_scores(partial(self.reader.rows, plain=True), tokens(), query)

    @cached_property
    def vectors(self) -> PostgresIndex:
        """The passages' vectors."""
        return PostgresIndex(self.reader)

    def after_fork(self) -> None:
        """Leave the parent's connections to it."""
        tokens.cache_clear()
        self.reader.after_fork()

    def close(self) -> None:
        """Give the connections back."""
        self.reader.close()
        super().close()
