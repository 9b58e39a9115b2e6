"""What a question's operators ask of its check tells the rule that applies them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from kb.answering.operators.apply import RULES, rule_of
from kb.answering.operators.own import left
from kb.answering.operators.sorts import Sort, sort_of
from kb.question.read import read
from kb.readers.filled import Filled
from kb.readers.slots import SlotReading

MAY = "May the rider move?"
AGAIN = "Is the lance used more than once?"


def a_check(title: str, kind: str = "yes_no", asked: str = "", number: str = "") -> Any:
    """A choice of a check with this title, that read a number of the question as a fact."""
    at = asked.index(number) if number else 0
    readings = (SlotReading("wounds", int(number), at, at + len(number), number),) if number else ()
    check = SimpleNamespace(title=title, kind=kind, ways=None)
    return SimpleNamespace(check=check, filled=Filled(readings, ()), samples=(), near_words=frozenset)


@pytest.mark.parametrize(
    ("asked", "title", "number", "sort"),
    [
        ("May the rider move?", MAY, "", Sort.NOTHING),
        ("Must the rider move?", MAY, "", Sort.DUTY),
        ("May the rider move?", "Must the rider move?", "", Sort.DUTY),
        ("Can the rider move only if he is ready?", MAY, "", Sort.LIMIT),
        ("Can the rider always move?", MAY, "", Sort.WORLDS),
        ("Can every rider always move?", MAY, "", Sort.WORLDS),  # "every" says whose it is
        ("Does the rider never ever move always?", "Does the rider move?", "", Sort.SEVERAL),
        ("Can the rider move with at least 2 wounds?", MAY, "2", Sort.COMPARISON),
        ("Can every rider move with at least 2 wounds?", MAY, "2", Sort.COMPARISON),
        ("Can the rider ever move with at least 2 wounds?", MAY, "2", Sort.SEVERAL),
        ("Is the lance used at most once?", AGAIN, "", Sort.CONVERSE),
        ("4 wounds lie on the rider. Do at least two of them go?", "Do the wounds go?", "", Sort.GROUP),
        ("Does the rider always move because of that?", "Does the rider move?", "", Sort.SEVERAL),
    ],
)
def test_what_operators_ask_of_a_yes_or_no(asked: str, title: str, number: str, sort: Sort) -> None:
    question, base = read(asked), SimpleNamespace()
    choice = a_check(title, asked=question.text, number=number)
    assert sort_of(base, question, choice, left(question, choice)) is sort  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("asked", "sort"),
    [
        ("Does every rider pay more than 4?", Sort.COMPARISON),
        ("Must I pay 4?", Sort.NOTHING),
        ("Do I always pay 4?", Sort.WORLDS),
        ("Do I always pay more than 4?", Sort.SEVERAL),
    ],
)
def test_what_operators_ask_of_a_number(asked: str, sort: Sort) -> None:
    question, choice, base = read(asked), a_check("What does it cost?", "number"), SimpleNamespace()
    assert sort_of(base, question, choice, left(question, choice)) is sort  # type: ignore[arg-type]
    assert rule_of(base, question, choice, left(question, choice)) is RULES["number"][sort]  # type: ignore[arg-type]


def test_no_rule_applies_an_operator_to_the_name_of_a_thing() -> None:
    question, choice = read("Do I always take more than 4?"), a_check("Which one is taken?", "text")
    assert rule_of(SimpleNamespace(), question, choice, question.operators) is None  # type: ignore[arg-type]


def test_each_sort_has_its_row() -> None:
    assert RULES["yes_no"].keys() == {*Sort}
    assert {*Sort} - RULES["number"].keys() == {Sort.DUTY, Sort.CONVERSE, Sort.GROUP}
