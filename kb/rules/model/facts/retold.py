"""The facts that were given, told back as sentences, so that whoever gave them sees how each was read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from kb.records.atoms import Fact, Partial
from kb.records.checks import Slot
from kb.records.types import Json, Schema
from kb.rules.language.syntax import order
from kb.rules.model.demand import matches
from kb.rules.model.facts.atoms import MOST_FACTS
from kb.rules.model.facts.values import require_list, thing
from kb.rules.model.words import Words, told_types


class Retold:
    """What one scenario states: `facts` by slot in their normal form, as the `stated` patterns and their `atoms`."""

    def __init__(self, schema: Schema, words: Words, facts: Json, stated: Sequence[Partial], atoms: Set[Fact]) -> None:
        self.schema, self.words = schema, words
        self.facts, self.stated, self.atoms = facts, stated, atoms

    def sentences(self, slots: Iterable[Slot]) -> list[Json]:
        """Each fact given, in the order of the slots, as a sentence."""
        found: list[Json] = []
        for slot in slots:
            if self.facts.get(slot.name) is None:
                continue
            patterns = [each for each in self.stated if each[0] == slot.fact] if slot.fact else []
            if slot.fact and self.schema.facts[slot.fact].among:
                said = [self.words.fact(each, each in self.atoms) for each in patterns]
                found.append({"fact": slot.name, "value": self.facts[slot.name], "sentence": "; ".join(said)})
                continue
            atoms = [atom for atom in sorted(self.atoms, key=order) if any(matches(each, atom) for each in patterns)]
            if slot.each:
                atoms = list(self._things(slot))
            named = bool(slot.fact) and self.schema.facts[slot.fact].named
            said = [self._named(atom) if named else self.words.fact(atom) for atom in atoms]
            if slot.fact and not atoms:
                said = [self.words.fact((slot.fact, *slot.args), False)] if None not in slot.args else []
            found.append({"fact": slot.name, "value": self.facts[slot.name], "sentence": "; ".join(said)})
        return found

    def _things(self, slot: Slot) -> Iterator[Fact]:
        """What is given of each thing of a list, thing by thing; that it is there, where nothing else is given."""
        for row in require_list(self.facts[slot.name], MOST_FACTS):
            assert isinstance(row, Mapping)
            given = [name for name in slot.properties if name in row] or [slot.mark or slot.each]
            own = [atom for atom in self.atoms if atom[0] in given and atom[1:2] == (thing(row["id"]),)]
            yield from sorted(own, key=lambda atom: (given.index(str(atom[0])), order(atom)))

    def _named(self, atom: Fact) -> str:
        """What a question names to be compared, which did not happen: what it asks, and the answer that it has in mind,
        `Where would the hero go? the Underpit`."""
        fact, args = self.schema.facts[str(atom[0])], atom[1:]
        value = self.words.fill(f"{{{len(args)}}}", args, types=told_types(fact))
        return f"{self.words.question(fact, args[:-1])} {value}"
