"""What a check says of its samples is worked out by the build, and anew only where something has changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ingest.building import answers
from ingest.building.answers import answered_samples
from kb.records import Passage
from kb.rules.model.loader import load_rules
from kb.rules.model.rulemodel import RuleModel
from tests.kb.rules.conftest import EMBER, read_clauses

GAME = Path(__file__).resolve().parents[2] / "fixtures" / "rules" / "tiny-duel"


@pytest.fixture(scope="module")
def model() -> RuleModel:
    """The tiny game's rules."""
    return load_rules(GAME, read_clauses(GAME), texts=[EMBER])


def sample(check: str, facts: dict[str, Any] | None) -> Passage:
    """A sample of a check; without facts only a wording."""
    states = "" if facts is None else json.dumps({"facts": facts, "opposite": False})
    return Passage(0, "c", "tiny-duel", "d", "wording", "asked", "", "", f"tiny-duel/{check}" if check else "", states)


def said(passages: tuple[Passage, ...]) -> list[bool | None]:
    """What the check says of each passage, None where it says nothing."""
    return [json.loads(each.states or "{}").get("says") for each in passages]


def test_yes_and_no_are_written_beside_the_facts_and_nothing_where_there_is_neither(
    model: RuleModel, tmp_path: Path
) -> None:
    found = [
        sample("can-strike", {"stunned": True}),
        sample("can-strike", {"stunned": False, "row": "front"}),
        sample("can-strike", {}),
        sample("damage", {"strength": 4}),
        sample("can-strike", None),
        sample("", None),
    ]
    told = answered_samples(found, [model, None], tmp_path)
    assert said(told) == [False, True, None, None, None, None]
    assert json.loads(told[0].states)["facts"] == {"stunned": True}
    assert told[2:] == tuple(found[2:])


def test_the_same_rules_and_samples_are_not_run_twice(
    model: RuleModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [sample("can-strike", {"stunned": True})]
    first = answered_samples(found, [model], tmp_path)
    monkeypatch.setattr(answers, "Worker", None)
    assert answered_samples(found, [model], tmp_path) == first
    with pytest.raises(TypeError):
        answered_samples([sample("can-strike", {"stunned": False})], [model], tmp_path)
