"""`only`: what stands in its scope must be known to the check, or nothing is said of what fails without it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from kb.answering.choosing.choose import Choice, chooser
from kb.answering.operators.apply import rule_of
from kb.answering.operators.duty import of_duty
from kb.answering.operators.limits import says_more, unnamed
from kb.answering.operators.own import either_too, left
from kb.answering.operators.ranges import of_number
from kb.knowledge import KnowledgeBase
from kb.question.read import read
from kb.readers.slots import SlotReading, fill
from kb.records.question import Operation


@pytest.mark.parametrize(
    ("asked", "more"),
    [
        ("Does the trap work only on riders?", False),
        ("Does the trap work only on hostile riders?", True),
        ("Does the trap work only on trapped riders?", False),  # the check's own word
    ],
)
def test_an_only_that_says_more_than_a_fact_is_not_settled_by_it(asked: str, more: bool) -> None:
    question = read(asked)
    at = question.text.index("riders")
    readings = (SlotReading("figure", "rider", at, at + len("riders"), "riders"),)
    choice = SimpleNamespace(
        filled=SimpleNamespace(readings=readings), check=SimpleNamespace(title="Does the trap work on this figure?")
    )
    case: Any = SimpleNamespace(question=question, choice=choice)
    [only] = question.operators
    assert says_more(case, only) is more


@pytest.mark.parametrize(
    ("asked", "no_condition"),
    [
        ("Does the trap work only on sleeping riders?", True),
        ("Does the trap work only on hostile riders?", False),  # its clause speaks of it
        ("Does the trap work only on armed riders?", False),  # so does a fact of the check
        ("Does the trap work only with three other riders?", False),  # and of three
    ],
)
def test_what_neither_clause_nor_check_names_is_no_condition(asked: str, no_condition: bool) -> None:
    clause = SimpleNamespace(text="The trap works on riders, hostile or not, unless three other traps lie there.")
    fact = SimpleNamespace(question="Is the rider armed?", sentence="the rider is armed", forms=())
    model = SimpleNamespace(clauses_of=lambda check: ("traps.p1",))
    case: Any = SimpleNamespace(
        question=read(asked),
        choice=SimpleNamespace(check=SimpleNamespace(game="tiny", title="Does the trap work on the rider?")),
        base=SimpleNamespace(checks=SimpleNamespace(model=lambda game: model), clause_at=lambda at: clause),
        result=SimpleNamespace(citations=("traps.p1",)),
        facts={"armed": fact},
        told=(),
        here=True,
    )
    [only] = [each for each in case.question.operators if each.kind is Operation.ONLY]
    assert unnamed(case, only) is no_condition


@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        ("One press character was recruited. Do I only pay 3 for a character of cost 4?", of_number),
        ("One press character was recruited. Do I pay 3 for a character of cost 4 only?", None),
    ],
)
def test_only_so_much_asks_for_a_number(base: KnowledgeBase, asked: str, rule: object) -> None:
    model, question = chooser(base, "vs-system").model, read(asked)
    check = model.checks["press-cost"]
    choice = Choice(check, 1.0, {}, fill(question, check, model.schema), tuple)
    found = rule_of(base, question, choice, left(question, choice))
    assert (found is of_number) is (rule is of_number)


@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        ("I control no Dr. Doom. May I discard a card for Super Genius?", of_duty),  # what must be done may be done
        ("I control no Dr. Doom. May I keep my cards with Super Genius?", None),  # the contrary: no rule is needed
    ],
)
def test_leave_to_leave_it_undone_is_the_contrary_of_a_duty(base: KnowledgeBase, asked: str, rule: object) -> None:
    model, question = chooser(base, "vs-system").model, read(asked)
    check = model.checks["super-genius"]
    choice = Choice(check, 1.0, {}, fill(question, check, model.schema), tuple)
    assert rule_of(base, question, choice, left(question, choice)) is rule


@pytest.mark.parametrize(
    ("asked", "limits"),
    [
        ("Is only the leader allowed to retrieve it?", "the leader"),
        ("Only stunned characters can be recovered, right?", "stunned characters"),
        ("Is the aura blocked by walls only?", "by walls"),
        ("Does it only end when all three are out?", "when all three are out"),
        ("May I hit it even though it is not the only target?", None),
    ],
)
def test_what_an_only_limits(asked: str, limits: str | None) -> None:
    question = read(asked)
    found = [question.at(each.scope).strip() for each in question.operators if each.kind is Operation.ONLY]
    assert found == ([] if limits is None else [limits])


@pytest.mark.parametrize(
    ("asked", "title", "same"),
    [
        (
            "It may come from either the bag or the box, right?",
            "May it come from either place, or from one alone?",
            True,
        ),
        ("It may come from either the bag or the box, right?", "May it come from the bag, or from the box?", False),
        ("Does it come from the bag or the box?", "May it come from either place, or from one alone?", False),
    ],
)
def test_either_of_two_things_is_a_yes_or_no_where_the_title_says_either(asked: str, title: str, same: bool) -> None:
    check: Any = SimpleNamespace(title=title)
    assert either_too(read(asked), check) is same
