"""Thousands of generated scenarios over every check: both evaluators agree, and proofs hold when checked again.

`decide` compares clingo's model with the second evaluator's and raises RuleError where they differ.
"""

from __future__ import annotations

import json
import random

import pytest

from kb.records.results import Status
from kb.rules.prove.checker.verify import verify
from kb.rules.prove.render import result_json
from kb.rules.solve.run import run_check
from tests.support.cases import GAMES, checks_of
from tests.support.scenarios import scenario

SCENARIOS = 5_000
CHECKED_AGAIN = 10


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_both_evaluators_agree_and_proofs_hold(game: str) -> None:
    model = checks_of(game).model(game)
    total = sum(len(checks_of(each).model(each).checks) for each in GAMES)
    each = SCENARIOS // total + 1
    answered = 0
    for check in model.checks.values():
        chance = random.Random(f"{game}/{check.id}")
        for number in range(each):
            facts = scenario(model, check, chance)
            result = run_check(model, check.id, facts)
            answered += result.status is Status.ANSWERED
            if number % CHECKED_AGAIN == 0:
                written = json.loads(json.dumps(result_json(result)))
                assert verify(model, written) == [], (check.id, facts)
    assert answered > 0
