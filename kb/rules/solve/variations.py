"""The scenarios around one: what a check comes to where a fact that was left unsaid is another.

"Can I always strike with a stunned figure?" asks whether the verdict is the same whatever else is so. `variations`
gives the scenario itself, then that with one unsaid fact stated otherwise, fact by fact, each with what the check comes
to. A fact without a default is not known: where stating one still leaves the verdict open, further ones are stated too,
so that each way to a verdict names no more facts than it needs.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from kb.records.checks import Check
from kb.records.results import Status
from kb.records.scenario import Reading
from kb.records.types import FactType, Json, Plain
from kb.rules.model.demand import Demands, by_name, sharpened, wanted
from kb.rules.model.facts.read import read_facts
from kb.rules.model.rulemodel import RuleModel
from kb.rules.solve.decide import find
from kb.rules.solve.outcomes import Finding

MOST_VALUES = 6
Stated = Plain | list[Plain]


@dataclass(frozen=True, slots=True)
class Unsaid:
    """A fact that a scenario leaves unsaid: its address, other values than its default's, and whether it has none."""

    address: str
    values: tuple[Stated, ...]
    open: bool


def variations(
    model: RuleModel, identifier: str, facts: Mapping[str, object], limit: int, seconds: float
) -> list[tuple[Json, Finding]]:
    """The scenario, then at most `limit - 1` around it, each with what the check comes to; none is begun after
    `seconds`: where some are left by then, the first of them ends the list as a `timeout`. Raises what
    `find` of kb.rules.solve.decide raises for the scenario itself.
    """
    until = time.monotonic() + seconds
    found = [(dict(facts), find(model, identifier, facts))]
    facts_left = unsaid(model, model.check(identifier), facts)
    opened = [each for each in facts_left if each.open]
    waiting: deque[tuple[Json, Sequence[Unsaid]]] = deque(_one_each(facts_left, opened))
    while waiting and len(found) < limit and time.monotonic() < until:
        stated, rest = waiting.popleft()
        scenario = {**facts, **stated}
        found.append((scenario, find(model, identifier, scenario)))
        if found[-1][1].status is Status.DEPENDS:
            waiting += [({**stated, **more}, after) for more, after in _one_each(rest, rest)]
    if waiting and len(found) < limit:
        found.append(({**facts, **waiting[0][0]}, Finding(Status.TIMEOUT, None)))
    return found


def _one_each(facts: Sequence[Unsaid], opened: Sequence[Unsaid]) -> Iterator[tuple[Json, Sequence[Unsaid]]]:
    """Each fact stated, the first value of each before the second of any; with it what may be stated besides: what is
    not known and stands behind it, so that no two ways lead to the same scenario."""
    behind = {each.address: opened[at + 1 :] for at, each in enumerate(opened)}
    for values in zip_longest(*(each.values for each in facts)):
        for each, value in zip(facts, values, strict=True):
            if value is not None:
                yield {each.address: value}, behind.get(each.address, opened)


def unsaid(model: RuleModel, check: Check, facts: Mapping[str, object]) -> list[Unsaid]:
    """The facts that a scenario leaves unsaid, that can matter in it and whose values can be listed, in the order of
    the slots; not those that tell which way a question asks, nor lists of things."""
    reading = read_facts(model, check, facts)
    can_matter = _relevant(model, check, reading)
    found = {}
    for each in reading.assumptions:
        fact = model.schema.facts.get(str(each.pattern[0]))
        if each.slot and fact is not None and wanted(each.pattern, can_matter):
            listed = None in each.pattern[1 : len(fact.args) + 1]
            found[each.slot] = Unsaid(each.slot, () if listed else _others(fact, each.value), open=False)
    for one in reading.unknown:
        fact = model.schema.facts.get(str(one.pattern[0]))
        if one.choices and fact is not None and wanted(one.pattern, can_matter):
            found[one.slot] = Unsaid(one.slot, _telling([value for value, _ in one.choices]), open=True)
    place = {slot.name: at for at, slot in enumerate(check.slots)}
    return sorted((each for each in found.values() if each.values), key=lambda each: place[each.address.split(".")[0]])


def _relevant(model: RuleModel, check: Check, reading: Reading) -> Demands:
    """The patterns of facts that the goal can rest on, whatever the unsaid ones are."""
    goals = [goal for goal in (check.goal, check.against) if goal]
    left = [*(each.pattern for each in reading.unknown), *(each.pattern for each in reading.assumptions)]
    return by_name(sharpened(model.slices[check.id], goals, reading.atoms, left))


def _others(fact: FactType, default: object) -> tuple[Stated, ...]:
    """The values that could be stated instead of a default, none where they cannot be listed."""
    kind = fact.value
    if kind is None:
        return (not default,) if isinstance(default, bool) else ()
    if kind.kind == "enum":
        values: list[Plain] = list(kind.choices)
    elif kind.kind == "int":
        near = [default - 1, default + 1] if isinstance(default, int) else []
        values = [value for value in (kind.low, kind.low + 1, *near, kind.high) if kind.low <= value <= kind.high]
    else:
        return ()
    if fact.many:
        return tuple([value] for value in dict.fromkeys(values)) if default in ([], (), False) else ()
    return tuple(value for value in dict.fromkeys(values) if value != default)


def _telling(values: Sequence[Plain]) -> tuple[Plain, ...]:
    """All values where there are few; of many numbers the least two, the middle and the greatest two."""
    if len(values) <= MOST_VALUES:
        return tuple(values)
    if isinstance(values[0], int):
        return tuple(dict.fromkeys([*values[:2], values[len(values) // 2], *values[-2:]]))
    return tuple(values)
