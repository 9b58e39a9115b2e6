"""A question asks for what its check computes or for the contrary, by words of the check's own; no rule sees which."""

from __future__ import annotations

import pytest

from kb.answering.answer import answer
from kb.answering.asserting.withheld import Withheld
from kb.answering.choosing.choose import Choice, chooser
from kb.answering.put import put
from kb.answering.run import run
from kb.answering.ways import asks_opposite, contrary_asked, differ
from kb.knowledge import KnowledgeBase
from kb.question.read import read
from kb.readers.slots import fill
from kb.records import Outcome, Verdict

CHECK = "dewoz-same"
"""Do Dewoz and the other character move to the same area? They do; its words for the contrary are "two areas"."""


def chosen(base: KnowledgeBase, question: str) -> Choice:
    """The check with what a question says of it."""
    model = chooser(base, "vs-system").model
    check = model.checks[CHECK]
    return Choice(
        check, 1.0, {"card": 1.0, "asked": 0.9, "kind": 1.0}, fill(read(question), check, model.schema), tuple
    )


@pytest.mark.parametrize(
    ("question", "contrary"),
    [
        ("Do they both go to the same area?", False),
        ("Do they go to different areas?", True),
        ("Dewoz, is it so?", None),
    ],
)
def test_which_way_is_asked_is_read_beside_the_facts(base: KnowledgeBase, question: str, contrary: bool | None) -> None:
    filled = chosen(base, question).filled
    assert filled.contrary is contrary
    assert filled.facts == {}


@pytest.mark.parametrize(
    ("question", "verdict"), [("Do they both go to the same area?", True), ("Do they go to different areas?", False)]
)
def test_the_verdict_is_turned_round_outside_of_the_rules(base: KnowledgeBase, question: str, verdict: bool) -> None:
    ruled = put(base, read(question), chosen(base, question))
    assert ruled is not None
    assert ruled.result.verdict == Verdict("yes_no", True)
    assert ruled.verdict == Verdict("yes_no", verdict)
    assert ruled.outcome is Outcome.ANSWERED


def test_where_nothing_tells_which_way_is_asked_the_goal_is(base: KnowledgeBase) -> None:
    question = "Dewoz, is it so?"
    choice = chosen(base, question)
    assert contrary_asked(choice) is False
    assert asks_opposite(read(question), choice, run(base, choice)) is False


def test_where_both_ways_are_told_nothing_is_asserted(base: KnowledgeBase) -> None:
    question = "Do they go to the same area and to different areas?"
    choice = chosen(base, question)
    assert contrary_asked(choice) is None
    ruled = put(base, read(question), choice)
    assert ruled is not None
    assert ruled.outcome is Withheld.POLARITY


def test_two_checks_differ_by_what_they_say_to_the_question_as_it_is_asked(base: KnowledgeBase) -> None:
    same, other = chosen(base, "Do they both go to the same area?"), chosen(base, "Do they go to different areas?")
    yes = Verdict("yes_no", True)
    assert not differ(same, yes, same, yes)
    assert differ(same, yes, other, yes)
    assert not differ(same, yes, other, Verdict("yes_no", False))


def test_a_player_is_answered_either_way(base: KnowledgeBase) -> None:
    one = answer(base, "Do Dewoz and the other character move to the same area?", "vs-system")
    other = answer(base, "Do Dewoz and the other character go to two different areas?", "vs-system")
    assert (one.verdict, other.verdict) == (Verdict("yes_no", True), Verdict("yes_no", False))


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Can I play Kindred Spirits before I draw my first two cards?", True),
        ("Must I wait with Kindred Spirits until I have drawn my first two cards?", False),
        ("Do I have to wait with Kindred Spirits until I have drawn my first two cards?", False),
    ],
)
def test_who_may_go_need_not_wait(base: KnowledgeBase, question: str, verdict: bool) -> None:
    """The duty is part of the contrary that is asked for: it is not turned round once more."""
    assert answer(base, question, "vs-system").verdict == Verdict("yes_no", verdict)
