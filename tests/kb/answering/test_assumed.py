"""An assumption is shown where the verdict rests on it, and not where any other value of it leads to the same."""

from __future__ import annotations

from dataclasses import replace

from kb.answering.assumed import without_idle
from kb.answering.choosing.choose import Choice, chooser
from kb.answering.run import run
from kb.knowledge import KnowledgeBase
from kb.question.read import read
from kb.readers.slots import fill
from kb.records.results import Assumed, CheckResult

COSTS = "What does a character of cost 5 cost after two press characters?"


def asked(base: KnowledgeBase) -> tuple[Choice, CheckResult]:
    model = chooser(base, "vs-system").model
    check = model.checks["press-cost"]
    choice = Choice(check, 1.0, {}, fill(read(COSTS), check, model.schema), tuple)
    result = run(base, choice)
    assert result is not None
    return choice, result


def test_an_assumption_is_told_where_another_value_of_it_turns_the_verdict(base: KnowledgeBase) -> None:
    choice, result = asked(base)
    said = Assumed("presser", 0, "the press character itself costs 0")  # whose cost is asked for is another one
    result = replace(result, assumed=(*(each for each in result.assumed if each.fact != "presser"), said))
    assert [each.fact for each in result.told] == ["between", "boost", "presser"]
    assert [each.fact for each in without_idle(base, choice, result).told] == ["between", "boost"]
