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


@pytest.mark.parametrize(
    ("kind", "taken", "left"),
    [
        ("number", "4", ()),
        ("number", "2", (3, 4)),  # told of another question: the other number of it may count as well
        ("yes_no", "2", (4,)),
    ],
)
def test_what_a_post_tells_with_its_other_questions_is_said_in_passing(
    kind: str, taken: str, left: tuple[int, ...]
) -> None:
    assert left_in("The pull is 2 of 3. Then he falls by 4. How much is it?", kind, taken) == left


@pytest.mark.parametrize(
    ("text", "left"),
    [("It was late. Then he went 2. Was 2 ok?", ()), ("It was late. Then he went 2. Was 3 ok?", (3,))],
)
def test_a_number_that_is_asked_for_again_is_said_once(text: str, left: tuple[int, ...]) -> None:
    assert left_in(text, "yes_no", "2") == left


def left_in(text: str, kind: str, taken: str) -> tuple[int, ...]:
    """The numbers left over of a post that tells of another question before `Then`, where one number was taken."""
    question = read(text)
    at = question.text.index(taken)
    told = replace(question, latest=Span(text.index("Then"), len(text)))
    unread = tuple(each for each in question.quantities if each.start != at)
    check: Any = SimpleNamespace(kind=kind)
    filled = Filled((SlotReading("many", int(taken), at, at + 1, taken),), unread)
    return left_over(told, Choice(check, 0.9, {}, filled, lambda: ()))


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("The card of the hit shows 7. The one drawn for the hit before shows 3. Which counts?", ()),
        ("The card of the hit shows 7. The next one shows 3. Which counts?", (3,)),
        ("He is a 7 ATK / 3 DEF guy. How strong is he?", ()),
        ("He has a shift of 7. Ann makes it 3. How far does he go?", ()),
        ("He has a shift of 7. Ann has 3. How far does he go?", (3,)),
    ],
)
def test_a_number_of_an_earlier_card_a_pair_or_a_friends_count_is_set_aside(text: str, left: tuple[int, ...]) -> None:
    question = read(text)
    at = question.text.index("7")
    check: Any = SimpleNamespace(kind="number")
    unread = tuple(each for each in question.quantities if each.value == 3)
    filled = Filled((SlotReading("many", 7, at, at + 1, "7"),), unread)
    assert left_over(question, Choice(check, 0.9, {}, filled, lambda: ())) == left


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("I hit three orcs, each with a shield of 2. How much does the last one lose?", ()),
        ("I hit three orcs, each with a shield of 2. How much do they lose in total?", (3,)),
        ("I hit three orcs and a boss. How much does the last one lose?", (3,)),
        ("With three of us playing, how often may I go?", ()),
        ("Three of us play. How often may we go altogether?", (3,)),
        ("How strong is he by his own three powers together?", ()),
        ("Do I get the -3 DEF trigger?", ()),
        ("Do I get -3 DEF?", (-3,)),
    ],
)
def test_a_number_that_tells_which_things_are_spoken_of_is_set_aside(text: str, left: tuple[int, ...]) -> None:
    question = read(text)
    check: Any = SimpleNamespace(kind="yes_no")
    unread = tuple(each for each in question.quantities if abs(each.value) == 3)
    assert left_over(question, Choice(check, 0.9, {}, Filled((), unread), lambda: ())) == left
