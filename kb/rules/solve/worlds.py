"""The worlds that unknown facts leave: the outcome in each, and which fact tells most.

A world gives each unknown fact that the goal can rest on one of its values. Up to MOST_WORLDS are solved one by one.
Above, a fixed sample of them shows that outcomes differ, and which facts can matter (kb/rules/solve/sampling.py); that
all agree is shown by solving for a world that does not, within a fixed number of conflicts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log2, prod
from typing import TYPE_CHECKING

from kb.errors import RuleError
from kb.records.atoms import Fact
from kb.records.checks import Check
from kb.records.results import Ask, Outcome
from kb.records.scenario import Reading, Unknown
from kb.rules.language.graph import Slice
from kb.rules.language.join import Store
from kb.rules.language.syntax import order
from kb.rules.model.demand import by_name, sharpened, wanted
from kb.rules.prove.narrate import label
from kb.rules.solve.evaluator import evaluate
from kb.rules.solve.outcomes import DOUBTS, doubts, outcome, shown
from kb.rules.solve.sampling import SAID, Effect, Sample, World
from kb.rules.solve.solver.ground import checked, grounded

if TYPE_CHECKING:
    from kb.rules.solve.solver.engine import Engine

MOST_WORLDS = 2_000
MOST_LISTED = 50
MOST_GROUNDED = 1_000


@dataclass(frozen=True, slots=True)
class Rated:
    """A fact to ask for: what is left open after its answer (0: nothing), and what each answer leads to."""

    unknown: Unknown
    left: float
    why: str


class Worlds:
    """The worlds of one scenario."""

    def __init__(self, check: Check, slice_: Slice, reading: Reading, facts: Sequence[Fact]) -> None:
        self.check, self.slice = check, slice_
        goals = [goal for goal in (check.goal, check.against) if goal]
        demands = by_name(sharpened(slice_, goals, facts, [each.pattern for each in reading.unknown]))
        listed = [each for each in reading.unknown if each.choices]
        relevant = [each for each in listed if wanted(each.pattern, demands)]
        self.open = [each for each in reading.unknown if not each.choices and wanted(each.pattern, demands)]
        self.relevant = relevant
        fixed = [fact for each in listed if each not in relevant for fact in each.choices[0][1]]
        self.names = tuple(sorted({str(goal[0]) for goal in goals} | {name for name, _ in DOUBTS}))
        self.exact = prod(len(each.choices) for each in relevant) <= MOST_WORLDS
        self.facts = [*facts, *fixed]
        self.found: dict[World, Outcome] = {}
        self._solving = self.each_world()
        self.sample = Sample(
            relevant, lambda world: self.come_to(evaluate(slice_, self.stated(world))),
            facts=len(self.facts) + len(relevant), rules=len(slice_.rules),
        )  # fmt: skip

    @cached_property
    def engine(self) -> Engine:
        """The scenario, grounded with every value of what is not known."""
        return grounded(self.slice, self.facts, self.relevant, self.names, told=self.exact)

    def outcome(self) -> Outcome | None:
        """What every world comes to, None where they differ: known as soon as two do."""
        if self.exact:
            first = next(self._solving)
            return first if all(each == first for each in self._solving) else None
        if differing := self.sample.differing():
            for world in differing:
                self.agreed(world)
            return None
        return self.surely({}, self.sample.outcome(next(self.sample.bases())))

    def agreed(self, world: World) -> None:
        """Compare the two evaluators' models of a world; RuleError where they differ."""
        solved(self.check, self.slice, self.stated(world))

    def each_world(self) -> Iterator[Outcome]:
        """The outcomes of all worlds, solved one by one."""
        for world, facts in self.engine.models():
            self.found[world] = self.come_to(Store(facts))
            yield self.found[world]

    def stated(self, world: World) -> list[Fact]:
        """All facts of one world."""
        chosen = [fact for each, at in zip(self.relevant, world, strict=True) for fact in each.choices[at][1]]
        return sorted({*self.facts, *chosen}, key=order)

    def come_to(self, store: Store) -> Outcome:
        """The outcome of one world's model."""
        return outcome(self.check, store)

    def surely(self, chosen: dict[int, int], found: Outcome) -> Outcome | None:
        """The outcome that was found in some worlds with these values, None unless it is that of all such worlds.

        It is where the atoms that always hold come to it, and those that sometimes do: a verdict between the two is the
        same. A doubt of some worlds alone says nothing of the others.
        """
        *_, least = self.engine.consequences("cautious", chosen)
        always = Store(sorted(least or (), key=repr))
        doubted = bool(doubts(self.check, always))
        if least is None or self.come_to(always) != found:
            return None
        for more in self.engine.consequences("brave", chosen):
            sometimes = Store(sorted(more or (), key=repr))
            if more is None or self.come_to(sometimes) != found or bool(doubts(self.check, sometimes)) != doubted:
                return None
        return found

    def asks(self) -> tuple[Ask, ...]:
        """The facts that can change the outcome, the most telling first; then those whose values cannot be listed."""
        rated = self._exactly() if self.exact else self._roughly()
        ordered = sorted(enumerate(rated), key=lambda pair: (round(pair[1].left, 9), pair[0]))
        listed = [ask_for(each.unknown, each.why) for _, each in ordered]
        return (*listed, *(ask_for(each, "the verdict can rest on it") for each in askable(self.open)))

    def _exactly(self) -> list[Rated]:
        """Each fact that alone can change the outcome, with the entropy that its answer leaves."""
        found, _ = [], list(self._solving)
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
        """Each fact that changes the outcome of a sampled world, all where none was seen to, with the share of its
        values that settle nothing; what is said of an answer is sure."""
        found = []
        for each in self.sample.effects() or [Effect(number, {}) for number in range(len(self.relevant))]:
            unknown, leads, said = self.relevant[each.number], each.leads, CHANGES
            if leads and len(leads) == len(unknown.choices) <= SAID:
                leads = {at: one and self._told(each.number, at, one) for at, one in leads.items()}
                said = why(unknown, leads)
            left = sum(one is None for one in leads.values()) / len(leads) if leads else 1.0
            found.append(Rated(unknown, left, said))
        return found

    def _told(self, number: int, at: int, found: Outcome) -> Outcome | None:
        """What a value of a fact leads to, None where that is not sure or would take too long to make sure of."""
        few = sum(len(each.choices) for each in self.relevant) <= MOST_GROUNDED
        return self.surely({number: at}, found) if few else None


