"""Checks from facts to proofs, on the made-up game Tiny Duel: statuses, asking, proofs that can be checked again."""

from __future__ import annotations

import copy
import json
import random
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from kb.errors import FactsError, UsageError
from kb.records import Clause
from kb.records.results import Status
from kb.rules.model.loader import load_rules
from kb.rules.model.rulemodel import RuleModel
from kb.rules.prove.checker.verify import verify
from kb.rules.prove.render import mermaid, result_json
from kb.rules.prove.steps import proof_text
from kb.rules.solve.run import run_check
from tests.kb.rules.conftest import EMBER, TINY, read_clauses

MOVES = {
    "paths": [["a", "b"], ["b", "c"], ["c", "d"]],
    "start": "a",
    "speed": 2,
    "wings": False,
    "oath": False,
    "others": [{"id": "x", "at": "b"}],
}
ANSWERED: list[tuple[str, dict[str, Any], object]] = [
    ("can-strike", {"stunned": False, "row": "front", "card": "Ember"}, True),
    ("can-strike", {"stunned": True}, False),
    ("can-strike", {"stunned": False, "row": "support", "bow": False}, False),
    ("damage", {"strength": 4, "armored": True, "carries": ["torch"]}, 2),
    ("moves", MOVES, ("a", "b", "c")),
    ("recruits", {"coins": 5, "offer": [{"id": "A", "price": 2}, {"id": "B", "price": 4}]}, ("A", "B", "nothing")),
    ("winners", {"figures": [{"id": "A", "marks": 2}, {"id": "B", "marks": 3}]}, ("B",)),
    ("crowd", {"figures": [{"id": "A", "marks": 2}, {"id": "B", "marks": 0}]}, 2),
    ("rank", {"figures": [{"id": "A", "marks": 7}]}, "silver"),
    ("crown", {}, 0),
]


def written(model: RuleModel, check: str, facts: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(result_json(run_check(model, check, facts))))
    return found


@pytest.mark.parametrize(("check", "facts", "value"), ANSWERED)
def test_facts_give_a_verdict_with_a_proof_that_holds(
    tiny: RuleModel, check: str, facts: dict[str, Any], value: object
) -> None:
    result = run_check(tiny, check, facts)
    assert (result.status, result.verdict and result.verdict.value) == (Status.ANSWERED, value)
    assert verify(tiny, written(tiny, check, facts)) == []
    assert result.citations
    assert result.proof is not None
    assert proof_text(result.proof).startswith("- ")
    assert mermaid(result.proof).startswith("flowchart TD\n")


def test_a_fact_that_can_matter_is_asked_for_and_never_assumed(tiny: RuleModel) -> None:
    result = run_check(tiny, "can-strike", {"stunned": False})
    assert (result.status, result.verdict) == (Status.DEPENDS, None)
    assert [each.fact for each in result.ask] == ["row", "bow"]
    assert result.ask[0].why == "the front row: yes; the support row: still open"


def test_a_fact_that_cannot_matter_is_not_asked_for(tiny: RuleModel) -> None:
    assert run_check(tiny, "can-strike", {"stunned": True}).ask == ()
    asked = run_check(tiny, "can-strike", {"stunned": False, "row": "support"}).ask
    assert [each.fact for each in asked] == ["bow"]


def test_a_verdict_that_is_the_same_in_all_cases_is_proven_by_cases(tiny: RuleModel) -> None:
    result = run_check(tiny, "damage", {"strength": 4, "carries": ["lance"]})
    assert result.status is Status.ANSWERED
    assert result.proof is not None
    [cases] = [node for node in result.proof.nodes if node.form == "cases"]
    assert (cases.atom, len(cases.children)) == ("armored", 2)
    assert verify(tiny, written(tiny, "damage", {"strength": 4, "carries": ["lance"]})) == []


def test_what_is_not_known_is_left_out_of_a_proof_that_can_do_without(tiny: RuleModel) -> None:
    result = run_check(tiny, "can-strike", {"stunned": False, "row": "front"})
    assert result.proof is not None
    assert not any("bow" in node.atom for node in result.proof.nodes)


def test_a_default_that_the_verdict_rests_on_is_listed(tiny: RuleModel) -> None:
    result = run_check(tiny, "damage", {"strength": 4, "armored": False})
    assert "the hero is not stunned" in [each.sentence for each in result.assumed]
    stated = run_check(tiny, "damage", {"strength": 4, "armored": False, "stunned": False})
    assert "the hero is not stunned" not in [each.sentence for each in stated.assumed]


