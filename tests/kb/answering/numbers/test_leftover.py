"""Numbers that point back at what was said."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from kb.answering.choosing.choose import Choice
from kb.answering.numbers.leftover import left_over, sums
from kb.readers.slots import Filled, SlotReading
from kb.records.question import Span
from tests.kb.fakes import read


@pytest.mark.parametrize(
    ("values", "made"), [([], set()), ([3], {3}), ([1, 3], {1, 3, 4}), ([1, 3, 1], {1, 2, 3, 4, 5})]
)
def test_what_some_numbers_make_together(values: list[int], made: set[int]) -> None:
    assert sums(values) == made


@pytest.mark.parametrize(("number", "left"), [("three", ()), ("four", (4,))])
def test_things_told_one_by_one_are_counted_with_those_in_numbers(number: str, left: tuple[int, ...]) -> None:
    text = f"He took out two underlings and a henchman. What does he get for the {number}?"
    question, check = read(text), SimpleNamespace(kind="number")
    two, one = text.index("two"), text.index("a henchman")
    readings = (SlotReading("downed", 2, two, two + 3, "two"), SlotReading("alone", True, one, one + 10, "a henchman"))
    filled = Filled(readings, tuple(each for each in question.quantities if each.start > one))
    of: Any = check
    assert left_over(question, Choice(of, 0.9, {}, filled, lambda: ())) == left


@pytest.mark.parametrize(("taken", "left"), [("4", ()), ("2", (3, 4))])
def test_what_a_post_tells_with_its_other_questions_is_left_where_this_one_has_its_own_numbers(
    taken: str, left: tuple[int, ...]
) -> None:
    text = "The pull is 2 of 3.         Then he falls by 4. How much is it?"
    question, check = read(text), SimpleNamespace(kind="number")
    at = question.text.index(taken)
    told = replace(question, latest=Span(text.index("Then"), len(text)))
    filled = Filled(
        (SlotReading("height", int(taken), at, at + 1, taken),),
        tuple(each for each in question.quantities if each.start != at),
    )
    of: Any = check
    assert left_over(told, Choice(of, 0.9, {}, filled, lambda: ())) == left
