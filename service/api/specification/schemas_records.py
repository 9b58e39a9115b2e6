"""The shapes of clauses, cards, games and checks as /openapi.json has them."""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict, Field

from service.api.specification.schemas import Base, Changed, Document, Plain, Shape, Source, SplitSource, Stale, Version


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


class InTime(Shape):
    """What a version did to a clause; `since` is the day from which that is so."""

    since: str
    change: Changed


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


class Restriction(Shape):
    """A limit on using a power."""

    kind: str
    value: str
    text: str


class Cost(Shape):
    """One part of a power's cost."""

    kind: str
    amount: int | None
    what: str
    text: str


class Power(Shape):
    """One power of a card, in parts."""

    id: str
    card: str
    clause: str
    kind: str
    keyword: str
    costs: list[Cost]
    condition: str
    effect: str
    restrictions: list[Restriction]
    text: str


class Card(Shape):
    """A card; `current` is the wording in force, `printed` the card's own."""

    card: str
    title: str
    game: str
    name: str
    identity: str | None
    version: str | None
    type: str
    cost: int | None
    affiliations: list[str]
    attack: int | None
    defense: int | None
    keywords: list[str]
    powers: list[Power]
    current: str
    printed: str | None
    flags: list[str]
    clauses: list[str]
    rulings: list[QuotedRuling]
    document: Document


class Cards(Shape):
    """The cards that a name may mean, the likeliest first."""

    name: str
    cards: list[Card] = Field(min_length=1)


class Slot(Shape):
    """A fact that a check takes: bounds for numbers, choices for enumerations, properties for lists of things."""

    model_config = ConfigDict(extra="forbid", json_schema_serialization_defaults_required=False)

    name: str
    type: Literal["bool", "number", "choice", "text", "list", "words"]
    question: str
    default: Plain | list[Plain] | None
    required: bool
    minimum: int = 0
    maximum: int = 0
    choices: dict[str, str] = Field(default_factory=dict)
    each: str = ""
    properties: list[str] = Field(default_factory=list)


class Check(Shape):
    """A question that can be computed, with the facts that it takes."""

    id: str
    title: str
    kind: Literal["yes_no", "number", "options", "text"]
    clauses: list[str]
    wordings: list[str]
    facts: list[Slot]
    url: str


class Checks(Shape):
    """What can be computed."""

    checks: list[Check]
    kb: Version


class Game(Shape):
    """A game with the ids of its documents."""

    id: str
    title: str
    spellings: list[str]
    documents: list[str]


class Games(Shape):
    """The games that the knowledge base holds."""

    games: list[Game]
    kb: Base


class BuildStatus(Shape):
    """The last rebuild: `idle` before the first, else running, done or failed, with the command's last lines."""

    state: Literal["idle", "running", "done", "failed"]
    started: str | None
    ended: str | None
    said: str


class ServiceStatus(Shape):
    """What is served, which snapshots there are, how the last rebuild went."""

    kb: Base
    current: str | None
    warm: bool
    swaps: int
    refused: str
    snapshots: list[str]
    build: BuildStatus


class Swapped(Shape):
    """The version that is served now and the one before."""

    kb: Base
    before: str
