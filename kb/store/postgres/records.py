"""A snapshot's records in a schema of PostgreSQL; what is asked of them is kb/store/port.py's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property, partial
from typing import Any

import numpy as np

from kb.records import Clause
from kb.store.packed import Packed, Passages
from kb.store.port import CLAUSES_KEPT, KEPT, Place, RecordStore, literal
from kb.store.postgres.connections import Reader, array, written
from kb.store.postgres.vectors import PostgresIndex
from kb.store.postgres.words import Tokens, words_scores
from kb.store.rows import columns_of, from_row, from_values

tokens = cache(Tokens)
PLACES = (
    'SELECT number, clause, game, document, kind, "check", explains, cites FROM places WHERE number = ANY(?::integer[])'
)
WITH_HEARD = (
    f"SELECT {', '.join(f'each.{name}' for name in columns_of(Clause))}, heard.words"
    " FROM clauses AS each LEFT JOIN heard ON heard.clause = each.id"
)


class PostgresStore(RecordStore):
    """The records of one schema, opened for reading."""

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self.reader = reader
        self._ahead: dict[str, Clause] = {}
        self._heard_ahead: dict[str, str] = {}
        self._places: dict[int, Place] = {}
        self._leads: dict[str, tuple[str, bool]] = {}
        self._rows("SELECT 1 FROM clauses LIMIT 1")

    @classmethod
    def open(cls, address: str, schema: str) -> PostgresStore:
        """Open the records of a schema; SnapshotError where they are not there or no server answers."""
        return cls(Reader(address, schema))

    def _rows(self, sql: str, values: Sequence[Any] = (), plain: bool = False) -> list[Any]:
        return self.reader.rows(sql, values, plain)

    def _word_scores(self, queries: Sequence[str]) -> Mapping[str, Packed]:
        return words_scores(partial(self.reader.rows, plain=True, binary=True), tokens(), queries)

    @cached_property
    def vectors(self) -> PostgresIndex:
        """The passages' vectors."""
        return PostgresIndex(self.reader)

    @property
    def very_large(self) -> bool:
        """Whether its vectors have a graph."""
        return self.vectors.graph

    def _total(self) -> int:
        return len(self.vectors)

    def _numbers(self, column: str, name: str) -> Passages:
        if column == "game":
            query = "SELECT numbers FROM game_facts WHERE game = ?"
        else:
            query = f"""SELECT string_agg(int4send(number::int), ''::bytea) FROM passages WHERE "{column}" = ?"""
        found = self.reader.rows(query, (name,), plain=True, binary=True)
        return np.frombuffer(found[0][0] or b"" if found else b"", dtype=">i4").astype(np.int32)

    def places_of(self, numbers: Sequence[int]) -> list[Place]:
        """Clause, game, document, kind and check of these passages, in the order of their numbers; many are kept."""
        known, ordered = self._places, sorted(numbers)
        if new := [each for each in ordered if each not in known]:
            if len(known) > KEPT:
                known, new = {}, ordered
                self._places, self._leads = known, {}
            rows = self.reader.rows(PLACES, [array(new)], plain=True, binary=True)
            known |= {row[0]: row[1:6] for row in rows}
            self._leads |= {row[1]: (row[6] or "", bool(row[7])) for row in rows}
        return [known[each] for each in ordered]

    def pairs(self, clauses: Sequence[str] | None = None) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
        """Every example with the clause that it explains, every glossary entry with what it cites; those among some
        clauses, which were told with their passages' places where these were read."""
        leads = self._leads
        if clauses is None or any(each not in leads for each in clauses):
            return super().pairs(clauses)
        cite = [each for each in clauses if leads[each][1]]
        return [(each, leads[each][0]) for each in clauses if leads[each][0]], super().pairs(cite)[1] if cite else []

    def counts_of(self, game: str) -> tuple[int, int]:
        """How many of a game's clauses passages lead to, and how many wordings do."""
        found = self._rows("SELECT clauses, wordings FROM game_facts WHERE game = ?", [game], plain=True)
        return found[0] if found else (0, 0)

    def in_section(self, section: str, game: str | None = None) -> tuple[Clause, ...]:
        """The clauses whose path begins with a section's number, of one game where one is given."""
        where, asked = (" AND game = ?", [game]) if game else ("", [])
        query = f"SELECT * FROM clauses WHERE split_part(id, '#', 2) LIKE ? ESCAPE '^'{where} ORDER BY rowid"
        return tuple(from_row(Clause, row) for row in self._rows(query, [f"{literal(section)}%", *asked]))

    def _among(self, column: str, values: Sequence[str]) -> tuple[str, list[Any]]:
        return f"{column} = ANY(?::text[])", [array(map(written, values))]

    def _numbered(self, numbers: Sequence[int]) -> tuple[str, list[Any]]:
        return "number = ANY(?::integer[])", [array(numbers)]

    def read_ahead(self, clauses: Sequence[str]) -> None:
        """Read these clauses, and the words in which players ask for them, where they are not known."""
        new = [each for each in clauses if each not in self._ahead]
        if not new:
            return
        if len(self._ahead) > CLAUSES_KEPT:
            self._ahead, self._heard_ahead = {}, {}
        self._with_heard("each.id = ANY(?::text[])", [array(new)])

    def _with_heard(self, where: str, values: Sequence[Any]) -> tuple[Clause, ...]:
        """Clauses, read with the words in which players ask for them."""
        rows = self._rows(f"{WITH_HEARD} WHERE {where} ORDER BY each.ordinal", values, plain=True)
        found = [(from_values(Clause, own), heard or "") for *own, heard in rows]
        self._ahead |= {clause.id: clause for clause, _ in found}
        self._heard_ahead |= {clause.id: heard for clause, heard in found}
        return tuple(clause for clause, _ in found)

    def _neighbours(self, identifier: str, reach: int) -> tuple[Clause, ...]:
        at = self.clause(identifier)
        where = "each.document = ? AND each.ordinal BETWEEN ? AND ? AND each.id <> ?"
        return self._with_heard(where, [at.document, at.ordinal - reach, at.ordinal + reach, at.id])

    def _find_clause(self, identifier: str) -> Clause | None:
        return self._ahead.get(identifier) or super()._find_clause(identifier)

    def heard_for(self, clause: str) -> str:
        """The words in which players are known to ask for one clause; empty where none are known."""
        known = self._heard_ahead.get(clause)
        return super().heard_for(clause) if known is None else known

    def after_fork(self) -> None:
        """Leave the parent's connections to it."""
        tokens.cache_clear()
        self.reader.after_fork()

    def close(self) -> None:
        """Give the connections back."""
        self.reader.close()
        super().close()
