"""What language processing finds in a clause: pointers, mentions, norms; and all that a parse yields."""

from __future__ import annotations

from dataclasses import dataclass

from kb.records.cards import Card, Ruling
from kb.records.documents import Clause, Document, Segment, Table


@dataclass(frozen=True, slots=True)
class CrossReference:
    """A pointer in a clause's text; `target` is a clause id or section path, empty when it leads outside."""

    clause: str
    text: str
    target: str
    external: str = ""


@dataclass(frozen=True, slots=True)
class Mention:
    """A term found in a clause's text at `[start, end)` of the clause's plain text."""

    clause: str
    term: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Norm:
    """What one sentence of a clause demands, read mechanically. `swallowed` lists condition words of the
    sentence that no field holds."""

    clause: str
    sentence: int
    modality: str
    subject: str
    action: str
    condition: str
    exception: str
    limit: str
    swallowed: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a layout makes of one source: the records that stand in the text, and every problem met."""

    document: Document
    segments: tuple[Segment, ...]
    clauses: tuple[Clause, ...]
    cards: tuple[Card, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    tables: tuple[Table, ...] = ()
    references: tuple[CrossReference, ...] = ()
