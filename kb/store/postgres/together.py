"""What servers of one database keep together besides snapshots: signatures that were taken, reported rulings, how
often an address asked, what a language model replied.

Each is one short statement on a connection of its own. Where the database cannot be written that is said at once: after
a failure it is left alone for REST_S, and then looked for behind what is asked, so that nobody waits for a primary that
is gone.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any

import psycopg

from kb.errors import SnapshotError
from kb.interpreter import INTERPRETER
from kb.store.postgres.connections import CATALOGUE, connect, read_back, reason, written

REST_S, PATIENCE_S = 10.0, 0.2
LONGEST_MS = 500
"""How long a statement may take."""
CLEARED_EVERY_S = 60.0
MAKING = f"SELECT pg_advisory_xact_lock(hashtextextended('{CATALOGUE}/together', 0))"
TABLES = """
CREATE SCHEMA IF NOT EXISTS headjudge;
CREATE TABLE IF NOT EXISTS headjudge.seen (signature text PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT clock_timestamp());
CREATE TABLE IF NOT EXISTS headjudge.reports (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    told text NOT NULL);
CREATE UNLOGGED TABLE IF NOT EXISTS headjudge.counts (key text PRIMARY KEY, ends double precision NOT NULL,
    times bigint NOT NULL);
CREATE UNLOGGED TABLE IF NOT EXISTS headjudge.replies (digest text PRIMARY KEY, reply text NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp());
"""


class Together:
    """What is kept in the database at an address, by any number of threads."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._lock = threading.Lock()
        self._connection: psycopg.Connection[Any] | None = None
        self._was_lost = False
        self._rests_until = self._cleared = float("-inf")

    def take(self, signature: str, fresh_s: float) -> bool:
        """Whether a signature is new to all servers, which know it from now on for `fresh_s` seconds; SnapshotError
        where the database cannot be written."""
        if self._is_time_to_clear():
            self._ask("DELETE FROM headjudge.seen WHERE at < clock_timestamp() - %s * interval '1 second'", [fresh_s])
        new = "INSERT INTO headjudge.seen (signature) VALUES (%s) ON CONFLICT DO NOTHING RETURNING true"
        return bool(self._ask(new, [written(signature)]))

    def add_report(self, told: str, most: int) -> int | None:
        """Keep a report, a text; its number, or None where all together would have more than `most` bytes.
        SnapshotError where the database cannot be written."""
        found = self._ask(
            "INSERT INTO headjudge.reports (told) SELECT %s WHERE octet_length(%s)"
            " + (SELECT coalesce(sum(octet_length(told)), 0) FROM headjudge.reports) <= %s RETURNING number",
            [written(told), written(told), most],
        )
        return int(found[0][0]) if found else None

    def reports(self) -> list[tuple[int, str]]:
        """Every report with its number, in the order in which they came, from whichever server answers; SnapshotError
        where none can be read."""
        try:
            with connect(self.address) as connection:
                found = connection.execute("SELECT number, told FROM headjudge.reports ORDER BY number").fetchall()
        except (psycopg.errors.UndefinedTable, psycopg.errors.InvalidSchemaName):
            return []  # nothing was reported yet
        except psycopg.Error as error:
            raise SnapshotError(f"PostgreSQL cannot be read: {reason(error)}") from None
        return [(int(number), read_back(told)) for number, told in found]

    def count(self, ends: Mapping[str, float]) -> dict[str, int]:
        """Count each of these keys once more; how often it was counted by all servers, each until its time `ends`
        (seconds since 1970). SnapshotError where the database cannot be written."""
        if self._is_time_to_clear():
            self._ask("DELETE FROM headjudge.counts WHERE ends < %s", [time.time()])
        found = self._ask(
            "INSERT INTO headjudge.counts AS counted (key, ends, times)"
            " SELECT key, ends, 1 FROM unnest(%s::text[], %s::float[]) AS own(key, ends) ORDER BY key"
            " ON CONFLICT (key) DO UPDATE SET times = counted.times + 1 RETURNING key, times",
            [list(ends), list(ends.values())],
        )
        return dict(found)

    def reply(self, digest: str) -> str | None:
        """What a language model replied to what has this digest, to any server; None where nothing is kept.
        SnapshotError where the database cannot be written."""
        found = self._ask("SELECT reply FROM headjudge.replies WHERE digest = %s", [digest])
        return str(read_back(found[0][0])) if found else None

    def keep_reply(self, digest: str, reply: str, fresh_s: float) -> None:
        """Keep a reply for all servers, for `fresh_s` seconds, in the place of another that stands there.
        SnapshotError where the database cannot be written."""
        if self._is_time_to_clear():
            old = "DELETE FROM headjudge.replies WHERE at < clock_timestamp() - %s * interval '1 second'"
            self._ask(old, [fresh_s])
        self._ask(
            "INSERT INTO headjudge.replies AS kept (digest, reply) VALUES (%s, %s)"
            " ON CONFLICT (digest) DO UPDATE SET reply = excluded.reply, at = excluded.at"
            " WHERE kept.reply <> excluded.reply",
            [digest, written(reply)],
        )

    def _is_time_to_clear(self) -> bool:
        """Whether what is no longer wanted was let stand for a while."""
        now = time.monotonic()
        due = now - self._cleared > CLEARED_EVERY_S
        self._cleared = now if due else self._cleared
        return due

    def _ask(self, query: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        """The rows that a statement gives."""
        with INTERPRETER.let_go(), self._turn():
            now = time.monotonic()
            if now >= self._rests_until and self._connection is None and self._was_lost:
                self._rests_until = now + REST_S
                threading.Thread(target=self._look_again, name="headjudge-together", daemon=True).start()
            if now < self._rests_until:
                raise SnapshotError("PostgreSQL could not be written a moment ago")
            try:
                self._connection = self._connection or self._opened()
                cursor = self._connection.execute(query, values)
                return cursor.fetchall() if cursor.description else []
            except (psycopg.Error, SnapshotError) as error:
                if self._connection is not None:
                    self._connection.close()
                self._connection, self._was_lost = None, True
                self._rests_until = now + REST_S
                raise SnapshotError(f"PostgreSQL cannot be written: {reason(error)}") from None

    def _look_again(self) -> None:
        """Connect anew where that is possible now."""
        with suppress(psycopg.Error, SnapshotError):
            found = self._opened()
            with self._lock:
                self._connection, unused = found, self._connection
                self._rests_until = float("-inf")
            if unused is not None:
                unused.close()

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """One thread at a time; who waits longer than PATIENCE_S, while another looks for a server that is gone, goes
        on without."""
        if not self._lock.acquire(timeout=PATIENCE_S):
            raise SnapshotError("PostgreSQL is slow to be written")
        try:
            yield
        finally:
            self._lock.release()

    def _opened(self) -> psycopg.Connection[Any]:
        """A connection to the server that can be written, with the tables there; it may take seconds."""
        connection = connect(self.address, writing=True)
        connection.execute(f"SET statement_timeout = {LONGEST_MS}")
        with connection.transaction():
            connection.execute(MAKING)  # two that make the tables at once would hinder each other
            connection.execute(TABLES)
        return connection


@cache
def together(address: str) -> Together:
    """The one of this process for an address."""
    return Together(address)
