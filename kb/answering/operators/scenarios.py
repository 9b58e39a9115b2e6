"""The scenarios that operators speak of: a fact's values in a range, a condition taken away, what was left unsaid."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kb.answering.choosing.choose import Choice
from kb.answering.compose import Told
from kb.answering.run import facts_of, of_the_game
from kb.errors import RuleError, UsageError
from kb.knowledge import KnowledgeBase
from kb.readers.slots import SlotReading
from kb.records.question import Span
from kb.records.results import Status
from kb.records.types import FactType, Plain
from kb.rules.model.apart import apart, apart_from_any
from kb.rules.solve.outcomes import Finding

NOT_SAID = re.compile(r"\((-?\d+)\b|(-?\d+): not\b|(-?\d+) where no")
"""A number that stands for "not said", as a fact's question or sentence tells."""
UNSAID = re.compile(r"not (?:said|told)")
"""What a word of an enum is called that stands for the same."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """The check's facts with some of them changed, and what it says of them: yes, no, or neither."""

    choice: Choice
    changed: tuple[tuple[str, Plain], ...]
    says: Told

    @property
    def slot(self) -> str:
        """The slot whose value is another, the first of several."""
        return self.changed[0][0]

    @property
    def number(self) -> int | None:
        """Its other value, where that is a number."""
        value = self.changed[0][1]
        return value if isinstance(value, int) and not isinstance(value, bool) else None


def with_value(choice: Choice, slot: str, value: Plain) -> Choice:
    """The choice with another value of a slot, read at the same place where it was read."""
    kept = [each for each in choice.filled.readings if each.slot != slot]
    here = next((each for each in choice.filled.readings if each.slot == slot), SlotReading(slot, value, 0, 0, ""))
    return replace(choice, filled=replace(choice.filled, readings=(*kept, replace(here, value=value))))


def changed(base: KnowledgeBase, choice: Choice, changes: Sequence[Mapping[str, Plain]]) -> list[Scenario]:
    """What the check says with each of these changes, in one round trip."""
    if not changes:
        return []
    choices = []
    for each in changes:
        other = choice
        for slot, value in each.items():
            other = with_value(_without_what_is_apart(base, other, slot, value), slot, value)
        choices.append(other)
    try:
        found = base.checks.find_many(choice.check.full_id, [each.filled.facts for each in choices])
    except (UsageError, RuleError):
        return []
    return [
        Scenario(other, tuple(change.items()), said(finding))
        for other, change, finding in zip(choices, changes, found, strict=True)
    ]


def _without_what_is_apart(base: KnowledgeBase, choice: Choice, slot: str, value: Plain) -> Choice:
    """The choice without the facts that cannot be so where a slot has this value: nobody with an empty hand has a card
    to play."""
    facts = facts_of(base, choice)
    schema = base.checks.model(choice.check.game).schema.facts
    stated = (facts[slot].name, value) if slot in facts else (slot, value)
    kept = tuple(
        each
        for each in choice.filled.readings
        if each.slot == slot or each.slot not in facts or not apart(schema, stated, (facts[each.slot].name, each.value))
    )
    return (
        choice
        if len(kept) == len(choice.filled.readings)
        else replace(choice, filled=replace(choice.filled, readings=kept))
    )


def said(finding: Finding) -> Told:
    """The yes or no of a finding, None where it gives neither."""
    if finding.status is not Status.ANSWERED or finding.verdict is None:
        return None
    return finding.verdict.value if isinstance(finding.verdict.value, bool) else None


def values_of(fact: FactType, number: int) -> list[int]:
    """The values of a numeric fact that tell how a check takes those beside a number: those next to it, some further
    off, and the extremes; none that stands for what is not said."""
    assert fact.value is not None
    low, high = fact.value.low, fact.value.high
    steps = (-8, -5, -3, -2, -1, 0, 1, 2, 3, 5, 8, 12)
    near = {low, low + 1, high - 1, high, *(number + step for step in steps)}
    told = NOT_SAID.findall(f"{fact.question} {fact.sentence}")
    unsaid = {int(part) for parts in told for part in parts if part}
    if fact.quiet and isinstance(fact.default, int) and fact.default in (low, high):
        unsaid.add(fact.default)
    if number >= 0:
        unsaid |= set(range(low, 0))
    return [value for value in sorted(near) if low <= value <= high and (value == number or value not in unsaid)]


def others(fact: FactType, value: Plain) -> Iterator[Plain]:
    """The values that could stand instead of one that was read."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (each for each in values_of(fact, value) if each != value)
    elif fact.value is not None:
        unsaid = {word for word, label in fact.value.words if UNSAID.fullmatch(label)}
        yield from (each for each in fact.value.choices if each != value and each not in unsaid)


def known(told: Mapping[int, Told]) -> dict[int, Told]:
    """What a check says of values, without those at an end of them of which it says nothing: they are no values that
    the game has."""
    values = sorted(told)
    settled = [value for value in values if told[value] is not None]
    return {value: told[value] for value in values if settled and settled[0] <= value <= settled[-1]}


def conditions(base: KnowledgeBase, choice: Choice, scope: Span) -> list[SlotReading]:
    """The facts of the game that were read within a place, and nowhere else."""
    facts = facts_of(base, choice)
    return [
        each
        for each in choice.filled.readings
        if of_the_game(facts[each.slot])
        and all(scope.start <= start and end <= scope.end for start, end in each.places)
    ]


def unsaid(base: KnowledgeBase, choice: Choice, quiet: bool = False) -> list[Scenario]:
    """What the check says where one fact of the game is otherwise that the question leaves unsaid; one that goes
    without saying only where `quiet`."""
    facts = facts_of(base, choice)
    schema = base.checks.model(choice.check.game).schema.facts
    stated = choice.filled.facts
    try:
        found = base.checks.worlds(choice.check.full_id, stated)
    except (UsageError, RuleError):
        return []
    scenarios = []
    for world, finding in found[1:]:
        more = {name: value for name, value in world.items() if name not in stated}
        known = [facts.get(name.split(".")[0]) for name in more]
        told = [(facts[name].name, value) for name, value in stated.items() if name in facts]
        new = [(fact.name, value) for fact, value in zip(known, more.values(), strict=True) if fact is not None]
        if any(apart_from_any(schema, each, told) for each in new):
            continue
        if all(fact is not None and of_the_game(fact) and (quiet or not fact.quiet) for fact in known):
            plain = {name: value for name, value in more.items() if isinstance(value, bool | int | str)}
            scenarios.append(Scenario(choice, tuple(plain.items()), said(finding)))
    return scenarios
