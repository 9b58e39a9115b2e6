"""kb.db: writing it with sqlite-utils, reading it back. SQL stands here and in kb/store/fulltext.py.

Reading goes through Python's sqlite3 alone, for importing sqlite-utils takes a third of a second.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any, TypeVar

from kb.errors import SnapshotError, UsageError
from kb.records import (
    Card,
    Clause,
    Contents,
    CrossReference,
    Document,
    Game,
    Mention,
    Norm,
    Passage,
    Pin,
    Power,
    Ruling,
    Segment,
    Table,
    Term,
)
from kb.store.fulltext import match_words, word_scores, write_full_text
from kb.store.rows import from_row
from kb.store.schema import TABLES, table_rows
from kb.store.wordsearch import WordSearch

Record = TypeVar("Record")
KEPT = 20_000
SPARE = 16
"""Connections that are open ahead: a thread that reads for the first time does so although the file was deleted."""
AT_THE_END = 80
"""In how many last letters of a glossary's entry the pointer stands that it ends with, and what that leads to."""


def write_store(path: Path, contents: Contents) -> dict[str, int]:
    """Write a new kb.db and return how many rows each table has; SnapshotError where a record points to one that is
    not there, or two have the same id."""
    from sqlite_utils import Database

    database = Database(str(path))
    try:
        counts = {table.name: 0 for table in TABLES}
        for table in TABLES:
            leads = [(column, other, "id") for column, other in table.leads.items()]
            created = database.create_table(table.name, table.columns, pk=table.key or None, foreign_keys=leads)
            for column in (*table.leads, *table.indexed):
                created.create_index([column])
        for name, rows in table_rows(contents):
            listed = list(rows)
            database.table(name).insert_all(listed)
            counts[name] += len(listed)
        write_full_text(database.conn)
        _check(database)
    except sqlite3.IntegrityError as error:
        raise SnapshotError(f"the records do not fit together: {error}") from error
    finally:
        database.close()
    return counts


def _check(database: Any) -> None:
    """SnapshotError naming the first record that points nowhere."""
    leads = {table.name: table.leads for table in TABLES}
    dangling = database.execute("PRAGMA foreign_key_check").fetchall()
    for table, rowid, parent, _ in dangling[:1]:
        columns = [column for column, other in leads[table].items() if other == parent]
        row = next(database.query(f"SELECT * FROM [{table}] WHERE rowid = ?", [rowid]))
        said = ", ".join(f"{column} {row[column]!r}" for column in columns)
        raise SnapshotError(
            f"{len(dangling)} records point nowhere, the first in {table}: there is no {parent} entry for {said}"
        )


