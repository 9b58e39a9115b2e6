"""`only`: what stands in its scope must be known to the check, or nothing is said of what fails without it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from kb.answering.operators.limits import says_more
from kb.question.read import read
from kb.readers.slots import SlotReading


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
