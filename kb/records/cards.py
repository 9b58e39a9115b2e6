"""Cards with their powers, the rulings pinned to clauses, and the glossary."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Restriction:
    """A limit on using a power: `kind` is phase, once-per-turn, source, control, zone or other."""

    kind: str
    value: str
    text: str


@dataclass(frozen=True, slots=True)
class Cost:
    """One part of a power's cost: `kind` (activate, endurance, resource, discard, ko, remove-counter, …)."""

    kind: str
    amount: int | None
    what: str
    text: str


@dataclass(frozen=True, slots=True)
class Power:
    """One power of a card, read from one line of its text (`clause`), split into its parts."""

    id: str
    card: str
    clause: str
    kind: str
    keyword: str
    costs: tuple[Cost, ...]
    condition: str
    effect: str
    restrictions: tuple[Restriction, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Card:
    """A card. `current` is the wording in force; `printed` is what the card itself says, empty when lost."""

    id: str
    game: str
    document: str
    name: str
    identity: str
    version: str
    type: str
    cost: int | None
    affiliations: tuple[str, ...]
    attack: int | None
    defense: int | None
    keywords: tuple[str, ...]
    powers: tuple[Power, ...]
    current: str
    printed: str
    clauses: tuple[str, ...]
    flags: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """Name, identity and version as the document writes them: `Doom-Bot <> Dr. Doom, Cosmic Thief`."""
        named = f"{self.name} <> {self.identity}" if self.identity else self.name
        return f"{named}, {self.version}" if self.version else named


@dataclass(frozen=True, slots=True)
class Pin:
    """A clause together with the digest it had when something was said about it."""

    clause: str
    digest: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling, errata or clarification; `clause` holds its words, `interprets` what it speaks about."""

    id: str
    game: str
    subject: str
    clause: str
    kind: str
    effective: str
    authority: str
    interprets: tuple[Pin, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """A word of a game: card name, keyword, glossary entry or nickname. `is_a` names broader terms."""

    id: str
    game: str
    name: str
    kind: str
    forms: tuple[str, ...]
    is_a: tuple[str, ...] = ()
    clause: str = ""
