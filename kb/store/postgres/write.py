"""Copies a finished kb.db and its vectors into a new schema, in the caller's transaction: all of it or nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
import psycopg
from psycopg import sql

from kb.store.fulltext import packed
from kb.store.near import Floats
from kb.store.postgres.connections import written
from kb.store.postgres.vectors import is_large
from kb.store.postgres.words import Tokens, lexeme
from kb.store.schema import FULL_TEXT, SCORED, SCORED_WORDS, TABLES, TableSpec

LONGEST_TOKEN = 2_000
"""Bytes of a token that a tsvector can keep; longer ones are counted, not found."""
BATCH = 20_000
NEIGHBOURS, BUILT_WITH = 20, 120
"""`m` and `ef_construction` of a vector graph."""
A_NODE, LEAST_MB, MOST_MB = 1_200, 64, 4_096
"""Bytes of a node of a graph beside its vector, and the memory that a graph is made in."""
WORDS = "CREATE TABLE words (number integer PRIMARY KEY, length integer NOT NULL, tokens tsvector NOT NULL)"
SCORES = (
    f"CREATE TABLE {SCORED} (number integer PRIMARY KEY, packed bytea STORAGE EXTERNAL NOT NULL)",
    f"CREATE TABLE {SCORED_WORDS} (word text PRIMARY KEY, scored integer NOT NULL)",
    "CREATE TABLE scored_tokens (token text PRIMARY KEY, scored integer NOT NULL)",
)
FACTS = (
    "CREATE TABLE word_facts AS SELECT count(*)::bigint AS rows, coalesce(sum(length), 0)::bigint AS total FROM words",
    "CREATE TABLE game_facts (game text PRIMARY KEY, clauses bigint NOT NULL, wordings bigint NOT NULL,"
    " numbers bytea STORAGE EXTERNAL NOT NULL)",
    """INSERT INTO game_facts SELECT game, count(DISTINCT clause), count(*) FILTER (WHERE kind = 'wording'),
    string_agg(int4send(number::int), ''::bytea ORDER BY number) FROM passages GROUP BY game""",
    """CREATE INDEX ON passages (game, number) WHERE "check" <> '' OR kind = 'gap'""",
    """CREATE TABLE places AS SELECT each.number::integer AS number, each.clause, each.game, each.document, each.kind,
    each."check", CASE WHEN own.kind = 'example' THEN own.explains ELSE '' END AS explains,
    own.kind = 'definition' AND own.id IN (SELECT clause FROM cross_references WHERE target <> '') AS cites
    FROM passages AS each LEFT JOIN clauses AS own ON own.id = each.clause ORDER BY each.number""",
    "ALTER TABLE places ADD PRIMARY KEY (number)",
    "CREATE INDEX ON clauses (split_part(id, '#', 2) text_pattern_ops)",
    "CREATE INDEX ON clauses (document, ordinal)",
)
"""What is counted once, for counting a game's passages takes seconds where they are very many, and what few of very
many records are found by."""


def write_schema(connection: psycopg.Connection[Any], schema: str, records: Path, vectors: Floats) -> None:
    """Make the schema and copy into it the records and words of a kb.db, and the passages' vectors (n, dimension)."""
    connection.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(schema)))
    connection.execute(sql.SQL("SET LOCAL search_path = {}, public").format(sql.Identifier(schema)))
    with closing(sqlite3.connect(f"{records.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as database:
        for table in TABLES:
            _write_table(connection, database, table)
        _write_words(connection, database)
    for statement in FACTS:
        connection.execute(statement)
    write_vectors(connection, vectors, is_large(len(vectors)))
    connection.execute("ANALYZE")


def _write_table(connection: psycopg.Connection[Any], database: sqlite3.Connection, table: TableSpec) -> None:
    """One table's rows, in the order in which they were written."""
    columns = [f'"{name}" {"bigint" if kind is int else "text"}' for name, kind in table.columns.items()]
    connection.execute(f'CREATE TABLE "{table.name}" (rowid bigint NOT NULL, {", ".join(columns)})')
    named = ", ".join(f'"{name}"' for name in table.columns)
    rows = database.execute(f'SELECT rowid, {named} FROM "{table.name}" ORDER BY rowid')
    _copy(connection, f'"{table.name}" (rowid, {named})', rows)
    indexed = [] if table.key == "number" else ["rowid"]
    for column in (*indexed, *table.leads, *table.indexed):
        connection.execute(f'CREATE INDEX ON "{table.name}" ("{column}")')
    if table.key:
        connection.execute(f'ALTER TABLE "{table.name}" ADD PRIMARY KEY ("{table.key}")')


def _copy(connection: psycopg.Connection[Any], into: str, rows: Iterator[tuple[Any, ...]]) -> None:
    with connection.cursor() as cursor, cursor.copy(f"COPY {into} FROM STDIN") as copy:
        for row in rows:
            copy.write_row(list(map(written, row)))


def _write_words(connection: psycopg.Connection[Any], database: sqlite3.Connection) -> None:
    """What each word adds to passages, and the passages' tokens for words that have no such entry."""
    for table in (*SCORES, WORDS):
        connection.execute(table)
    scored = database.execute(f"SELECT number, passages, scores FROM {SCORED}")
    _copy(connection, SCORED, ((number, packed(*arrays).to_bytes()) for number, *arrays in scored))
    words = database.execute(f"SELECT word, scored FROM {SCORED_WORDS}").fetchall()
    _copy(connection, SCORED_WORDS, iter(words))
    _copy(connection, "scored_tokens", iter(_by_token(words)))
    _copy(connection, "words", _tokens(database))
    connection.execute("CREATE INDEX ON words USING gin (tokens)")


def _by_token(words: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Each token that is a word's only one, with that word's scores: every such word has the same."""
    tokens = Tokens()
    alone = ((tokens.of(word[1:-1]), scored) for word, scored in words)
    return [*{own[0]: scored for own, scored in alone if len(own) == 1}.items()]


def _tokens(database: sqlite3.Connection) -> Iterator[tuple[int, int, str]]:
    """Number, count of tokens and tsvector of each passage that has words."""
    database.execute(f"CREATE VIRTUAL TABLE temp.tokens USING fts5vocab('main', '{FULL_TEXT}', 'instance')")
    database.execute("CREATE TABLE temp.places AS SELECT doc, term, offset FROM temp.tokens")
    placed = database.execute("SELECT doc, term, offset FROM temp.places ORDER BY doc, term, offset")
    empty = {number for (number,) in database.execute("SELECT number FROM passages WHERE lexical <> ''")}
    for number, own in groupby(placed, key=lambda each: int(each[0])):
        empty.discard(number)
        places = [(term, offset) for _, term, offset in own]
        yield number, len(places), _vector(places)
    yield from ((number, 0, "") for number in sorted(empty))


def _vector(places: list[tuple[str, int]]) -> str:
    """A tsvector's text: each token with its places, counted from 1."""
    grouped = ((term, [at + 1 for _, at in own]) for term, own in groupby(places, key=lambda each: each[0]))
    return " ".join(
        f"{lexeme(term)}:{','.join(map(str, own))}" for term, own in grouped if len(term.encode()) <= LONGEST_TOKEN
    )


def write_vectors(connection: psycopg.Connection[Any], vectors: Floats, graph: bool) -> None:
    """The vectors by their numbers, in half precision; with a `graph` to search them by, where that is asked for."""
    write_facts(connection, vectors, graph)
    copy_vectors(connection, vectors)
    if graph:
        write_graph(connection, *vectors.shape)


def write_facts(connection: psycopg.Connection[Any], vectors: Floats, graph: bool) -> None:
    """How many vectors there are, of how many numbers, and whether they have a graph."""
    facts = [*vectors.shape, graph]
    connection.execute(
        "CREATE TABLE vector_facts AS SELECT %s::int AS count, %s::int AS dimension, %s::bool AS graph", facts
    )


def copy_vectors(connection: psycopg.Connection[Any], vectors: Floats) -> None:
    """The table of vectors, its key made when they are there."""
    count, dimension = vectors.shape
    connection.execute(f"CREATE TABLE vectors (number integer NOT NULL, vector halfvec({dimension}) NOT NULL)")
    connection.execute("ALTER TABLE vectors ALTER vector SET STORAGE PLAIN")
    with connection.cursor() as cursor, cursor.copy("COPY vectors FROM STDIN (FORMAT BINARY)") as copy:
        copy.write(b"PGCOPY\n\xff\r\n\x00" + bytes(8))
        for start in range(0, count, BATCH):
            copy.write(rows_of(vectors[start : start + BATCH], start))
        copy.write(b"\xff\xff")
    connection.execute("ALTER TABLE vectors ADD PRIMARY KEY (number)")


def write_graph(connection: psycopg.Connection[Any], count: int, dimension: int) -> None:
    """The graph, made in memory, as much as it takes up to MOST_MB: made on disk it takes many times as long."""
    wanted = count * (2 * dimension + A_NODE) // 2**20
    connection.execute(f"SET LOCAL maintenance_work_mem = '{min(MOST_MB, max(LEAST_MB, wanted))}MB'")
    connection.execute(
        "CREATE INDEX ON vectors USING hnsw (vector halfvec_ip_ops)"
        f" WITH (m = {NEIGHBOURS}, ef_construction = {BUILT_WITH})"
    )


def rows_of(vectors: Floats, first: int) -> bytes:
    """Vectors as rows of PostgreSQL's binary COPY, numbered from `first`: two fields, each with its length in bytes;
    a halfvec is its dimension, an unused number, and its numbers."""
    count, dimension = vectors.shape
    field = [("fields", ">i2"), ("size", ">i4"), ("number", ">i4"), ("length", ">i4"), ("dimension", ">i2")]
    rows = np.zeros(count, dtype=[*field, ("unused", ">i2"), ("vector", ">f2", (dimension,))])
    rows["fields"], rows["size"], rows["length"], rows["dimension"] = 2, 4, 4 + 2 * dimension, dimension
    rows["number"], rows["vector"] = np.arange(first, first + count), vectors
    return rows.tobytes()
