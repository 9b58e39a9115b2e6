"""The tables of kb.db: which record each holds, its key, where its columns lead, and its rows. No SQL stands here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, get_type_hints

from kb.gamefolder import FORM
from kb.records import (
    Card,
    Clause,
    Contents,
    CrossReference,
    Document,
    Game,
    Heard,
    Mention,
    Norm,
    Passage,
    Pin,
    Power,
    Ruling,
    Segment,
    Table,
    Term,
    digest,
)
from kb.store.rows import Row, to_row
from kb.words.lexicon import FORM as LEXICON_FORM


@dataclass(frozen=True)
class TableSpec:
    """A table of one record's fields; `extra` columns come first, fields in `elsewhere` have a table of their own.

    Rows stand in the order of the document; `leads` are foreign keys, column to table, and indexed.
    """

    name: str
    record: type[Any]
    key: str = ""
    leads: Mapping[str, str] = field(default_factory=dict)
    indexed: tuple[str, ...] = ()
    extra: Mapping[str, type] = field(default_factory=dict)
    elsewhere: tuple[str, ...] = ()

    @property
    def columns(self) -> dict[str, type]:
        """Column names with `int` or `str`; everything that is no number is text."""
        hints = get_type_hints(self.record)
        kept = [each.name for each in fields(self.record) if each.name not in self.elsewhere]
        numbers = (int, int | None)
        return {**self.extra, **{name: int if hints[name] in numbers else str for name in kept}}

    @property
    def nullable(self) -> frozenset[str]:
        """The columns in which NULL stands for the empty string."""
        return frozenset(self.leads)


IN_DOCUMENT = {"game": "games", "document": "documents"}
TABLES = (
    TableSpec("games", Game, "id"),
    TableSpec("documents", Document, "id", {"game": "games"}),
    TableSpec("clauses", Clause, "id", IN_DOCUMENT, ("explains", "ordinal", "subject")),
    TableSpec("segments", Segment, "", {"document": "documents", "clause": "clauses"}, extra={"document": str}),
    TableSpec("cards", Card, "id", IN_DOCUMENT, ("title",), {"title": str}, ("powers",)),
    TableSpec("powers", Power, "id", {"card": "cards", "clause": "clauses"}),
    TableSpec("rulings", Ruling, "id", {"game": "games", "clause": "clauses"}, ("subject",), elsewhere=("interprets",)),
    TableSpec("pins", Pin, "", {"ruling": "rulings", "clause": "clauses"}, extra={"ruling": str}),
    TableSpec("tables", Table, "", {"clause": "clauses"}),
    TableSpec("terms", Term, "id", {"game": "games", "clause": "clauses"}, ("name",)),
    TableSpec("cross_references", CrossReference, "", {"clause": "clauses"}),
    TableSpec("mentions", Mention, "", {"clause": "clauses", "term": "terms"}),
    TableSpec("norms", Norm, "", {"clause": "clauses"}),
    TableSpec("heard", Heard, "clause", {"clause": "clauses"}),
    TableSpec("passages", Passage, "number", {"clause": "clauses", **IN_DOCUMENT}),
)
FULL_TEXT = "passages_fts"
SCORED_WORDS, SCORED = "scored_words", "scored"
"""Which entry of SCORED each word of the passages has: the passages that hold it (int32) and its BM25 (float64)."""


def schema_digest() -> str:
    """Twelve hexadecimal digits that change with the tables, and with the form of the rules and words kept beside
    them: a snapshot of another schema is built anew."""
    said = [(table.name, table.key, sorted(table.columns.items(), key=str), sorted(table.leads)) for table in TABLES]
    return digest(repr([said, FULL_TEXT, SCORED_WORDS, SCORED, FORM, LEXICON_FORM]))[:12]


def table_rows(contents: Contents) -> Iterator[tuple[str, Iterable[Row]]]:
    """Each table with its rows, in the tables' order; a table may come several times."""
    nullable = {table.name: table.nullable for table in TABLES}

    def rows(name: str, records: Iterable[Any]) -> tuple[str, Iterable[Row]]:
        return name, (to_row(record, nullable[name]) for record in records)

    yield rows("games", contents.games)
    yield rows("documents", [parsed.document for parsed in contents.parsed])
    yield rows("clauses", [clause for parsed in contents.parsed for clause in parsed.clauses])
    for parsed in contents.parsed:
        found = rows("segments", parsed.segments)[1]
        yield "segments", ({"document": parsed.document.id, **row} for row in found)
    cards = [card for parsed in contents.parsed for card in parsed.cards]
    yield "cards", ({"title": card.title, **_without(to_row(card, nullable["cards"]), "powers")} for card in cards)
    yield rows("powers", [power for card in cards for power in card.powers])
    rulings = [ruling for parsed in contents.parsed for ruling in parsed.rulings]
    yield "rulings", (_without(to_row(ruling, nullable["rulings"]), "interprets") for ruling in rulings)
    yield "pins", ({"ruling": each.id, **to_row(pin)} for each in rulings for pin in each.interprets)
    yield rows("tables", [table for parsed in contents.parsed for table in parsed.tables])
    yield rows("terms", contents.terms)
    yield rows("cross_references", [each for parsed in contents.parsed for each in parsed.references])
    yield rows("mentions", contents.mentions)
    yield rows("norms", contents.norms)
    yield rows("heard", contents.heard)
    yield rows("passages", contents.passages)


def _without(row: Row, column: str) -> Row:
    return {name: value for name, value in row.items() if name != column}
