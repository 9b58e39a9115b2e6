"""Several scenarios of one check at once, and the scenarios around one: "always", "never", and with which fact not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.errors import FactsError
from kb.records.results import Status
from kb.records.types import Json
from kb.rules.checks import Checks
from kb.rules.model.rulemodel import RuleModel
from kb.rules.solve.decide import find
from kb.rules.solve.outcomes import Finding
from kb.rules.solve.variations import variations


@pytest.fixture(scope="module")
def checks(tiny: RuleModel) -> Iterator[Checks]:
    found = Checks({"tiny-duel": Path()}, lambda game: {})
    found._models["tiny-duel"] = tiny
    found.worker.folders = {}
    found.worker.start()
    yield found
    found.close()


def around(tiny: RuleModel, check: str, facts: Json, limit: int = 64) -> list[tuple[Json, object]]:
    """What each scenario states beyond `facts`, with the verdict's value or the status."""
    found = variations(tiny, check, facts, limit, 10.0)
    return [({key: value for key, value in each.items() if key not in facts}, told(finding)) for each, finding in found]


def told(finding: Finding) -> object:
    return finding.verdict.value if finding.verdict else finding.status


def test_several_scenarios_come_to_what_each_comes_to(checks: Checks, tiny: RuleModel) -> None:
    scenarios: list[Json] = [{"stunned": True}, {}, {"row": "front"}, {"row": "support", "bow": True}]
    found = checks.find_many("tiny-duel/can-strike", scenarios)
    assert found == [find(tiny, "can-strike", each) for each in scenarios]
    assert [told(each) for each in found] == [False, Status.DEPENDS, True, True]
    assert checks.find_many("tiny-duel/can-strike", []) == []


def test_a_scenario_that_does_not_fit_is_told_and_the_next_call_is_answered(checks: Checks) -> None:
    with pytest.raises(FactsError, match="true or false is expected"):
        checks.find_many("tiny-duel/can-strike", [{"stunned": True}, {"stunned": 1}, {"stunned": False}])
    with pytest.raises(FactsError, match="true or false is expected"):
        checks.worlds("tiny-duel/can-strike", {"stunned": 1})
    assert [told(each) for each in checks.find_many("tiny-duel/can-strike", [{"row": "front"}])] == [True]


@pytest.mark.alone
def test_scenarios_beyond_the_time_limit_end_in_timeout_and_the_first_ones_are_told(
    checks: Checks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks.worker, "limit_s", 0.5)
    figures = [{"id": name} for name in "ABCDE"]
    scenarios: list[Json] = [{"figures": [*figures, {"id": f"f{number}"}]} for number in range(500)]
    process = checks.worker._process
    found = checks.find_many("tiny-duel/winners", scenarios)
    assert len(found) == len(scenarios)
    assert told(found[0]) is Status.DEPENDS
    assert told(found[-1]) is Status.TIMEOUT
    assert checks.worker._process is process, "it ends by itself"


def test_a_verdict_that_no_unsaid_fact_changes_is_the_same_in_every_world(tiny: RuleModel) -> None:
    found = around(tiny, "crown", {"carries": [], "stunned": False})
    assert [value for _, value in found] == [0]


def test_the_fact_that_is_the_counter_example_is_named(checks: Checks) -> None:
    found = checks.worlds("tiny-duel/can-strike", {"row": "support"})
    assert [(each, told(finding)) for each, finding in found] == [
        ({"row": "support"}, Status.DEPENDS),
        ({"row": "support", "stunned": True}, False),
        ({"row": "support", "bow": True}, True),
        ({"row": "support", "bow": False}, False),
    ]


def test_what_a_default_decides_is_stated_otherwise_and_what_is_not_known_is_tried_whole(tiny: RuleModel) -> None:
    found = around(tiny, "starting-coins", {})
    assert ({"length": "short", "players": 2}, 5) in found
    assert ({"players": 3}, Status.CONTRADICTION) in found, "with three the length does not matter: it is left out"
    assert ({"length": "long", "players": 2}, 8) in found
    assert ({"length": "long", "players": 3}, Status.CONTRADICTION) in found
    assert len({str(sorted(each)) + str(each) for each, _ in found}) == len(found), "no scenario stands twice"


def test_at_most_as_many_scenarios_as_asked_for_are_tried(tiny: RuleModel) -> None:
    facts = {"strength": 3, "armored": False}
    assert len(around(tiny, "damage", facts, limit=3)) == 3
    found = around(tiny, "damage", facts)
    assert ({"torches": 5}, 8) in found
    assert ({"stunned": True}, 0) in found
    assert ({"carries": ["lance"]}, 3) not in found, "a lance goes through armor: without armor it cannot matter"


def test_facts_of_listed_things_are_stated_by_their_address(tiny: RuleModel) -> None:
    found = around(tiny, "winners", {"figures": [{"id": "A", "marks": 30}, {"id": "B"}]})
    assert ({"figures.B.marks": 0}, ("A",)) in found
    assert ({"figures.B.marks": 30}, ("A", "B")) in found


def test_where_the_time_is_over_the_list_ends_in_a_timeout_rather_than_seem_whole(tiny: RuleModel) -> None:
    found = variations(tiny, "can-strike", {"row": "support"}, 64, 0.0)
    assert [told(finding) for _, finding in found] == [Status.DEPENDS, Status.TIMEOUT]
    assert [told(finding) for _, finding in variations(tiny, "can-strike", {"row": "support"}, 1, 0.0)] == [
        Status.DEPENDS
    ]
