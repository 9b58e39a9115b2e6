"""A number without a noun is what the check still lacks, where both are the only ones."""

from __future__ import annotations

import pytest

from kb.answering.choosing.choose import Choice, chooser
from kb.answering.numbers.only import with_the_only_number
from kb.answering.run import run
from kb.knowledge import KnowledgeBase
from kb.readers.slots import fill


def missing(base: KnowledgeBase, text: str) -> object:
    """The cost that is read for `press-cost`, None where none is."""
    question = base.read(text, "vs-system")
    model = chooser(base, "vs-system").model
    choice = Choice(
        model.checks["press-cost"], 1.0, {}, fill(question, model.checks["press-cost"], model.schema), tuple
    )
    result = run(base, choice)
    assert result is not None
    found, _ = with_the_only_number(base, question, choice, result)
    return found.filled.facts.get("cost")


@pytest.mark.parametrize(
    "text",
    [
        "His is a 5. Two press characters before it, what do I pay?",
        "It shows 5. After two press characters, what do I pay?",
    ],
)
def test_the_only_number_left_is_the_only_one_missing(base: KnowledgeBase, text: str) -> None:
    assert missing(base, text) == 5


@pytest.mark.parametrize(
    "text",
    [
        "On turn 5, after two press characters: what do I pay?",
        "I hold 5 cookies. Two press characters before it, what do I pay?",
        "It shows 5, his shows 6. Two press characters before it, what do I pay?",
        "Two press characters before it, so I pay 5, right?",
    ],
)
def test_a_number_that_counts_something_else_or_is_claimed_or_one_of_two_is_not(base: KnowledgeBase, text: str) -> None:
    assert missing(base, text) is None
