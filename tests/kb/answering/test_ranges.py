"""Comparisons with a number: does the question count what the check counts?"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from kb.answering.operators.ranges import counts, done
from kb.question.read import read

SHIELDS: Any = SimpleNamespace(
    check=SimpleNamespace(title="How many shields are passed over?"), near_words=lambda: frozenset({"shield"})
)


@pytest.mark.parametrize(
    ("asked", "same"),
    [
        ("Are more than 2 shields passed over?", True),
        ("Are more than 2 of each rider's shields passed over?", True),
        ("Are more than 2 of all the shields passed over?", True),
        ("Are more than 2 of each rider's horses passed over?", False),
        ("Are more than 2 riders passed over?", False),
    ],
)
def test_what_is_counted_stands_behind_whose_it_is(asked: str, same: bool) -> None:
    question = read(asked)
    [more_than] = question.operators
    assert counts(more_than, question, SHIELDS) is same


@pytest.mark.parametrize(
    ("asked", "title", "same"),
    [
        ("May I use the rider's lance more than once?", "Can the rider's lance be used again?", True),
        ("May he use his lance two or more times?", "Can the rider's lance be used again?", True),
        ("Does he take over 2 damage?", "Does a shield reduce damage?", False),
        ("Can I shuffle my deck more than once?", "May I draw before the first turn?", False),
    ],
)
def test_what_is_not_done_at_all_is_known_to_a_check_that_asks_about_it(asked: str, title: str, same: bool) -> None:
    question = read(asked)
    counted = next(each for each in question.operators if each.number)
    assert done(counted, question, SimpleNamespace(title=title)) is same  # type: ignore[arg-type]
