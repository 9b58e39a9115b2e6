"""Things that a story lists, with what it says of each: `Ann has 41 fame and 12 damage, Bo 41 and 9. Who wins?`.

Two kinds of lists are read. Things with names, which the story gives (people, or the nouns of the slot's forms); and
things that come one after another (`a 3-drop with press, then a 2-drop`), each told by its own number, which the slot
numbers in the property `in_order`. A list is read whole or not at all: two values of one property of one thing, or a
list of less than two, is none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kb.question.patterns import pattern
from kb.readers.named import Naming
from kb.readers.ordered import in_order
from kb.readers.things import Thing
from kb.records.checks import Slot
from kb.records.question import Question
from kb.records.types import FactType, Schema

Listed = list[dict[str, object]]
LEAST = 2


@dataclass(frozen=True, slots=True)
class Listing:
    """A slot's list as a check takes it; the words from its first number to its last; where its numbers stand."""

    slot: str
    value: Listed
    text: str
    places: tuple[tuple[int, int], ...]

    @property
    def start(self) -> int:
        """Where its first number begins."""
        return self.places[0][0]

    @property
    def end(self) -> int:
        """Where its last number ends."""
        return self.places[-1][1]


def read_list(question: Question, slot: Slot, schema: Schema) -> Listing | None:
    """The things of a slot that lists some; None where the question lists none, or it cannot be told who has what."""
    facts = {name: schema.facts[name] for name in slot.properties}
    if slot.order:
        upset = pattern("stories", "out-of-order").search(question.text)
        return None if upset else _listing(question, slot, in_order(question, slot, facts), facts)
    return _listing(question, slot, Naming(question, slot, facts).things(), facts)


def _listing(question: Question, slot: Slot, things: Sequence[Thing], facts: Mapping[str, FactType]) -> Listing | None:
    """The list in the check's terms; None where it is none."""
    listed: Listed = []
    places: list[tuple[int, int]] = []
    for at, thing in enumerate(things, 1):
        row: dict[str, object] = {"id": thing.name}
        for name, numbers in thing.values.items():
            values = [number.value for number in numbers]
            if facts[name].many:
                row[name] = values
            elif len(set(values)) > 1:
                return None
            else:
                row[name] = values[0]
            places += [(number.start, number.end) for number in numbers]
        row |= thing.flags | ({slot.order: at} if slot.order else {})
        listed.append(row)
    if len(listed) < LEAST:
        return None
    in_order = tuple(sorted(set(places)))
    return Listing(slot.name, listed, question.text[in_order[0][0] : in_order[-1][1]], in_order)
