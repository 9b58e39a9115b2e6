"""A check's facts in few words, as a language model is shown them: name, type, choices, the question it answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kb.readers.port import Candidate
from kb.records.checks import Slot
from kb.records.types import Type

LONGEST_LABEL = 40


@dataclass(frozen=True, slots=True)
class Field:
    """A fact that can be stated. `type` is None for a truth value; `each` names the kind of thing whose property it is,
    empty for the check's own; `many` where it takes several values."""

    name: str
    type: Type | None
    question: str
    each: str = ""
    many: bool = False

    @property
    def takes(self) -> str:
        """What it takes, in a word or two: `yes/no`, `0..20`, `front | support`."""
        if self.type is None:
            return "true/false"
        if self.type.kind == "int":
            return f"{self.type.low}..{self.type.high}"
        if self.type.kind == "enum":
            return " | ".join(_choice(word, label) for word, label in self.type.words)
        return {"card": "card", "entity": "name"}.get(self.type.kind, "text")

    @property
    def line(self) -> str:
        """The fact in one line."""
        of = f" of each {self.each.replace('_', ' ')}" if self.each else ""
        several = ", may be several" if self.many else ""
        return f"- {self.name} [{self.takes}{several}]{of}: {self.question}"


def _choice(word: str, label: str) -> str:
    """A word of an enum, with what it means where that says more."""
    plain = word.replace("_", " ")
    said = label.casefold().removeprefix("the ").removeprefix("an ").removeprefix("a ").strip()
    return word if said in ("", plain) or len(label) > LONGEST_LABEL else f"{word} ({label})"


def fields(candidate: Candidate) -> dict[str, Field]:
    """The facts that a story can state of a check, by name."""
    asked = dict(candidate.questions)
    found = (each for slot in candidate.check.slots for each in _of_slot(candidate, slot))
    return {name: Field(name, type_, asked[name], each, many) for name, type_, each, many in found if name in asked}


def _of_slot(candidate: Candidate, slot: Slot) -> Iterator[tuple[str, Type | None, str, bool]]:
    """Name, type, kind of thing, and whether there are several values, of a slot's facts."""
    facts = candidate.schema.facts
    if slot.each:
        yield from ((f"{slot.name}.{name}", facts[name].value, slot.each, facts[name].many) for name in slot.properties)
    elif slot.fact in facts and None not in slot.args:
        fact = facts[slot.fact]
        yield slot.name, fact.value, "", fact.many
