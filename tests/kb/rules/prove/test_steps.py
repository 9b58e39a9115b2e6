"""A proof as steps to read: what its cases say alike is told once, and facts that it assumes can be stated."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise

import pytest

from kb.records.results import Node, Proof
from kb.rules.model.facts.read import behind
from kb.rules.model.rulemodel import RuleModel
from kb.rules.prove.checker.verify import verify
from kb.rules.prove.render import result_json
from kb.rules.prove.steps import left_open, steps
from kb.rules.solve.run import run_check


def cases_of(*sentences: str) -> Proof:
    """A proof that comes to the same for each number of Wounds, told in these sentences."""
    nodes: list[Node] = []
    for number, said in enumerate(sentences):
        below = f"a{number}"
        case = f"How many Wounds are there? {number}"
        nodes.append(Node(below, "rule", "rule", "fought", said, clause="g/d#1", rule="fight"))
        nodes.append(
            Node(f"c{number}", "computed", "case", "wounds", case, children=(below,), supposing=(f"wounds={number}",))
        )
    cases = tuple(node.id for node in nodes if node.form == "case")
    return Proof("root", (*nodes, Node("root", "computed", "cases", "wounds", "the same in all", children=cases)))


def told(proof: Proof) -> list[tuple[int, str]]:
    return [(step.level, step.sentence) for step in steps(proof)]


def test_cases_that_differ_in_their_number_alone_are_one_step() -> None:
    assert told(cases_of("he has 3 of his 0", "he has 3 of his 1", "he has 3 of his 2")) == [
        (0, "How many Wounds are there? 0 to 2, it comes to the same"),
        (1, "he has 3 of his …"),
    ]


def test_cases_that_say_something_else_are_told_by_themselves() -> None:
    assert told(cases_of("he is fought", "he cannot be fought", "he is fought")) == [
        (0, "How many Wounds are there? 0, 2, it comes to the same"),
        (1, "he is fought"),
        (0, "How many Wounds are there? 1"),
        (1, "he cannot be fought"),
    ]


@pytest.mark.parametrize(
    ("sentences", "said"),
    [
        (["it gives 3"], "it gives 3"),
        (["it gives 3 of -20", "it gives 3 of -19"], "it gives 3 of …"),
        (["it gives 3", "it gives nothing"], "it gives 3"),
    ],
)
def test_a_number_that_differs_is_left_open(sentences: list[str], said: str) -> None:
    assert left_open(sentences) == said


def test_a_fact_is_told_once_under_whatever_rests_on_it() -> None:
    facts = tuple(Node(each, "given", "fact", each, "it is the other team's step") for each in ("a", "b"))
    only = Node("c", "rule", "rule", "c", "in Melee alone others act", children=("a",))
    root = Node("root", "rule", "rule", "root", "it can be used", children=("c", "b"))
    assert told(Proof("root", (*facts, only, root))) == [
        (0, "it can be used"),
        (1, "in Melee alone others act"),
        (2, "it is the other team's step"),
    ]


def test_every_step_is_told_below_what_rests_on_it(tiny: RuleModel) -> None:
    result = run_check(tiny, "can-strike", {"stunned": True})
    assert result.proof is not None
    found = steps(result.proof)
    assert found[0].level == 0
    assert all(after.level <= before.level + 1 for before, after in pairwise(found))
    assert {step.node.clause for step in found} - {""} <= set(result.citations)


def test_a_fact_that_a_check_assumes_can_be_stated_though_it_does_not_list_it(tiny: RuleModel) -> None:
    check = tiny.checks["crown"]
    fewer = replace(check, slots=tuple(slot for slot in check.slots if slot.name != "last_round"))
    model = replace(tiny, checks={**tiny.checks, "crown": fewer})
    assert [slot.name for slot in behind(model, fewer, {"last_round": True, "no_such_fact": 1})] == ["last_round"]
    facts = {"carries": ["crown"], "stunned": False, "last_round": True}
    told = run_check(model, "crown", facts)
    assert told.verdict == run_check(tiny, "crown", facts).verdict
    assert verify(model, json.loads(json.dumps(result_json(told)))) == []
