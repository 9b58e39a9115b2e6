"""The shapes of cards and their powers."""

from __future__ import annotations

from pydantic import Field

from service.api.specification.schemas.clauses import Document, QuotedRuling
from service.api.specification.schemas.shape import Shape


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
