"""What stands in the database beside the snapshots' schemas: which there are, their files, and which one is served.

    headjudge.snapshots     version, schema, manifest, when it came
    headjudge.files         the small files of each, by the sha256 of their content
    headjudge.contents      the contents; snapshots share those that are alike
    headjudge.published     one row: the version in use

A snapshot comes and is published in one transaction, so that a publisher who is killed leaves nothing; NOTIFY reaches
whoever listens when it commits.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any

import psycopg
from psycopg import sql

from kb.errors import SnapshotError
from kb.store.near import Floats
from kb.store.postgres.connections import CATALOGUE, connect, hold_key, reason
from kb.store.postgres.write import write_schema

CHANNEL = "headjudge_published"
PUBLISHING = f"SELECT pg_advisory_xact_lock(hashtextextended('{CATALOGUE}/publishing', 0))"
LONGEST = 50
TABLES = """
CREATE SCHEMA IF NOT EXISTS headjudge;
CREATE TABLE IF NOT EXISTS headjudge.snapshots (version text PRIMARY KEY, schema text UNIQUE NOT NULL,
    manifest text NOT NULL, came timestamptz NOT NULL DEFAULT clock_timestamp());
CREATE TABLE IF NOT EXISTS headjudge.contents (sha256 text PRIMARY KEY, content bytea NOT NULL);
CREATE TABLE IF NOT EXISTS headjudge.files (
    version text NOT NULL REFERENCES headjudge.snapshots ON DELETE CASCADE, path text NOT NULL,
    sha256 text NOT NULL REFERENCES headjudge.contents, PRIMARY KEY (version, path));
CREATE TABLE IF NOT EXISTS headjudge.published (one boolean PRIMARY KEY DEFAULT true CHECK (one),
    version text NOT NULL REFERENCES headjudge.snapshots);
