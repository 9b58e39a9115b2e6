"""What the tools tell is small, exact and enough: sizes, ids, checks found, what was assumed and what was not read."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from kb.errors import UsageError
from kb.knowledge import KnowledgeBase
from service.mcp.short.checked import LARGEST, turning
from service.mcp.short.listed import index_of, list_of
from service.mcp.short.named import check_named, clause_of
from service.mcp.short.sizes import clauses_json, size
from service.mcp.taken.values import word
from service.mcp.tools import Tools
from service.server.snapshots.library import Library
from service.show.quoting.quotes import verify
from tests.service.mcp.known import asked, known, scored

KB, SAMPLE = 1_024, 40
HUNDRED = 4 * KB
ASKED = "can an exhausted character attack?"


@pytest.fixture(scope="module")
def tools(home: Path) -> Iterator[Tools]:
    library = Library(home)
    library.warm_up()
    yield Tools(library)
    library.close()


@pytest.fixture(scope="module")
def told(tools: Tools) -> list[dict[str, Any]]:
    """What `ask` tells of some development questions."""
    questions = random.Random(1).sample(list(asked("vs-system").values()), SAMPLE)
    return [data(tools.ask(each, game="vs-system")) for each in questions]


@pytest.fixture(scope="module")
def results(tools: Tools) -> list[dict[str, Any]]:
    """What `run_check` tells of checks that nothing is told of, with their proofs: the most is assumed then."""
    with tools.library.reading() as base:
        checks = random.Random(2).sample(list(base.checks.checks()), SAMPLE)
    return [data(tools.run_check(each.full_id, proof=True)) for each in checks]


def data(result: Any) -> dict[str, Any]:
    assert json.loads(result.content[0].text) == result.structured_content
    return dict(result.structured_content)


def test_answers_are_small(told: list[dict[str, Any]]) -> None:
    assert median(map(size, told)) <= 4 * KB
    assert max(map(size, told)) <= 8 * KB


def test_results_are_small_their_proofs_included(results: list[dict[str, Any]]) -> None:
    assert median(map(size, results)) <= 2.5 * KB
    assert max(map(size, results)) <= LARGEST


def test_the_list_of_a_game_is_small_and_holds_every_check(base: KnowledgeBase) -> None:
    found = index_of(base, "vs-system")
    ids = [name for line in found["index"].values() for name in line.split()]
    assert sorted(ids) == sorted(each.id for each in base.checks.checks("vs-system"))
    assert size(found) <= HUNDRED * len(ids) / 100


def test_an_answer_names_the_next_checks_and_every_id_is_full(told: list[dict[str, Any]]) -> None:
    for each in told:
        assert "proof" not in each.get("check", {})
        assert all(other["id"].startswith("vs-system/") for other in each["also"])
        assert all("#" in clause["id"] for clause in each["clauses"])
        assert each.get("check", {}).get("id") not in [other["id"] for other in each["also"]]
    assert sum(bool(each["also"]) for each in told) >= SAMPLE * 0.9


def test_detail_adds_the_whole_answer(tools: Tools) -> None:
    short = data(tools.ask(ASKED, game="vs-system"))
    whole = data(tools.ask(ASKED, game="vs-system", detail=True))
    assert "detail" not in short
    assert whole["detail"]["check"]["proof"]["nodes"]
    assert {key: whole[key] for key in short} == short


def test_what_no_fact_took_is_named(tools: Tools) -> None:
    assert "unread" not in data(tools.ask(ASKED, game="vs-system"))
    found = data(tools.ask("can an exhausted character attack with 3 counters?", game="vs-system"))
    assert "3" in found["unread"]
    assert {"fact": "exhausted", "value": True, "words": "exhausted"} in found["check"]["read"]


def test_the_checks_that_a_question_asks_for_are_found_first(base: KnowledgeBase) -> None:
    first, five = scored(base, list(known("vs-system")))
    assert first >= 0.70
    assert five >= 0.90


def test_a_list_says_when_nothing_matches(base: KnowledgeBase) -> None:
    nothing = list_of(base, "zzyzx qwrtp", None)
    assert nothing["checks"] == []
    assert "No check matches" in nothing["note"]
    assert "note" not in list_of(base, ASKED, "vs-system")


@pytest.mark.parametrize("name", ["press-cost", "vs-system/press-cost", "/checks/vs-system/press-cost"])
def test_a_check_may_be_named_short(base: KnowledgeBase, name: str) -> None:
    assert check_named(base, name).full_id == "vs-system/press-cost"
    assert check_named(base, "press-cost", "vs-system").full_id == "vs-system/press-cost"


@pytest.mark.parametrize(
    "name", ["3.b3", "heralds-faq#3.b3", "vs-system/heralds-faq#3.b3", "headjudge://clause/vs-system/heralds-faq/3.b3"]
)
def test_a_clause_may_be_named_short(base: KnowledgeBase, name: str) -> None:
    assert clause_of(base, name).id == "vs-system/heralds-faq#3.b3"


def test_a_section_is_no_clause_and_its_clauses_are_named(base: KnowledgeBase) -> None:
    with pytest.raises(UsageError, match=r"its section has vs-system/heralds-faq#4\.1\.p1"):
        clause_of(base, "4.1")


def test_every_fact_that_is_assumed_can_be_stated(tools: Tools, results: list[dict[str, Any]]) -> None:
    assumed = [(each["check"], told["fact"], told["value"]) for each in results for told in each.get("assumed", [])]
    assert assumed
    for check, fact, value in assumed:
        again = data(tools.run_check(check, {fact: value}))
        assert again["check"] == check


def test_what_would_turn_the_verdict_turns_it(base: KnowledgeBase) -> None:
    facts = {"cost": 4, "press": 2}
    before = base.checks.run("vs-system/press-cost", facts)
    found = turning(base, "vs-system/press-cost", facts, before.verdict)
    assert found
    for told, verdict in found:
        assert told["question"].endswith("?")
        after = base.checks.run("vs-system/press-cost", {**facts, told["fact"]: told["value"]})
        assert after.verdict == verdict != before.verdict


def test_several_scenarios_are_run_at_once_in_their_order(tools: Tools) -> None:
    scenarios = [{"stunned": True}, {"stunned": False, "exhausted": False}, {}]
    found = data(tools.run_check("attack-able", facts_list=scenarios))
    alone = [data(tools.run_check("attack-able", each)) for each in scenarios]
    assert [each["verdict"] for each in found["results"]] == [each["verdict"] for each in alone]
    assert size(data(tools.run_check("press-cost", facts_list=[{"cost": cost} for cost in range(1, 10)]))) <= LARGEST


def test_a_set_that_cannot_be_read_leaves_the_others(tools: Tools) -> None:
    found = data(tools.run_check("attack-able", facts_list=[{"stunned": True}, {"tired": True}, {}]))
    assert [each["set"] for each in found["results"]] == [1, 2, 3]
    assert [each["status"] for each in found["results"]] == ["answered", "unreadable", "answered"]
    assert "'tired': there is no such fact here" in found["results"][1]["error"]
    assert "Is the character stunned?" in found["facts"]["stunned"]


@pytest.mark.parametrize("value", ["yes", "True", " YES "])
def test_values_are_taken_as_they_are_meant(tools: Tools, value: str) -> None:
    plain = data(tools.run_check("attack-able", {"stunned": True}))
    assert data(tools.run_check("attack-able", {"stunned": value})) == plain
    cost = data(tools.run_check("press-cost", {"cost": 4, "press": 2}))
    assert data(tools.run_check("press-cost", {"cost": "4", "press": "2"})) == cost


@pytest.mark.parametrize("value", ["maybe", "y", 1, "0"])
def test_a_value_that_may_mean_something_else_is_refused(tools: Tools, value: object) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        tools.run_check("attack-able", {"stunned": value})


WHO = (("a_minion", "a Minion"), ("the_hero", "the hero itself"), ("hero", "another hero"))


@pytest.mark.parametrize(
    ("value", "meant"),
    [
        ("a_minion", "a_minion"),
        ("Minion", "a_minion"),
        ("a minion", "a_minion"),
        ("another-hero", "hero"),
        ("hero", "hero"),
        ("The Hero", "the_hero"),
        ("minions", "minions"),
        (4, 4),
    ],
)
def test_a_word_is_known_by_its_label_too(value: object, meant: object) -> None:
    assert word(value, WHO, [each for each, _ in WHO]) == meant


def test_a_verdict_is_told_in_a_sentence_that_needs_no_question(tools: Tools) -> None:
    asked = data(tools.ask(ASKED, game="vs-system"))
    run = data(tools.run_check("attack-able", {"exhausted": True}))
    assert asked["states"] == run["states"]
    assert asked["states"].lower() in asked["summary"].lower()


def test_every_verdict_has_its_sentence(told: list[dict[str, Any]], results: list[dict[str, Any]]) -> None:
    answers = [each for each in (*told, *results) if each["verdict"]]
    assert answers
    assert [each for each in answers if not each.get("states")] == []


def test_what_is_withheld_says_what_was_computed_and_why(tools: Tools, told: list[dict[str, Any]]) -> None:
    held = [each["check"] for each in told if "withheld" in each.get("check", {})]
    assert held
    for check in held:
        assert check["status"] == "not asserted"
        assert check["withheld"].startswith("Computed from `read`, not the answer: ")
        facts = {each["fact"]: each["value"] for each in check.get("read", [])}
        assert data(tools.run_check(check["id"], facts))["verdict"]["kind"] == check["computed"]["kind"]


def test_the_next_checks_come_with_their_facts(told: list[dict[str, Any]]) -> None:
    first = [other for each in told for other in each["also"][:3]]
    assert sum("facts" in each for each in first) >= len(first) * 0.6
    assert not [other for each in told for other in each["also"][3:] if "facts" in other]


def test_a_proof_quotes_its_clauses_so_that_each_quote_is_verified(
    base: KnowledgeBase, results: list[dict[str, Any]]
) -> None:
    quotes = [(step["quote"], step["clause"]) for each in results for step in each.get("proof", []) if "quote" in step]
    assert quotes
    for quote, clause in quotes:
        assert verify(base, quote, base.store.clause(clause)).verified
    assert not [step for each in results for step in each.get("proof", []) if "gist" in step]


def test_clauses_are_whole_or_say_that_they_were_cut(base: KnowledgeBase) -> None:
    clauses = [(each, "") for each in base.store.clauses("vs-system")[:30]]
    told, others = clauses_json(clauses, 1_500)
    assert [each["id"] for each in told] + others == [each.id for each, _ in clauses]
    assert all(each["text"] == clause.plain for each, (clause, _) in zip(told, clauses, strict=False))
    longest = max(clauses, key=lambda each: len(each[0].plain))
    [cut], _ = clauses_json([longest], 100)
    assert cut["cut"]
    assert len(cut["text"]) <= 100