def solved(check: Check, slice_: Slice, facts: Sequence[Fact]) -> Store:
    """The model of one world, by the second evaluator, compared with clingo's; RuleError where they differ."""
    return agreed(check, evaluate(slice_, facts), grounded(slice_, facts))


def agreed(check: Check, store: Store, engine: Engine, world: World | None = None) -> Store:
    """A model that the second evaluator found, compared with clingo's of that world; RuleError where they differ."""
    _, found = next(engine.models(world, 1))
    if set(checked(found)) != set(store):
        raise RuleError(f"the two evaluators disagree on {check.full_id}")
    return store


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


def ways_of(why: str) -> list[tuple[str, str]]:
    """Each answer to a fact with what it leads to, from `yes: no; no: yes`; nothing where it is not told."""
    ways = [way.rpartition(": ") for way in why.split("; ")]
    return [(label, verdict) for label, _, verdict in ways] if all(label for label, _, _ in ways) else []


def askable(unknown: Sequence[Unknown]) -> list[Unknown]:
    """Open facts without those about a card's words, as long as the card itself is not known."""
    return [each for each in unknown if each.type != "words" or all(one.type == "words" for one in unknown)]


def ask_for(unknown: Unknown, reason: str) -> Ask:
    """The question for a fact."""
    choices = tuple(value for value, _ in unknown.choices) if len(unknown.choices) <= MOST_LISTED else ()
    return Ask(unknown.slot, unknown.question, unknown.type, choices, unknown.labels, reason)
