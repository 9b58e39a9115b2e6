"""Comparisons with a number: does the question count what the check counts?"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from kb.answering.operators.ranges import counts
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
