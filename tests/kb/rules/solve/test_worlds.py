"""Unknown facts: which are asked, in which order, and what happens when their worlds are too many to solve."""

from __future__ import annotations

import json
import random
import time
from dataclasses import replace
from typing import Any

import pytest

from kb.errors import RuleError
from kb.records.results import Outcome, Status
from kb.rules.language.join import Store
from kb.rules.model.facts.read import read_facts
from kb.rules.model.rulemodel import RuleModel
from kb.rules.process.worker import LIMIT_S
from kb.rules.prove.checker.verify import verify
from kb.rules.prove.render import result_json
from kb.rules.solve import worlds
from kb.rules.solve.decide import Decider
from kb.rules.solve.run import run_check
from kb.rules.solve.worlds import Worlds
from tests.support.scenarios import scenario

CHECKS = ["can-strike", "damage", "can-move-home", "winners", "rank", "crown", "starting-coins"]


def asked(model: RuleModel, check: str, facts: dict[str, Any]) -> list[str]:
    return [each.fact for each in run_check(model, check, facts).ask]


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.slow
def test_above_the_cap_nothing_is_answered_otherwise(
    tiny: RuleModel, check: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the cap at one world, bounds decide: they may ask where worlds would answer, never the other way round."""
    chance = random.Random(check)
    scenarios = [scenario(tiny, tiny.check(check), chance) for _ in range(40)]
    exactly = [run_check(tiny, check, facts) for facts in scenarios]
    monkeypatch.setattr(worlds, "MOST_WORLDS", 0)
    for facts, exact in zip(scenarios, exactly, strict=True):
        bounded = run_check(tiny, check, facts)
        if bounded.status is not Status.DEPENDS:
            assert (bounded.status, bounded.verdict) == (exact.status, exact.verdict), facts
        elif exact.status is Status.DEPENDS:
            assert {each.fact for each in bounded.ask} <= {each.fact for each in exact.ask}, facts


def test_many_unknown_numbers_are_asked_for_in_time(tiny: RuleModel) -> None:
    facts = {"figures": [{"id": name} for name in "ABCDE"]}
    assert asked(tiny, "winners", facts) == [f"figures.{name}.marks" for name in "ABCDE"]


def test_thirty_things_of_which_nothing_is_known_are_asked_for_in_time(tiny: RuleModel) -> None:
    """The worlds are 31 to the 30th; a check is stopped after a second."""
    names = [f"f{number}" for number in range(30)]
    taken: list[float] = []
    while not taken or (min(taken) >= LIMIT_S and len(taken) < 3):  # whatever else runs only adds
        started = time.process_time()
        found = asked(tiny, "winners", {"figures": [{"id": name} for name in names]})
        taken.append(time.process_time() - started)
    assert min(taken) < LIMIT_S
    assert sorted(found) == sorted(f"figures.{name}.marks" for name in names)


def test_one_world_with_a_doubt_does_not_make_all_undetermined(
    tiny: RuleModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever carries the crown scores 3 or 4, or nobody knows where it is stunned: bounds come to "not settled" both,
    the lower one for want of a number, the upper one for the doubt."""
    monkeypatch.setattr(worlds, "MOST_WORLDS", 0)
    check, facts = tiny.check("crown"), {"carries": ["crown"], "stunned": None}
    decider = Decider(tiny, check, read_facts(tiny, check, facts))
    found = Worlds(check, decider.slice, decider.reading, decider._facts())
    assert found.surely({}, Outcome(Status.UNDETERMINED, None)) is None
    assert found.surely({0: 0}, Outcome(Status.UNDETERMINED, None)) == Outcome(Status.UNDETERMINED, None)


def test_worlds_that_differ_are_computed_by_both_evaluators(tiny: RuleModel, monkeypatch: pytest.MonkeyPatch) -> None:
    evaluate = worlds.evaluate
    monkeypatch.setattr(worlds, "MOST_WORLDS", 0)
    monkeypatch.setattr(worlds, "evaluate", lambda slice_, facts: Store([*evaluate(slice_, facts), ("odd", 1)]))
    with pytest.raises(RuleError, match="the two evaluators disagree"):
        run_check(tiny, "winners", {"figures": [{"id": "A"}, {"id": "B"}]})


def test_the_most_telling_fact_comes_first(tiny: RuleModel) -> None:
    """In the front row a bow does not matter: the row settles more than the bow."""
    assert asked(tiny, "can-strike", {"stunned": False}) == ["row", "bow"]
    assert asked(tiny, "can-strike", {"stunned": False, "bow": True}) == []


def test_a_fact_that_this_scenario_rules_out_is_neither_asked_nor_split_on(tiny: RuleModel) -> None:
    """Nothing is said of three players' purse: in a game of two its rule is refuted at once."""
    result = run_check(tiny, "crown", {"carries": []})
    assert result.status is Status.ANSWERED
    assert "last_round" not in json.dumps(result_json(result)["proof"])
    assert verify(tiny, json.loads(json.dumps(result_json(result)))) == []


def test_a_list_that_is_not_given_is_asked_where_the_verdict_can_rest_on_it(tiny: RuleModel) -> None:
    facts = {"start": "a", "speed": 2}
    assert asked(tiny, "distance-home", facts) == ["paths"]


def test_cases_of_a_fact_that_is_not_known_share_what_it_does_not_change(tiny: RuleModel) -> None:
    """No two nodes of a proof say the same from the same children: what is so of B stands there once, not 31 times."""
    result = run_check(tiny, "crowd", {"figures": [{"id": "A"}, {"id": "B", "marks": 4}]})
    assert result.proof
    assert sum(node.form == "case" for node in result.proof.nodes) == 31
    assert len({replace(node, id="") for node in result.proof.nodes}) == len(result.proof.nodes)
    assert verify(tiny, json.loads(json.dumps(result_json(result)))) == []
