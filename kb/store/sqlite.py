"""kb.db: writing it with sqlite-utils, reading it back. What is read is written in kb/store/port.py.

Reading goes through Python's sqlite3 alone, for importing sqlite-utils takes a third of a second.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from kb.errors import SnapshotError
from kb.records import Contents
from kb.store.fulltext import word_scores, write_full_text
from kb.store.packed import Packed
from kb.store.port import RecordStore
from kb.store.schema import TABLES, table_rows

SPARE = 16
"""Connections that are open ahead: a thread that reads for the first time does so although the file was deleted."""


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


class Store(RecordStore):
    """A kb.db opened for reading; any number of threads may read, each through a connection of its own."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self._local = threading.local()
        self._opened: list[sqlite3.Connection] = []
        self._spare: list[sqlite3.Connection] | None = None
        self._lock = threading.Lock()
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

    def _word_scores(self, queries: Sequence[str]) -> Mapping[str, Packed]:
        return {query: word_scores(partial(self._rows, plain=True), query) for query in queries}

    def read_ahead(self, clauses: Sequence[str]) -> None:
        """Nothing: a file is asked again as quickly."""

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
        super().close()
