"""The atoms that a value states: a fact's truth or value, a list of values, the rows of a relation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kb.records.atoms import Fact, Partial, Value
from kb.records.types import FactType, Plain, Type, column_labels
from kb.rules.language.syntax import order
from kb.rules.model.facts.values import ValueProblemError, plain, read_value, require_bool, require_list, shown

MOST_FACTS = 2_000


class AtomReader:
    """Reads values by the types of their facts; things that they name are added to `things`, by kind."""

    def __init__(self, cards: Sequence[str], things: dict[str, dict[Value, None]]) -> None:
        self.cards, self.things = cards, things

    def of(self, fact: FactType, args: Partial, value: object) -> tuple[set[Fact], object]:
        """The atoms that a value states, and the value in its normal form."""
        if None in args:
            return self._rows(fact, args, value)
        known = tuple(each for each in args if each is not None)
        if fact.value is None:
            holds = require_bool(value)
            return ({(fact.name, *known)} if holds else set()), holds
        if not fact.many:
            single = self._value(value, fact.value)
            return {(fact.name, *known, single)}, plain(single)
        listed = [self._value(each, fact.value) for each in require_list(value, MOST_FACTS)]
        unique = sorted(dict.fromkeys(listed), key=order)
        return {(fact.name, *known, each) for each in unique}, [plain(each) for each in unique]

    def _value(self, value: object, type_: Type) -> Value:
        found = read_value(value, type_, self.cards)
        if type_.kind == "entity":
            self.things[type_.entity][found] = None
        return found

    def _rows(self, fact: FactType, args: Partial, value: object) -> tuple[set[Fact], object]:
        """A relation: one atom for each row."""
        columns = [type_ for arg, type_ in zip(args, fact.args, strict=True) if arg is None]
        columns += [fact.value] if fact.value else []
        labels = column_labels(columns)
        atoms: dict[Fact, list[Plain]] = {}
        for row in require_list(value, MOST_FACTS):
            cells = self._cells(row, columns, labels)
            rest = iter(cells)
            filled = tuple(next(rest) if arg is None else arg for arg in args)
            atoms[(fact.name, *filled, *rest)] = [plain(cell) for cell in cells]
        if fact.valued and len({atom[:-1] for atom in atoms}) < len(atoms):
            raise ValueProblemError(f"two values of {fact.name} for the same thing")
        return set(atoms), [atoms[atom] for atom in sorted(atoms, key=order)]

    def _cells(self, row: object, columns: list[Type], labels: list[str]) -> list[Value]:
        if isinstance(row, Mapping):
            unknown = [str(key) for key in row if key not in labels]
            if unknown or len(row) != len(labels):
                raise ValueProblemError(f"{shown(dict(row))} does not fit: {', '.join(labels)} are expected")
            row = [row[label] for label in labels]
        if len(columns) == 1 and not isinstance(row, list | tuple):
            row = [row]
        if not isinstance(row, list | tuple) or len(row) != len(columns):
            raise ValueProblemError(f"{shown(row)} does not fit: {', '.join(labels)} are expected")
        return [self._value(cell, type_) for cell, type_ in zip(row, columns, strict=True)]
