"""The second evaluator alone comes to what both come to: verdict, proof, what is asked, and in few worlds."""

from __future__ import annotations

import random
import subprocess
import sys
from itertools import product

import pytest

from kb.rules.model.rulemodel import RuleModel
from kb.rules.prove.render import result_json
from kb.rules.solve import worlds
from kb.rules.solve.alone import run_alone
from kb.rules.solve.cubes import Cubes, TooManyCubesError
from kb.rules.solve.run import run_check
from tests.support.scenarios import scenario

CHECKS = ["can-strike", "damage", "can-move-home", "winners", "rank", "crown", "starting-coins", "distance-home"]


@pytest.mark.parametrize("check", CHECKS)
def test_alone_it_says_what_both_evaluators_say(tiny: RuleModel, check: str) -> None:
    chance = random.Random(check)
    for _ in range(12):
        facts = scenario(tiny, tiny.check(check), chance)
        assert result_json(run_alone(tiny, check, facts)) == result_json(run_check(tiny, check, facts)), facts


@pytest.mark.parametrize("check", CHECKS)
def test_above_the_cap_it_answers_only_what_all_worlds_come_to(
    tiny: RuleModel, check: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(check)
    scenarios = [scenario(tiny, tiny.check(check), chance) for _ in range(12)]
    exactly = [run_check(tiny, check, facts) for facts in scenarios]
    monkeypatch.setattr(worlds, "MOST_WORLDS", 0)
    for facts, exact in zip(scenarios, exactly, strict=True):
        found = run_alone(tiny, check, facts)
        assert (found.status, found.verdict) == (exact.status, exact.verdict), facts


def test_ways_to_choose_are_those_of_both(tiny: RuleModel) -> None:
    for name, check in tiny.checks.items():
        if tiny.slices[name].choices:
            assert run_alone(tiny, check.id, {}) == run_check(tiny, check.id, {})


def test_it_never_loads_the_solver() -> None:
    code = "import sys, kb.rules.solve.alone; sys.exit(any(name in sys.modules for name in ('clingo', 'pydantic')))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_cubes_hold_each_world_once_with_its_own_outcome() -> None:
    """The outcome rests on the first number, and where that is 2 on the third; the second never matters."""

    def solve(world: tuple[int, ...]) -> tuple[bool, set[int]]:
        return (world[2] > 1, {0, 2}) if world[0] == 2 else (False, {0})

    sizes = (3, 10, 4)
    cubes = Cubes(sizes, solve, 100)
    covered: dict[tuple[int, ...], bool] = {}
    for cube in cubes.all({}):
        ways = [[cube.chosen[at]] if at in cube.chosen else list(range(size)) for at, size in enumerate(sizes)]
        for world in product(*ways):
            assert world not in covered
            covered[world] = cube.found
    assert covered == {world: solve(world)[0] for world in product(*map(range, sizes))}
    assert len(cubes.solved) == 6


def test_cubes_end_where_too_many_worlds_would_be_solved() -> None:
    cubes = Cubes((5, 5), lambda world: (sum(world), {0, 1}), 10)
    with pytest.raises(TooManyCubesError):
        list(cubes.all({}))
