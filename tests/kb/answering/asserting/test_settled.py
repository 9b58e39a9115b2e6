"""What tells, once a check was run, that nothing held settles the question."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kb.answering.asserting.settled import FEATURES, declined, doubted, probability_settled, settling
from kb.evaluation.fitting.settled import Tried, fit_settled
from kb.evaluation.sets import load_set
from kb.records.results import Status
from kb.retrieval.classifying.decline import Support
from tests.kb.fakes import read

SET = Path(__file__).parents[3] / "questions" / "settled" / "practice"
LIKELY = Support(0.9, {"gap": -0.3, "doubt": -1.0}, ())


def ruled(
    status: Status = Status.ANSWERED,
    ahead: float = 0.8,
    unheard: float = 0.0,
    asks: str = "Is it so?",
    numbers: tuple[int, ...] = (),
) -> Any:
    """What a check came to that was `ahead` of the others, has not `unheard` so much of the question, and read these
    `numbers` in it."""
    choice = SimpleNamespace(
        features={"ahead": ahead, "unheard": unheard},
        filled=SimpleNamespace(readings=[SimpleNamespace(value=each, text=str(each)) for each in numbers]),
        near_words=lambda: frozenset({"so", "stack"}),
    )
    return SimpleNamespace(choice=choice, result=SimpleNamespace(status=status), asked=read(asks))


def test_a_check_that_comes_to_an_end_tells_that_the_question_is_settled() -> None:
    ended = probability_settled(settling(read("Is it so?"), ruled(), LIKELY))
    for less in (
        settling(read("Is it so?"), ruled(Status.DEPENDS), LIKELY),
        settling(read("Is it so?"), ruled(ahead=-0.2), LIKELY),
        settling(read("Is it so?"), ruled(unheard=0.5), LIKELY),
        settling(read("Is it so?"), ruled(asks="Is the wizard's cloak so?"), LIKELY),
        settling(read("How many is it?"), ruled(), LIKELY),
        settling(read("Is it so?"), None, LIKELY),
        settling(read("Is it so?"), ruled(), Support(0.4, {"gap": -0.3, "doubt": -1.0}, ())),
        settling(read("Is it so?"), ruled(), Support(0.9, {"gap": 0.1, "doubt": -1.0}, ())),
        settling(read("Is it so?"), ruled(), Support(0.9, {"gap": -0.3, "doubt": 0.5}, ())),
    ):
        assert probability_settled(less) < ended


def test_a_number_that_can_be_reckoned_is_more_likely_to_be_settled_than_one_that_is_looked_up() -> None:
    asked = "A stack of 5 loses 2. How many are so?"
    reckoned = probability_settled(settling(read(asked), ruled(asks=asked, numbers=(5, 2)), LIKELY))
    assert reckoned > probability_settled(settling(read(asked), ruled(asks=asked), LIKELY))


def test_less_is_asked_of_what_is_only_cited_than_of_a_verdict() -> None:
    unlikely = Support(0.3, {"gap": 0.0, "doubt": 0.0}, ())
    counting = settling(read("How many are in the stack at setup?"), ruled(Status.DEPENDS, ahead=-0.3), unlikely)
    assert declined(counting)
    assert doubted(counting)
    cited = settling(read("Is it so?"), None, Support(0.6, {"gap": -0.3, "doubt": 0.0}, ()))
    assert doubted(cited)
    assert not declined(cited)
    assert not doubted(settling(read("Is it so?"), ruled(), LIKELY))


def test_weights_are_fitted_with_each_game_left_out_and_keep_their_signs() -> None:
    rows = [
        Tried(game, "near-misses", settled, settled, dict.fromkeys(FEATURES, float(settled)))
        for game in ("one", "other")
        for settled in (True, False, True, False)
    ]
    table = fit_settled(rows)
    assert "# near-misses, not, not told: 4 of 4 held back" in table
    assert "counting = -0.000" in table or "counting = 0.000" in table  # it speaks against, and never for
    assert float(table.partition("computed = ")[2].split()[0]) > 0


@pytest.mark.parametrize("name", ["near-misses", "players", "short", "explained"])
def test_the_set_has_questions_of_each_kind_over_all_games(name: str) -> None:
    questions = [each for each in load_set(SET) if each.kind == name]
    assert len({each.game for each in questions}) == 5
    assert all((each.verdict is None) is (name == "near-misses") for each in questions)
