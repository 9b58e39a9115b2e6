"""A queue of games to work out, shared by the machines that build: whoever takes one holds its row until it is done.

The row is locked by the taker's transaction, which dies with its process; then another takes it (SKIP LOCKED).
What was worked out is kept by game and digest, so nothing is done twice, and the newest that was whole stands in for a
game that is broken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

import psycopg

from kb.errors import SnapshotError
from kb.store.postgres.connections import CATALOGUE, connect, reason
from kb.store.postgres.published import PUBLISHING
from kb.store.postgres.published import TABLES as PUBLISHED

OPEN, DONE, BROKEN = "open", "done", "broken"
KEPT = 3
"""Whole parts of a game that are kept, the newest."""
OWN = "unnest(%s::text[], %s::text[]) AS own(game, digest)"
IS_OWN = "parts.game = own.game AND parts.digest = own.digest"
ASSEMBLING = f"hashtextextended('{CATALOGUE}/assembling', 0)"
TABLES = """
CREATE TABLE IF NOT EXISTS headjudge.parts (game text, digest text, edition text NOT NULL,
    state text NOT NULL DEFAULT 'open', said text NOT NULL DEFAULT '',
    folder bytea, worked bytea, at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (game, digest));
CREATE TABLE IF NOT EXISTS headjudge.assembled (digest text PRIMARY KEY, version text NOT NULL);
"""


@dataclass
class Taken:
    """A part in the hands of who took it; how it ended is told before the block ends."""

    game: str
    digest: str
    state: str = OPEN
    said: str = ""
    folder: bytes = b""
    worked: bytes = b""


@dataclass(frozen=True, slots=True)
class Whole:
    """What was worked out of a game: the digest and files of its folder, and what builds reuse."""

    game: str
    digest: str
    folder: bytes
    worked: bytes


class Queue:
    """The parts of one build, each game with the digest of what it is made from."""

    def __init__(self, address: str, parts: Mapping[str, str], edition: str) -> None:
        self.parts, self.edition = parts, edition
        self._connection = connect(address, writing=True)
        with self._asking(), self._connection.transaction():
            self._connection.execute(PUBLISHING)  # who makes the tables at the same time would hinder this
            self._connection.execute(PUBLISHED + TABLES)
            self._connection.execute(
                "INSERT INTO headjudge.parts (game, digest, edition)"
                " SELECT *, %s::text FROM unnest(%s::text[], %s::text[]) ON CONFLICT DO NOTHING",
                [edition, *self._own],
            )
        self._connection.execute("SET idle_in_transaction_session_timeout = 0")  # a game may take long

    @contextmanager
    def take(self) -> Iterator[Taken | None]:
        """A part that is open and nobody holds, None where there is none such now; how it ended is written down, and
        it stays open where the block fails."""
        with self._asking(), self._connection.transaction():
            found = self._connection.execute(
                f"SELECT parts.game, parts.digest FROM headjudge.parts, {OWN} WHERE {IS_OWN} AND state = 'open'"
                " ORDER BY parts.game LIMIT 1 FOR UPDATE OF parts SKIP LOCKED",
                [*self._own],
            ).fetchone()
            taken = Taken(*found) if found else None
            yield taken
            if taken is not None:
                self._connection.execute(
                    "UPDATE headjudge.parts SET state = %s, said = %s, folder = %s, worked = %s, at = clock_timestamp()"
                    " WHERE game = %s AND digest = %s",
                    [taken.state, taken.said, taken.folder, taken.worked, taken.game, taken.digest],
                )

    def states(self) -> dict[str, tuple[str, str]]:
        """For each game its state, and what was said of it."""
        with self._asking():
            found = self._connection.execute(
                f"SELECT parts.game, state, said FROM headjudge.parts, {OWN} WHERE {IS_OWN}", [*self._own]
            ).fetchall()
        return {game: (state, said) for game, state, said in found}

    def whole(self) -> Iterator[Whole]:
        """For each game what was worked out of it as it is, or the newest that was whole; nothing for a game that
        never was."""
        for game, digest in self.parts.items():
            with self._asking():
                found = self._connection.execute(
                    "SELECT game, digest, folder, worked FROM headjudge.parts WHERE game = %s AND edition = %s"
                    " AND state = 'done' ORDER BY digest = %s DESC, at DESC LIMIT 1",
                    [game, self.edition, digest],
                ).fetchone()
            if found:
                yield Whole(*found)

    def try_again(self) -> None:
        """Open the broken parts again, whose reason may lie outside of them: a full disk, a missing package."""
        with self._asking():
            self._connection.execute(
                f"UPDATE headjudge.parts SET state = 'open' FROM {OWN} WHERE {IS_OWN} AND state = 'broken'",
                [*self._own],
            )

    @contextmanager
    def assembling(self) -> Iterator[None]:
        """One machine at a time puts the parts together."""
        with self._asking():
            self._connection.execute(f"SELECT pg_advisory_lock({ASSEMBLING})")
        try:
            yield
        finally:
            with self._asking():
                self._connection.execute(f"SELECT pg_advisory_unlock({ASSEMBLING})")

    def assembled(self, digest: str) -> str | None:
        """The version that was put together of the same parts, where there is one."""
        with self._asking():
            found = self._connection.execute(
                "SELECT version FROM headjudge.assembled JOIN headjudge.snapshots USING (version) WHERE digest = %s",
                [digest],
            ).fetchone()
        return str(found[0]) if found else None

    def has_assembled(self, digest: str, version: str) -> None:
        """Write down what was put together, and forget parts that nobody will ask for."""
        with self._asking(), self._connection.transaction():
            self._connection.execute(
                "INSERT INTO headjudge.assembled VALUES (%s, %s) ON CONFLICT (digest) DO UPDATE SET version = %s",
                [digest, version, version],
            )
            self._connection.execute(
                "DELETE FROM headjudge.parts WHERE (game, digest) IN (SELECT game, digest FROM (SELECT *, row_number()"
                " OVER (PARTITION BY game, edition ORDER BY at DESC) AS newest FROM headjudge.parts"
                " WHERE state = 'done') AS own WHERE newest > %s)",
                [KEPT],
            )

    def close(self) -> None:
        """Give the connection back; what is held is free for others."""
        self._connection.close()

    @property
    def _own(self) -> tuple[list[str], list[str]]:
        return [*self.parts], [*self.parts.values()]

    @contextmanager
    def _asking(self) -> Iterator[None]:
        try:
            yield
        except psycopg.Error as error:
            raise SnapshotError(f"the queue of parts cannot be read: {reason(error)}") from None
