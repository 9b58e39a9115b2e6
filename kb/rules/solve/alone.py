"""Checks by the second evaluator alone: for a device without signal, which has Python and no clingo.

Verdicts, proofs and what is asked are those of kb/rules/solve/run.py. There two evaluators must agree on each world;
here one computes, and where many worlds are left a few stand for all (kb/rules/solve/cubes.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from kb.records.atoms import Fact
from kb.records.results import CheckResult, Outcome
from kb.rules.language.join import Store
from kb.rules.model.facts.read import read_facts
from kb.rules.model.rulemodel import RuleModel
from kb.rules.prove.build import Prover
from kb.rules.solve.cubes import Cubes, TooManyCubesError
from kb.rules.solve.decide import Decider
from kb.rules.solve.evaluator import evaluate
from kb.rules.solve.outcomes import open_doubts
from kb.rules.solve.run import result_of
from kb.rules.solve.sampling import World
from kb.rules.solve.solver.ground import checked
from kb.rules.solve.worlds import MOST_WORLDS, Worlds

MOST_SURE = 64


def run_alone(model: RuleModel, identifier: str, facts: Mapping[str, object]) -> CheckResult:
    """Run a check with these facts; raises what `run_check` of kb.rules.solve.run raises for them."""
    check = model.check(identifier)
    return result_of(model, Alone(model, check, read_facts(model, check, facts)).decide())


class Alone(Decider):
    """One scenario of one check, by one evaluator."""

    def worlds(self) -> Worlds:
        """Its worlds, without the solver."""
        return LoneWorlds(self)

    def agreed(self, store: Store, chosen: dict[int, int]) -> Store:
        """The model as it is: nothing is there to compare it with."""
        checked(store)
        return store

    def agreed_ways(self, found: set[str], facts: Sequence[Fact]) -> None:
        """Nothing is there to compare them with."""


class LoneWorlds(Worlds):
    """The worlds of one scenario, by one evaluator."""

    def __init__(self, decider: Decider) -> None:
        super().__init__(decider.check, decider.slice, decider.reading, decider._facts())
        self.decider = decider
        self.cubes = Cubes(self._sizes(), self._proven, MOST_WORLDS if self.exact else MOST_SURE)

    def _sizes(self) -> tuple[int, ...]:
        return tuple(len(each.choices) for each in self.relevant)

    def _proven(self, world: World) -> tuple[Outcome, list[int]]:
        """A world's outcome, and the facts on which its proof rests."""
        store = evaluate(self.slice, self.stated(world))
        checked(store)
        prover = Prover(self.slice, store, self.decider.reading, self.decider.words)
        self.decider.root(prover, store)
        for pattern in open_doubts(self.slice.heads):
            prover.absent(pattern, tuple(store.select(pattern)))
        rests = [number for number, each in enumerate(self.relevant) if prover.rests_on(each.pattern)]
        return self.come_to(store), rests

    def agreed(self, world: World) -> None:
        """Nothing is there to compare it with."""

    def each_world(self) -> Iterator[Outcome]:
        """The outcomes of all worlds, cube by cube."""
        for cube in self.cubes.all({}):
            values = [(cube.chosen[at],) if at in cube.chosen else range(size) for at, size in enumerate(self._sizes())]
            self.found.update(dict.fromkeys(product(*values), cube.found))
            yield cube.found

    def surely(self, chosen: dict[int, int], found: Outcome) -> Outcome | None:
        """The outcome that was found in some worlds with these values, None unless it is that of all such worlds, or
        where too many would have to be solved to know."""
        try:
            return found if all(cube.found == found for cube in self.cubes.all(chosen)) else None
        except TooManyCubesError:
            return None
