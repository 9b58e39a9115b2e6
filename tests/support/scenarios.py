"""Generated scenarios: facts of the right types for any check, by chance."""

from __future__ import annotations

import random
from collections.abc import Sequence

from kb.records.checks import Check, Slot
from kb.records.types import FactType, Json, Type
from kb.rules.model.demand import by_name, wanted
from kb.rules.model.facts.values import plain
from kb.rules.model.rulemodel import RuleModel

NAMES = ("A", "B", "C", "D")
LEFT_OUT = 0.12


def scenario(model: RuleModel, check: Check, chance: random.Random) -> Json:
    """Facts for a check; some slots are left out, as players do."""
    facts: Json = {}
    worded = [slot for slot in check.slots if slot.fact and model.schema.facts[slot.fact].among]
    for slot in [slot for slot in check.slots if slot not in worded]:
        if chance.random() >= LEFT_OUT:
            facts[slot.name] = _things(model, slot, chance) if slot.each else _slot(model, slot, chance)
    for slot in worded:
        facts[slot.name] = _words(model, check, slot, facts, chance)
    return facts


def _words(model: RuleModel, check: Check, slot: Slot, facts: Json, chance: random.Random) -> Json:
    """Truth values for what the scenario's card asks for in its own words."""
    among = model.schema.facts[slot.fact].among
    cards = [card for card in facts.values() if card in model.cards]
    texts = [text for text in model.texts if text.fact[0] == among and text.card in cards]
    texts = [text for text in texts if wanted(text.fact, by_name(model.demands[check.id]))]
    return {str(plain(text.fact[-1])): chance.random() < 0.7 for text in texts if chance.random() >= LEFT_OUT}


def _slot(model: RuleModel, slot: Slot, chance: random.Random) -> object:
    fact = model.schema.facts[slot.fact]
    open_types = [type_ for arg, type_ in zip(slot.args, fact.args, strict=True) if arg is None]
    return _rows(model, fact, open_types, chance) if open_types else _plain(model, fact, chance)


def _plain(model: RuleModel, fact: FactType, chance: random.Random) -> object:
    if fact.value is None:
        return chance.random() < 0.5
    if fact.many:
        return [_value(model, fact.value, chance) for _ in range(chance.randrange(4))]
    return _value(model, fact.value, chance)


def _rows(model: RuleModel, fact: FactType, types: Sequence[Type], chance: random.Random) -> list[list[object]]:
    """Rows of a relation; where it has one value for each thing, no thing stands twice."""
    found: dict[tuple[object, ...], list[object]] = {}
    for _ in range(chance.randrange(6)):
        cells = [_value(model, type_, chance) for type_ in types]
        value = [_value(model, fact.value, chance)] if fact.value else []
        key = tuple(cells) if fact.valued else (*cells, *value)
        found[key] = [*cells, *value]
    return list(found.values())


def _things(model: RuleModel, slot: Slot, chance: random.Random) -> list[Json]:
    things: list[Json] = []
    for name in NAMES[: chance.randrange(4)]:
        thing: Json = {"id": name}
        for each in slot.properties:
            fact = model.schema.facts[each]
            if chance.random() >= LEFT_OUT:
                rest = list(fact.args[1:])
                thing[each] = _rows(model, fact, rest, chance) if rest else _plain(model, fact, chance)
        things.append(thing)
    return things


def _value(model: RuleModel, type_: Type, chance: random.Random) -> object:
    if type_.kind == "int":
        near = [type_.low, min(type_.low + 1, type_.high), type_.high]
        return chance.choice([*near, *(chance.randint(type_.low, type_.high) for _ in range(5))])
    if type_.kind == "enum":
        return chance.choice(type_.choices)
    if type_.kind == "card" and model.cards:
        return chance.choice(model.cards)
    return chance.choice(NAMES)