def test_a_default_that_goes_without_saying_is_listed_and_not_told(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(TINY, tmp_path / "tiny-duel"))
    facts = folder / "facts.toml"
    facts.write_text(facts.read_text().replace("default = false\n", "default = false\nquiet = true\n", 1))
    model = load_rules(folder, read_clauses(folder), texts=[EMBER])
    result = run_check(model, "damage", {"strength": 4, "armored": False})
    assert {each.fact: each.quiet for each in result.assumed}["stunned"] is True
    assert "the hero is not stunned" not in [each.sentence for each in result.told]
    assert verify(model, json.loads(json.dumps(result_json(result)))) == []


def test_null_says_that_a_fact_is_not_known(tiny: RuleModel) -> None:
    facts = {"strength": 4, "armored": False, "stunned": None}
    assert [each.fact for each in run_check(tiny, "damage", facts).ask] == ["stunned"]


def test_shuffled_facts_and_repeated_runs_give_the_same_bytes(tiny: RuleModel) -> None:
    first = json.dumps(written(tiny, "moves", MOVES))
    shuffled = dict(reversed(MOVES.items())) | {"paths": list(reversed(MOVES["paths"]))}  # type: ignore[call-overload]
    assert json.dumps(written(tiny, "moves", shuffled)) == first
    assert json.dumps(written(tiny, "moves", MOVES)) == first


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"stunned": 0}, "0 is a number: true or false is expected"),
        ({"stunned": "no"}, "true or false is expected"),
        ({"row": "Front"}, "one of front, support"),
        ({"row": ["front"]}, "one of front, support"),
        ({"nothing": 1}, "there is no such fact here"),
        ({"stunned.x": True}, "there is no such fact here"),
        ({"card": "a\x00b"}, "control character"),
        ({"card": "x" * 61}, "longer than 60"),
        ({f"fact{number}": True for number in range(10_000)}, "10000 facts are too many"),
    ],
)
def test_facts_that_do_not_fit_are_refused_by_name(tiny: RuleModel, facts: dict[str, Any], said: str) -> None:
    with pytest.raises(FactsError) as refused:
        run_check(tiny, "can-strike", facts)
    assert said in str(refused.value)


@pytest.mark.parametrize("number", [2**31, -1, 10, 4.0, True, "4"])
def test_numbers_are_whole_and_in_range(tiny: RuleModel, number: object) -> None:
    with pytest.raises(FactsError):
        run_check(tiny, "damage", {"strength": number, "armored": True})


@pytest.mark.parametrize(
    "name",
    [
        '"). stunned(hero). x("',
        "#script (python) end",
        "X",
        "not stunned",
        "% comment",
        "a,b",
        "ünïcödé",
        "hero. goal.",
    ],
)
def test_what_a_user_writes_stays_a_name(tiny: RuleModel, name: str) -> None:
    result = run_check(tiny, "winners", {"figures": [{"id": name, "marks": 2}, {"id": "B", "marks": 1}]})
    assert result.verdict is not None
    assert result.verdict.value == (name,)
    assert verify(tiny, json.loads(json.dumps(result_json(result)))) == []


def test_a_variable_with_a_digit_is_no_anonymous_one(tiny_clauses: Mapping[str, Clause], tmp_path: Path) -> None:
    """`X1` stands for the same value wherever it is written."""
    folder = tmp_path / "tiny-duel"
    shutil.copytree(TINY, folder)
    rules = folder / "rules" / "rulebook.md"
    text = rules.read_text().replace("best(F, N) :- marks(F, N), N =", "best(F, N2) :- marks(F, N2), N2 =")
    rules.write_text(text.replace("the most marks, {N}", "the most marks, {N2}"))
    model = load_rules(folder, tiny_clauses, texts=[EMBER])
    result = run_check(model, "winners", {"figures": [{"id": "A", "marks": 2}, {"id": "B", "marks": 3}]})
    assert result.verdict is not None
    assert result.verdict.value == ("B",)


def test_an_unknown_check_names_near_ones(tiny: RuleModel) -> None:
    with pytest.raises(UsageError, match="can-strike"):
        run_check(tiny, "can-stike", {})


