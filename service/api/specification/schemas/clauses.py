"""The shapes of clauses: as they are cited and found, and with everything that is known about them."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from service.api.specification.schemas.shape import Shape, Version
from service.api.specification.schemas.versions import InTime, Stale


class Document(Shape):
    """A document as citations name it; dates as the document gives them."""

    id: str
    title: str
    edition: str
    published: str | None
    effective: str | None
    authority: str | None


class Source(Shape):
    """Where a clause stands: code points `[start, end)` of the named file."""

    file: str
    start: int = Field(ge=0)
    end: int = Field(ge=0)


class SplitSource(Source):
    """The same where noise interrupts the clause: its parts."""

    parts: list[tuple[int, int]]


class Cited(Shape):
    """A clause as stored, with where it stands; where it is a ruling, `stale` is what it interprets and has changed."""

    clause: str
    heading: str
    quote: str
    document: Document
    source: Source | SplitSource
    url: str
    role: Literal["proof", "support", "nearest"]
    score: float
    stale: list[Stale]


class Hit(Cited):
    """A clause that a search found, with the features that ranked it."""

    rank: int = Field(ge=1)
    features: dict[str, float]


class Hits(Shape):
    """What a search found, best first."""

    query: str
    hits: list[Hit]
    kb: Version


class Pin(Shape):
    """A clause with the digest it had when something was said about it."""

    clause: str
    digest: str


class Ruling(Shape):
    """A ruling, errata or clarification; `stale` are the clauses that it interprets and that have changed since."""

    id: str
    game: str
    subject: str
    clause: str
    kind: str
    effective: str
    authority: str
    interprets: list[Pin]
    stale: list[Stale]


class QuotedRuling(Ruling):
    """A ruling with its words."""

    quote: str
    url: str


class Reference(Shape):
    """A pointer in a clause's text; `target` is empty where it leads outside."""

    clause: str
    text: str
    target: str
    external: str


class Norm(Shape):
    """What one sentence demands, read mechanically."""

    clause: str
    sentence: int
    modality: str
    subject: str
    action: str
    condition: str
    exception: str
    limit: str
    swallowed: list[str]
    text: str


class Range(Shape):
    """Whole numbers, either end open where null."""

    low: int | None
    high: int | None


class Table(Shape):
    """A table with typed cells."""

    clause: str
    title: str
    columns: list[str]
    rows: list[list[int | str | Range | None]]


class Clause(Shape):
    """A clause with everything that is known about it. `history` is what versions of its document did to it, the
    latest first; `stale` says so where it has changed since the rules on it were read against it, or where it is a
    ruling on what has changed. Where it is asked for as it stood on a day, `as_of` is that day and `today` its page now
    (references, norms, tables and rulings are kept of clauses that read the same now); else both are null."""

    clause: str
    game: str
    heading: str
    kind: Literal["rule", "example", "note", "definition", "setup", "table", "tip", "errata", "card", "ruling"]
    quote: str
    flags: list[str]
    digest: str
    subject: str | None
    explains: str | None
    document: Document
    source: Source | SplitSource
    url: str
    neighbours: list[str]
    references: list[Reference]
    rulings: list[Ruling]
    norms: list[Norm]
    tables: list[Table]
    history: list[InTime]
    stale: list[Stale]
    as_of: str | None
    today: str | None
