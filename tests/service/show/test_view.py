"""What of a check's result people are shown."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from service.show.view import facts_shown, goal_of


@pytest.mark.parametrize(
    ("title", "goal"),
    [
        ("Can it be used only once, or more often?", "Can it be used only once?"),
        (
            "Do they go on the bottom (or top) of the Stack?",
            "Do they go on the bottom of the Stack?",
        ),
        ("May it be drawn or played?", "May it be drawn or played?"),
    ],
)
def test_a_yes_answers_what_a_title_asks_first(title: str, goal: str) -> None:
    check: Any = SimpleNamespace(title=title)
    assert goal_of(check) == goal


def test_numbers_told_in_passing_are_not_shown_as_read() -> None:
    read = [
        {"fact": "dmg", "value": 9, "sentence": "9 DMG are dealt"},
        {"fact": "spare_number", "value": 4, "sentence": "there are 4 of something else"},
    ]
    result: Any = SimpleNamespace(read_as=read)
    assert [each["fact"] for each in facts_shown(result)] == ["dmg"]


def test_what_is_asked_about_is_not_shown_as_read() -> None:
    read = [{"fact": "goes_to", "value": "underpit", "sentence": "Where would the hero go? the Underpit"}]
    result: Any = SimpleNamespace(read_as=read)
    assert facts_shown(result) == ()
