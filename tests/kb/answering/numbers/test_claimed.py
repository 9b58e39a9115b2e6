"""The number that a question wants confirmed is no fact, whatever took it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from kb.answering.numbers.claimed import claim_of, without_the_claim
from kb.readers.slots import Filled, SlotReading
from tests.kb.fakes import read

GIVES_A_NUMBER: Any = SimpleNamespace(kind="number")
YES_OR_NO: Any = SimpleNamespace(kind="yes_no")


def filled(text: str) -> Filled:
    """Every number of the question, taken by a fact each."""
    numbers = read(text).quantities
    return Filled(
        tuple(SlotReading(f"n{each.value}", each.value, each.start, each.end, each.text) for each in numbers), ()
    )


@pytest.mark.parametrize(
    ("text", "claimed", "left"),
    [
        ("He drew 2 cards. Is he at 7 then?", 7, ["n2"]),
        ("With 3 in hand, does he draw 4?", 4, ["n3"]),
        ("Does he draw with 3 in hand?", None, ["n3"]),
        ("Does he draw more than 3?", None, ["n3"]),
        ("How many does he draw with 3 in hand?", None, ["n3"]),
        ("Does he draw 4 and lose 5?", None, ["n4", "n5"]),
    ],
)
def test_the_only_number_that_a_yes_or_no_asks_about_is_its_claim(
    text: str, claimed: int | None, left: list[str]
) -> None:
    said = without_the_claim(read(text), GIVES_A_NUMBER, filled(text))
    assert claim_of(read(text), GIVES_A_NUMBER, said) == claimed
    assert [each.slot for each in said.readings] == left


def test_a_check_of_yes_or_no_keeps_all_its_numbers() -> None:
    text = "Is he at 7 then?"
    assert without_the_claim(read(text), YES_OR_NO, filled(text)) == filled(text)
