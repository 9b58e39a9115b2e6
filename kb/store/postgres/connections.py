"""Connections to PostgreSQL: a pool for one snapshot, single ones for publishing; no message holds the address.

A pool's connections hold their snapshot by a shared advisory lock, which dies with them, so that it is not removed
while any server reads it. A query whose connection broke is asked again, for a server that lost its primary finds a
replica among the hosts of its address.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import psycopg
from psycopg import sql
from psycopg.rows import dict_row, tuple_row
from psycopg_pool import ConnectionPool, PoolTimeout

from kb.errors import SnapshotError
from kb.interpreter import INTERPRETER

CATALOGUE = "headjudge"
"""The schema of what all snapshots share."""
CONNECT_S = 3
WAIT_S = 5.0
AGAIN_S = 0.1
GIVE_UP_S = 8.0
MOST = 8
SEARCHED = 150
"""How many candidates a vector graph keeps while it is searched, and finds: a search takes as long as they are many.
How many of the ten nearest are among them: docs/bench.md. With 110, which finds .982 of them, 3 of 200 players'
questions among 1,000,000 clauses lost their verdict: a clause that words lift stands further behind by meaning."""
Lost = (psycopg.OperationalError, psycopg.InterfaceError, PoolTimeout)
"""What becomes of a query whose server, or connection, is gone."""
ESCAPE = "\x1b"
"""What stands for characters that PostgreSQL's texts cannot have."""
ABANDONED: list[ConnectionPool[Any]] = []
"""Pools of a parent process: a forked child must neither use nor close what is the parent's."""


def connect(address: str, writing: bool = False) -> psycopg.Connection[Any]:
    """A connection of its own, that commits each statement; SnapshotError where no server answers. `writing`: to the
    server among the address' hosts that can be written."""
    wanted = {"target_session_attrs": "read-write"} if writing else {}
    try:
        return psycopg.connect(address, autocommit=True, connect_timeout=CONNECT_S, **wanted)  # type: ignore[arg-type]
    except psycopg.Error as error:
        raise SnapshotError(f"PostgreSQL cannot be reached: {reason(error)}") from None


def reason(error: Exception) -> str:
    """What went wrong, in one line without the address: libpq's own messages name hosts and users, no passwords."""
    return " ".join(str(error).split())[:300] or type(error).__name__


def hold_key(schema: str) -> sql.Composed:
    """The number of a snapshot's advisory lock."""
    return sql.SQL("hashtextextended({}, 0)").format(sql.Literal(f"{CATALOGUE}/{schema}"))


@lru_cache(maxsize=512)
def with_markers(query: str) -> str:
    """A query as psycopg writes it: `%s` for each `?`."""
    return query.replace("%", "%%").replace("?", "%s")


def written(value: Any) -> Any:
    """A value as PostgreSQL can keep it: its texts have no NUL, so that one is spelled in two characters."""
    if isinstance(value, str) and ("\x00" in value or ESCAPE in value):
        return value.replace(ESCAPE, f"{ESCAPE}1").replace("\x00", f"{ESCAPE}0")
    return value


def array(values: Iterable[str | int]) -> str:
    """Values as PostgreSQL reads an array of them: psycopg's own arrays take ten times as long."""
    texts = list(map(str, values))
    if any(mark in "".join(texts) for mark in '"\\'):
        texts = [each.replace("\\", "\\\\").replace('"', '\\"') for each in texts]
    return '{"' + '","'.join(texts) + '"}' if texts else "{}"


def read_back(value: Any) -> Any:
    """The value that `written` wrote."""
    if isinstance(value, str) and ESCAPE in value:
        return value.replace(f"{ESCAPE}0", "\x00").replace(f"{ESCAPE}1", ESCAPE)
    return value


class Reader:
    """Reads one snapshot's schema, in any number of threads."""

    def __init__(self, address: str, schema: str) -> None:
        self.address, self.schema = address, schema
        self._pool: ConnectionPool[Any] | None = None
        self._closed = False

    def rows(self, query: str, values: Sequence[Any] = (), plain: bool = False, binary: bool = False) -> list[Any]:
        """The rows that a query finds, dicts or `plain` tuples, `?` standing for each value; SnapshotError where the
        database cannot be read, within GIVE_UP_S."""
        until = time.monotonic() + GIVE_UP_S
        told = [written(each) for each in values]
        while True:
            try:
                return self._ask(query, told, plain, binary)
            except Lost as error:
                if self._closed or time.monotonic() > until:
                    raise SnapshotError(f"snapshot {self.schema} cannot be read: {reason(error)}") from None
                time.sleep(AGAIN_S)
            except psycopg.Error as error:
                raise SnapshotError(f"snapshot {self.schema} cannot be read: {reason(error)}") from None

    def _ask(self, query: str, values: Sequence[Any], plain: bool, binary: bool) -> list[Any]:
        with (
            INTERPRETER.let_go(),
            self._opened().connection() as connection,
            connection.cursor(row_factory=tuple_row if plain else dict_row, binary=binary) as cursor,
        ):
            found: list[Any] = cursor.execute(with_markers(query), values).fetchall()
        texts = [value for row in found for value in (row if plain else row.values()) if value.__class__ is str]
        if ESCAPE not in "".join(texts):
            return found
        if plain:
            return [tuple(map(read_back, row)) for row in found]
        return [{name: read_back(value) for name, value in row.items()} for row in found]

    def _opened(self) -> ConnectionPool[Any]:
        if self._closed:
            raise SnapshotError(f"snapshot {self.schema} cannot be read: it was closed")
        if self._pool is None:
            self._pool = ConnectionPool(
                self.address,
                kwargs={
                    "autocommit": True,
                    "connect_timeout": CONNECT_S,
                    "options": f"-c search_path={self.schema},public -c hnsw.ef_search={SEARCHED} -c jit=off",
                },
                configure=self._hold, min_size=1, max_size=MOST, timeout=WAIT_S, open=True, name=self.schema,
            )  # fmt: skip
        return self._pool

    def _hold(self, connection: psycopg.Connection[Any]) -> None:
        connection.execute(sql.SQL("SELECT pg_advisory_lock_shared({})").format(hold_key(self.schema)))

    def after_fork(self) -> None:
        """Leave the parent's connections to it."""
        if self._pool is not None:
            ABANDONED.append(self._pool)
            self._pool = None

    def close(self) -> None:
        """Give the connections back."""
        self._closed = True
        if self._pool is not None:
            self._pool.close(timeout=1.0)
            self._pool = None
