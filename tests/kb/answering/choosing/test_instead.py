"""`What about water?`: the same question of something else, without what was said of the first thing."""

from __future__ import annotations

import pytest

from kb.answering.choosing.choose import Choice, chooser
from kb.answering.choosing.instead import put_instead, unheard
from kb.knowledge import KnowledgeBase
from kb.readers.slots import fill

PRESS = "What does a character of cost 5 cost after one press character?"


def asked_of_another(base: KnowledgeBase, check: str, text: str) -> tuple[dict[str, object], str]:
    """The facts of the last question of a text, and the thing that no fact of the check speaks of."""
    question = base.parts(text, "vs-system")[-1].whole
    model = chooser(base, "vs-system").model
    choice = Choice(model.checks[check], 1.0, {}, fill(question, model.checks[check], model.schema), tuple)
    found = put_instead(base, question, choice)
    return dict(found.filled.facts), unheard(question, found)


@pytest.mark.parametrize(
    ("check", "text", "facts", "left"),
    [
        ("press-cost", PRESS, {"cost": 5, "press": 1}, ""),
        ("press-cost", f"{PRESS} And what about a teapot?", {"cost": 5, "press": 1}, "teapot"),
        ("press-cost", f"{PRESS} What about two press characters?", {"cost": 5, "press": 2}, ""),
    ],
)
def test_a_thing_that_is_asked_about_instead_takes_the_place_of_the_one_it_is_most_like(
    base: KnowledgeBase, check: str, text: str, facts: dict[str, object], left: str
) -> None:
    assert asked_of_another(base, check, text) == (facts, left)


def test_a_number_that_is_asked_about_instead_takes_the_place_of_the_only_one(base: KnowledgeBase) -> None:
    facts, left = asked_of_another(base, "foulup-back", "Does Clumsy Foulup go back to hand with ATK 4? What about 5?")
    assert (facts["atk"], left) == (5, "")


@pytest.mark.parametrize(
    ("text", "facts", "left"),
    [
        (f"{PRESS} And what if it cost 2?", {"cost": 2, "press": 1}, ""),
        (f"{PRESS} And with two press characters?", {"cost": 5, "press": 2}, ""),
        (f"{PRESS} And if it rains?", {"cost": 5, "press": 1}, "if it rains?"),
    ],
)
def test_what_is_supposed_takes_the_place_of_what_was_told(
    base: KnowledgeBase, text: str, facts: dict[str, object], left: str
) -> None:
    assert asked_of_another(base, "press-cost", text) == (facts, left)
