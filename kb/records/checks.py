"""What is declared of a check: what it asks for, the things of its cast, and the two ways in which it is asked."""

from __future__ import annotations

from dataclasses import dataclass

from kb.errors import Place
from kb.records.atoms import Partial
from kb.records.types import Default, FactType, Schema

NOWHERE = Place("checks.toml")


@dataclass(frozen=True, slots=True)
class Slot:
    """What a check asks for under one name: a fact (open arguments None), or with `each` a list of things.

    `forms`, `opposites` and `words` are players' words, the fact's own first; the `forms` of a list are nouns for its
    things. `order` is the property that numbers things in the order in which they are told.
    """

    name: str
    fact: str
    args: Partial
    each: str = ""
    mark: str = ""
    properties: tuple[str, ...] = ()
    default: Default = None
    must: bool = False
    question: str = ""
    place: Place = NOWHERE
    forms: tuple[str, ...] = ()
    opposites: tuple[str, ...] = ()
    words: tuple[tuple[str, tuple[str, ...]], ...] = ()
    order: str = ""


@dataclass(frozen=True, slots=True)
class Member:
    """A thing of a check's cast: its constant, entity kind, and what players call it."""

    name: str
    kind: str
    called: str


@dataclass(frozen=True, slots=True)
class Twin:
    """A number that a check of yes or no confirms: the `fact` that states the one claimed, and the `goal` of the
    `check` that gives the right one."""

    fact: str
    check: str
    goal: Partial


ASKS = "asks"
"""The name under which it is read which way a question asks, beside the facts of a check."""


@dataclass(frozen=True, slots=True)
class Ways:
    """The two ways in which a question asks for what a check of yes or no computes: for it, or for its contrary,
    `does it go down?` and `does it stay up?`. They are about the question and no fact: no rule sees them.

    `slot` and `fact` say by which words a question asks for the contrary (true) or for the goal itself (false), and
    what goes without saying; `labels` name the goal and its contrary.
    """

    slot: Slot
    fact: FactType
    labels: tuple[str, str]

    @property
    def default(self) -> bool | None:
        """Whether the contrary is asked for where nothing is said; None where neither goes without saying."""
        return None if self.slot.default is None else bool(self.slot.default)


@dataclass(frozen=True, slots=True)
class Check:
    """One `[[check]]`; `goal` has None where its variables stand. `twins` are read from its rules."""

    id: str
    game: str
    title: str
    kind: str
    goal: Partial
    against: Partial | None
    clauses: tuple[str, ...]
    wordings: tuple[str, ...]
    cast: tuple[Member, ...]
    slots: tuple[Slot, ...]
    place: Place = NOWHERE
    twins: tuple[Twin, ...] = ()
    ways: Ways | None = None

    @property
    def read(self) -> tuple[Slot, ...]:
        """What is read of a question for it: its slots, and which way it asks."""
        return self.slots if self.ways is None else (*self.slots, self.ways.slot)

    def types(self, schema: Schema) -> dict[str, FactType]:
        """The fact of each slot that is read, by the slot's name; lists of things have none."""
        found = {slot.name: schema.facts[slot.fact] for slot in self.slots if slot.fact in schema.facts}
        return found if self.ways is None else found | {ASKS: self.ways.fact}

    @property
    def full_id(self) -> str:
        """`game/id`."""
        return f"{self.game}/{self.id}"
