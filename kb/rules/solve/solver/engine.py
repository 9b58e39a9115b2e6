"""Solve a slice with clingo: its model, its options, its worlds where facts are unknown.

Facts enter as symbols, before grounding. Where facts are unknown, each is a choice of exactly one of
its values, and a solver's model is a world (and an option, where the slice has choices).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

import clingo

from kb.records.atoms import Fact
from kb.records.scenario import Unknown
from kb.rules.solve.solver.program import WORLD, atom_symbol, fact

World = tuple[int, ...]
MOST_CONFLICTS = 2_000


class Engine:
    """A slice grounded with one scenario's facts; solves as often as needed."""

    def __init__(self, text: str, facts: Iterable[Fact], unknown: Sequence[Unknown] = ()) -> None:
        self.control = clingo.Control(["--warn=none"])
        self.control.add("base", [], text)
        self.unknown = unknown
        with self.control.backend() as backend:
            for each in facts:
                backend.add_rule([backend.add_atom(atom_symbol(each))])
            for number, one in enumerate(unknown):
                self._choice(backend, number, one)
        self.control.ground([("base", [])])

    def _choice(self, backend: clingo.Backend, number: int, unknown: Unknown) -> None:
        """Exactly one of an unknown fact's values holds."""
        worlds = [backend.add_atom(_world(number, at)) for at in range(len(unknown.choices))]
        backend.add_rule(worlds, choice=True)
        for pair in combinations(worlds, 2) if len(worlds) <= 8 else ():
            backend.add_rule([], list(pair))
        if len(worlds) > 8:
            several = backend.add_atom()
            backend.add_weight_rule([several], 2, [(world, 1) for world in worlds])
            backend.add_rule([], [several])
        backend.add_rule([], [-world for world in worlds])
        for world, (_, facts) in zip(worlds, unknown.choices, strict=True):
            for each in facts:
                backend.add_rule([backend.add_atom(atom_symbol(each))], [world])

    def models(self, world: World | None = None, limit: int = 0) -> Iterator[tuple[World, list[Fact]]]:
        """The models, all or those of one world, each with its world; at most `limit` of them (0: all)."""
        self._mode("auto", limit)
        with self.control.solve(yield_=True, assumptions=self._assumed(world)) as handle:
            for model in handle:
                yield _read(model.symbols(shown=True), len(self.unknown))

    def consequences(self, mode: str, chosen: Mapping[int, int]) -> Iterator[set[Fact] | None]:
        """Closer and closer, the atoms that hold in every model with these values of unknown facts (`cautious`, fewer
        each time) or in some (`brave`, more each time); None at the end where MOST_CONFLICTS did not suffice."""
        self._mode(mode, 0, MOST_CONFLICTS)
        assumed = [(_world(number, at), True) for number, at in chosen.items()]
        with self.control.solve(yield_=True, assumptions=assumed) as handle:
            for model in handle:
                yield {fact(each) for each in model.symbols(shown=True) if each.name != WORLD}
            if not handle.get().exhausted:
                yield None

    def _mode(self, mode: str, limit: int, conflicts: int | None = None) -> None:
        configuration = self.control.configuration.solve
        assert isinstance(configuration, clingo.Configuration)
        configuration.enum_mode = mode
        configuration.models = limit
        configuration.solve_limit = "umax,umax" if conflicts is None else f"{conflicts},umax"

    def _assumed(self, world: World | None) -> list[tuple[clingo.Symbol, bool]]:
        return [] if world is None else [(_world(number, at), True) for number, at in enumerate(world)]


def _world(number: int, at: int) -> clingo.Symbol:
    return clingo.Function(WORLD, [clingo.Number(number), clingo.Number(at)])


def _read(symbols: Iterable[clingo.Symbol], unknown: int) -> tuple[World, list[Fact]]:
    world = [0] * unknown
    facts = []
    for each in symbols:
        if each.name == WORLD:
            world[each.arguments[0].number] = each.arguments[1].number
        else:
            facts.append(fact(each))
    return tuple(world), facts
