"""Words in PostgreSQL: the tokens that FTS5 makes of a text, and FTS5's BM25 of a word that the build did not score.

The build scores each word of the passages once (kb/store/fulltext.py), and a snapshot in PostgreSQL has the same
scores, packed. A word that no passage has as it is written, `jumped` where they say `jump`, has those of a word with
the same token. What has none such, a phrase, is looked up by its tokens in a tsvector, and scored by the formula of
SQLite's `bm25()`, operation for operation.
"""

from __future__ import annotations

import math
import sqlite3
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from kb.store.fulltext import FTS5_TOKENS
from kb.store.packed import Packed
from kb.store.postgres.connections import array, written

K1, B = 1.2, 0.75
LEAST_IDF = 1e-6
Read = Callable[[str, Sequence[Any]], Iterable[tuple[Any, ...]]]

LOOK_UP = "SELECT word, packed FROM scored_words JOIN scored ON number = scored WHERE word = ANY(?::text[])"
SAME_TOKEN = "SELECT packed FROM scored_tokens JOIN scored ON number = scored WHERE token = ?"
FACTS = "SELECT rows, total FROM word_facts"
HOLD = (
    "SELECT number, length, (SELECT positions FROM unnest(tokens) WHERE lexeme = each.token)"
    " FROM words, unnest(?::text[]) WITH ORDINALITY AS each(token, place)"
    " WHERE tokens @@ ?::tsquery ORDER BY number, place"
)


class Tokens:
    """The tokens of texts, as the full-text index of kb.db has them: SQLite makes them, of a table in memory."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._database = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
        self._database.execute(f"CREATE VIRTUAL TABLE texts USING fts5(text, tokenize='{FTS5_TOKENS}')")
        self._database.execute("CREATE VIRTUAL TABLE tokens USING fts5vocab(texts, 'instance')")

    def of(self, text: str) -> list[str]:
        """The tokens of one text, in their order."""
        with self._lock:
            self._database.execute("INSERT INTO texts (rowid, text) VALUES (1, ?)", [text])
            found = self._database.execute("SELECT term FROM tokens ORDER BY offset").fetchall()
            self._database.execute("DELETE FROM texts")
        return [term for (term,) in found]


def lexeme(token: str) -> str:
    """A token as a tsvector's or tsquery's text has it."""
    return "'" + token.replace("\\", "\\\\").replace("'", "''") + "'"


def words_scores(read: Read, tokens: Tokens, queries: Sequence[str]) -> dict[str, Packed]:
    """The passages that hold each word, written as `match_words` writes it, with its BM25; higher is better."""
    found = {word: Packed.from_bytes(packed) for word, packed in read(LOOK_UP, [array(map(written, queries))])}
    return {query: found.get(query) or _by_tokens(read, tokens.of(query[1:-1])) for query in queries}


def _by_tokens(read: Read, asked: Sequence[str]) -> Packed:
    """What the tokens of a word add that no passage has as it is written."""
    if not asked:
        return Packed.of(np.array([], dtype=np.int32), np.array([], dtype=np.float64))
    for (packed,) in read(SAME_TOKEN, asked) if len(asked) == 1 else ():
        return Packed.from_bytes(packed)
    return _scored(read, asked)


def _scored(read: Read, asked: Sequence[str]) -> Packed:
    """BM25 of a phrase of one or more tokens in the passages that hold it."""
    different = list(dict.fromkeys(asked))
    lengths: dict[int, int] = {}
    places: dict[int, list[set[int]]] = {}
    for number, length, positions in read(HOLD, [different, " <-> ".join(map(lexeme, asked))]):
        lengths[number] = length
        places.setdefault(number, []).append(set(positions or ()))
    often = {
        number: _often([dict(zip(different, own, strict=True))[each] for each in asked])
        for number, own in places.items()
    }
    [(rows, total)] = read(FACTS, [])
    idf = math.log((rows - len(often) + 0.5) / (len(often) + 0.5))
    idf = idf if idf > 0 else LEAST_IDF
    average = total / rows if rows else 0.0
    scores = [
        idf * ((times * (K1 + 1.0)) / (times + K1 * (1 - B + B * lengths[number] / average)))
        for number, times in often.items()
    ]
    return Packed.of(np.array(list(often), dtype=np.int32), np.array(scores, dtype=np.float64))


def _often(places: Sequence[set[int]]) -> float:
    """How often a phrase stands, by the places of its tokens."""
    return float(sum(all(start + at in own for at, own in enumerate(places)) for start in places[0]))
