"""The full-text index of kb.db, and what every word of the passages adds to each by BM25, worked out by the build.

SQLite's BM25 of a word takes up to milliseconds, and of half a million passages a second; what it gives is the same in
every question. So the build asks for each word once and keeps the answers beside the index; only words that no passage
has are still asked for.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import Any

import numpy as np

from kb.store.packed import Packed, Passages, Scores
from kb.store.schema import FULL_TEXT, SCORED, SCORED_WORDS
from kb.words.text import STOP_WORDS, different_words

LONGEST_QUERY = 200
FTS5_TOKENS = "porter unicode61"
"""How FTS5 makes tokens of a text."""
Read = Callable[[str, Sequence[Any]], Iterable[tuple[Any, ...]]]
"""The rows of an SQL query with these values."""

ASK = f"SELECT rowid, -bm25({FULL_TEXT}) FROM {FULL_TEXT} WHERE {FULL_TEXT} MATCH ?"
LOOK_UP = (
    f"SELECT passages, scores FROM {SCORED_WORDS} JOIN {SCORED} ON {SCORED}.number = {SCORED_WORDS}.scored"
    " WHERE word = ?"
)


def write_full_text(connection: sqlite3.Connection) -> None:
    """The full-text index over passages that have words to be found by (the others are found by meaning alone), and
    what each of their words adds to them."""
    with connection:
        connection.execute(
            f"CREATE VIRTUAL TABLE {FULL_TEXT} USING fts5"
            f"(lexical, content='passages', content_rowid='number', tokenize='{FTS5_TOKENS}')"
        )
        connection.execute(
            f"INSERT INTO {FULL_TEXT} (rowid, lexical) SELECT number, lexical FROM passages WHERE lexical <> ''"
        )
        connection.execute(f"INSERT INTO {FULL_TEXT} ({FULL_TEXT}) VALUES ('optimize')")
    with connection:
        _write_scores(connection)


def _write_scores(connection: sqlite3.Connection) -> None:
    """Each word's passages and scores; words of one stem share them."""
    connection.execute(f"CREATE TABLE {SCORED} (number INTEGER PRIMARY KEY, passages BLOB, scores BLOB)")
    connection.execute(f"CREATE TABLE {SCORED_WORDS} (word TEXT PRIMARY KEY, scored INTEGER) WITHOUT ROWID")
    found: set[str] = set()
    for (lexical,) in connection.execute("SELECT lexical FROM passages WHERE lexical <> ''"):
        found |= different_words(lexical)
    numbers: dict[bytes, int] = {}
    for query in sorted(query for word in found for query in match_words([word])):
        rows, added = _arrays(connection.execute(ASK, [query]))
        passages, scores = rows.tobytes(), added.tobytes()
        number = numbers.setdefault(sha256(passages + scores).digest(), len(numbers))
        connection.execute(f"INSERT OR IGNORE INTO {SCORED} VALUES (?, ?, ?)", [number, passages, scores])
        connection.execute(f"INSERT INTO {SCORED_WORDS} VALUES (?, ?)", [query, number])


def word_scores(read: Read, query: str) -> Packed:
    """The passages that hold one word, written as `match_words` writes it, with its BM25; higher is better."""
    for passages, scores in read(LOOK_UP, [query]):
        return packed(passages, scores)
    return Packed.of(*_arrays(read(ASK, [query])))


def packed(passages: bytes, scores: bytes) -> Packed:
    """A row of SCORED in few bytes."""
    return Packed.of(np.frombuffer(passages, dtype=np.int32), np.frombuffer(scores, dtype=np.float64))


def _arrays(found: Iterable[tuple[Any, ...]]) -> tuple[Passages, Scores]:
    rows, scores = zip(*pairs, strict=True) if (pairs := list(found)) else ((), ())
    return np.array(rows, dtype=np.int32), np.array(scores, dtype=np.float64)


def match_words(words: Sequence[str]) -> list[str]:
    """FTS5 queries for these words, one for each, quoted, so that nothing in them is read as syntax.

    Stop words are left out unless there are no others.
    """
    clean = [word.encode("utf-8", "replace").decode().replace("\x00", " ").replace('"', " ").strip() for word in words]
    usable = list(dict.fromkeys(word for word in clean if any(letter.isalnum() for letter in word)))
    telling = [word for word in usable if word.lower() not in STOP_WORDS] or usable
    return [f'"{word}"' for word in telling[:LONGEST_QUERY]]