def forged(proof: dict[str, Any], seed: int) -> bool:
    """Change a proof in one place at random; False where nothing was changed."""
    chance = random.Random(seed)
    node = chance.choice(proof["nodes"])
    before = copy.deepcopy(node)
    others = [each for each in proof["nodes"] if each["id"] != node["id"]]
    kind = chance.randrange(5)
    if kind == 0 and node.get("children"):
        node["children"] = node["children"][1:]
    elif kind == 1 and others:
        node["atom"] = chance.choice(others)["atom"]
    elif kind == 2 and node["form"] in ("fact", "rule"):
        node["form"] = "none"
    elif kind == 3 and node["form"] in ("none", "rules"):
        node["form"] = "fact"
    elif kind == 4 and "value" in node:
        node["value"] += 1
    return bool(node != before)


def said_wrongly(result: dict[str, Any]) -> dict[str, Any]:
    """The result with another verdict over the same proof."""
    value = result["verdict"]["value"]
    other: object = not value if isinstance(value, bool) else value + 1 if isinstance(value, int) else ["forged"]
    return {**result, "verdict": {**result["verdict"], "value": other}}


@pytest.mark.parametrize(("check", "facts", "value"), ANSWERED)
def test_a_verdict_that_its_proof_does_not_show_is_found(
    tiny: RuleModel, check: str, facts: dict[str, Any], value: object
) -> None:
    result = written(tiny, check, facts)
    assert verify(tiny, said_wrongly(result)) != []
    assert verify(tiny, {**result, "proof": None}) != []


@pytest.mark.parametrize("name", ["sentence", "clause", "quote", "kind", "rule"])
@pytest.mark.parametrize(("check", "facts", "value"), ANSWERED)
def test_words_of_a_proof_that_are_not_its_rules_are_found(
    tiny: RuleModel, check: str, facts: dict[str, Any], value: object, name: str
) -> None:
    result = written(tiny, check, facts)
    for number, node in enumerate(result["proof"]["nodes"]):
        if node.get(name):
            changed = copy.deepcopy(result)
            changed["proof"]["nodes"][number][name] += " not"
            assert verify(tiny, changed) != [], node


@pytest.mark.parametrize("name", ["citations", "assumed", "read_as"])
def test_what_stands_beside_a_proof_is_checked_too(tiny: RuleModel, name: str) -> None:
    result = written(tiny, "damage", {"strength": 4, "armored": True})
    assert result[name]
    assert verify(tiny, {**result, name: result[name][1:]}) != []


def test_a_case_without_its_alternatives_is_no_proof(tiny: RuleModel) -> None:
    """Whether the hero strikes depends on its bow; a proof may not just suppose one."""
    facts = {"stunned": False, "row": "support"}
    assert run_check(tiny, "can-strike", facts).status is Status.DEPENDS
    supposed = written(tiny, "can-strike", {**facts, "bow": True})
    del supposed["facts"]["bow"]
    supposed["read_as"] = [each for each in supposed["read_as"] if each["fact"] != "bow"]
    root = supposed["proof"]["root"]
    case = {"id": "case", "kind": "computed", "form": "case", "atom": "bow", "sentence": "Has the hero a bow? yes"}
    supposed["proof"]["nodes"].append({**case, "children": [root], "supposing": ["bow=true"]})
    assert verify(tiny, supposed) != []
    assert verify(tiny, {**supposed, "proof": {**supposed["proof"], "root": "case"}}) != []


def test_a_verdict_rests_on_there_being_no_doubt(tiny: RuleModel) -> None:
    """The text leaves open what a stunned figure scores: an answer shows that this one is not stunned."""
    facts = {"carries": ["crown"], "last_round": True}
    settled = written(tiny, "crown", facts)
    assert [each["sentence"] for each in settled["assumed"]] == ["the hero is not stunned"]
    nodes = {node["id"]: node for node in settled["proof"]["nodes"]}
    nodes[settled["proof"]["root"]]["children"].pop()
    assert verify(tiny, settled) != []
    assert run_check(tiny, "crown", {**facts, "stunned": True}).status is Status.UNDETERMINED


@pytest.mark.slow
def test_forged_proofs_are_found(tiny: RuleModel) -> None:
    """A node changed at random either breaks the proof or leaves one that still shows the verdict by other means."""
    found = tried = 0
    for check, facts, _ in ANSWERED:
        if check == "recruits":
            continue
        for seed in range(40):
            result = written(tiny, check, facts)
            if forged(result["proof"], seed):
                tried += 1
                found += bool(verify(tiny, result))
    assert tried > 100
    assert found / tried > 0.85
