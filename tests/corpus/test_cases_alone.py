"""Every case of every game, by the second evaluator alone: what a device computes is what the server answers."""

from __future__ import annotations

import pytest

from kb.rules.prove.render import result_json
from kb.rules.solve.alone import run_alone
from tests.support.cases import GAMES, cases_of, checks_of, solved

pytestmark = pytest.mark.hard  # thousands of cases; some hundreds of them are computed in a browser by `make test`


@pytest.mark.parametrize("game", GAMES)
def test_one_evaluator_says_what_both_say(game: str) -> None:
    model = checks_of(game).model(game)
    own = cases_of(game)
    both = {case.id: result_json(solved(case).result) for case in own}
    assert both
    assert {case.id: result_json(run_alone(model, case.check, case.facts)) for case in own} == both
