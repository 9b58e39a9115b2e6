"""A few worlds of a scenario that has too many to solve one by one: that two differ shows that the verdict depends.

Each sampled world is evaluated by itself, in a millisecond or two, however many there are: neither the number of things
nor that of their values counts. The sample is the same for the same facts: the worlds of all least, all greatest and
all middle values, then others by a fixed chance, in which all facts of one predicate may be at the same end.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, count, islice, zip_longest

from kb.records.results import Outcome
from kb.records.scenario import Unknown

World = tuple[int, ...]
Leads = dict[int, Outcome | None]
FIRST = 16
ENDS = 3
LEVELS = (0, 1, 3, 3)
ALIKE = 8
MOST_BASES = 60
MOST_VALUES = 24
SAID = 6
MOST_EFFORT, LEAST_SOLVED = 200_000, 6
RULE_EFFORT = 40


@dataclass(frozen=True, slots=True)
class Effect:
    """A fact that can matter: its number, and what each value that was tried seems to lead to, None where it leaves the
    outcome open. Of a fact that only is like another that matters nothing was tried."""

    number: int
    leads: Leads


class Sample:
    """The outcomes of sampled worlds, each computed once by `solve`; `facts` and `rules` tell how long one takes."""

    def __init__(
        self, unknown: Sequence[Unknown], solve: Callable[[World], Outcome], facts: int = 0, rules: int = 0
    ) -> None:
        self.unknown, self.solve = unknown, solve
        self.known: dict[World, Outcome] = {}
        self.alike: dict[object, list[int]] = defaultdict(list)
        for number, each in enumerate(unknown):
            self.alike[each.pattern[0]].append(number)
        self.most = max(LEAST_SOLVED, MOST_EFFORT // (facts * facts + RULE_EFFORT * rules + 1))
        self.tries = max(ENDS, min(MOST_BASES, self.most // (2 * len(unknown) + 1)))

    def outcome(self, world: World) -> Outcome:
        """The outcome of one world."""
        if world not in self.known:
            self.known[world] = self.solve(world)
        return self.known[world]

    def bases(self) -> Iterator[World]:
        """The sampled worlds, without end."""
        chance = random.Random(len(self.unknown))
        for number in count():
            levels = {name: number if number < ENDS else chance.choice(LEVELS) for name in self.alike}
            yield tuple(_at(levels[each.pattern[0]], len(each.choices), chance) for each in self.unknown)

    def differing(self) -> tuple[World, World] | None:
        """The first two worlds whose outcomes differ, None where FIRST of them are alike."""
        first, *others = islice(self.bases(), FIRST)
        return next(((first, each) for each in others if self.outcome(each) != self.outcome(first)), None)

    def effects(self) -> list[Effect]:
        """The facts that matter. Once as many worlds were solved as there is time for, a fact is taken to matter where
        one of the same predicate does, or none was tried."""
        found: dict[int, Leads | None] = {}
        for number in (each for each in chain(*zip_longest(*self.alike.values())) if each is not None):
            if len(self.known) < self.most:
                found[number] = self._leads(number) if self._matters(number) else None
        for numbers in self.alike.values():
            tried = [found[each] for each in numbers if each in found]
            if not tried or any(leads is not None for leads in tried):
                found |= {each: {} for each in numbers if each not in found}
        return [Effect(number, leads) for number, leads in sorted(found.items()) if leads is not None]

    def _matters(self, number: int) -> bool:
        """Whether a fact alone changes the outcome of a sampled world."""
        choices, chance = len(self.unknown[number].choices), random.Random(number)
        for at, base in enumerate(islice(self.bases(), self.tries)):
            ends = at < ENDS or at % 2 or choices == 2
            values = (0, choices - 1) if ends else (base[number], chance.randrange(choices))
            if len({self.outcome(_with(base, number, value)) for value in values}) > 1:
                return True
        return False

    def _leads(self, number: int) -> Leads:
        """What the values of a fact lead to, as far as they are tried; nothing where there is no time left."""
        if len(self.known) >= self.most:
            return {}
        return {value: self._lead(number, value) for value in telling(self.unknown[number])}

    def _lead(self, number: int, value: int) -> Outcome | None:
        """What all of some sampled worlds with a fact's value come to, None where two differ."""
        first, *others = (_with(base, number, value) for base in islice(self.bases(), ALIKE))
        found = self.outcome(first)
        return found if all(self.outcome(each) == found for each in others) else None


def _with(world: World, number: int, value: int) -> World:
    """A world with one fact's value replaced."""
    return (*world[:number], value, *world[number + 1 :])


def _at(level: int, choices: int, chance: random.Random) -> int:
    """A fact's value at a level: the least, the greatest, the middle one, or any."""
    return (0, choices - 1, choices // 2, chance.randrange(choices))[level]


def telling(unknown: Unknown) -> Sequence[int]:
    """Which of a fact's values are tried: of many numbers the two least, the two greatest and one between, of many
    words each second or third one."""
    choices = len(unknown.choices)
    if unknown.type == "number" and choices > SAID:
        return (0, 1, choices // 2, choices - 2, choices - 1)
    return range(choices)[:: 1 + choices // MOST_VALUES]
