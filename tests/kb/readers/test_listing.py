"""Lists that a story tells: who has what, and what came one after another."""

from __future__ import annotations

from typing import Any

import pytest

from kb.question.read import read
from kb.readers.listing import read_list
from kb.records.types import Schema
from kb.rules.model.checkspec import read_checks
from kb.rules.model.schema import read_schema

FACTS = """
[entities]
hero = "{1} is a hero"
recruit = "{1} is recruited"

[fact.total]
args = ["hero"]
value = "0..200"
question = "How much fame has {1}?"
sentence = "{1} has {2} fame"
forms = ["fame", "points"]

[fact.dealt]
args = ["hero"]
value = "0..90"
question = "How much damage did {1} do?"
sentence = "{1} did {2} damage"
forms = ["damage", "dealt"]

[fact.scores]
args = ["hero"]
value = "0..200"
many = true
question = "What did {1} score?"
sentence = "{1} scored {2}"
default = false
forms = ["scored", "got"]

[fact.place]
args = ["recruit"]
value = "1..12"
question = "Which recruit is {1}?"
sentence = "{1} is recruit number {2}"

[fact.cost]
args = ["recruit"]
value = "0..15"
question = "What does {1} cost?"
sentence = "{1} costs {2}"
forms = ["drop", "cost", "costing"]

[fact.press]
args = ["recruit"]
question = "Has {1} press?"
sentence = "{1} has press"
default = false
forms = ["press"]
opposites = ["vanilla"]
"""
CHECK = """
[{id}]
title = "Lists"
kind = "yes_no"
goal = "so"
clauses = []
[{id}.slots]
things = {slot}
"""
SLOTS = {
    "winner": '{ each = "hero", with = ["total", "dealt"], forms = ["wife", "mutant"] }',
    "campaign": '{ each = "hero", with = ["scores"] }',
    "turn": '{ each = "recruit", with = ["place", "cost", "press"], in_order = "place", forms = ["guys", "one"] }',
}


@pytest.fixture(scope="module")
def schema() -> Schema:
    found, problems = read_schema("facts.toml", FACTS)
    assert not problems
    return found


def things(schema: Schema, name: str, question: str) -> Any:
    checks, _ = read_checks("checks.toml", CHECK.format(id=name, slot=SLOTS[name]), "game", schema)
    [slot] = checks[name].slots
    found = read_list(read(question), slot, schema)
    return found and [tuple(row.values()) for row in found.value]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Ann has 34 fame and Bob has 31, who wins?", [("Ann", 34), ("Bob", 31)]),
        ("tally: Lena 41 fame n 12 damage, Marco 41 fame n 9 damage", [("Lena", 41, 12), ("Marco", 41, 9)]),
        ("I have 22 fame, my wife 25. Who won?", [("your hero", 22), ("wife", 25)]),
        ("Both have 27 fame. I dealt 9 damage, she dealt 7.", [("your hero", 9, 27), ("she", 7, 27)]),
        ("Does Tom with 33 points beat Lisa, who has 30 points?", [("Tom", 33), ("Lisa", 30)]),
        ("Ann with 3 points ahead of me, Bob with 5 points", [("Ann", 3), ("Bob", 5)]),
        ("a mutant with 3 points, another mutant with 5 points", [("mutant", 3), ("other mutant", 5)]),
        ("wife 3 points, mutant 5 points, bookkeeper 4 points", [("wife", 3), ("mutant", 5), ("bookkeeper", 4)]),
        ("Ann has 34 fame. Who wins?", None),  # nobody to win against
        ("Ann has 34 fame, Bob 31 fame. No, Bob has 33 fame.", None),  # two values of one thing
        ("34 fame beats 31 fame, right?", None),  # nobody's
        ("Ann, Bo and Di. Bo and Di are level on fame, and each did 10 damage", None),  # not Ann too
    ],
)
def test_who_has_what(schema: Schema, question: str, told: list[tuple[object, ...]] | None) -> None:
    assert things(schema, "winner", question) == told


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Ann scored 20, 35 and 28, Bob got 30 and 33", [("Ann", [20, 35, 28]), ("Bob", [30, 33])]),
        ("Ana scored 50 and 21. Ben got 40 and 40. His sum is 80 against 71.", [("Ana", [50, 21]), ("Ben", [40, 40])]),
    ],
)
def test_several_numbers_of_one_thing(schema: Schema, question: str, told: list[tuple[object, ...]]) -> None:
    assert things(schema, "campaign", question) == told


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("a 3-drop with press, then a vanilla 4-drop", [("first", 3, True, 1), ("second", 4, False, 2)]),
        ("two press guys at 2 and 4, then a 6 drop", [("first", 2, True, 1), ("second", 4, True, 2), ("third", 6, 3)]),
        ("one costing 3 that has press and then one costing 5", [("first", 3, True, 1), ("second", 5, 2)]),
        ("7 points: a press 2, then a 5 without press", [("first", 2, True, 1), ("second", 5, False, 2)]),
        ("a press 2, then a 4-drop. What do the two cost?", [("first", 2, True, 1), ("second", 4, 2)]),
        ("What does a 5 drop cost after a press guy?", None),  # one alone is no list
        ("he has a 5-drop, I play a press 2, then a 4-drop", [("first", 2, True, 1), ("second", 4, 2)]),
        ("a 3-drop with press, next turn a 4-drop", None),  # not in one turn
        ("a 5 drop, and before that a press 2", None),  # told in another order
    ],
)
def test_one_after_another(schema: Schema, question: str, told: list[tuple[object, ...]] | None) -> None:
    assert things(schema, "turn", question) == told


def test_a_list_in_order_has_a_number_for_each_thing(schema: Schema) -> None:
    slot = '{ each = "recruit", with = ["place", "press"], in_order = "place" }'
    _, problems = read_checks("checks.toml", CHECK.format(id="turn", slot=slot), "game", schema)
    assert ["in_order = 'place' cannot number its things" in problem.message for problem in problems] == [True]