class Store:
    """A kb.db opened for reading; any number of threads may read, each through a connection of its own."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._local = threading.local()
        self._opened: list[sqlite3.Connection] = []
        self._spare: list[sqlite3.Connection] | None = None
        self._lock = threading.Lock()
        self.passage = lru_cache(KEPT)(self._passage)
        self.find_clause = lru_cache(KEPT)(self._find_clause)
        self.neighbours = lru_cache(KEPT)(self._neighbours)
        self._rows("SELECT 1 FROM clauses LIMIT 1")

    @classmethod
    def open(cls, path: Path) -> Store:
        """Open a kb.db; SnapshotError where it is missing or no such database."""
        return cls(path)

    def _connection(self) -> sqlite3.Connection:
        """This thread's connection, its own from when it first reads."""
        found: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if found is None:
            with self._lock:
                if self._spare is None:
                    self._spare = [self._connect() for _ in range(SPARE)]
                found = self._local.connection = self._spare.pop() if self._spare else self._connect()
        return found

    def _connect(self) -> sqlite3.Connection:
        """Another connection."""
        address = f"{self.path.resolve().as_uri()}?mode=ro&immutable=1"
        made = sqlite3.connect(address, uri=True, check_same_thread=False)
        self._opened.append(made)
        return made

    def _rows(self, sql: str, values: Sequence[Any] = (), plain: bool = False) -> list[Any]:
        """The rows that a query finds; `plain` as tuples, which are made twice as fast."""
        try:
            cursor = self._connection().cursor()
            cursor.row_factory = None if plain else sqlite3.Row
            return cursor.execute(sql, values).fetchall()
        except (sqlite3.DatabaseError, OSError) as error:
            raise SnapshotError(f"{self.path} cannot be read: {error}") from error

    def _all(self, record: type[Record], **wanted: Any) -> tuple[Record, ...]:
        """The records of a type whose columns equal what is wanted (None: any), in the order of writing."""
        return tuple(from_row(record, dict(row)) for row in self._table(record, **wanted))

    def _table(self, record: type[Any], **wanted: Any) -> list[sqlite3.Row]:
        name = next(table.name for table in TABLES if table.record is record)
        asked = {column: value for column, value in wanted.items() if value is not None}
        where = " AND ".join(f"[{column}] = ?" for column in asked)
        return self._rows(
            f"SELECT * FROM [{name}] {f'WHERE {where} ' if asked else ''}ORDER BY rowid", [*asked.values()]
        )

    def games(self) -> tuple[Game, ...]:
        """Every game, in the order of its id."""
        return self._all(Game)

    def documents(self) -> tuple[Document, ...]:
        """Every document."""
        return self._all(Document)

    def segments(self, document: str) -> tuple[Segment, ...]:
        """What each stretch of a document's source is, without a gap."""
        return self._all(Segment, document=document)

    def clauses(self, game: str | None = None) -> tuple[Clause, ...]:
        """The clauses of all documents or of one game's, in the documents' order."""
        return self._all(Clause, game=game)

    def _find_clause(self, identifier: str) -> Clause | None:
        """The clause of an id, None where there is none."""
        return next(iter(self._all(Clause, id=identifier)), None)

    def clause(self, identifier: str) -> Clause:
        """The clause of an id; UsageError where there is none."""
        if found := self.find_clause(identifier):
            return found
        raise UsageError(f"there is no clause {identifier!r}")

    def _neighbours(self, identifier: str, reach: int) -> tuple[Clause, ...]:
        """The clauses up to `reach` before and after one in its document, without itself."""
        at = self.clause(identifier)
        rows = self._rows(
            "SELECT * FROM clauses WHERE document = ? AND ordinal BETWEEN ? AND ? AND id <> ? ORDER BY ordinal",
            [at.document, at.ordinal - reach, at.ordinal + reach, at.id],
        )
        return tuple(from_row(Clause, dict(row)) for row in rows)

    def cards(self, game: str | None = None) -> tuple[Card, ...]:
        """The cards with their powers."""
        return tuple(self._card(row) for row in self._table(Card, game=game))

    def card(self, identifier: str) -> Card:
        """The card of an id; UsageError where there is none."""
        if rows := self._table(Card, id=identifier):
            return self._card(rows[0])
        raise UsageError(f"there is no card {identifier!r}")

    def _card(self, row: sqlite3.Row) -> Card:
        return replace(from_row(Card, {**dict(row), "powers": "[]"}), powers=self._all(Power, card=row["id"]))

    def rulings(self, about: str | None = None) -> tuple[Ruling, ...]:
        """The rulings on a card (by id or title) or on a clause: those it holds and those that interpret it."""
        where = (
            "WHERE subject = ?1 OR clause = ?1 OR id IN (SELECT ruling FROM pins WHERE clause = ?1)"
            " OR (game, subject) IN (SELECT game, title FROM cards WHERE id = ?1)"
        )
        rows = self._rows(f"SELECT * FROM rulings {where if about else ''} ORDER BY rowid", [about] if about else [])
        return tuple(self._ruling(row) for row in rows)

    def _ruling(self, row: sqlite3.Row) -> Ruling:
        found = from_row(Ruling, {**dict(row), "interprets": "[]"})
        return replace(found, interprets=self._all(Pin, ruling=found.id))

    def tables(self, clause: str | None = None) -> tuple[Table, ...]:
        """The typed tables, of one clause where one is given."""
        return self._all(Table, clause=clause)

    def references(self, clause: str | None = None) -> tuple[CrossReference, ...]:
        """The pointers in the text, of one clause where one is given."""
        return self._all(CrossReference, clause=clause)

    def norms(self, clause: str | None = None) -> tuple[Norm, ...]:
        """The norms, of one clause where one is given."""
        return self._all(Norm, clause=clause)

    def mentions(self, clause: str | None = None, term: str | None = None) -> tuple[Mention, ...]:
        """Where terms are mentioned; in one clause, or of one term, where given."""
        return self._all(Mention, clause=clause, term=term)

    def terms(self, game: str | None = None) -> tuple[Term, ...]:
        """The terms, of one game where one is given."""
        return self._all(Term, game=game)

    def passages(self) -> tuple[Passage, ...]:
        """Every passage, in the order of the index."""
        return self._all(Passage)

    def _passage(self, number: int) -> Passage:
        """The passage of one index row; UsageError where there is none."""
        if found := self._all(Passage, number=number):
            return found[0]
        raise UsageError(f"there is no passage {number}")

    def heard(self) -> dict[str, str]:
        """The words in which players are known to ask for each clause, by clause."""
        return dict(self._rows("SELECT clause, words FROM heard", plain=True))

    def heard_for(self, clause: str) -> str:
        """The words in which players are known to ask for one clause; empty where none are known."""
        found = self._rows("SELECT words FROM heard WHERE clause = ?", (clause,), plain=True)
        return str(found[0][0]) if found else ""

    def passage_places(self) -> list[tuple[str, str, str, str, str]]:
        """Clause, game, document, kind and check of every passage, in the order of their numbers."""
        return self._rows("SELECT clause, game, document, kind, [check] FROM passages ORDER BY number", plain=True)

    def explaining(self) -> list[tuple[str, str]]:
        """Every example with the clause that it explains."""
        return self._rows("SELECT id, explains FROM clauses WHERE kind = 'example' AND explains <> ''", plain=True)

    def pointing(self) -> list[tuple[str, str]]:
        """Every glossary entry that ends with a pointer to a rule of its document, with what it points to."""
        found = self._rows(
            "SELECT each.id, x.target, x.text, each.text FROM cross_references AS x JOIN clauses AS each "
            "ON each.id = x.clause WHERE each.kind = 'definition' AND x.target <> ''",
            plain=True,
        )
        return [(name, target) for name, target, said, text in found if said in text[-AT_THE_END:]]

    def lexical(
        self, query_words: Sequence[str], game: str | None = None, document: str | None = None, limit: int = 100
    ) -> list[tuple[int, float]]:
        """(passage number, BM25) best first, higher is better; passages that hold any of the words, porter-stemmed."""
        return self._words.best(match_words(query_words), game, document, limit)

    @cached_property
    def _words(self) -> WordSearch:
        total = self._rows("SELECT count(*) FROM passages")[0][0]
        read = partial(self._rows, plain=True)

        def numbers(column: str, name: str) -> Iterator[int]:
            return (number for (number,) in read(f"SELECT number FROM passages WHERE [{column}] = ?", (name,)))

        return WordSearch(partial(word_scores, read), total, numbers)

    def counts(self) -> dict[str, int]:
        """How many rows each table has."""
        return {
            table.name: self._rows(f"SELECT count(*) AS number FROM [{table.name}]")[0]["number"] for table in TABLES
        }

    def after_fork(self) -> None:
        """Forget the parent's connections in a forked process, which must open its own."""
        self._local, self._opened, self._lock = threading.local(), [], threading.Lock()
        self._spare = None

    def close(self) -> None:
        """Close every thread's connection."""
        with self._lock:
            while self._opened:
                self._opened.pop().close()
            self._spare = None
        self.passage.cache_clear()
        self.find_clause.cache_clear()
        self.neighbours.cache_clear()
        self.__dict__.pop("_words", None)