"""


@dataclass(frozen=True, slots=True)
class Shared:
    """A snapshot in the database: its version, its schema, its manifest as it was written, and its files' sums by
    their paths."""

    version: str
    schema: str
    manifest: str
    files: Mapping[str, str]


def schema_of(version: str) -> str:
    """The schema of a version: `kb_` and its letters and digits, a sum where it is long or has others."""
    plain = re.sub(r"[^a-z0-9]+", "_", version.lower())
    if plain == version and len(plain) <= LONGEST:
        return f"kb_{plain}"
    return f"kb_{plain[: LONGEST - 9]}_{hashlib.sha256(version.encode()).hexdigest()[:8]}"


@contextmanager
def publishing(address: str) -> Iterator[psycopg.Connection[Any]]:
    """A transaction in which a snapshot comes or goes, one at a time; SnapshotError where the database refuses."""
    with connect(address, writing=True) as connection:
        try:
            with connection.transaction():
                connection.execute(PUBLISHING)  # before the tables: two that make them at once would hinder each other
                connection.execute(TABLES)
                connection.execute("CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA public")
                yield connection
        except psycopg.Error as error:
            raise SnapshotError(f"PostgreSQL does not take the snapshot: {reason(error)}") from None


def add(
    connection: psycopg.Connection[Any],
    version: str,
    manifest: str,
    files: Mapping[str, Path],
    records: Path,
    vectors: Floats,
) -> None:
    """Bring a snapshot: its small files by their names, its kb.db and its vectors; SnapshotError where there is one of
    the same version."""
    if connection.execute("SELECT 1 FROM headjudge.snapshots WHERE version = %s", [version]).fetchone():
        raise SnapshotError(f"there is a snapshot {version} already")
    schema = schema_of(version)
    write_schema(connection, schema, records, vectors)
    connection.execute(
        "INSERT INTO headjudge.snapshots (version, schema, manifest) VALUES (%s, %s, %s)", [version, schema, manifest]
    )
    sums = {name: (hashlib.sha256(path.read_bytes()).hexdigest(), path) for name, path in files.items()}
    known = connection.execute(
        "SELECT sha256 FROM headjudge.contents WHERE sha256 = ANY(%s)", [[each for each, _ in sums.values()]]
    )
    there = {each for (each,) in known}
    with connection.cursor() as cursor:
        new = {each: path for each, path in sums.values() if each not in there}
        cursor.executemany(
            "INSERT INTO headjudge.contents VALUES (%s, %s)", [(each, path.read_bytes()) for each, path in new.items()]
        )
        listed = [(version, name, each) for name, (each, _) in sums.items()]
        cursor.executemany("INSERT INTO headjudge.files VALUES (%s, %s, %s)", listed)


def make_published(connection: psycopg.Connection[Any], version: str) -> None:
    """Have a version served from when the transaction commits; SnapshotError where there is none such."""
    if not connection.execute("SELECT 1 FROM headjudge.snapshots WHERE version = %s", [version]).fetchone():
        raise SnapshotError(f"there is no snapshot {version}")
    connection.execute(
        "INSERT INTO headjudge.published (version) VALUES (%s) ON CONFLICT (one) DO UPDATE SET version = %s",
        [version, version],
    )
    connection.execute("SELECT pg_notify(%s, %s)", [CHANNEL, version])


def prune(connection: psycopg.Connection[Any], kept: int) -> None:
    """Remove all but the published snapshot and the newest others, `kept` in all, and those that a server reads."""
    others = connection.execute(
        "SELECT version, schema FROM headjudge.snapshots WHERE version NOT IN (SELECT version FROM headjudge.published)"
        " ORDER BY came DESC, version DESC OFFSET %s",
        [kept - 1],
    ).fetchall()
    for version, schema in others:
        taken = connection.execute(sql.SQL("SELECT pg_try_advisory_xact_lock({})").format(hold_key(schema))).fetchone()
        if taken and taken[0]:
            connection.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(sql.Identifier(schema)))
            connection.execute("DELETE FROM headjudge.snapshots WHERE version = %s", [version])
    connection.execute("DELETE FROM headjudge.contents WHERE sha256 NOT IN (SELECT sha256 FROM headjudge.files)")


def published_version(connection: psycopg.Connection[Any]) -> str | None:
    """The version in use, None where nothing was published."""
    if connection.execute("SELECT to_regclass('headjudge.published')").fetchone() == (None,):
        return None
    found = connection.execute("SELECT version FROM headjudge.published").fetchone()
    return str(found[0]) if found else None


def shared(connection: psycopg.Connection[Any], version: str) -> Shared:
    """What the database has of a version; SnapshotError where it has none such."""
    found = connection.execute(
        "SELECT schema, manifest FROM headjudge.snapshots WHERE version = %s", [version]
    ).fetchone()
    if found is None:
        raise SnapshotError(f"there is no snapshot {version}")
    files = connection.execute("SELECT path, sha256 FROM headjudge.files WHERE version = %s", [version]).fetchall()
    return Shared(version, str(found[0]), str(found[1]), dict(files))


def content(connection: psycopg.Connection[Any], sha256: str) -> bytes:
    """A file's content by its sum; SnapshotError where it is not there."""
    with connection.cursor(binary=True) as cursor:
        found = cursor.execute("SELECT content FROM headjudge.contents WHERE sha256 = %s", [sha256]).fetchone()
    if found is None:
        raise SnapshotError(f"the database has no content {sha256[:12]}")
    return bytes(found[0])


def listen(
    address: str, stop: Event, published: Callable[[], object], look: Callable[[], object], every_s: float = 1.0
) -> None:
    """Call `published` whenever something is published and each time there is a new connection, and `look` then and
    each `every_s` seconds, until `stop`. A replica sends no notices, so what it says is looked at each time."""
    while not stop.is_set():
        try:
            with connect(address) as connection:
                notices = _listening(connection)
                told = True
                while not stop.is_set():
                    if told or not notices:
                        published()
                    look()
                    told = (
                        bool([*connection.notifies(timeout=every_s, stop_after=1)]) if notices else stop.wait(every_s)
                    )
        except (psycopg.Error, SnapshotError):
            stop.wait(every_s)


def _listening(connection: psycopg.Connection[Any]) -> bool:
    """Whether notices come by this connection from now on: a replica sends none."""
    try:
        connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
    except psycopg.Error:
        return False
    return True
