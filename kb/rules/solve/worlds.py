"""The worlds that unknown facts leave: the outcome in each, and which fact tells most.

A world gives each unknown fact that the goal can rest on one of its values. Up to MOST_WORLDS are
solved one by one. Above, brave and cautious consequences bound what the goal comes to, and a fixed
sample of worlds, changed in one fact at a time, shows which facts can matter.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log2, prod

from kb.records.atoms import Fact
from kb.records.checks import Ask, Check, Outcome, Reading, Unknown
from kb.rules.model.demand import sharpened, wanted
from kb.rules.prove.narrate import label
from kb.rules.solve.engine import Engine, World
from kb.rules.solve.graph import Slice
from kb.rules.solve.join import Store
from kb.rules.solve.outcomes import DOUBTS, outcome, shown
from kb.rules.solve.program import program

MOST_WORLDS = 2_000
SAMPLED = 200
MOST_VALUES = 24
MOST_LISTED = 50


@dataclass(frozen=True, slots=True)
class Rated:
    """A fact to ask for: what is left open after its answer (0: nothing), and what each answer leads to."""

    unknown: Unknown
    left: float
    why: str


class Worlds:
    """The worlds of one scenario."""

    def __init__(self, check: Check, slice_: Slice, reading: Reading, facts: Sequence[Fact]) -> None:
        self.check = check
        goals = [goal for goal in (check.goal, check.against) if goal]
        demands = sharpened(slice_, goals, facts, [each.pattern for each in reading.unknown])
        listed = [each for each in reading.unknown if each.choices]
        relevant = [each for each in listed if wanted(each.pattern, demands)]
        self.open = [each for each in reading.unknown if not each.choices and wanted(each.pattern, demands)]
        self.relevant = relevant
        fixed = [fact for each in listed if each not in relevant for fact in each.choices[0][1]]
        names = tuple(sorted({str(goal[0]) for goal in goals} | {name for name, _ in DOUBTS}))
        self.exact = prod(len(each.choices) for each in relevant) <= MOST_WORLDS
        self.text, self.facts = program(slice_, names, told=self.exact), [*facts, *fixed]

    @cached_property
    def engine(self) -> Engine:
        """The scenario, grounded with every value of what is not known."""
        return Engine(self.text, self.facts, self.relevant)

    def outcome(self) -> Outcome | None:
        """What every world comes to, None where they differ."""
        if self.exact:
            self.found = {world: self._outcome(facts) for world, facts in self.engine.models()}
            outcomes = set(self.found.values())
            return next(iter(outcomes)) if len(outcomes) == 1 else None
        return self._bounded({})

    def _outcome(self, facts: Sequence[Fact]) -> Outcome:
        return outcome(self.check, Store(facts))

    def _bounded(self, chosen: dict[int, int]) -> Outcome | None:
        """What every world with these values comes to, None where they may differ."""
        always, sometimes = self.engine.bounds(chosen)
        low = self._outcome(sorted(always, key=repr))
        return low if low == self._outcome(sorted(sometimes, key=repr)) else None

    def asks(self) -> tuple[Ask, ...]:
        """The facts that can change the outcome, the most telling first; then those whose values cannot be listed."""
        rated = self._exactly() if self.exact else self._roughly()
        ordered = sorted(enumerate(rated), key=lambda pair: (round(pair[1].left, 9), pair[0]))
        listed = [ask_for(each.unknown, each.why) for _, each in ordered]
        return (*listed, *(ask_for(each, "the verdict can rest on it") for each in askable(self.open)))

    def _exactly(self) -> list[Rated]:
        """Each fact that alone can change the outcome, with the entropy that its answer leaves."""
        found = []
        for number, unknown in enumerate(self.relevant):
            groups: dict[int, Counter[Outcome]] = {}
            for world, each in self.found.items():
                groups.setdefault(world[number], Counter())[each] += 1
            if self._matters(number):
                left = sum(group.total() * entropy(group) for group in groups.values()) / len(self.found)
                leads = {at: next(iter(group)) if len(group) == 1 else None for at, group in groups.items()}
                found.append(Rated(unknown, left, why(unknown, leads)))
        return found

    def _matters(self, number: int) -> bool:
        """Whether two worlds that differ in this fact alone differ in outcome."""
        seen: dict[World, Outcome] = {}
        for world, found in self.found.items():
            rest = (*world[:number], *world[number + 1 :])
            if seen.setdefault(rest, found) != found:
                return True
        return False

    def _roughly(self) -> list[Rated]:
        """Each fact that changes the outcome of a sampled world, with the share of its values that settle nothing."""
        matter = self._sampled()
        found = []
        for number, unknown in enumerate(self.relevant):
            if number not in matter:
                continue
            values = range(len(unknown.choices))[:: 1 + len(unknown.choices) // MOST_VALUES]
            leads = {at: self._bounded({number: at}) for at in values}
            left = sum(each is None for each in leads.values()) / len(leads)
            found.append(Rated(unknown, left, why(unknown, leads) if len(leads) == len(unknown.choices) else CHANGES))
        return found

    def _sampled(self) -> set[int]:
        """The facts that change the outcome of some world of a fixed sample; all where none was seen to."""
        chance = random.Random(len(self.relevant))
        found: set[int] = set()
        for _ in range(SAMPLED // (len(self.relevant) + 1) + 1):
            world = tuple(chance.randrange(len(each.choices)) for each in self.relevant)
            before = self._in(world)
            for number, each in enumerate(self.relevant):
                other = (world[number] + 1 + chance.randrange(max(1, len(each.choices) - 1))) % len(each.choices)
                if number not in found and self._in((*world[:number], other, *world[number + 1 :])) != before:
                    found.add(number)
        return found or set(range(len(self.relevant)))

    def _in(self, world: World) -> Outcome:
        return self._outcome(next(facts for _, facts in self.engine.models(world)))


def entropy(group: Counter[Outcome]) -> float:
    """How open a group of worlds leaves the outcome, in bits."""
    total = group.total()
    return -sum(count / total * log2(count / total) for count in group.values())


CHANGES = "the verdict changes with it"


def why(unknown: Unknown, leads: dict[int, Outcome | None]) -> str:
    """What each answer leads to."""
    if len(leads) > 6:
        return CHANGES
    said = []
    for at in sorted(leads):
        found = leads[at]
        said.append(f"{label(unknown, unknown.choices[at][0])}: {shown(found) if found else 'still open'}")
    return "; ".join(said)


def askable(unknown: Sequence[Unknown]) -> list[Unknown]:
    """Open facts without those about a card's words, as long as the card itself is not known."""
    return [each for each in unknown if each.type != "words" or all(one.type == "words" for one in unknown)]


def ask_for(unknown: Unknown, reason: str) -> Ask:
    """The question for a fact."""
    choices = tuple(value for value, _ in unknown.choices) if len(unknown.choices) <= MOST_LISTED else ()
    return Ask(unknown.slot, unknown.question, unknown.type, choices, unknown.labels, reason)
