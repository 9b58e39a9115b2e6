"""What is read of a snapshot's records, in whichever database they stand: kb.db, or a schema of PostgreSQL.

The SQL that both understand stands here once; a database gives `_rows`, with `?` for each value, and what a word adds
to passages. What is asked of vectors: kb/store/near.py.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import Any, TypeVar

import numpy as np

from kb.errors import UsageError
from kb.records import (
    Card,
    Clause,
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
from kb.store.fulltext import match_words
from kb.store.near import StoredVectors
from kb.store.packed import Packed, Passages
from kb.store.rows import from_row
from kb.store.schema import TABLES
from kb.store.wordsearch import WordSearch

Record = TypeVar("Record")
KEPT, CLAUSES_KEPT = 5_000, 3_000
"""Passages and clauses that are kept once they were read, two kilobytes each."""
GAMES = 64
"""Games whose cards are kept."""
AT_THE_END = 80
"""In how many last letters of a glossary's entry the pointer stands that it ends with, and what that leads to."""
Place = tuple[str, str, str, str, str]
"""Clause, game, document, kind and check of a passage."""


class RecordStore(ABC):
    """A snapshot's records, opened for reading; any number of threads may read."""

    def __init__(self) -> None:
        self.passage = lru_cache(KEPT)(self._passage)
        self.find_clause = lru_cache(CLAUSES_KEPT)(self._find_clause)
        self.neighbours = lru_cache(CLAUSES_KEPT)(self._neighbours)
        self.cards = lru_cache(GAMES)(self._cards)

    @abstractmethod
    def _rows(self, sql: str, values: Sequence[Any] = (), plain: bool = False) -> list[Any]:
        """The rows that a query finds, by the columns' names; `plain` as tuples, which are made twice as fast.
        SnapshotError where the database cannot be read."""

    @abstractmethod
    def _word_scores(self, queries: Sequence[str]) -> Mapping[str, Packed]:
        """The passages that hold each word, written as `match_words` writes it, with its BM25; higher is better."""

    @property
    def very_large(self) -> bool:
        """Whether there are so many passages that no list of all of them is to be read."""
        return False

    @property
    def vectors(self) -> StoredVectors | None:
        """The passages' vectors, where they stand in the same database."""
        return None

    @abstractmethod
    def after_fork(self) -> None:
        """Forget the parent's connections in a forked process, which must open its own."""

    def _all(self, record: type[Record], **wanted: Any) -> tuple[Record, ...]:
        """The records of a type whose columns equal what is wanted (None: any), in the order of writing."""
        return tuple(from_row(record, dict(row)) for row in self._table(record, **wanted))

    def _table(self, record: type[Any], **wanted: Any) -> list[Any]:
        name = next(table.name for table in TABLES if table.record is record)
        asked = {column: value for column, value in wanted.items() if value is not None}
        where = " AND ".join(f'"{column}" = ?' for column in asked)
        return self._rows(
            f'SELECT * FROM "{name}" {f"WHERE {where} " if asked else ""}ORDER BY rowid', [*asked.values()]
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

    @abstractmethod
    def read_ahead(self, clauses: Sequence[str]) -> None:
        """Read what will be asked of these clauses in one go, where each question to the database takes its time."""

    def _neighbours(self, identifier: str, reach: int) -> tuple[Clause, ...]:
        """The clauses up to `reach` before and after one in its document, without itself."""
        at = self.clause(identifier)
        rows = self._rows(
            "SELECT * FROM clauses WHERE document = ? AND ordinal BETWEEN ? AND ? AND id <> ? ORDER BY ordinal",
            [at.document, at.ordinal - reach, at.ordinal + reach, at.id],
        )
        return tuple(from_row(Clause, dict(row)) for row in rows)

    def _cards(self, game: str | None = None) -> tuple[Card, ...]:
        """The cards with their powers."""
        where, asked = ("WHERE card IN (SELECT id FROM cards WHERE game = ?) ", [game]) if game else ("", [])
        powers: dict[str, list[Power]] = {}
        for row in self._rows(f"SELECT * FROM powers {where}ORDER BY rowid", asked):
            powers.setdefault(row["card"], []).append(from_row(Power, dict(row)))
        return tuple(_card(row, powers.get(row["id"], ())) for row in self._table(Card, game=game))

    def card(self, identifier: str) -> Card:
        """The card of an id; UsageError where there is none."""
        if rows := self._table(Card, id=identifier):
            return _card(rows[0], self._all(Power, card=identifier))
        raise UsageError(f"there is no card {identifier!r}")

    def rulings(self, about: str | None = None) -> tuple[Ruling, ...]:
        """The rulings on a card (by id or title) or on a clause: those it holds and those that interpret it."""
        where = (
            "WHERE subject = ? OR clause = ? OR id IN (SELECT ruling FROM pins WHERE clause = ?)"
            " OR (game, subject) IN (SELECT game, title FROM cards WHERE id = ?)"
        )
        asked = [about] * where.count("?") if about else []
        rows = self._rows(f"SELECT * FROM rulings {where if about else ''} ORDER BY rowid", asked)
        return tuple(self._ruling(row) for row in rows)

    def _ruling(self, row: Mapping[str, Any]) -> Ruling:
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

    def passage_places(self) -> list[Place]:
        """Clause, game, document, kind and check of every passage, in the order of their numbers."""
        return self._rows('SELECT clause, game, document, kind, "check" FROM passages ORDER BY number', plain=True)

    def in_section(self, section: str, game: str | None = None) -> tuple[Clause, ...]:
        """The clauses whose path begins with a section's number, of one game where one is given."""
        where, asked = ("AND game = ? ", [game]) if game else ("", [])
        rows = self._rows(
            f"SELECT * FROM clauses WHERE id LIKE ? ESCAPE '^' {where}ORDER BY rowid",
            [f"%#{literal(section)}%", *asked],
        )
        return tuple(found for row in rows if (found := from_row(Clause, dict(row))).path.startswith(section))

    def on_subjects(self, subjects: Sequence[str], games: Sequence[str]) -> tuple[Clause, ...]:
        """The clauses of these games that are about cards of these titles."""
        (subject, titles), (game, names) = self._among("subject", subjects), self._among("game", games)
        rows = self._rows(f"SELECT * FROM clauses WHERE {subject} AND {game} ORDER BY rowid", [*titles, *names])
        return tuple(from_row(Clause, dict(row)) for row in rows)

    def pairs(self, clauses: Sequence[str] | None = None) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
        """Every example with the clause that it explains, and every glossary entry that ends with a pointer to a rule
        of its document with what it points to; those among some clauses, where these are given."""
        among, asked = self._among("each.id", clauses) if clauses is not None else ("true", [])
        rows = self._rows(
            "SELECT each.kind, each.id, each.explains, '' AS said, '' AS text, each.rowid AS place FROM clauses AS each"
            f" WHERE each.kind = 'example' AND each.explains <> '' AND {among}"
            " UNION ALL SELECT each.kind, each.id, x.target, x.text, each.text, x.rowid FROM clauses AS each"
            " JOIN cross_references AS x ON each.id = x.clause"
            f" WHERE each.kind = 'definition' AND x.target <> '' AND {among} ORDER BY place",
            [*asked, *asked],
            plain=True,
        )
        explaining = [(name, target) for kind, name, target, *_ in rows if kind == "example"]
        ends = [(name, target) for kind, name, target, said, text, _ in rows if said in text[-AT_THE_END:] and text]
        return explaining, ends

    def _among(self, column: str, values: Sequence[str]) -> tuple[str, list[Any]]:
        """A condition that a column has one of these values, and what its markers stand for."""
        return f"{column} IN ({', '.join('?' for _ in values)})", [*values]

    def lexical(
        self, query_words: Sequence[str], game: str | None = None, document: str | None = None, limit: int = 100
    ) -> list[tuple[int, float]]:
        """(passage number, BM25) best first, higher is better; passages that hold any of the words, porter-stemmed."""
        return self._words.best(match_words(query_words), game, document, limit)

    @cached_property
    def _words(self) -> WordSearch:
        return WordSearch(self._word_scores, self._total(), self._numbers)

    def _total(self) -> int:
        """How many passages there are."""
        return int(self._rows("SELECT count(*) FROM passages", plain=True)[0][0])

    def _numbers(self, column: str, name: str) -> Passages:
        """The passages of a `game` or a `document`."""
        found = self._rows(f'SELECT number FROM passages WHERE "{column}" = ?', (name,), plain=True)
        return np.array([number for (number,) in found], dtype=np.int32)

    def places_of(self, numbers: Sequence[int]) -> list[Place]:
        """Clause, game, document, kind and check of these passages, in the order of their numbers."""
        chosen, asked = self._numbered(numbers)
        columns = 'clause, game, document, kind, "check"'
        return self._rows(f"SELECT {columns} FROM passages WHERE {chosen} ORDER BY number", asked, plain=True)

    def texts_of(self, numbers: Sequence[int]) -> list[tuple[int, str, str]]:
        """Number and text of these passages, and what they state, empty where that is nothing."""
        chosen, asked = self._numbered(numbers)
        return self._rows(f"SELECT number, text, states FROM passages WHERE {chosen}", asked, plain=True)

    def _numbered(self, numbers: Sequence[int]) -> tuple[str, list[Any]]:
        """A condition that a passage has one of these numbers, and what its markers stand for."""
        return (f"number IN ({','.join(map(str, map(int, numbers)))})" if numbers else "false"), []

    def samples_of(self, game: str) -> list[tuple[int, str, str]]:
        """Number, kind and check of a game's samples and gaps, in the order of their numbers."""
        where = """game = ? AND ("check" <> '' OR kind = 'gap')"""
        return self._rows(
            f'SELECT number, kind, "check" FROM passages WHERE {where} ORDER BY number', [game], plain=True
        )

    def counts_of(self, game: str) -> tuple[int, int]:
        """How many of a game's clauses passages lead to, and how many wordings do."""
        told = "count(DISTINCT clause), count(CASE WHEN kind = 'wording' THEN 1 END)"
        [(clauses, wordings)] = self._rows(f"SELECT {told} FROM passages WHERE game = ?", [game], plain=True)
        return int(clauses), int(wordings)

    def counts(self) -> dict[str, int]:
        """How many rows each table has."""
        return {
            table.name: self._rows(f'SELECT count(*) AS number FROM "{table.name}"')[0]["number"] for table in TABLES
        }

    def close(self) -> None:
        """Forget what was kept."""
        self.passage.cache_clear()
        self.find_clause.cache_clear()
        self.neighbours.cache_clear()
        self.cards.cache_clear()
        self.__dict__.pop("_words", None)


def _card(row: Mapping[str, Any], powers: Sequence[Power]) -> Card:
    """The card of a row, with its powers."""
    return replace(from_row(Card, {**dict(row), "powers": "[]"}), powers=tuple(powers))


def literal(text: str) -> str:
    """A text as LIKE finds it alone, `^` being what escapes."""
    return text.replace("^", "^^").replace("%", "^%").replace("_", "^_")
