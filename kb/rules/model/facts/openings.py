"""What a scenario leaves open once its slots are read: defaults, unknown facts, the card texts that take part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod

from kb.records.atoms import Fact, Partial, Value
from kb.records.checks import Check, Slot
from kb.records.scenario import Assumption, TextFact, Unknown
from kb.records.types import FactType, Type
from kb.rules.language.syntax import TEXT, order
from kb.rules.model.demand import by_name, wanted
from kb.rules.model.facts.values import plain, read_value
from kb.rules.model.rulemodel import RuleModel
from kb.rules.model.words import Words

MOST_CHOICES = 4_096
MOST_NAMED = 40


class Openings:
    """One scenario: `things` are those it names, by kind; `covered` the patterns that its slots decide."""

    def __init__(
        self, model: RuleModel, check: Check, things: Mapping[str, Iterable[Value]], covered: Sequence[Partial]
    ) -> None:
        self.model, self.things, self.covered = model, things, covered
        self.demands = by_name(model.demands[check.id])
        self.words = Words(model.schema, {member.name: member.called for member in check.cast})

    def defaults(self) -> Iterator[tuple[Fact | None, Assumption]]:
        """The defaults of closed facts that no slot covers, as far as the goal can rest on them."""
        for fact in self.model.schema.facts.values():
            if fact.default is None or fact.name not in self.demands:
                continue
            if fact.valued:
                yield from self._valued(fact)
                continue
            rest = _value(fact)
            for args in self._named(fact):
                if not self._covered((fact.name, *args, *rest)):
                    yield None, Assumption("", False, (fact.name, *args, *rest))

    def wanted(self, pattern: Fact | Partial) -> bool:
        """Whether the goal can rest on an atom."""
        return wanted(pattern, self.demands)

    def _valued(self, fact: FactType) -> Iterator[tuple[Fact, Assumption]]:
        assert fact.value is not None
        for args in product(*(self.domain(type_) for type_ in fact.args)):
            pattern = (fact.name, *args, None)
            if self.wanted(pattern) and not self._covered(pattern):
                value = read_value(fact.default, fact.value)
                yield (fact.name, *args, value), Assumption("", fact.default, pattern)

    def _covered(self, pattern: Partial) -> bool:
        return any(_wider(each, pattern) for each in self.covered)

    def _named(self, fact: FactType) -> list[tuple[Value | None, ...]]:
        """The arguments that a default is about: each thing named, or any where there are too many to name."""
        columns: list[list[Value | None]] = [
            [*self.domain(type_)] if type_.kind in ("entity", "enum") else [None] for type_ in fact.args
        ]
        if prod(len(column) for column in columns) > MOST_NAMED:
            return [tuple(None for _ in fact.args)]
        return [args for args in product(*columns) if self.wanted((fact.name, *args, *_value(fact)))]

    def domain(self, type_: Type) -> list[Value]:
        """The values of a type that this scenario knows of."""
        if type_.kind == "entity":
            return sorted(self.things[type_.entity], key=order)
        if type_.kind == "enum":
            return list(type_.choices)
        if type_.kind == "int" and type_.high - type_.low < MOST_CHOICES:
            return list(range(type_.low, type_.high + 1))
        return []

    def unknown(self, fact: FactType | None, address: str, pattern: Partial, slot: Slot) -> Unknown | None:
        """What is asked where a fact is not given; None where the goal cannot rest on it."""
        if fact is None:
            question = slot.question or f"Which {slot.name.replace('_', ' ')} are there?"
            patterns = [(slot.each, None), *((name, None) for name in ([slot.mark] if slot.mark else []))]
            relevant = any(self.wanted(each) for each in patterns) or slot.properties
            return Unknown(address, question, "list", (), (), pattern) if relevant else None
        if not self.wanted(pattern):
            return None
        open_ends = pattern[1:-1] if fact.value else pattern[1:]
        own = "" if slot.each else slot.question
        question = self.words.fill(own, pattern[1:]) if own else self.words.question(fact, open_ends)
        if None in open_ends or fact.many:
            return Unknown(address, question, "words" if fact.among else "list", (), (), pattern)
        base = (fact.name, *(each for each in open_ends if each is not None))
        if fact.value is None:
            return Unknown(address, question, "bool", ((True, (base,)), (False, ())), fact.labels, pattern)
        values = self.domain(fact.value)
        choices = tuple((plain(value), ((*base, value),)) for value in values)
        labels = fact.labels or tuple((str(plain(value)), self.words.value(value)) for value in values)
        kind = {"enum": "choice", "entity": "choice", "int": "number"}.get(fact.value.kind, "text")
        return Unknown(address, question, kind, choices, labels if kind == "choice" else (), pattern)

    def texts(self, atoms: Iterable[Fact], unknown: Iterable[FactType | None]) -> tuple[TextFact, ...]:
        """The card texts of the cards that the scenario names; of all where a card is unknown."""
        named = {value[1] for atom in atoms for value in atom[1:] if isinstance(value, tuple) and value[0] == TEXT}
        opened = any(type_.kind == "card" for fact in unknown if fact is not None for type_ in fact.types)
        taken = [text for text in self.model.texts if not text.card or opened or text.card in named]
        kept = (text for text in taken if self.wanted(text.fact))
        return tuple(sorted(kept, key=lambda text: order(text.fact)))


def _value(fact: FactType) -> tuple[None, ...]:
    return () if fact.value is None else (None,)


def _wider(cover: Partial, pattern: Partial) -> bool:
    """Whether every atom of a pattern is one of the cover's."""
    return len(cover) == len(pattern) and all(
        one is None or one == other for one, other in zip(cover, pattern, strict=True)
    )
